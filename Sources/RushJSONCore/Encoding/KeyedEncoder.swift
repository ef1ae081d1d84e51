// Objects.

struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let session: EncodingSession
  private let place: EncodingPlace
  /// The value is something else than an object already.
  private let isMisuse: Bool

  init(_ session: EncodingSession, _ place: EncodingPlace, isMisuse: Bool) {
    self.session = session
    self.place = place
    self.isMisuse = isMisuse
  }

  var codingPath: [any CodingKey] { session.codingPath(place) }

  private func path(_ key: Key) -> [any CodingKey] { codingPath + [key] }

  @inline(__always)
  private func scalar(_ value: Any, _ key: Key, _ write: (inout TextOutput) -> Void) throws {
    if _slowPath(isMisuse) { throw session.misuse(value, path(key)) }
    if _fastPath(session.beginMember(place, key)) {
      unsafe write(&session.state.pointee.output)
    } else {
      let node = session.scalarNode(key, in: place, write)
      session.node(place)?.set(session.name(key, in: place), node)
    }
  }

  func encodeNil(forKey key: Key) throws {
    if session.snapshot.options.omitsNull { return }
    try scalar(Optional<Int>.none as Any, key) { $0.null() }
  }

  func encode(_ value: Bool, forKey key: Key) throws { try scalar(value, key) { $0.bool(value) } }
  func encode(_ value: String, forKey key: Key) throws {
    try scalar(value, key) { $0.string(value) }
  }
  func encode(_ value: Double, forKey key: Key) throws {
    try session.check(value, path(key))
    try scalar(value, key) { $0.double(value) }
  }
  func encode(_ value: Float, forKey key: Key) throws {
    try session.check(value, path(key))
    try scalar(value, key) { $0.float(value) }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if isMisuse { throw session.misuse(value, path(key)) }
    if session.snapshot.options.omitsNull, (value as? any OptionalValue)?.isNil == true { return }
    let mark = session.mark(place)
    if let mark, session.beginMember(place, key) {
      let child = session.push(key)
      try session.encode(value, in: child, of: mark)
      return
    }
    let name = session.name(key, in: place)
    let earlier = session.node(place)?.member(name)
    let (node, child) = session.makeNode(key, in: place)
    session.node(place)?.set(name, node)
    do {
      try ValueEncoder(session, child).encode(value)
    } catch {
      session.node(place)?.remove(node, for: earlier)
      throw error
    }
    if node.isNothing { _ = node.open(isObject: true) }
  }

  // ---- Containers ----

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let child = self.child(key, isObject: true)
    return KeyedEncodingContainer(
      KeyedEncoder<NestedKey>(session, child.place, isMisuse: isMisuse || !child.isOpen))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let child = self.child(key, isObject: false)
    return UnkeyedEncoder(session, child.place, isMisuse: isMisuse || !child.isOpen)
  }

  private func child(_ key: Key, isObject: Bool) -> (place: EncodingPlace, isOpen: Bool) {
    if isMisuse { return (place, false) }
    if session.beginMember(place, key) {
      let child = session.push(key)
      return (child, session.open(child, isObject: isObject))
    }
    // A container of that name goes on; anything else gives way.
    let name = session.name(key, in: place)
    let earlier = session.node(place)?.member(name)
    let (node, child) = session.makeNode(key, in: place)
    if let earlier, !earlier.isNothing, earlier.open(isObject: isObject) {
      unsafe session.state.pointee.nodes[child.start] = earlier
    } else {
      _ = node.open(isObject: isObject)
      session.node(place)?.set(name, node)
    }
    return (child, true)
  }

  func superEncoder() -> any Encoder { superEncoder(JSONPathKey(stringValue: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

  private func superEncoder(_ key: some CodingKey) -> any Encoder {
    if isMisuse { return ValueEncoder(session, place) }
    if session.beginMember(place, key) { return ValueEncoder(session, session.push(key)) }
    let (node, child) = session.makeNode(key, in: place)
    session.node(place)?.set(session.name(key, in: place), node)
    return ValueEncoder(session, child)
  }
  func encode(_ value: Int, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(Int64(value)) }
  }
  func encode(_ value: Int8, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(Int64(value)) }
  }
  func encode(_ value: Int16, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(Int64(value)) }
  }
  func encode(_ value: Int32, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(Int64(value)) }
  }
  func encode(_ value: Int64, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(Int64(value)) }
  }
  func encode(_ value: UInt, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(UInt64(value)) }
  }
  func encode(_ value: UInt8, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(UInt64(value)) }
  }
  func encode(_ value: UInt16, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(UInt64(value)) }
  }
  func encode(_ value: UInt32, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(UInt64(value)) }
  }
  func encode(_ value: UInt64, forKey key: Key) throws {
    try scalar(value, key) { $0.integer(UInt64(value)) }
  }
  func encode(_ value: Int128, forKey key: Key) throws {
    try scalar(value, key) { $0.wide(value) }
  }
  func encode(_ value: UInt128, forKey key: Key) throws {
    try scalar(value, key) { $0.wide(value) }
  }
}

extension EncodingSession {
  @inline(never)
  func misuse(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    failure(
      value, path,
      "The value around it was encoded as something else, and cannot be an array or object of this kind."
    )
  }

  /// Encodes a value for which room was made in the text, or takes the room back.
  func encode<T: Encodable>(_ value: T, in child: EncodingPlace, of mark: Mark) throws {
    if mark.level &+ 1 >= snapshot.options.maximumDepth &* 2 {
      throw failure(value, codingPath(child), "Values nest too deep to be encoded.")
    }
    do {
      try ValueEncoder(self, child).encode(value)
    } catch {
      if isTree {
        if let node = node(child) { node.parent?.remove(node, for: nil) }
      } else {
        takeBack(to: mark)
      }
      throw error
    }
    if isTree {
      if let node = node(child), node.isNothing { _ = node.open(isObject: true) }
    } else {
      close(to: mark.level &+ 1)
    }
  }
}

/// Optionals of any type.
private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
