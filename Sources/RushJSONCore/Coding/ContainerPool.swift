// Keyed containers that are used again.
//
// The standard library keeps a container in an object of its own:
//
//   KeyedDecodingContainer<Key> ──▶ object:  type │ counts │ session │ place │ owner
//                                                           └── this library's ──┘
//
// Making one costs an allocation and half a dozen look-ups of generic metadata, and each call copies
// this library's container out of it, which would retain and release the session for every member of
// an object. So a session keeps the last objects that it made. While nothing else refers to one, the
// session fills it in for the next value with the same type of keys. A pooled object has no `owner`:
// only a session at work hands it out. When the session ends, or replaces the object in the pool, an
// object that a type has kept gets its owner, which keeps the session alive.
//
// The standard library does not promise where the object holds the container. `isSupported` checks
// once per process; if the layout differs, nothing is pooled.

/// All that a keyed container of this library stores, whatever its type of keys.
@safe
struct PooledContents<Session: AnyObject, Place> {
  // Invariant: `owner` is the session, or the session's pool knows the object around the container.
  // So the session lives as long as a call can reach it.
  fileprivate let session: Unmanaged<Session>
  fileprivate(set) var place: Place
  fileprivate var owner: Session?

  @inline(__always)
  init(_ session: Session, _ place: Place, isPooled: Bool) {
    unsafe self.session = Unmanaged.passUnretained(session)
    self.place = place
    owner = isPooled ? nil : session
  }

  /// Calls `body` with the session, without retaining it.
  @inline(__always)
  func use<R>(_ body: (Session) throws -> R) rethrows -> R {
    try unsafe session._withUnsafeGuaranteedRef(body)
  }
}

/// The containers that one session may use again, by the type of their keys.
@safe
struct ContainerPool<Session: AnyObject, Place> {
  typealias Contents = PooledContents<Session, Place>

  private var kept: [KeptContainer] = []

  /// A container of the standard library over `place`, for keys of `keyType`: a pooled one, or one
  /// that `make` puts `contents` into.
  @inline(__always)
  mutating func container<Container>(
    keyType: ObjectIdentifier, in session: Session, at place: Place,
    make: (_ contents: Contents) -> Container
  ) -> Container {
    // A type that contains itself has several at work.
    for index in 0..<kept.count where kept[index].keyType == keyType && kept[index].isUnused() {
      unsafe Self.contents(of: kept[index]).pointee.place = place
      // Invariant: the container was filed under the type of its keys.
      return kept[index].container(as: Container.self)
    }
    return added(keyType, make(Contents(session, place, isPooled: true)), session)
  }

  @inline(never)
  private mutating func added<Container>(
    _ keyType: ObjectIdentifier, _ container: Container, _ session: Session
  ) -> Container {
    if kept.count == 16 { Self.settle(kept.removeFirst(), session) }
    // Invariant: a container is one reference, as `isSupported` has found.
    kept.append(KeptContainer(container, keyType: keyType))
    return container
  }

  /// Gives an object that a type has kept its owner.
  ///
  /// Another thread that uses the object against the rules may read the owner meanwhile. That is one
  /// word, and whether the thread finds the owner or not, the session lives as long as the object.
  private static func settle(_ container: consuming KeptContainer, _ session: Session) {
    if container.isUnused() { return }
    unsafe contents(of: container).pointee.owner = session
  }

  /// Drops the objects that types have kept, at the end of a call.
  @inline(__always)
  mutating func settle(_ session: Session) {
    for index in 0..<kept.count where !kept[index].isUnused() {
      return settleKept(session)
    }
  }

  @inline(never)
  private mutating func settleKept(_ session: Session) {
    while let container = kept.popLast() { Self.settle(container, session) }
  }

  // MARK: - The layout of the standard library's object

  private static func contents(of container: KeptContainer) -> UnsafeMutablePointer<Contents> {
    // Invariant: the one property of the object follows the two words of every object.
    unsafe container.contents.assumingMemoryBound(to: Contents.self)
  }

  /// Whether objects of the standard library hold this library's containers as drawn above.
  ///
  /// `make` puts contents into a container of type `Own`, and that into one of the standard library.
  /// The bits of each of `places` must be found in the object.
  static func isSupported<Own, Container>(
    _ own: Own.Type, in session: Session, places: [Place], make: (Contents) -> Container
  ) -> Bool where Place: Equatable {
    #if _pointerBitWidth(_64)
      guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size,
        MemoryLayout<Own>.size == MemoryLayout<Contents>.size,
        MemoryLayout<Own>.alignment == MemoryLayout<Contents>.alignment
      else { return false }
      return places.allSatisfy { place in
        let container = make(Contents(session, place, isPooled: true))
        // Invariant: the sizes are equal, as compared above. Reading stays inside the object, which
        // holds at least this library's container.
        let kept = KeptContainer(container, keyType: ObjectIdentifier(Own.self))
        let found = unsafe contents(of: kept).pointee
        return unsafe found.session.toOpaque() == Unmanaged.passUnretained(session).toOpaque()
          && found.place == place && found.owner == nil
      }
    #else
      return false
    #endif
  }
}
