// The encoders and containers that types get. Each can hand out all others, so they share a file.

// MARK: - Objects

/// The members of an object. It consists of plain words as far as possible: see ContainerPool.swift.
@safe
struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let contents: ContainerContents<EncodingSession, EncodingSlot>

  init(_ contents: ContainerContents<EncodingSession, EncodingSlot>) { self.contents = contents }

  @inline(__always)
  private var place: EncodingPlace {
    // Invariant: the slot lives as long as a call can reach it.
    unsafe contents.slot._withUnsafeGuaranteedRef { $0.place }
  }

  @inline(__always)
  private func use<R>(_ body: (EncodingSession) throws -> R) rethrows -> R {
    try unsafe contents.session._withUnsafeGuaranteedRef(body)
  }

  var codingPath: [any CodingKey] { use { $0.codingPath(place) } }

  func encodeNil(forKey key: Key) throws {
    try use { session in
      if session.snapshot.options.nils == .omit { return }
      switch session.beginMember(place, key) {
      case .text: session.output.pointee.null()
      case .nodes(let name): try session.encodeInNodes(Int?.none, key, named: name, in: place)
      }
    }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try use { try $0.encodeMember(value, key, in: place) }
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    let isPresent = try value.borrowValue { try encode($0, forKey: key) }
    if !isPresent { try noValue(key) }
  }

  @inline(__always)
  private func scalar<T: JSONScalar>(_ value: T, _ key: Key) throws {
    try use { session in
      if _slowPath(!session.hasText(value)) {
        throw EncodingError.nonFinite(value, codingPath + [key])
      }
      if _slowPath(session.beginKnownMember(place, key) == nil),
        let name = session.nameOfNode(place, key)
      {
        return try session.encodeInNodes(value, key, named: name, in: place)
      }
      // The value has a text, as checked above.
      unsafe withView(of: value) {
        _ = T.write($0, to: &session.output.pointee)
      }
    }
  }

  @inline(__always)
  private func scalarIfPresent<T: JSONScalar>(_ value: T?, _ key: Key) throws {
    let isPresent = try value.borrowValue { try scalar($0, key) }
    if !isPresent { try noValue(key) }
  }

  @inline(__always)
  private func noValue(_ key: Key) throws {
    if _slowPath(use { $0.snapshot.options.nils == .null }) { try encodeNil(forKey: key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    use { $0.container(keyedBy: keyType, at: $0.nested(key, isObject: true, in: place)) }
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    use { UnkeyedEncoder(session: $0, place: $0.nested(key, isObject: false, in: place)) }
  }

  func superEncoder() -> any Encoder { superEncoder(JSONPathKey(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

  private func superEncoder(_ key: some CodingKey) -> any Encoder {
    use { ValueEncoder($0, $0.superMember(key, in: place)) }
  }

  // Not one function for all scalars, as in the other containers: the compiler would leave it in the
  // thunks of the requirements, where it inlines no C (encoding −7 %).
  func encode(_ value: Bool, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try scalarIfPresent(value, key) }
  func encode(_ value: String, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try scalarIfPresent(value, key) }
  func encode(_ value: Double, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try scalarIfPresent(value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try scalarIfPresent(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try scalarIfPresent(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try encode(Int(value), forKey: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try encodeIfPresent(value.map(Int.init), forKey: key)
  }
  func encode(_ value: Int16, forKey key: Key) throws { try encode(Int(value), forKey: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try encodeIfPresent(value.map(Int.init), forKey: key)
  }
  func encode(_ value: Int32, forKey key: Key) throws { try encode(Int(value), forKey: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try encodeIfPresent(value.map(Int.init), forKey: key)
  }
  func encode(_ value: Int64, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try scalarIfPresent(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try scalarIfPresent(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try encode(UInt(value), forKey: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try encodeIfPresent(value.map(UInt.init), forKey: key)
  }
  func encode(_ value: UInt16, forKey key: Key) throws { try encode(UInt(value), forKey: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try encodeIfPresent(value.map(UInt.init), forKey: key)
  }
  func encode(_ value: UInt32, forKey key: Key) throws { try encode(UInt(value), forKey: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try encodeIfPresent(value.map(UInt.init), forKey: key)
  }
  func encode(_ value: UInt64, forKey key: Key) throws { try scalar(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try scalarIfPresent(value, key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: Int128, forKey key: Key) throws { try scalar(value, key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try scalarIfPresent(value, key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try scalar(value, key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try scalarIfPresent(value, key)
  }
}

extension EncodingSession {
  @inline(__always)
  fileprivate func container<Key: CodingKey>(keyedBy type: Key.Type, at place: EncodingPlace)
    -> KeyedEncodingContainer<Key>
  {
    if _fastPath(!place.isMisused), poolsContainers,
      let index = pool.unused(keyType: ObjectIdentifier(type))
    {
      unsafe pool.slot(index)._withUnsafeGuaranteedRef { $0.place = place }
      return pool.container(index, as: KeyedEncodingContainer<Key>.self)
    }
    return newContainer(keyedBy: type, at: place)
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(keyedBy type: Key.Type, at place: EncodingPlace)
    -> KeyedEncodingContainer<Key>
  {
    // The probe waits for the first container, because many types need none.
    if place.isMisused || !poolsContainers || EncodingSession.pooling == .none {
      return otherContainer(keyedBy: type, at: place)
    }
    return pooledContainer(keyedBy: type, at: place)
  }

  // Not inlined, and neither is the next one: a function with a container in a variable looks up its type.
  @inline(never)
  private func pooledContainer<Key: CodingKey>(keyedBy type: Key.Type, at place: EncodingPlace)
    -> KeyedEncodingContainer<Key>
  {
    // Other threads may use a container that a type has kept during the call, and get errors. So its box, which they read,
    // has its owner from the beginning.
    let slot = EncodingSlot(place)
    let container = KeyedEncodingContainer(
      KeyedEncoder<Key>(ContainerContents(self, slot, owner: slot)))
    // Invariant: a container is one reference, as the probe has found.
    pool.add(
      KeptContainer(container, keyType: ObjectIdentifier(type)), slot, isCounted: true, in: self)
    return container
  }

  @inline(never)
  private func otherContainer<Key: CodingKey>(keyedBy type: Key.Type, at place: EncodingPlace)
    -> KeyedEncodingContainer<Key>
  {
    let slot = EncodingSlot(place)
    slot.leave(self)
    return KeyedEncodingContainer(KeyedEncoder<Key>(ContainerContents(self, slot, owner: slot)))
  }

  /// How containers can be pooled; probed once per process.
  static let pooling = pooling(keyedBy: JSONPathKey.self)

  // With a known type of keys, the runtime would look up its conformance: 200,000 instructions.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private static func pooling<Key: CodingKey>(keyedBy type: Key.Type) -> ContainerPooling {
    let session = EncodingSession(.initial, poolsContainers: false)
    let slot = EncodingSlot(EncodingPlace(start: 7, id: 0x8765_4321, level: 0x0765_4321))
    return withExtendedLifetime((session, slot)) {
      KeptContainer.pooling { owner in
        let own = KeyedEncoder<Key>(ContainerContents(session, slot, owner: owner))
        return (own, KeyedEncodingContainer(own))
      }
    }
  }
}

extension RushJSONCoreEncoder {
  /// Whether the probe of this process finds the layout of containers that encode.
  package static var knowsContainerLayout: Bool { EncodingSession.pooling == .uncounted }
}

// MARK: - Arrays

/// The elements of an array: three words, which an existential holds without an allocation.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
  let session: EncodingSession
  let place: EncodingPlace

  var codingPath: [any CodingKey] { session.codingPath(place) }
  var count: Int { session.elementCount(place) }

  func encodeNil() throws {
    if session.beginElement(place) {
      session.output.pointee.null()
    } else {
      try session.encodeInNodes(Int?.none, in: place)
    }
  }

  func encode<T: Encodable>(_ value: T) throws { try session.encodeElement(value, in: place) }

  // Implements the requirements for all scalars. Out of line, because the compiler inlines no C into
  // the thunks of requirements.
  @_implements(UnkeyedEncodingContainer,encode(_:))
  func scalar<T: JSONScalar>(_ value: T) throws { try wide(value.wide) }

  @inline(never)
  private func wide<T: JSONScalar>(_ value: T) throws {
    if _slowPath(!session.hasText(value)) {
      throw EncodingError.nonFinite(value, codingPath + [JSONPathKey(position: count)])
    }
    if _fastPath(session.beginElement(place)) {
      unsafe withView(of: value) {
        _ = T.write($0, to: &session.output.pointee)
      }
    } else {
      try session.encodeInNodes(value, in: place)
    }
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  {
    session.container(keyedBy: keyType, at: session.nested(isObject: true, in: place))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedEncoder(session: session, place: session.nested(isObject: false, in: place))
  }

  func superEncoder() -> any Encoder { ValueEncoder(session, session.element(in: place)) }
}

// MARK: - Single values

extension ValueEncoder: Encoder {
  package var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let isOpen = session.open(place, isObject: true)
    return session.container(keyedBy: type, at: isOpen ? place : place.misused)
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let isOpen = session.open(place, isObject: false)
    return UnkeyedEncoder(session: session, place: isOpen ? place : place.misused)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
  package func encodeNil() throws {
    try whole(Int?.none as Any) { $0.pointee.null() }
  }

  package func encode<T: Encodable>(_ value: T) throws {
    guard session.isInUse else { throw misuse(value) }
    try encodeValue(value)
    // A value that encoded nothing is an empty object, and this value is the same.
    complete()
  }

  package func string(_ value: String) throws { try scalar(value) }

  /// Encodes a number. With `exactly`, strategies for NaN and infinities do not apply.
  package func double(_ value: Double, exactly: Bool = false) throws {
    if exactly, !value.isFinite { throw EncodingError.nonFinite(value, codingPath) }
    try scalar(value)
  }

  /// Writes text that is a JSON value.
  package func verbatim(_ text: String) throws {
    try whole(text) { output in
      var text = text
      text.withUTF8 { unsafe output.pointee.buffer.append(CheckedBytes($0)) }
    }
  }
}

extension ValueEncoder: RawJSONEncoding {
  package func leaveOut() throws {
    if session.mayLeaveOut(place) { throw LeftOut() }
  }

  package func encodeRawJSON(_ value: RawJSON) throws {
    var options = session.snapshot.scalars
    // In text, the tree may use the depth that is left. In nodes, the depth is checked at the end.
    // Other threads must not read the output; `whole` throws for them.
    let isText = session.isInUse && !session.isTree
    let depth = isText ? session.output.pointee.depth : 0
    options.maximumDepth = max(0, session.snapshot.options.maximumDepth &- depth)
    var writer = JSONWriter(options: options)
    do throws(JSONWritingError) {
      try writer.value(value)
    } catch {
      let steps = (error.pointer?.tokens ?? []).map { JSONPathKey(stringValue: $0) }
      throw EncodingError.invalid(value, codingPath + steps, "\(error.kind)", error)
    }
    try whole(value) { $0.pointee.buffer.append(writer.output.buffer.bytes) }
  }
}
