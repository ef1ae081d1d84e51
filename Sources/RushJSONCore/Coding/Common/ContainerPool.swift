// Keyed containers that are used again.
//
// The standard library keeps a container in an object of its own:
//
//   KeyedDecodingContainer<Key> ──▶ object:  type │ counts │ session │ place │ owner
//                                                           └── this library's ──┘
//
// Making one costs an allocation and half a dozen look-ups of generic metadata, and each call copies
// this library's container out of it, which would retain and release the session for every member of
// an object. So a session keeps the last objects that it made, and fills one in for the next value with
// the same type of keys while nothing else refers to it. A pooled object does not count the session, which
// counts the object. When the session ends, or replaces the object in the pool, an object that a type has
// kept counts its owner, which keeps the session alive:
//
//                pooled             kept, when the pool lets go of it
//   decoding     no owner           is given its owner: calls copy the contents, and would count an owner
//   encoding     not counted        counts it, and no word of the object changes: other threads may use it
//                                   during the call, and get errors
//
// Bytes/Layout/ContainerBox.swift draws and probes the object. If it is unknown, nothing is pooled: each value has a new
// object, from a maker whose metadata knows that of the container.

/// An object that a container keeps alive: a session, or a slot of one (ObjectSlots.swift).
package class ContainerOwner {}

/// All that a keyed container of this library stores, whatever its type of keys.
///
/// `Place` is a `PooledPlace`, but this does not require it: to make the metadata, the runtime would look up the
/// conformance, which takes 270,000 instructions in each process.
@safe
struct PooledContents<Session: AnyObject, Place> {
  // Invariant: `owner` is the session, or keeps it after the call, or the session's pool knows the object around the
  // container. So the session lives as long as a call can reach it.
  //
  // Containers read the session through `_withUnsafeGuaranteedRef` on this property: a method here would
  // copy the contents, and so retain and release the owner, for every member.
  let session: Unmanaged<Session>
  let place: Place
  private let owner: ContainerOwner?

  /// The contents of a container that counts `owner`. A pooled one has none.
  @inline(__always)
  init(_ session: Session, _ place: Place, owner: ContainerOwner?) {
    unsafe self.session = Unmanaged.passUnretained(session)
    self.place = place
    self.owner = owner
  }
}

/// How many containers a pool keeps.
enum ContainerCount {
  static var maximum: Int { 16 }
}

/// The place of a container: what is filled in for each value.
protocol PooledPlace: BitwiseCopyable, Equatable {
  /// Whether other threads may use a container during the call. Nothing is written into one that a type
  /// has kept.
  static var isForAllThreads: Bool { get }
  /// Forgets what belongs to the pool, before it lets go of a container that a type has kept. Not called if
  /// containers are for all threads.
  mutating func leavePool()
}

/// The containers that one session may use again, by the type of their keys.
@safe
struct ContainerPool<Session: AnyObject, Place: PooledPlace>: ~Copyable {
  typealias Contents = PooledContents<Session, Place>

  @safe
  private struct Fields: BitwiseCopyable {
    var session: UnsafeRawPointer
    var place: Place
    // Invariant: outside of a pool a counted reference, which the container releases. In a pool it is not
    // counted.
    var owner: Unmanaged<Session>?
  }

  // Invariant: `count` containers are initialised, and there is room for the maximum. Not an array, which
  // each use would count or find unique.
  private let kept = unsafe CheckedPointer<KeptContainer>.allocate(capacity: ContainerCount.maximum)
  private var count = 0

  init() {}

  deinit {
    for index in 0..<count { unsafe kept[index].fields(as: Fields.self).pointee.owner = nil }
    unsafe kept.deinitialize(count: count)
    unsafe kept.deallocate()
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

  /// Fills in an unused container for a value at `place`.
  @inline(__always)
  func fill(_ index: Int, for place: Place) {
    assert(index >= 0 && index < count)
    assert(kept[index].isUnused())
    unsafe kept[index].fields(as: Fields.self).pointee.place = place
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

  /// Keeps a new container, whose contents are pooled.
  // Not generic over the container: generic code needs the metadata of the pool, 240,000 instructions in each process.
  mutating func add(_ container: consuming KeptContainer, in session: Session) {
    if isFull {
      let first = unsafe kept.move()
      unsafe kept.moveInitialize(from: kept + 1, count: count &- 1)
      count &-= 1
      Self.release(first, session)
    }
    assert(count >= 0 && count < ContainerCount.maximum)
    (kept + count).initialize(to: container)
    if Place.isForAllThreads {
      unsafe kept[count].fields(as: Fields.self).pointee.owner = .passUnretained(session)
    }
    count &+= 1
  }

  /// Lets go of an object. One that a type has kept then counts its owner.
  private static func release(_ container: consuming KeptContainer, _ session: Session) {
    let fields = unsafe container.fields(as: Fields.self)
    if container.isUnused() {
      unsafe fields.pointee.owner = nil
    } else if Place.isForAllThreads {
      _ = unsafe Unmanaged.passRetained(session)
    } else {
      unsafe fields.pointee.place.leavePool()
      unsafe fields.pointee.owner = .passRetained(session)
    }
  }

  /// Drops the objects that types have kept, at the end of a call.
  @inline(__always)
  mutating func dropKept(of session: Session) {
    var index = 0
    while index < count {
      if !kept[index].isUnused() { return slowDropKept(session) }
      index &+= 1
    }
  }

  @inline(never)
  private mutating func slowDropKept(_ session: Session) {
    while count > 0 {
      count &-= 1
      Self.release(unsafe (kept + count).move(), session)
    }
  }

  /// Whether the standard library holds this library's containers as drawn. `make` puts contents into a
  /// container of this library, and that into one of the standard library; the bits of each of `places`
  /// must be found in the box.
  static func isSupported<Own, Container>(
    in session: Session, places: [Place], make: (Contents) -> (Own, Container)
  ) -> Bool {
    // By index: generic code looks up what an array's iterator is, for 270,000 instructions.
    for index in 0..<places.count {
      let place = places[index]
      let (own, container) = make(Contents(session, place, owner: nil))
      let isKnown = KeptContainer.hasKnownBox(container, around: own, as: Fields.self) {
        let isSame = unsafe $0.session == $1.session && $0.owner == nil
        return isSame && $0.place == place
      }
      if !isKnown { return false }
    }
    return true
  }
}

/// The makers of containers of one session, by the type of their keys, where nothing is pooled.
struct ContainerMakers {
  private var makers: [(keyType: ObjectIdentifier, maker: AnyObject)] = []

  func find(keyType: ObjectIdentifier) -> AnyObject? {
    makers.first { $0.keyType == keyType }?.maker
  }

  /// Adds a maker, in place of the first one if there are many.
  mutating func add(_ maker: AnyObject, keyType: ObjectIdentifier) {
    if makers.count == ContainerCount.maximum { makers.removeFirst() }
    makers.append((keyType, maker))
  }
}
