// Slots, which containers of objects share where the standard library's boxes are unknown, as on Apple's systems.
//
//   KeyedDecodingContainer<Key> ──▶ box: session │ place │ owner ──▶ slot ◀── session
//
// Each object then has a new box. But the box counts a slot, an object of this library, so a slot is free while the session
// alone refers to it. Like a container of the pool (ContainerPool.swift), it has the shapes of its objects, for one object
// at a time.

/// The object that the containers of a slot keep alive.
final class ObjectSlot: ContainerOwner {
  fileprivate let keyType: ObjectIdentifier
  /// Makes the containers.
  let maker: AnyObject
  /// The session, once it has let go of the slot: a container that a type has kept keeps it alive.
  private var session: ContainerOwner?
  /// The shape that such a container still refers to.
  private var shape: EndedShape?

  fileprivate init(_ maker: AnyObject, keyType: ObjectIdentifier) {
    self.maker = maker
    self.keyType = keyType
  }

  fileprivate func leave(_ session: ContainerOwner, _ shape: EndedShape?) {
    self.session = session
    self.shape = shape
  }
}

/// The slots of one session.
struct ObjectSlots: ~Copyable {
  private var slots: [ObjectSlot] = []

  var isEmpty: Bool { slots.isEmpty }

  subscript(index: Int) -> ObjectSlot { slots[index] }

  /// Returns the number of a slot for keys of `keyType` that no container uses, or `nil`.
  mutating func free(keyType: ObjectIdentifier) -> Int? {
    // A type that contains itself has several at work.
    for index in slots.indices where slots[index].keyType == keyType && isFree(index) {
      return index
    }
    return nil
  }

  private mutating func isFree(_ index: Int) -> Bool { isKnownUniquelyReferenced(&slots[index]) }

  /// Adds a slot, in place of the first one if there are many, and returns its number.
  mutating func add(
    _ maker: AnyObject, keyType: ObjectIdentifier, of session: ContainerOwner,
    _ shapes: inout ShapeCache
  ) -> Int {
    if slots.count == ContainerCount.maximum {
      leaveIfKept(0, session, &shapes)
      slots.removeFirst()
      shapes.removeFirst()
    }
    slots.append(ObjectSlot(maker, keyType: keyType))
    return slots.count &- 1
  }

  /// Drops all slots at the end of a call if a type has kept a container.
  mutating func dropKept(of session: ContainerOwner, _ shapes: inout ShapeCache) {
    var areFree = true
    for index in slots.indices where leaveIfKept(index, session, &shapes) { areFree = false }
    if !areFree { slots = [] }
  }

  @discardableResult
  private mutating func leaveIfKept(
    _ index: Int, _ session: ContainerOwner, _ shapes: inout ShapeCache
  ) -> Bool {
    if isFree(index) { return false }
    slots[index].leave(session, shapes.endLast(of: index))
    return true
  }
}
