// Members and elements of any type.

extension EncodingSession {
  /// A container for the members of the object at `place`.
  @inline(__always)
  func container<Key: CodingKey>(keyedBy type: Key.Type, at place: EncodingPlace)
    -> KeyedEncodingContainer<Key>
  {
    if _slowPath(place.isMisused || !EncodingSession.isPooling) {
      return KeyedEncodingContainer(
        KeyedEncoder<Key>(PooledContents(self, place, isPooled: false)))
    }
    return unsafe state.pointee.pool.container(
      keyType: ObjectIdentifier(type), in: self, at: place
    ) { KeyedEncodingContainer(KeyedEncoder<Key>($0)) }
  }

  /// Whether containers can be pooled; checked once per process.
  private static let isPooling = ContainerPool.isSupported(
    KeyedEncoder<JSONPathKey>.self, in: EncodingSession(.initial),
    places: [7, 0x1234_5678_9abc].map {
      EncodingPlace(start: $0, id: 0x8765_4321, level: 0x0765_4321)
    }
  ) { KeyedEncodingContainer(KeyedEncoder<JSONPathKey>($0)) }

  // MARK: - Members

  @inline(__always)
  func encodeMember<T: Encodable>(_ value: T, _ key: some CodingKey, in place: EncodingPlace) throws
  {
    if T.self == ExtraFields.self { return try encodeExtraFields(value, key, in: place) }
    guard let mark = mark(place), !leavesOut(value), beginMember(place, key) else {
      return try encodeInNodes(value, key, in: place)
    }
    if let hook = hooks[T.self], write(value, by: hook) { return }
    try encode(value, in: push(key), of: mark)
  }

  /// Whether the value is `nil`, and such members are left out.
  @inline(__always)
  private func leavesOut<T>(_ value: T) -> Bool {
    _slowPath(snapshot.options.nils == .omit) && isNil(value)
  }

  @inline(never)
  private func isNil<T>(_ value: T) -> Bool {
    guard let optional = value as? any AnyOptional else { return false }
    return optional.isNil
  }

  /// Writes a value here that a hook writes directly. If it does not, nothing is written.
  @inline(__always)
  func write<T>(_ value: T, by hook: EncodingHook) -> Bool {
    guard hook.isDirect else { return false }
    let depth = unsafe output.pointee.depth
    if _slowPath(depth &+ hook.depth > snapshot.options.maximumDepth) { return false }
    let start = unsafe output.pointee.buffer.count
    let isWritten = unsafe withUnsafePointer(to: value) { unsafe hook.write($0, output) }
    if _fastPath(isWritten) { return true }
    unsafe output.pointee.depth = depth
    unsafe output.pointee.buffer.takeBack(to: start)
    return false
  }

  /// Encodes a value for which room was made in the text, or takes the room back.
  @inline(__always)
  func encode<T: Encodable>(_ value: T, in child: EncodingPlace, of mark: Mark) throws {
    do {
      try ValueEncoder(self, child).encodeValue(value)
    } catch {
      takeBack(child, mark)
      throw error
    }
    if _slowPath(isTree) { return }
    close(to: mark.level &+ 1)
  }

  @inline(never)
  private func takeBack(_ child: EncodingPlace, _ mark: Mark) {
    // Whoever failed may have written to a container around it before, which closed the child's frame.
    if !hasFrame(child) { makeNodes() }
    if isTree {
      if let node = node(child) { node.parent?.remove(node, for: nil) }
    } else {
      takeBack(to: mark)
    }
    restore(mark.exceeded)
  }

  /// Encodes a member of a value that is a node, or that cannot have members.
  @inline(never)
  func encodeInNodes<T: Encodable>(_ value: T, _ key: some CodingKey, in place: EncodingPlace)
    throws
  {
    if isInUse, !place.isMisused, leavesOut(value) { return }
    guard let parent = node(place) else { throw misuse(value, codingPath(place) + [key]) }
    try encodeInNodes(value, key, named: name(key, in: place), in: parent)
  }

  func encodeInNodes<T: Encodable>(
    _ value: T, _ key: some CodingKey, named name: String, in parent: EncodedNode
  ) throws {
    let earlier = parent.member(name)
    let (node, child) = makeMember(key, name, in: parent)
    try encode(value, node, child, in: parent, for: earlier)
  }

