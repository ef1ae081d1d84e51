// What a session knows of the objects and the types that it has decoded.

extension DecodingSession {
  /// A place in the object at `place`, for the container with a number in the pool.
  @inline(__always)
  func object(at place: DecodingPlace, slot: Int) -> ObjectPlace {
    unsafe shapes.object(at: place, slot: slot, search, in: tape)
  }

  /// Keeps a new container in the pool.
  func addToPool<Container>(_ container: Container, keyType: ObjectIdentifier) {
    let wasFull = unsafe pool.isFull
    unsafe pool.add(container, keyType: keyType, in: self)
    if wasFull { unsafe shapes.removeFirst() }
  }

  /// The index of the value of the member for a key, or 0 if the object lacks it.
  @inline(never)
  func member(_ key: String, of object: ObjectPlace) -> UInt32 {
    search.member(key, of: object.value.index, object.names, in: tape)
  }

  /// The same in an object of a known shape, whose type asks for its keys in another order than before.
  @inline(never)
  func unexpectedMember(
    _ key: String, of object: ObjectPlace, _ shape: UnsafeMutablePointer<ObjectShape>
  ) -> UInt32 {
    let words = StringWords(key)
    guard tape.hasSmallStrings, words.isImmortal else { return member(key, of: object) }
    if let index = unsafe shape.pointee.knownMember(words) { return index }
    let index = member(key, of: object)
    unsafe shape.pointee.learn(words, index: index)
    return index
  }

  // MARK: - Types

  /// The hook for a type, which the session keeps, or `nil` if the type decodes itself. The session must be
  /// at work; otherwise the result does not matter.
  @inline(__always)
  func hook<T: Decodable>(for type: T.Type) -> Unmanaged<TypeHook>? {
    if let hook = unsafe hooks.uncounted(type) { return unsafe hook }
    if let hook = unsafe found[ObjectIdentifier(type)] { return unsafe hook }
    if hooks.isKnownIndirect(ObjectIdentifier(type)) { return nil }
    return unsafe newHook(for: T.self)
  }

  @inline(never)
  private func newHook<T: Decodable>(for type: T.Type) -> Unmanaged<TypeHook>? {
    // After the call, other threads may be reading.
    guard isAtWork else { return nil }
    guard let hook = TypeHook.found(for: type, snapshot.names) else {
      hooks.markIndirect(ObjectIdentifier(type))
      return nil
    }
    return unsafe found.add(hook)
  }

  @inline(never)
  func learnedHook<T: Decodable>(
    for type: T.Type, _ shape: UnsafeMutablePointer<ObjectShape>
  ) -> Unmanaged<TypeHook>? {
    let hook = unsafe hook(for: type)
    unsafe shape.pointee.learn(hook, for: type)
    return unsafe hook
  }
}
