// Members whose types know what a missing member means: wrappers with a default, and `JSONField`.
//
//   @DefaultValue<…> var likes: Int    synthesised code ─→ decode(_:forKey:) of this file ─→ DefaultValue.init(from:forKey:)

extension JSONStyles {
  /// A type whose values know what a missing member means: a property wrapper with a default, or ``JSONField``.
  ///
  /// Synthesised code decodes a property of such a type by this initialiser, with any decoder:
  ///
  /// ```swift
  /// extension Counted: JSONStyles.DecodableMember {       // @Counted var likes: Int
  ///   init<Key>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
  ///     self = try container.decodeIfPresent(Counted.self, forKey: key) ?? Counted(wrappedValue: 0)
  ///   }
  /// }
  /// ```
  ///
  /// `decode(Counted.self, forKey: key)` would call the initialiser again. `decodeIfPresent` calls `init(from:)`.
  public protocol DecodableMember: Decodable {
    /// Decodes the member with a key, which may be missing or `null`.
    init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws
  }

  /// A type whose values can leave their member out, or write it in another way than alone.
  ///
  /// Synthesised code encodes a property of such a type by this method, with any encoder. To encode the value as others are,
  /// call `encodeIfPresent`.
  public protocol EncodableMember: Encodable {
    /// Encodes the member with a key, or leaves it out.
    func encode<Key: CodingKey>(
      to container: inout KeyedEncodingContainer<Key>, forKey key: Key
    ) throws
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member whose type knows what it means if it is missing. Synthesised code calls this.
  @inlinable
  public func decode<Member: JSONStyles.DecodableMember>(_ type: Member.Type, forKey key: Key)
    throws -> Member
  {
    try Member(from: self, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member that may leave itself out. Synthesised code calls this.
  @inlinable
  public mutating func encode<Member: JSONStyles.EncodableMember>(_ member: Member, forKey key: Key)
    throws
  {
    try member.encode(to: &self, forKey: key)
  }
}

// MARK: - JSONField

extension JSONField: JSONStyles.DecodableMember where Value: Decodable {
  public init<Key>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    if !container.contains(key) {
      self = .missing
    } else {
      self =
        try container.decodeNil(forKey: key)
        ? .null : .value(container.decode(Value.self, forKey: key))
    }
  }
}

extension JSONField: JSONStyles.EncodableMember where Value: Encodable {
  public func encode<Key>(
    to container: inout KeyedEncodingContainer<Key>, forKey key: Key
  ) throws {
    switch self {
    case .missing: break
    case .null: try container.encodeNil(forKey: key)
    case .value(let value): try container.encode(value, forKey: key)
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member that may be missing, and is `nil` then. Synthesised code calls this for an optional ``JSONField``.
  public func decodeIfPresent<Value: Decodable>(_ type: JSONField<Value>.Type, forKey key: Key)
    throws -> JSONField<Value>?
  {
    contains(key) ? try decode(type, forKey: key) : nil
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member that may be missing, or leaves it out if it is `nil`. Synthesised code calls this for an
  /// optional ``JSONField``.
  public mutating func encodeIfPresent<Value: Encodable>(
    _ field: JSONField<Value>?, forKey key: Key
  ) throws {
    if let field { try encode(field, forKey: key) }
  }
}