  private func makeMember(_ key: some CodingKey, _ name: String, in parent: EncodedNode)
    -> (EncodedNode, EncodingPlace)
  {
    let (node, child) = makeNode(key, in: parent)
    node.name = name
    parent.set(name, node)
    return (node, child)
  }

  /// Encodes a value for which there is a node, or takes the node away again.
  private func encode<T: Encodable>(
    _ value: T, _ node: EncodedNode, _ child: EncodingPlace, in parent: EncodedNode,
    for earlier: EncodedNode?
  ) throws {
    let exceeded = unsafe state.pointee.exceeded
    do {
      try ValueEncoder(self, child).encodeValue(value)
    } catch {
      parent.remove(node, for: earlier)
      restore(exceeded)
      throw error
    }
  }

  /// A place for an array or object that is a member.
  func nested(_ key: some CodingKey, isObject: Bool, in place: EncodingPlace) -> EncodingPlace {
    if beginMember(place, key) {
      let child = push(key)
      return open(child, isObject: isObject) ? child : child.misused
    }
    guard let parent = node(place) else { return place.misused }
    // A container of that name goes on.
    let name = self.name(key, in: place)
    if let earlier = parent.member(name) {
      let child = self.place(of: earlier)
      guard openNode(child, isObject: isObject) else { return child.misused }
      earlier.key = key
      return child
    }
    let child = makeMember(key, name, in: parent).1
    return openNode(child, isObject: isObject) ? child : child.misused
  }

  /// A place for whatever a super encoder encodes, late perhaps.
  func superMember(_ key: some CodingKey, in place: EncodingPlace) -> EncodingPlace {
    if beginMember(place, key) { return push(key) }
    guard let parent = node(place) else { return place.misused }
    return makeMember(key, name(key, in: place), in: parent).1
  }

  // MARK: - Elements

  @inline(__always)
  func encodeElement<T: Encodable>(_ value: T, in place: EncodingPlace) throws {
    guard let mark = mark(place), beginElement(place) else {
      return try encodeInNodes(value, in: place)
    }
    if let hook = hooks[T.self], write(value, by: hook) { return }
    try encode(value, in: push(position: mark.elements), of: mark)
  }

  @inline(never)
  func encodeInNodes<T: Encodable>(_ value: T, in place: EncodingPlace) throws {
    guard let parent = node(place) else {
      throw misuse(value, codingPath(place) + [JSONPathKey(position: 0)])
    }
    let (node, child) = makeElement(in: parent)
    try encode(value, node, child, in: parent, for: nil)
  }

  /// A place for a new element.
  func element(in place: EncodingPlace) -> EncodingPlace {
    if beginElement(place) {
      return push(position: unsafe frames[Int(place.level)].count &- 1)
    }
    guard let parent = node(place) else { return place.misused }
    return makeElement(in: parent).1
  }

  private func makeElement(in parent: EncodedNode) -> (EncodedNode, EncodingPlace) {
    let (node, child) = makeNode(JSONPathKey(position: parent.count), in: parent)
    parent.append(node)
    return (node, child)
  }

  func elementCount(_ place: EncodingPlace) -> Int {
    guard isInUse, !place.isMisused else { return 0 }
    if !isTree, hasFrame(place) { return unsafe frames[Int(place.level)].count }
    // It was closed, and is found again as a node.
    makeNodes()
    return node(place)?.count ?? 0
  }

  // MARK: - Numbers

  /// Whether a scalar has a text by the options.
  @inline(__always)
  func hasText<T: TextScalar>(_ value: T) -> Bool {
    if T.self == Double.self || T.self == Float.self {
      return unsafe T.isFinite(value)
        || output.pointee.options.nonFiniteNumbers != .error
    }
    return true
  }

  @inline(never)
  func nonFinite(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    let text = "\(type(of: value)).\(value)"
    return failure(value, path, "Unable to encode \(text) directly in JSON.")
  }
}

/// An optional, whatever of.
private protocol AnyOptional { var isNil: Bool { get } }
extension Optional: AnyOptional {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
