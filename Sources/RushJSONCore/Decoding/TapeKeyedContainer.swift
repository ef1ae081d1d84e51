/// What both keyed containers have in common: all but the search for a member.
///
/// Everything is inlined into the containers, where the search is known.
protocol TapeKeyedContainer: KeyedDecodingContainerProtocol {
  var place: DecodingPlace { get }

  /// Calls `body` with the session.
  func use<R>(_ body: (DecodingSession) throws -> R) rethrows -> R

  /// The index of the value of the member for a key, or 0 if there is none.
  func member(_ key: String, in session: DecodingSession) -> UInt32

  /// Decodes the member for `key`, whose value is at `index`.
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: Key, in session: DecodingSession
  )
    throws -> T

  /// The members of the object that the type has no keys for.
  func extraFields(notNamedBy key: Key, in session: DecodingSession) -> ExtraFields
}

extension TapeKeyedContainer {
  var codingPath: [any CodingKey] { use { $0.codingPath(of: place) } }

  /// The index of the value of a member that must be there.
  @inline(__always)
  private func required(_ key: Key, in session: DecodingSession) throws -> UInt32 {
    let index = member(key.stringValue, in: session)
    if index == 0 { throw session.missingKey(key, in: place) }
    return index
  }

  @inline(__always)
  func contains(_ key: Key) -> Bool { use { member(key.stringValue, in: $0) != 0 } }

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
      return try decode(type, at: required(key, in: session), key, in: session)
    }
  }

  @inline(__always)
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try use { session in
      let index = member(key.stringValue, in: session)
      if index == 0 || session.tape.isNull(index) { return nil }
      return try decode(type, at: index, key, in: session)
    }
  }

  @inline(__always)
  private func scalar<T: TapeScalar>(_ type: T.Type, _ key: Key) throws -> T {
    try use { session in
      let index = try required(key, in: session)
      if let value = T.read(session, index) { return value }
      throw session.failure(type, at: index, key, in: place)
    }
  }

  @inline(__always)
  private func scalarIfPresent<T: TapeScalar>(_ type: T.Type, _ key: Key) throws -> T? {
    try use { session in
      let index = member(key.stringValue, in: session)
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
      let index = member(key.stringValue, in: session)
      if index == 0 { return NullDecoder(session, codingPath + [key], missingIn: place.index) }
      return session.decoder(key, index: index, in: place)
    }
  }
}

// Functions that are not inlined stay outside of the protocol: a call of one in it would look up the
// metadata of the container.

extension ExtraFields {
  /// This value as the type that it is known to have.
  @inline(never)
  fileprivate func known<T>(as type: T.Type) -> T {
    // Invariant: the type is `ExtraFields`, as the caller has found.
    unsafe unsafeBitCast(self, to: type)
  }
}

extension DecodingSession {
  @inline(never)
  fileprivate func failure<T: TapeScalar>(
    _ type: T.Type, at index: UInt32, _ key: some CodingKey, in place: DecodingPlace
  ) -> DecodingError {
    failure(type, kind: T.kind, at: index, path: codingPath(of: place) + [key])
  }
}

// MARK: - The list of scalars

extension TapeKeyedContainer {
  @inline(__always)
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try scalarIfPresent(type, key)
  }

  @inline(__always)
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(type, key) }
  @inline(__always)
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try scalarIfPresent(type, key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @inline(__always)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @inline(__always)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try scalarIfPresent(type, key)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @inline(__always)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @inline(__always)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try scalarIfPresent(type, key)
  }
}
