// Members and elements that do not go straight to text, and places for containers.

extension EncodingSession {
  // MARK: - In nodes

  @inline(never)
  func encodeInNodes<T: Encodable>(_ value: T, _ key: some CodingKey, in place: EncodingPlace)
    throws
  {
    if isInUse, !place.isMisused, isOmitted(value) { return }
    guard let parent = node(place) else { throw misuse(value, codingPath(place) + [key]) }
    try encodeInNodes(value, key, named: name(key, in: place), in: parent)
  }

  func encodeInNodes<T: Encodable>(
    _ value: T, _ key: some CodingKey, named name: String, in parent: EncodedNode
  ) throws {
    let earlier = parent.member(name)
    try encode(value, tree.member(name, key, of: parent), in: parent, for: earlier)
  }

  @inline(never)
  func encodeInNodes<T: Encodable>(_ value: T, in place: EncodingPlace) throws {
    guard let parent = node(place) else {
      throw misuse(value, codingPath(place) + [JSONPathKey(position: 0)])
    }
    try encode(value, tree.element(of: parent), in: parent, for: nil)
  }

  private func encode<T: Encodable>(
    _ value: T, _ child: (node: EncodedNode, place: EncodingPlace), in parent: EncodedNode,
    for earlier: EncodedNode?
  ) throws {
    let exceeded = text.limits.exceeded
    child.node.mayBeLeftOut = parent.isObject
    defer { child.node.mayBeLeftOut = false }
    do {
      try ValueEncoder(self, child.place).encodeValue(value)
    } catch {
      parent.remove(child.node, for: earlier)
      text.limits.restore(exceeded)
      if error is LeftOut { return }
      throw error
    }
  }

  // MARK: - Places for containers

  /// The place of an array or object that is a member.
  func nested(_ key: some CodingKey, isObject: Bool, in place: EncodingPlace) -> EncodingPlace {
    if beginMember(place, key) { return opened(text.push(owning: key), isObject: isObject) }
    guard let parent = node(place) else { return place.misused }
    // A container with the same name is continued.
    let name = self.name(key, in: place)
    if let earlier = parent.member(name) {
      let child = tree.place(of: earlier)
      guard openNode(child, isObject: isObject) else { return child.misused }
      earlier.key = key
      return child
    }
    let child = tree.member(name, key, of: parent).place
    return openNode(child, isObject: isObject) ? child : child.misused
  }

  func nested(isObject: Bool, in place: EncodingPlace) -> EncodingPlace {
    opened(element(in: place), isObject: isObject)
  }

  private func opened(_ place: EncodingPlace, isObject: Bool) -> EncodingPlace {
    open(place, isObject: isObject) ? place : place.misused
  }

  /// The place of a member for a super encoder, which may be used late.
  func superMember(_ key: some CodingKey, in place: EncodingPlace) -> EncodingPlace {
    if beginMember(place, key) { return text.push(owning: key) }
    guard let parent = node(place) else { return place.misused }
    return tree.member(name(key, in: place), key, of: parent).place
  }

  func element(in place: EncodingPlace) -> EncodingPlace {
    if beginElement(place) {
      return text.push(position: unsafe text.frames[Int(place.level)].count &- 1)
    }
    guard let parent = node(place) else { return place.misused }
    return tree.element(of: parent).place
  }
}
