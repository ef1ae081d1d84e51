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
/// at the place of the property, among those of the type, with unchanged names. Members that were read keep their order
/// and their digits; those that were added follow, in the order of their names. A member that the type
/// itself encodes takes precedence over an extra one with the same name. In arrays, dictionaries and
/// single values, which have no members around them, extra fields are an object.
///
/// Other decoders hide members without keys from a type, and other encoders give a property one member. With them,
/// synthesised code finds no member `extra`, or fails with an error. A type for any coder calls
/// ``init(from:knownBy:)`` in its own `init(from:)` and ``encodeMembers(to:)`` in its own `encode(to:)`.
@propertyWrapper
public struct ExtraFields: Sendable, Hashable {
  /// The members, by their names.
  public var wrappedValue: [String: RawJSON]
  /// The names in the order of the members that were read. Some may have been removed since.
  private var names: [String] = []

  // No `init()`, not even by a default argument: memberwise initialisers would then take wrappers instead of
  // dictionaries.

  /// Creates extra members. Memberwise initialisers call this.
  public init(wrappedValue: [String: RawJSON]) { self.wrappedValue = wrappedValue }

  /// Creates extra members that are written in the order of `members`.
  public init(_ members: RawJSON.Object) {
    wrappedValue = [:]
    for member in members { append(member.name, member.value) }
  }

  /// Adds a member, or replaces the value of the one with this name.
  mutating func append(_ name: String, _ value: RawJSON) {
    if wrappedValue.updateValue(value, forKey: name) == nil { names.append(name) }
  }

  /// The members in the order of the text that is written.
  var members: [(name: String, value: RawJSON)] {
    var members: [(name: String, value: RawJSON)] = []
    members.reserveCapacity(wrappedValue.count)
    var others = wrappedValue
    for name in names {
      if let value = others.removeValue(forKey: name) { members.append((name, value)) }
    }
    if others.isEmpty { return members }
    return members + others.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The members as an object, in the order of the text that is written.
  package var object: RawJSON.Object {
    var object = RawJSON.Object()
    for (name, value) in members { object[name] = value }
    return object
  }

  /// Whether both have the same members, in whatever order.
  public static func == (a: ExtraFields, b: ExtraFields) -> Bool {
    a.wrappedValue == b.wrappedValue
  }

  /// Hashes the members.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }

  /// Decodes the members of the decoder's object that `keys` has no key for, with any decoder.
  public init<Key: CodingKey>(from decoder: any Decoder, knownBy keys: Key.Type) throws {
    wrappedValue = [:]
    let container = try decoder.container(keyedBy: JSONPathKey.self)
    for key in container.allKeys where Key(stringValue: key.stringValue) == nil {
      append(key.stringValue, try container.decode(RawJSON.self, forKey: key))
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
    for (name, value) in members {
      try container.encode(value, forKey: JSONPathKey(stringValue: name))
    }
  }
}

extension ExtraFields: Codable {
  /// Decodes all members of an object.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(RawJSON.Object.self))
  }

  /// Encodes the members as an object.
  /// - Throws: `EncodingError` if the encoder of another library would nest the object as a member.
  public func encode(to encoder: any Encoder) throws {
    if !(encoder is any RawJSONEncoding), !encoder.codingPath.isEmpty {
      throw EncodingError.invalid(
        wrappedValue, at: encoder.codingPath,
        "Only RushJSONEncoder encodes @ExtraFields among the members of a type. Use encodeMembers(to:)."
      )
    }
    var container = encoder.singleValueContainer()
    // The key strategies of other encoders leave the names of a dictionary unchanged.
    if encoder is any RawJSONEncoding {
      try container.encode(object)
    } else {
      try container.encode(wrappedValue)
    }
  }
}
