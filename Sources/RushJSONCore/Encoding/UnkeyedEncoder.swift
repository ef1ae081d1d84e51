// Arrays.

struct UnkeyedEncoder: UnkeyedEncodingContainer {
  private let session: EncodingSession
  private let place: EncodingPlace
  private let isMisuse: Bool
  private(set) var count: Int

  init(_ session: EncodingSession, _ place: EncodingPlace, isMisuse: Bool) {
    self.session = session
    self.place = place
    self.isMisuse = isMisuse
    // An array that was opened before has elements.
    count =
      session.isTree
      ? session.node(place)?.count ?? 0
      : unsafe session.state.pointee.frames.count > Int(place.level)
        ? session.state.pointee.frames[Int(place.level)].count : 0
  }

  var codingPath: [any CodingKey] { session.codingPath(place) }

  private var key: JSONPathKey { JSONPathKey(position: count) }

  private var path: [any CodingKey] { codingPath + [key] }

  @inline(__always)
  private mutating func scalar(_ value: Any, _ write: (inout TextOutput) -> Void) throws {
    if _slowPath(isMisuse) { throw session.misuse(value, path) }
    if _fastPath(session.beginElement(place)) {
      unsafe write(&session.state.pointee.output)
    } else {
      session.node(place)?.append(session.scalarNode(key, in: place, write))
    }
    count &+= 1
  }

  mutating func encodeNil() throws { try scalar(Optional<Int>.none as Any) { $0.null() } }
  mutating func encode(_ value: Bool) throws { try scalar(value) { $0.bool(value) } }
  mutating func encode(_ value: String) throws { try scalar(value) { $0.string(value) } }
  mutating func encode(_ value: Double) throws {
    try session.check(value, path)
    try scalar(value) { $0.double(value) }
  }
  mutating func encode(_ value: Float) throws {
    try session.check(value, path)
    try scalar(value) { $0.float(value) }
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    if isMisuse { throw session.misuse(value, path) }
    let mark = session.mark(place)
    if let mark, session.beginElement(place) {
      try session.encode(value, in: session.push(key), of: mark)
    } else {
      let (node, child) = session.makeNode(key, in: place)
      session.node(place)?.append(node)
      do {
        try ValueEncoder(session, child).encode(value)
      } catch {
        session.node(place)?.remove(node, for: nil)
        throw error
      }
      if node.isNothing { _ = node.open(isObject: true) }
    }
    count &+= 1
  }

  // ---- Containers ----

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  {
    let child = self.child()
    let isOpen = session.open(child, isObject: true)
    return KeyedEncodingContainer(
      KeyedEncoder<NestedKey>(session, child, isMisuse: isMisuse || !isOpen))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let child = self.child()
    let isOpen = session.open(child, isObject: false)
    return UnkeyedEncoder(session, child, isMisuse: isMisuse || !isOpen)
  }

  mutating func superEncoder() -> any Encoder { ValueEncoder(session, child()) }

  /// The place of a new element.
  private mutating func child() -> EncodingPlace {
    if isMisuse { return place }
    defer { count &+= 1 }
    if session.beginElement(place) { return session.push(key) }
    let (node, child) = session.makeNode(key, in: place)
    session.node(place)?.append(node)
    return child
  }
  mutating func encode(_ value: Int) throws { try scalar(value) { $0.integer(Int64(value)) } }
  mutating func encode(_ value: Int8) throws { try scalar(value) { $0.integer(Int64(value)) } }
  mutating func encode(_ value: Int16) throws { try scalar(value) { $0.integer(Int64(value)) } }
  mutating func encode(_ value: Int32) throws { try scalar(value) { $0.integer(Int64(value)) } }
  mutating func encode(_ value: Int64) throws { try scalar(value) { $0.integer(Int64(value)) } }
  mutating func encode(_ value: UInt) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  mutating func encode(_ value: UInt8) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  mutating func encode(_ value: UInt16) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  mutating func encode(_ value: UInt32) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  mutating func encode(_ value: UInt64) throws { try scalar(value) { $0.integer(UInt64(value)) } }
  mutating func encode(_ value: Int128) throws { try scalar(value) { $0.wide(value) } }
  mutating func encode(_ value: UInt128) throws { try scalar(value) { $0.wide(value) } }
}
