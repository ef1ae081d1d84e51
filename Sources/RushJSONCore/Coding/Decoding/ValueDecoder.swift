extension ValueDecoder: Decoder {
  @inline(__always)
  package var record: TapeRecord { session.tape.record(place.index) }
  package var codingPath: [any CodingKey] { session.codingPath(of: place) }
  package var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws
    -> KeyedDecodingContainer<Key>
  {
    guard record.kindByte == TapeKind.object.rawValue else {
      throw session.notAnObject(at: place.index, path: session.errorPath(of: place))
    }
    if session.isPooling, !session.convertsNames(of: place.index) {
      if let index = session.pool.unused(keyType: ObjectIdentifier(type)) {
        let object = session.object(at: place, slot: index)
        unsafe session.pool.slot(index)._withUnsafeGuaranteedRef { $0.object = object }
        return session.pool.container(index, as: KeyedDecodingContainer<Key>.self)
      }
      return pooledContainer(keyedBy: type)
    }
    return newContainer(keyedBy: type)
  }

  @inline(never)
  private func pooledContainer<Key: CodingKey>(keyedBy type: Key.Type)
    -> KeyedDecodingContainer<Key>
  {
    guard session.canPoolContainers() else { return newContainer(keyedBy: type) }
    let names = session.search.summary(of: place.index, in: session.tape)
    let slot = ObjectSlot(ObjectPlace(value: place, names: names))
    let isCounted = DecodingSession.pooling == .counted
    let container = KeyedDecodingContainer(
      KeyedContainer<Key>(ContainerContents(session, slot, owner: isCounted ? slot : nil)))
    session.addToPool(container, slot, keyType: ObjectIdentifier(type), isCounted: isCounted)
    return container
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    if session.convertsNames(of: place.index) {
      return KeyedDecodingContainer(ConvertedContainer<Key>(session, place))
    }
    // After the call other threads may be here, so the search's memory for names is not used.
    let names =
      session.isAtWork ? session.search.summary(of: place.index, in: session.tape) : .unknown
    let slot = ObjectSlot(ObjectPlace(value: place, names: names))
    slot.leave(session)
    return KeyedDecodingContainer(
      KeyedContainer<Key>(ContainerContents(session, slot, owner: slot)))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(session, place)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension DecodingSession {
  /// A decoder of the value at `index`, the child `key` of `parent`: of this session if it is at
  /// work, otherwise of a new one.
  @inline(never)
  func decoder(_ key: any CodingKey, index: UInt32, in parent: DecodingPlace) -> ValueDecoder {
    if isAtWork { return ValueDecoder(self, addNode(key, index: index, in: parent)) }
    let (session, parent) = detached(at: parent)
    return ValueDecoder(session, session.addNode(key, index: index, in: parent))
  }

  /// How containers can be pooled; probed once per process.
  static let pooling = pooling(keyedBy: JSONPathKey.self)

  // With a known type of keys, the runtime would look up its conformance: 200,000 instructions.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private static func pooling<Key: CodingKey>(keyedBy type: Key.Type) -> ContainerPooling {
    let session = DecodingSession(.empty, .initial)
    let place = DecodingPlace(index: 0x1234_5678, path: 0x0765_4321)
    let slot = ObjectSlot(ObjectPlace(value: place, names: .unknown))
    return withExtendedLifetime((session, slot)) {
      KeptContainer.pooling { owner in
        let own = KeyedContainer<Key>(ContainerContents(session, slot, owner: owner))
        return (own, KeyedDecodingContainer(own))
      }
    }
  }

  /// What the probes of layouts find in this process, but for containers that encode.
  package static var knownLayouts: [(name: String, isKnown: Bool)] {
    [
      ("small strings", SmallString.isKnown),
      ("native strings", NativeStringLayout.current.flags != .max),
      ("reference counts", Uniqueness.isKnown),
      ("payloads of trees", RawJSON.holdsContentFirst),
      ("memory of arrays", ArrayMemory.isKnown),
      ("containers that decode", pooling == .uncounted),
    ]
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { isNull }

  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try session.unwrap(type, at: place)
  }

  @inline(__always)
  @_implements(SingleValueDecodingContainer,decode(_:))
  package func scalar<T: JSONScalar>(_ type: T.Type) throws -> T {
    // A type reads its text with this.
    if T.kind == .string { try requireComplete() }
    if let value = T.read(session, place.index) { return value }
    throw session.failure(type, kind: T.kind, at: place.index, path: session.errorPath(of: place))
  }
}

// MARK: - For modules with more types

extension ValueDecoder {
  package var isNull: Bool { record.kindByte == TapeKind.null.rawValue }
  package var kind: JSONKind { record.valueKind }

  /// The string. Throws what decoding a `String` throws.
  package func string() throws -> String { try scalar(String.self) }

  /// The number. Throws what decoding a `Double` throws.
  package func double() throws -> Double { try scalar(Double.self) }

  /// The number with its spelling, or `nil` if the value is not a number.
  package var number: JSONNumber? {
    record.valueKind == .number ? session.storage.number(at: record.offset) : nil
  }

  /// Calls `body` with the UTF-8 of the unescaped string. Throws what decoding a `String` throws.
  package func withUTF8<R>(_ body: (Span<UInt8>) -> R) throws -> R {
    try requireComplete()
    guard record.isString else {
      throw session.failure(
        String.self, kind: .string, at: place.index, path: session.errorPath(of: place))
    }
    return session.storage.withUTF8(record, body)
  }

  /// The bytes of a UUID as two words, the first byte lowest, or `nil` if the value is not a string in the usual form.
  package func uuid() throws -> (first: UInt64, last: UInt64)? {
    let record = record
    guard record.kindByte == TapeKind.string.rawValue, record.length == UUIDText.length else {
      return nil
    }
    try requireComplete()
    return session.tape.uuid(record)
  }

  /// The parts of a number, or `nil` if the value is not a number, or one of the rare ones that ``DecimalParts`` does not
  /// read.
  package var decimalParts: DecimalParts? {
    let record = record
    return record.valueKind == .number ? session.tape.decimalParts(record) : nil
  }

  package func missingValue(_ type: any Any.Type) -> DecodingError {
    session.missingValue(type, at: place.index, path: session.errorPath(of: place))
  }

  /// The error for a value of another kind than `type` is decoded from.
  package func wrongKind(_ type: any Any.Type, expected: JSONKind) -> DecodingError {
    session.wrongKind(type, expected: expected, at: place.index, path: session.errorPath(of: place))
  }

  /// The error for a number that `type` cannot hold.
  package func notRepresentable<T>(_ type: T.Type) -> DecodingError {
    session.failure(type, kind: .number, at: place.index, path: session.errorPath(of: place))
  }

  /// The error for a string that is not in the format of a type.
  package func corrupted(_ text: String, expected: String, _ hint: DecodingHint = .none)
    -> DecodingError
  {
    session.corrupted(
      text, expected: expected, at: place.index, path: session.errorPath(of: place), hint)
  }

  /// Decodes a type that has a hook by its own `init(from:)`.
  package func decodePlainly<T: Decodable>(_ type: T.Type) throws -> T { try type.init(from: self) }
}

// MARK: - Paths

extension ValueDecoder {
  /// The index of the value at a pointer. The session must be at work. The tape tells the path to the value.
  func index(at pointer: JSONPointer) throws -> UInt32 {
    var value = JSONDocument.Value(session.storage, Int(place.index))
    for token in pointer.tokens {
      guard let next = value.step(token) else {
        let index = UInt32(truncatingIfNeeded: value.index)
        let decoder = ValueDecoder(session, session.leap(to: index, from: place))
        defer { session.leapBack() }
        throw decoder.failure(against: token)
      }
      value = next
    }
    return UInt32(truncatingIfNeeded: value.index)
  }

  /// A decoder of the value at a pointer, until the end of the call.
  @inline(never)
  func descended(_ pointer: JSONPointer) throws -> ValueDecoder {
    ValueDecoder(session, session.leap(to: try index(at: pointer), from: place))
  }

  /// The error for a step that leads no further.
  private func failure(against token: String) -> DecodingError {
    let kind = record.kind
    if kind == .array, let position = JSONPointer.index(of: token) {
      return session.atEnd(
        Any.self, in: place, position: position, "The array has no such element.")
    }
    if kind != .object, kind != .array {
      return session.notAnObject(at: place.index, path: codingPath)
    }
    return session.missingKey(JSONPathKey(stringValue: token), in: place)
  }

  /// Decodes the value at a pointer, and tells missing from `null`.
  func field<T: Decodable>(_ type: T.Type, at pointer: JSONPointer) throws -> JSONField<T> {
    if !session.isAtWork {
      return try session.detached(at: place) { try ValueDecoder($0, $1).field(type, at: pointer) }
    }
    let index: UInt32
    do {
      index = try self.index(at: pointer)
    } catch DecodingError.keyNotFound, DecodingError.valueNotFound {
      return .missing
    }
    return try session.below(place, at: index) {
      $0.isNull ? .null : .value(try $0.decode(type))
    }
  }
}

extension DecodingSession {
  /// The place of a value inside of the one at `parent`, until `leapBack` or the end of the call, which has begun.
  func leap(to index: UInt32, from parent: DecodingPlace) -> DecodingPlace {
    if !path.hasRoom { path.makeRoom() }
    return path.push(index, in: parent, key: nil, position: OpenPath.leap)
  }

  func leapBack() { path.pop() }
}

// MARK: - TapeTree

extension ValueDecoder: RawJSONDecoding {
  package func decodeRawJSON() throws -> RawJSON { session.storage.tree(at: Int(place.index)) }
}

extension ValueDecoder {
  func jsonNumber() throws -> JSONNumber {
    if let number { return number }
    throw session.failure(
      JSONNumber.self, kind: .number, at: place.index, path: session.errorPath(of: place))
  }

  /// The instant of a string or a number in a format.
  package func timestamp(_ format: JSONDateFormat, for type: any Any.Type, message: String) throws
    -> JSONTimestamp
  {
    let result: Result<JSONTimestamp, JSONValueError>
    switch kind {
    case .null: throw missingValue(type)
    case .string:
      if !format.reads(.string) { throw wrongKind(Double.self, expected: .number) }
      try requireComplete()
      result = session.storage.withUTF8(record) { utf8 in
        utf8.withCheckedBytes { bytes in
          Result { () throws(JSONValueError) in try format.parse(bytes, as: .string) }
        }
      }
    case .number:
      if !format.reads(.number) { throw wrongKind(String.self, expected: .string) }
      let text = session.storage.number(at: record.offset).text
      result = text.withBytes { bytes in
        Result { () throws(JSONValueError) in try format.parse(bytes, as: .number) }
      }
    default:
      throw format.reads(.string)
        ? wrongKind(String.self, expected: .string) : wrongKind(Double.self, expected: .number)
    }
    switch result {
    case .success(let timestamp): return timestamp
    case .failure(let error):
      throw corrupted("\(message) \(error)", expected: format.phrase, .date(format))
    }
  }
}

extension JSONDateFormat {
  /// The formats of timestamps if no format is set.
  static let timestamps = JSONDateFormat.anyOf(.rfc3339, .unix(.seconds))
}
