// Keyed containers that are used again.
//
// The standard library keeps a container in an object of its own:
//
//   KeyedDecodingContainer<Key> ──▶ box:  session │ slot │ owner ──▶ slot:  place
//                                          └── this library's ──┘
//
// Making a box costs an allocation and half a dozen look-ups of generic metadata. So a session keeps the last containers that
// it made, each with a slot. While nothing else refers to a box, the session puts the place of the next value with the same
// type of keys into its slot. Nothing of the standard library's object is read or written for that.
//
// A box counts its slot, and the slot of a container that a type has kept counts the session, once the session has let go of
// it. But each call copies the contents out of the box, and so retains and releases the owner. Where the fields of a box are
// known (Bytes/Layout/ContainerBox.swift), a container that decodes has no owner as long as it is in the pool. One that a
// type has kept is given it when the pool lets go of it.
//
// If a container is not known to be one reference, each value has a new container and a new slot.

/// The place of a container, which the session changes while nothing else refers to the container.
class ContainerSlot: ContainerOwner {
  /// The session, once it has let go of the slot: a container that a type has kept keeps it alive.
  private final var session: ContainerOwner?

  /// Makes the slot of a container that a type may keep.
  func leave(_ session: ContainerOwner) { self.session = session }
}

/// All that a keyed container of this library stores, whatever its type of keys.
@safe
struct ContainerContents<Session: AnyObject, Slot: AnyObject> {
  // Invariant: `owner` is the slot, or the session's pool knows the box around the container. So slot and session live as
  // long as a call can reach them.
  //
  // Containers read both through `_withUnsafeGuaranteedRef` on these properties: a method here would
  // copy the contents, and so retain and release the owner, for every member.
  let session: Unmanaged<Session>
  let slot: Unmanaged<Slot>
  private let owner: ContainerOwner?

  @inline(__always)
  init(_ session: Session, _ slot: Slot, owner: ContainerOwner?) {
    unsafe self.session = Unmanaged.passUnretained(session)
    unsafe self.slot = Unmanaged.passUnretained(slot)
    self.owner = owner
  }
}

/// How many containers a pool keeps.
enum ContainerCount {
  static var maximum: Int { 16 }
}

/// The containers that one session may use again, by the type of their keys.
@safe
struct ContainerPool<Slot: ContainerSlot>: ~Copyable {
  // Invariant: `count` containers and slots are initialised, and there is room for the maximum. The slots are counted. Not
  // arrays, which each use would count or find unique.
  private let kept = unsafe CheckedPointer<KeptContainer>.allocate(capacity: ContainerCount.maximum)
  private let slots = unsafe CheckedPointer<Unmanaged<Slot>>.allocate(
    capacity: ContainerCount.maximum)
  private var count = 0
  /// Whether the boxes count their slots.
  private var areCounted = false

  init() {}

  deinit {
    unsafe kept.deinitialize(count: count)
    unsafe kept.deallocate()
    for index in 0..<count { unsafe slots[index].release() }
    unsafe slots.deallocate()
  }

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count == ContainerCount.maximum }

  /// The number of a pooled container for keys of `keyType` that nothing else refers to. `nil` if there is
  /// none.
  @inline(__always)
  func unused(keyType: ObjectIdentifier) -> Int? {
    // A type that contains itself has several at work.
    var index = 0
    while index < count {
      if kept[index].keyType == keyType, kept[index].isUnused() { return index }
      index &+= 1
    }
    return nil
  }

  /// The slot of an unused container.
  @inline(__always)
  func slot(_ index: Int) -> Unmanaged<Slot> {
    assert(index >= 0 && index < count)
    assert(kept[index].isUnused())
    return unsafe slots[index]
  }

  /// The container with a number that `unused` has returned for the same type of keys.
  ///
  /// Return it directly: any other use of a container, even as an optional, makes the caller look up its
  /// type's metadata, because the standard library keeps its layout to itself.
  @inline(__always)
  func container<Container>(_ index: Int, as type: Container.Type) -> Container {
    assert(index >= 0 && index < count)
    // Invariant: the container was filed under the type of its keys.
    return kept[index].container(as: type)
  }

  /// Keeps a new container. `isCounted` tells whether its box counts the slot, as those of all others do, or none.
  // Not generic over the container: generic code needs the metadata of the pool, 240,000 instructions in each process.
  mutating func add(
    _ container: consuming KeptContainer, _ slot: Slot, isCounted: Bool, in session: ContainerOwner
  ) {
    assert(isEmpty || areCounted == isCounted)
    areCounted = isCounted
    if isFull {
      let (first, firstSlot) = unsafe (kept.move(), slots[0])
      unsafe kept.moveInitialize(from: kept + 1, count: count &- 1)
      for index in 1..<count { unsafe slots[index &- 1] = slots[index] }
      count &-= 1
      unsafe release(first, firstSlot, session)
    }
    assert(count >= 0 && count < ContainerCount.maximum)
    (kept + count).initialize(to: container)
    unsafe (slots + count).initialize(to: Unmanaged.passRetained(slot))
    count &+= 1
  }

  /// Lets go of a container and its slot. A container that a type has kept then counts the slot, and that the session.
  private func release(
    _ container: consuming KeptContainer, _ slot: Unmanaged<Slot>, _ session: ContainerOwner
  ) {
    let slot = unsafe slot.takeRetainedValue()
    if container.isUnused() { return }
    slot.leave(session)
    if !areCounted { container.giveOwner(slot) }
  }

  /// Drops all containers at the end of a call if a type has kept one.
  @inline(__always)
  mutating func dropKept(of session: ContainerOwner) {
    var index = 0
    while index < count {
      if !kept[index].isUnused() { return slowDropKept(session) }
      index &+= 1
    }
  }

  @inline(never)
  private mutating func slowDropKept(_ session: ContainerOwner) {
    while count > 0 {
      count &-= 1
      unsafe release((kept + count).move(), slots[count], session)
    }
  }
}
