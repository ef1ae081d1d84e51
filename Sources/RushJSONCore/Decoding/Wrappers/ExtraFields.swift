/// The members of an object that its type has no keys for.
///
/// ```swift
/// struct Message: Decodable {
///   var id: Int
///   @ExtraFields var extra: [String: RawJSON]
/// }
/// ```
///
/// ``RushJSONDecoder`` fills it in the pass that decodes the type. No other decoder shows a type what
/// its keys do not name: there, synthesised code finds no member `extra` and says so, and a type that
/// has to work with any of them decodes ``init(from:knownBy:)`` in an `init(from:)` of its own.
@propertyWrapper
public struct ExtraFields: Sendable, Hashable {
  /// The members, by their names.
  public var wrappedValue: [String: RawJSON]

  /// Creates extra members.
  public init(wrappedValue: [String: RawJSON] = [:]) { self.wrappedValue = wrappedValue }

  /// Decodes the members of the decoder's object that are no keys of a type, with any decoder.
  public init<Key: CodingKey>(from decoder: any Decoder, knownBy keys: Key.Type) throws {
    wrappedValue = [:]
    let container = try decoder.container(keyedBy: JSONPathKey.self)
    for key in container.allKeys where Key(stringValue: key.stringValue) == nil {
      wrappedValue[key.stringValue] = try container.decode(RawJSON.self, forKey: key)
    }
  }
}

extension ExtraFields: Codable {
  /// Decodes all members of an object.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode([String: RawJSON].self)
  }

  /// Encodes the members as an object.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension DecodingSession {
  /// The members of the object at `object` for which `Key` has no key.
  func extraFields<Key: CodingKey>(
    of object: UInt32, notNamedBy key: Key, name: (String) -> String = { $0 }
  ) -> ExtraFields {
    var extra = ExtraFields()
    let isLastWins = unsafe storage.options.duplicateNames == .lastWins
    var at = object &+ 1
    let end = following(object)
    while at < end {
      let spelling = string(record(at))
      let converted = name(spelling)
      // The property's own key names no member: one that is called like it is an extra one.
      if Key(stringValue: converted) == nil || converted == key.stringValue,
        isLastWins || extra.wrappedValue[spelling] == nil
      {
        extra.wrappedValue[spelling] = unsafe storage.tree(at: Int(at &+ 1))
      }
      at = following(at &+ 1)
    }
    return extra
  }
}
