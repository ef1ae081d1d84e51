// Models in another library's encoder: the containers, methods and types that the compiler's own code would ask for.
//
// The code that a macro generates is that for a `JSONWriter`, but parts of an object come first: in the containers of
// encoders, the last of equal names wins, and the type around takes precedence.

extension JSONWriter {
  /// Writes a model to the containers of another library's encoder. Generated code alone calls this.
  public struct _OtherEncoder {
    private let encoder: any Encoder
    /// The objects that are open, the outermost first.
    private var open: [KeyedEncodingContainer<JSONReader._MemberKey>] = []
    /// The key of the object that begins next.
    private var next = JSONReader._MemberKey(stringValue: "")

    /// Creates the containers of an encoder, or returns `nil` for one of this library: a `JSONWriter` writes for that.
    public init?(_ encoder: any Encoder) {
      if encoder is ValueEncoder { return nil }
      self.encoder = encoder
    }
  }
}

extension JSONWriter._OtherEncoder {
  public mutating func beginObject() throws {
    if open.isEmpty {
      open.append(encoder.container(keyedBy: JSONReader._MemberKey.self))
    } else {
      open.append(
        open[open.count - 1].nestedContainer(keyedBy: JSONReader._MemberKey.self, forKey: next))
    }
  }

  public mutating func endObject() throws { open.removeLast() }

  public mutating func name(_ name: JSONName) throws {
    next = JSONReader._MemberKey(stringValue: name.description)
  }

  /// Nothing: the containers know what is open.
  public struct _OpenObject {}

  public mutating func _enterObject(_ name: JSONName, isShared: Bool = false) throws -> _OpenObject
  {
    try self.name(name)
    try beginObject()
    return _OpenObject()
  }

  public mutating func _leaveObject(_ outer: _OpenObject) throws { try endObject() }

  /// The object that is open.
  private var object: KeyedEncodingContainer<JSONReader._MemberKey> {
    get { open[open.count - 1] }
    set { open[open.count - 1] = newValue }
  }

  // MARK: - Members

  public mutating func member<T: Encodable>(_ name: JSONName, _ value: T) throws {
    try object.encodeConcretely(value, forKey: key(name))
  }

  public mutating func member<T: Encodable>(_ name: JSONName, _ value: T?) throws {
    try object.encodeConcretelyIfPresent(value, forKey: key(name))
  }

  public mutating func member<T: JSONStyles.EncodableMember>(_ name: JSONName, _ value: T) throws {
    try value.encode(to: &object, forKey: key(name))
  }

  public mutating func member<T: JSONStyles.EncodableMember>(_ name: JSONName, _ value: T?) throws {
    if let value { try value.encode(to: &object, forKey: key(name)) }
  }

  /// Writes a member whose type is not `Encodable`.
  // Other types than `JSONWritable` ones are errors of the same call of a `JSONWriter`. `nil` cannot be cast.
  public mutating func member<T>(_ name: JSONName, _ value: T) throws {
    guard let value = value as? any JSONWritable, !value._isAbsent else { return }
    try object.encode(WritableMember(value: value), forKey: key(name))
  }

  public mutating func _nullMember(_ name: JSONName) throws {
    try object.encodeNil(forKey: key(name))
  }

  public mutating func _member<T>(
    _ name: JSONName, _ value: T,
    by encode: (inout KeyedEncodingContainer<JSONReader._MemberKey>, T, JSONReader._MemberKey)
      throws
      -> Void
  ) throws {
    try encode(&object, value, key(name))
  }

  /// Writes a member of a property wrapper that may leave out `nil`. It is `null` then, because a missing member means
  /// something else.
  public mutating func _member<T>(
    _ name: JSONName, orNull value: T, isNil: Bool,
    by encode: (inout KeyedEncodingContainer<JSONReader._MemberKey>, T, JSONReader._MemberKey)
      throws
      -> Void
  ) throws {
    // The last of equal names wins.
    if isNil { try object.encodeNil(forKey: key(name)) }
    try _member(name, value, by: encode)
  }

