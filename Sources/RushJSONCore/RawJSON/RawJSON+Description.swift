// Values as text for people: compact JSON.

extension RawJSON: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The value as compact JSON text.
  /// - Complexity: O(*n*) in all values of the tree.
  public var description: String {
    var describer = TreeDescriber()
    describer.describe(self)
    return String(decoding: describer.text, as: UTF8.self)
  }

  /// The value as JSON text with spaces, on one line if that fits in 80 bytes. Otherwise each element
  /// or member is on a line of its own, indented by two spaces.
  /// - Complexity: O(*n*) in all values of the tree. Indentation stops at 32 levels.
  public var debugDescription: String {
    var layout = TreeLayout()
    layout.write(self)
    return String(decoding: layout.text, as: UTF8.self)
  }

  /// The elements or members, or the content of a scalar.
  public var customMirror: Mirror {
    switch self {
    case .array(let array): array.customMirror
    case .dictionary(let object): object.customMirror
    default: Mirror(self, children: [])
    }
  }
}

// The next two look alike, but differ in the text, the members and the mirror.

extension JSONArray: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The array as compact JSON text.
  public var description: String { RawJSON.array(self).description }

  /// The array as ``RawJSON/debugDescription`` lays it out.
  public var debugDescription: String { RawJSON.array(self).debugDescription }

  /// The elements.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}

extension JSONObject: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The object as compact JSON text.
  public var description: String { RawJSON.dictionary(self).description }

  /// The object as ``RawJSON/debugDescription`` lays it out.
  public var debugDescription: String { RawJSON.dictionary(self).debugDescription }

  /// The members.
  public var customMirror: Mirror {
    // A collection, so that `dump` prints one line for the object and one for each member.
    Mirror(
      self, children: map { (label: $0.name, value: $0.value as Any) }, displayStyle: .collection)
  }
}
