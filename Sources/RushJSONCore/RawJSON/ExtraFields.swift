/// The members of an object that its type has no keys for.
///
/// ```swift
/// struct Message: Codable {
///   var id: Int
///   @ExtraFields var extra: [String: RawJSON]
/// }
/// // {"id":1,"mood":"ok"} is decoded with extra == ["mood": "ok"], and encoded unchanged.
/// let message = Message(id: 1, extra: ["mood": "ok"])
/// ```
///
/// The memberwise initialiser takes a dictionary, as here. To let callers omit it, give the property an initial
/// value: `@ExtraFields var extra: [String: RawJSON] = [:]`.
///
/// ``RushJSONCoreDecoder`` fills the property while it decodes the type. ``RushJSONCoreEncoder`` writes the members
/// at the place of the property, among those of the type, with unchanged names. A member that the type
/// itself encodes takes precedence over an extra one with the same name. In arrays, dictionaries and
/// single values, which have no members around them, extra fields are an object.
///
/// Other decoders do not show a type the members without keys, and other encoders do not let a property
/// have several members. With them, synthesised code finds no member `extra`, or fails with an error. A
/// type for any coder calls ``init(from:knownBy:)`` in its own `init(from:)` and ``encodeMembers(to:)`` in
/// its own `encode(to:)`.
@propertyWrapper
public struct ExtraFields: Sendable, Hashable {
  /// The members, by their names.
  public var wrappedValue: [String: RawJSON]

  // No `init()`, also by a default: with one, memberwise initialisers would take wrappers instead of dictionaries.

  /// Creates extra members. Memberwise initialisers call this.
  public init(wrappedValue: [String: RawJSON]) { self.wrappedValue = wrappedValue }

  /// Decodes the members of the decoder's object that `keys` has no key for, with any decoder.
  public init<Key: CodingKey>(from decoder: any Decoder, knownBy keys: Key.Type) throws {
    wrappedValue = [:]
    let container = try decoder.container(keyedBy: JSONPathKey.self)
    for key in container.allKeys where Key(stringValue: key.stringValue) == nil {
      wrappedValue[key.stringValue] = try container.decode(RawJSON.self, forKey: key)
    }
  }

  /// Encodes the members into the encoder's object, with any encoder.
  ///
  /// Encoders of other libraries treat the names as keys: their key strategies convert them, and of
  /// several members with one name the last wins.
  public func encodeMembers(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONPathKey.self)
    if encoder is any RawJSONEncoding {
      return try container.encode(self, forKey: JSONPathKey(stringValue: ""))
    }
    for (name, value) in wrappedValue {
      try container.encode(value, forKey: JSONPathKey(stringValue: name))
    }
  }
}

extension ExtraFields: Codable {
  /// Decodes all members of an object.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode([String: RawJSON].self)
  }

  /// Encodes the members as an object.
  /// - Throws: `EncodingError` if the encoder of another library would make the object a member of the
  ///   object that the members belong to.
  public func encode(to encoder: any Encoder) throws {
    if !(encoder is any RawJSONEncoding), !encoder.codingPath.isEmpty {
      throw EncodingError.invalid(
        wrappedValue, at: encoder.codingPath,
        "Only RushJSONEncoder encodes @ExtraFields among the members of a type. Use encodeMembers(to:)."
      )
    }
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
