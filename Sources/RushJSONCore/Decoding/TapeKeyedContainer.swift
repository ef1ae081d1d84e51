/// What both keyed containers have in common: all but the search for a member, which is known where
/// this is inlined.
protocol TapeKeyedContainer: KeyedDecodingContainerProtocol {
  var place: DecodingPlace { get }

  func use<R>(_ body: (DecodingSession) throws -> R) rethrows -> R

  /// The index of the value of the member for a key, or 0 if the object lacks it.
  func member(_ key: Key, in session: DecodingSession) -> UInt32
  func member(named name: String, in session: DecodingSession) -> UInt32

  /// Decodes the member for `key`, whose value is at `index`.
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: Key, in session: DecodingSession
  ) throws -> T

  /// The members of the object that the type has no keys for.
  func extraFields(notNamedBy key: Key, in session: DecodingSession) -> ExtraFields
}

extension TapeKeyedContainer {
  var codingPath: [any CodingKey] { use { $0.codingPath(of: place) } }

  @inline(__always)
  private func required(_ key: Key, in session: DecodingSession) throws -> UInt32 {
    let index = member(key, in: session)
    if index == 0 { throw session.missingKey(key, in: place) }
    return index
  }

  @inline(__always)
  func contains(_ key: Key) -> Bool { use { member(key, in: $0) != 0 } }

  @inline(__always)
  func decodeNil(forKey key: Key) throws -> Bool {
    try use { $0.tape.isNull(try required(key, in: $0)) }
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try use { session in
      if type == ExtraFields.self {
        return extraFields(notNamedBy: key, in: session).known(as: type)
      }
      let index = member(key, in: session)
      if index == 0 { return try session.ofMissing(type, key, in: place) }
      return try decode(type, at: index, key, in: session)
    }
  }

  @inline(__always)
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try use { session in
      let index = member(key, in: session)
      if index == 0 || session.tape.isNull(index) { return nil }
      return try decode(type, at: index, key, in: session)
    }
  }

  // One function implements the requirements for all scalars, instead of 16 overloads. By name alone,
  // the standard library's own implementations would take precedence for some of them.
  @inline(__always)
  @_implements(KeyedDecodingContainerProtocol,decode(_:forKey:))
  func scalar<T: TapeScalar>(_ type: T.Type, _ key: Key) throws -> T {
    try use { session in
      let index = try required(key, in: session)
      if let value = T.read(session, index) { return value }
      throw session.failure(type, at: index, key, in: place)
    }
  }

  @inline(__always)
  @_implements(KeyedDecodingContainerProtocol,decodeIfPresent(_:forKey:))
  func scalarIfPresent<T: TapeScalar>(_ type: T.Type, _ key: Key) throws -> T? {
    try use { session in
      let index = member(key, in: session)
      if index == 0 { return nil }
      if let value = T.read(session, index) { return value }
      if session.tape.isNull(index) { return nil }
      throw session.failure(type, at: index, key, in: place)
    }
  }

  // MARK: - Containers

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  private func nested(_ key: Key) throws -> ValueDecoder {
    try use { $0.decoder(key, index: try required(key, in: $0), in: place) }
  }

  func superDecoder() -> any Decoder { superDecoder(JSONPathKey(stringValue: "super")) }
  func superDecoder(forKey key: Key) -> any Decoder { superDecoder(key as any CodingKey) }

  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    use { session in
      let index = member(named: key.stringValue, in: session)
      if index == 0 { return NullDecoder(session, codingPath + [key], missingIn: place.index) }
      return session.decoder(key, index: index, in: place)
    }
  }
}

// Functions that are not inlined stay outside of the protocol: a call of one in it would look up the
// metadata of the container.

extension ExtraFields {
  @inline(never)
  fileprivate func known<T>(as type: T.Type) -> T {
    // Invariant: the type is `ExtraFields`, as the caller has found.
    unsafe unsafeBitCast(self, to: type)
  }
}

extension DecodingSession {
  /// The value of a missing member of a type that has one even in code that does not know the type.
  @inline(never)
  fileprivate func ofMissing<T>(_ type: T.Type, _ key: some CodingKey, in place: DecodingPlace)
    throws -> T
  {
    if let field = type as? any AnyField.Type, let value = field.ofMissing as? T { return value }
    throw missingKey(key, in: place)
  }

  @inline(never)
  fileprivate func failure<T: TapeScalar>(
    _ type: T.Type, at index: UInt32, _ key: some CodingKey, in place: DecodingPlace
  ) -> DecodingError {
    failure(type, kind: T.kind, at: index, path: errorPath(of: place, then: key))
  }
}
