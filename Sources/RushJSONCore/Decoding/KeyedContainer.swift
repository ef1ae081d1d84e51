/// A keyed container over an object of the tape.
///
/// The standard library puts it into an object, and copies it out of there for every call, so it is
/// made of plain words as far as possible: see ContainerPool.swift for who keeps the session alive.
@safe
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  // Invariant: `owner` is the session, or the session's pool knows the object that this container is
  // in. So the session lives as long as anybody can call it.
  private let unmanaged: Unmanaged<DecodingSession>
  private let place: DecodingPlace
  private let names: NameSet
  private let owner: DecodingSession?

  /// A container over a value that is known to be an object.
  init(_ session: DecodingSession, _ place: DecodingPlace, _ names: NameSet, isPooled: Bool) {
    unsafe unmanaged = Unmanaged.passUnretained(session)
    self.place = place
    self.names = names
    owner = isPooled ? nil : session
  }

  @inline(__always)
  private func use<R>(_ body: (DecodingSession) throws -> R) rethrows -> R {
    try unsafe unmanaged._withUnsafeGuaranteedRef(body)
  }

  var codingPath: [any CodingKey] { use { $0.codingPath(of: place) } }

  var allKeys: [Key] {
    use { session in
      session.names(of: place.index, isUnique: names.isUnique).compactMap { Key(stringValue: $0) }
    }
  }

  /// The index of the member's value, or 0.
  @inline(__always)
  private func member(_ session: DecodingSession, _ key: Key) -> UInt32 {
    session.member(key.stringValue, of: place.index, names)
  }

  /// The index of the value of a member that must be there.
  @inline(__always)
  private func required(_ session: DecodingSession, _ key: Key) throws -> UInt32 {
    let index = member(session, key)
    if index == 0 { throw session.missingKey(key, in: place) }
    return index
  }

  func contains(_ key: Key) -> Bool { use { member($0, key) != 0 } }

  func decodeNil(forKey key: Key) throws -> Bool {
    try use { $0.record(try required($0, key)).kindByte == TapeKind.null.rawValue }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try use { session in
      if type == ExtraFields.self { return extraFields(session, key, as: type) }
      return try session.decode(type, at: required(session, key), keyedBy: Key.self, in: place)
    }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try use { session in
      let index = member(session, key)
      if index == 0 || session.record(index).kindByte == TapeKind.null.rawValue { return nil }
      return try session.decode(type, at: index, keyedBy: Key.self, in: place)
    }
  }

  /// What no other key names, as the type that it is known to be: a cast in the caller would cost it a
  /// look-up of metadata for every value.
  @inline(never)
  private func extraFields<T>(_ session: DecodingSession, _ key: Key, as type: T.Type) -> T {
    // Invariant: the type is `ExtraFields`, as the caller has found.
    unsafe unsafeBitCast(session.extraFields(of: place.index, notNamedBy: key), to: type)
  }

  @inline(__always)
  private func scalar<T: TapeScalar>(_ type: T.Type, _ key: Key) throws -> T {
    try use { session in
      let index = try required(session, key)
      if let value = T.read(session, index) { return value }
      throw failure(type, index, key)
    }
  }

  @inline(__always)
  private func scalarIfPresent<T: TapeScalar>(_ type: T.Type, _ key: Key) throws -> T? {
    try use { session in
      let index = member(session, key)
      if index == 0 { return nil }
      if let value = T.read(session, index) { return value }
      if session.record(index).kindByte == TapeKind.null.rawValue { return nil }
      throw failure(type, index, key)
    }
  }

  @inline(never)
  private func failure<T: TapeScalar>(_ type: T.Type, _ index: UInt32, _ key: Key)
    -> DecodingError
  {
    use { $0.failure(type, kind: T.kind, at: index, path: codingPath + [key]) }
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try scalarIfPresent(type, key)
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try scalarIfPresent(type, key)
  }
}

extension KeyedContainer {
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try use { session in
      let index = try required(session, key)
      return try session.decoder(key, index: index, in: place).container(keyedBy: type)
    }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try use { session in
      let index = try required(session, key)
      return try session.decoder(key, index: index, in: place).unkeyedContainer()
    }
  }

  func superDecoder() -> any Decoder { superDecoder(JSONPathKey(stringValue: "super")) }

  func superDecoder(forKey key: Key) -> any Decoder { superDecoder(key as any CodingKey) }

  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    use { session in
      let index = session.member(key.stringValue, of: place.index, names)
      if index == 0 { return NullDecoder(session, codingPath + [key], missingIn: place.index) }
      return session.decoder(key, index: index, in: place)
    }
  }
}
