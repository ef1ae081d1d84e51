// Members and elements of any type.

extension EncodingSession {
  /// A container for the members of the object at `place`.
  @inline(__always)
  func container<Key: CodingKey>(keyedBy type: Key.Type, at place: EncodingPlace)
    -> KeyedEncodingContainer<Key>
  {
    unsafe state.pointee.pool.container(keyedBy: type, in: self, at: place)
  }

  // ---- Members ----

  @inline(__always)
  func encodeMember<T: Encodable>(_ value: T, _ key: some CodingKey, in place: EncodingPlace) throws
  {
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
      try ValueEncoder(self, child).encode(value)
    } catch {
      takeBack(child, mark)
      throw error
    }
    if _slowPath(isTree) { return completeNode(child) }
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
  }

  @inline(never)
  private func completeNode(_ child: EncodingPlace) {
    if let node = node(child), node.isNothing { _ = node.open(isObject: true) }
  }

  /// Encodes a member of a value that is a node, or that cannot have members.
  @inline(never)
  func encodeInNodes<T: Encodable>(_ value: T, _ key: some CodingKey, in place: EncodingPlace)
    throws
  {
    if place.isMisused { throw misuse(value, codingPath(place) + [key]) }
    if leavesOut(value) { return }
    let name = self.name(key, in: place)
    let earlier = self.node(place)?.member(name)
    let (node, child) = makeNode(key, in: place)
    self.node(place)?.set(name, node)
    do {
      try ValueEncoder(self, child).encode(value)
    } catch {
      self.node(place)?.remove(node, for: earlier)
      throw error
    }
    if node.isNothing { _ = node.open(isObject: true) }
  }

  /// A place for an array or object that is a member.
  func nested(_ key: some CodingKey, isObject: Bool, in place: EncodingPlace) -> EncodingPlace {
    if place.isMisused { return place }
    if beginMember(place, key) {
      let child = push(key)
      return open(child, isObject: isObject) ? child : child.misused
    }
    // A container of that name goes on; anything else gives way.
    let name = self.name(key, in: place)
    let earlier = self.node(place)?.member(name)
    let (node, child) = makeNode(key, in: place)
    if let earlier, earlier.isContainer {
      unsafe state.pointee.nodes[child.start] = earlier
      return earlier.open(isObject: isObject) ? child : child.misused
    }
    let isOpen = openNode(child, isObject: isObject)
    self.node(place)?.set(name, node)
    return isOpen ? child : child.misused
  }

  // ---- Elements ----

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
    let key = JSONPathKey(position: node(place)?.count ?? 0)
    if place.isMisused { throw misuse(value, codingPath(place) + [key]) }
    let (node, child) = makeNode(key, in: place)
    self.node(place)?.append(node)
    do {
      try ValueEncoder(self, child).encode(value)
    } catch {
      self.node(place)?.remove(node, for: nil)
      throw error
    }
    if node.isNothing { _ = node.open(isObject: true) }
  }

  /// A place for a new element.
  func element(in place: EncodingPlace) -> EncodingPlace {
    if place.isMisused { return place }
    if beginElement(place) {
      return push(position: unsafe frames[Int(place.level)].count &- 1)
    }
    let key = JSONPathKey(position: node(place)?.count ?? 0)
    let (node, child) = makeNode(key, in: place)
    self.node(place)?.append(node)
    return child
  }

  func elementCount(_ place: EncodingPlace) -> Int {
    let level = Int(place.level)
    if !isTree, !place.isMisused {
      if level < frameCount, unsafe frames[level].id == place.id {
        return unsafe frames[level].count
      }
      // It was closed, and is found again as a node.
      _ = isOpen(place)
    }
    return node(place)?.count ?? 0
  }

  // ---- Errors ----

  @inline(never)
  func misuse(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    failure(
      value, path,
      "The value around it was encoded as something else, and cannot be an array or object of this kind."
    )
  }

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
