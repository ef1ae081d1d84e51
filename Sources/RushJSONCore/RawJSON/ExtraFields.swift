/// The members of an object that its type has no keys for.
///
/// ```swift
/// struct Message: Codable {
///   var id: Int
///   @ExtraFields var extra: [String: RawJSON]
/// }
/// // {"id":1,"mood":"ok"} is decoded with extra == ["mood": "ok"], and encoded as it was.
/// ```
///
/// ``RushJSONDecoder`` fills it in the pass that decodes the type. ``RushJSONEncoder`` writes the members
/// back among those of the type, where the property is, with their names as they are. A member that the
/// type itself encodes wins over an extra one of the same name. Within arrays, dictionaries and single
/// values, which have no members around them, it is an object.
///
/// No other decoder shows a type what its keys do not name, and no other encoder lets a property have
/// several members. There, synthesised code finds no member `extra`, or fails with an error, and a type
/// that has to work with any coder uses ``init(from:knownBy:)`` in an `init(from:)` of its own and
/// ``encodeMembers(to:)`` in an `encode(to:)` of its own.
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

  /// Encodes the members into the object that the encoder's value is, with any encoder.
  ///
  /// Other encoders than this package's treat the names as keys: their key strategies convert them, and
  /// the member that is encoded last wins.
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
  ///
  /// - Throws: `EncodingError` where another encoder than this package's would make the object a member
  ///   of the one that the members belong to.
  public func encode(to encoder: any Encoder) throws {
    if !(encoder is any RawJSONEncoding), !encoder.codingPath.isEmpty {
      throw EncodingError.invalidValue(
        wrappedValue,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription:
            "Only RushJSONEncoder encodes @ExtraFields among the members of a type. Use encodeMembers(to:)."
        ))
    }
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
