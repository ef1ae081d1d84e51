/// What a keyed container knows of its object.
struct ObjectPlace: BitwiseCopyable, Equatable {
  var value: DecodingPlace
  var names: NameSet
}

/// A keyed container over an object of the tape.
///
/// The standard library puts this into an object and copies it out for every call, so it consists of
/// plain words as far as possible: see ContainerPool.swift.
@safe
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let contents: PooledContents<DecodingSession, ObjectPlace>

  /// A container over a value that is known to be an object.
  init(_ contents: PooledContents<DecodingSession, ObjectPlace>) { self.contents = contents }

  private var place: DecodingPlace { contents.place.value }
  private var names: NameSet { contents.place.names }

  @inline(__always)
  private func use<R>(_ body: (DecodingSession) throws -> R) rethrows -> R {
    try contents.use(body)
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

extension DecodingSession {
  /// A keyed container over the value at `place`.
  @inline(__always)
  func container<Key: CodingKey>(keyedBy type: Key.Type, at place: DecodingPlace) throws
    -> KeyedDecodingContainer<Key>
  {
    if convertsKeys {
      return KeyedDecodingContainer(try ConvertedContainer<Key>(self, place))
    }
    guard record(place.index).kindByte == TapeKind.object.rawValue else {
      throw noObject(at: place.index, path: codingPath(of: place))
    }
    if unsafe isPooling {
      let names = names(of: place.index)
      return unsafe pool.container(
        keyType: ObjectIdentifier(type), in: self, at: ObjectPlace(value: place, names: names)
      ) { KeyedDecodingContainer(KeyedContainer<Key>($0)) }
    }
    return newContainer(keyedBy: type, at: place)
  }

  /// A container that is not used again.
  @inline(never)
  private func newContainer<Key: CodingKey>(keyedBy type: Key.Type, at place: DecodingPlace)
    -> KeyedDecodingContainer<Key>
  {
    // After the call other threads may be here, so the session's memory for names is not used.
    let names = isAtWork ? names(of: place.index) : .unknown
    return KeyedDecodingContainer(
      KeyedContainer<Key>(
        PooledContents(self, ObjectPlace(value: place, names: names), isPooled: false)))
  }

  /// Whether containers can be pooled; checked once per process.
  static let canPool: Bool = {
    let place = DecodingPlace(index: 0x1234_5678, path: 0x0765_4321)
    let summaries = [NameSet.unknown, NameSet(bits: 0x0123_4567_89ab_cdef, isUnique: true)]
    return ContainerPool.isSupported(
      in: DecodingSession(.empty, .initial),
      places: summaries.map { ObjectPlace(value: place, names: $0) }
    ) {
      let own = KeyedContainer<JSONPathKey>($0)
      return (own, KeyedDecodingContainer(own))
    }
  }()
}
