/// The code that both keyed containers share: everything but the search for a member. It is inlined where the search is
/// known.
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
  func scalar<T: JSONScalar>(_ type: T.Type, _ key: Key) throws -> T {
    try use { session in
      let index = try required(key, in: session)
      if let value = T.read(session, index) { return value }
      throw session.failure(type, at: index, key, in: place)
    }
  }

  @inline(__always)
  @_implements(KeyedDecodingContainerProtocol,decodeIfPresent(_:forKey:))
  func scalarIfPresent<T: JSONScalar>(_ type: T.Type, _ key: Key) throws -> T? {
    try use { session in
      let index = member(key, in: session)
      if index == 0 { return nil }
      let record = session.tape.record(index)
      if let value = T.quick(record, session.tape) { return value }
      if record.kindByte == TapeKind.null.rawValue { return nil }
      if let value = T.slow(record, session) { return value }
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
  fileprivate func known<T>(as type: T.Type) -> T { sameType(self) }
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
  fileprivate func failure<T: JSONScalar>(
    _ type: T.Type, at index: UInt32, _ key: some CodingKey, in place: DecodingPlace
  ) -> DecodingError {
    failure(type, kind: T.kind, at: index, path: errorPath(of: place, then: key))
  }
}

// MARK: - KeyedContainer

/// A keyed container over an object of the tape.
///
/// The standard library puts this into an object and copies it out for every call, so it consists of
/// plain words as far as possible: see ContainerPool.swift.
@safe
struct KeyedContainer<Key: CodingKey>: TapeKeyedContainer {
  private let contents: ContainerContents<DecodingSession, ObjectSlot>

  init(_ contents: ContainerContents<DecodingSession, ObjectSlot>) { self.contents = contents }

  @inline(__always)
  private var object: ObjectPlace {
    // Invariant: the slot lives as long as a call can reach it.
    unsafe contents.slot._withUnsafeGuaranteedRef { $0.object }
  }

  @inline(__always)
  var place: DecodingPlace { object.value }

  @inline(__always)
  func use<R>(_ body: (DecodingSession) throws -> R) rethrows -> R {
    try unsafe contents.session._withUnsafeGuaranteedRef(body)
  }

  var allKeys: [Key] {
    use { session in
      // After the call, other threads may ask.
      if session.isAtWork, SingleKeys.keeps(Key.self), let name = session.singleName(of: place) {
        return session.keys(of: Key.self, named: name)
      }
      return Key.keys(named: session.names(of: place, isUnique: object.names.isUnique))
    }
  }

  @inline(__always)
  func member(_ key: Key, in session: DecodingSession) -> UInt32 {
    // First: a key's own code may make containers, so that the pool lets go of this one and its shape is freed.
    let name = key.stringValue
    guard let shape = object.shape else { return session.member(name, of: object) }
    if let index = shape.pointee.expectedMember(StringWords(name)) { return index }
    return session.slowExpectedMember(name, of: object, shape)
  }

  func member(named name: String, in session: DecodingSession) -> UInt32 {
    session.member(name, of: object)
  }

  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: Key, in session: DecodingSession
  ) throws -> T {
    // A copy, because a closure that borrows the key would not be inlined (decode-small +1.5 %).
    var key = key
    guard let shape = object.shape else {
      return try unsafe session.decode(type, at: index, keyAt: &key, in: place)
    }
    return try unsafe session.decode(type, at: index, keyAt: &key, in: place, shape)
  }

  @inline(never)
  func extraFields(notNamedBy key: Key, in session: DecodingSession) -> ExtraFields {
    session.extraFields(of: place, notNamedBy: key)
  }
}

// MARK: - ConvertedContainer

/// A keyed container over an object of the tape whose names were converted by a key strategy.
struct ConvertedContainer<Key: CodingKey>: TapeKeyedContainer {
  private let session: DecodingSession
  let place: DecodingPlace
  private let names: ConvertedNames

  init(_ session: DecodingSession, _ place: DecodingPlace) {
    self.session = session
    self.place = place
    names = session.convertedNames(of: place)
  }

  func use<R>(_ body: (DecodingSession) throws -> R) rethrows -> R { try body(session) }

  var allKeys: [Key] { Key.keys(named: names.keyNames) }

  func member(_ key: Key, in session: DecodingSession) -> UInt32 { names[key.stringValue] }
  func member(named name: String, in session: DecodingSession) -> UInt32 { names[name] }

  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, _ key: Key, in session: DecodingSession
  ) throws -> T {
    try session.decode(type, at: index, namedOtherThan: key, in: place)
  }

  func extraFields(notNamedBy key: Key, in session: DecodingSession) -> ExtraFields {
    session.extraFields(of: place, notNamedBy: key)
  }
}

// MARK: - Any decoder's containers

extension KeyedDecodingContainer {
  /// Decodes a member, or returns `nil` if it is missing or `null`. Calls the container's own functions for the types
  /// of most defaults. In code specialised for a type, the compiler removes the comparisons.
  @inlinable @inline(__always)
  package func valueIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    if type == Bool.self {
      return sameType(try decodeIfPresent(Bool.self, forKey: key), as: T?.self)
    }
    if type == String.self {
      return sameType(try decodeIfPresent(String.self, forKey: key), as: T?.self)
    }
    if type == Int.self {
      return sameType(try decodeIfPresent(Int.self, forKey: key), as: T?.self)
    }
    if type == Double.self {
      return sameType(try decodeIfPresent(Double.self, forKey: key), as: T?.self)
    }
    return try decodeIfPresent(type, forKey: key)
  }
}

extension DecodingSession {
  /// The key for the name of an object's only member, or no key. The session must be at work.
  fileprivate func keys<Key: CodingKey>(of type: Key.Type, named name: String) -> [Key] {
    assert(isAtWork)
    let words = StringWords(name)
    if let known = singleKeys.known(type, words) { return known }
    // The type's own code may ask for keys, too.
    let keys = type.keys(named: [name])
    singleKeys.keep(keys, words)
    return keys
  }
}
