// Values as text, for people: compact JSON.

extension RawJSON: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The value as compact JSON text.
  ///
  /// - Complexity: O(*n*) in all values below.
  public var description: String {
    var describer = TreeDescriber()
    describer.describe(self)
    return String(decoding: describer.text, as: UTF8.self)
  }

  /// The value as JSON text with spaces, on one line if it fits in 80 bytes, else with the elements and
  /// members that do not fit on lines of their own, indented by two spaces.
  ///
  /// - Complexity: O(*n*) in all values below. Indentation ends at 32 levels.
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