  /// Writes a member that `write` writes as text, or that it leaves out.
  package mutating func member(
    _ name: JSONName, _ write: (inout JSONWriter) throws(JSONWritingError) -> Void
  ) throws {
    let key = key(name)
    let tree = try tree { (writer) throws(JSONWritingError) in
      try writer.beginObject()
      try write(&writer)
      try writer.endObject()
    }
    switch tree.objectValue?.first?.value {
    case .none: try object.encodeIfPresent(nil as String?, forKey: key)
    case .some(.null): try object.encodeNil(forKey: key)
    case .some(.string(let string)): try object.encode(string, forKey: key)
    case .some(let value): try object.encode(value, forKey: key)
    }
  }

  /// Writes a value that `write` writes as text.
  package mutating func _keptValue(_ write: (inout JSONWriter) throws(JSONWritingError) -> Void)
    throws
  {
    try tree(write).encode(to: encoder)
  }

  private func tree(
    _ write: (inout JSONWriter) throws(JSONWritingError) -> Void
  ) throws -> RawJSON {
    var writer = JSONWriter()
    try write(&writer)
    return try writer.finish().withCheckedBytes { try unsafe RawJSON(encodedText: $0) }
  }

  private func key(_ name: JSONName) -> JSONReader._MemberKey {
    JSONReader._MemberKey(stringValue: name.description)
  }

  // MARK: - Members of other values

  public mutating func members<T: JSONWritable>(
    of value: T, as property: StaticString = "",
    beside names: @escaping (inout JSONName.List) -> Void = { _ in }
  ) throws {
    if value._isAbsent { return }
    try WritableMember(value: value).encode(to: encoder)
  }

  public mutating func members(
    of members: RawJSON.Object, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws {
    try unknownMembers(members.map { ($0.name, $0.value) }, names)
  }

  public mutating func members(
    of members: [String: RawJSON], beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws {
    try unknownMembers(members.map { ($0.key, $0.value) }, names)
  }

  public mutating func members(
    of members: RawJSON.Object?, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws {
    try self.members(of: members ?? RawJSON.Object(), beside: names)
  }

  public mutating func members(
    of members: [String: RawJSON]?, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws {
    try self.members(of: members ?? [:], beside: names)
  }

  public mutating func members(
    of fields: ExtraFields, beside names: (inout JSONName.List) -> Void = { _ in }
  ) throws {
    try unknownMembers(fields.members, names)
  }

  private mutating func unknownMembers(
    _ members: [(name: String, value: RawJSON)], _ names: (inout JSONName.List) -> Void
  ) throws {
    let declared = Set(JSONName.List(names).names.map(\.description))
    for (name, value) in members where !declared.contains(name) {
      try object.encode(value, forKey: JSONReader._MemberKey(stringValue: name))
    }
  }

  // MARK: - Whole values

  public mutating func string(_ value: String) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  public mutating func _noValue() throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }

  // The same call of a `JSONWriter` has constraints. `nil` cannot be cast.
  public mutating func _keptValue<T>(_ value: T) throws {
    if !(value is any Encodable), let value = value as? any JSONWritable {
      return try value.write(into: encoder)
    }
    var container = encoder.singleValueContainer()
    guard let value = value as? any Encodable else { return try container.encodeNil() }
    try container.encode(value)
  }

  public mutating func _rawValue<T: RawRepresentable>(of value: T) throws
  where T.RawValue: JSONWritable {
    try WritableMember(value: value.rawValue).encode(to: encoder)
  }
}

extension KeyedEncodingContainer where Key == JSONReader._MemberKey {
  /// Writes a member whose type is not `Encodable`.
  // As `member(_:_:)` of `_OtherEncoder`.
  public mutating func encode<T>(_ value: T, forKey key: Key) throws {
    guard let value = value as? any JSONWritable else { return }
    try encode(WritableMember(value: value), forKey: key)
  }
}

/// A value that writes itself, as a value of an encoder: by its own `encode(to:)` if it has one.
private struct WritableMember: Encodable {
  let value: any JSONWritable

  func encode(to encoder: any Encoder) throws {
    if let value = value as? any Encodable { return try value.encode(to: encoder) }
    try value.write(into: encoder)
  }
}
