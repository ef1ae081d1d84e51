/// A keyed container over an object of the tape whose names a key strategy converts.
struct ConvertedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let session: DecodingSession
  let place: DecodingPlace
  /// The names, converted; `nil` if they are compared where they stand.
  private let names: ConvertedNames?

  init(_ session: DecodingSession, _ place: DecodingPlace) throws {
    guard session.record(place.index).kindByte == TapeKind.object.rawValue else {
      throw session.noObject(at: place.index, path: session.codingPath(of: place))
    }
    self.session = session
    self.place = place
    let isSearched = session.comparesNamesInPlace(of: place.index)
    names = isSearched ? nil : session.convertedNames(at: place)
  }

  var codingPath: [any CodingKey] { session.codingPath(of: place) }

  var allKeys: [Key] {
    let names = names ?? session.convertedNames(at: place)
    return names.keyNames.compactMap { Key(stringValue: $0) }
  }

  /// The index of the member's value, or 0.
  private func member(_ key: Key) -> UInt32 { member(named: key.stringValue) }

  private func member(named name: String) -> UInt32 {
    if let names { return names[name] }
    return session.tolerantMember(name, of: place)
  }

  /// The index of the value of a member that must be there.
  private func required(_ key: Key) throws -> UInt32 {
    let index = member(key)
    if index == 0 { throw session.missingKey(key, in: place) }
    return index
  }

  func contains(_ key: Key) -> Bool { member(key) != 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    session.record(try required(key)).kindByte == TapeKind.null.rawValue
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if type == ExtraFields.self {
      let path = codingPath
      let extra = session.extraFields(of: place.index, notNamedBy: key) {
        session.snapshot.options.keys.keyName(of: $0, path: path) { Key(stringValue: $0) != nil }
      }
      if let extra = extra as? T { return extra }
    }
    return try session.decode(type, at: required(key), namedOtherThan: key, in: place)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let index = member(key)
    if index == 0 || session.record(index).kindByte == TapeKind.null.rawValue { return nil }
    return try session.decode(type, at: index, namedOtherThan: key, in: place)
  }

  private func scalar<T: TapeScalar>(_ type: T.Type, _ key: Key) throws -> T {
    let index = try required(key)
    if let value = T.read(session, index) { return value }
    throw failure(type, index, key)
  }

  private func scalarIfPresent<T: TapeScalar>(_ type: T.Type, _ key: Key) throws -> T? {
    let index = member(key)
    if index == 0 { return nil }
    if let value = T.read(session, index) { return value }
    if session.record(index).kindByte == TapeKind.null.rawValue { return nil }
    throw failure(type, index, key)
  }

  @inline(never)
  private func failure<T: TapeScalar>(_ type: T.Type, _ index: UInt32, _ key: Key)
    -> DecodingError
  {
    session.failure(type, kind: T.kind, at: index, path: codingPath + [key])
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

extension ConvertedContainer {
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    let index = try required(key)
    return try session.decoder(key, index: index, in: place).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let index = try required(key)
    return try session.decoder(key, index: index, in: place).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { superDecoder(JSONPathKey(stringValue: "super")) }

  func superDecoder(forKey key: Key) -> any Decoder { superDecoder(key as any CodingKey) }

  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    let index = member(named: key.stringValue)
    if index == 0 { return NullDecoder(session, codingPath + [key], missingIn: place.index) }
    return session.decoder(key, index: index, in: place)
  }
}
