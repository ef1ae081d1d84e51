// Keyed containers that are used again.
//
// Making a container costs an allocation and half a dozen look-ups of generic metadata, and each call
// copies this library's container out of the standard library's box (ContainerBox.swift), which would
// retain and release the session for every member of an object. So a session keeps the last boxes that
// it made. While nothing else refers to one, the session fills it in for the next value with the same
// type of keys. A pooled box has no `owner`: only a session at work hands it out. When the session ends,
// or replaces the box in the pool, a box that a type has kept gets its owner, which keeps the session
// alive.

/// All that a keyed container of this library stores, whatever its type of keys.
@safe
struct PooledContents<Session: AnyObject, Place: BitwiseCopyable> {
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
struct ContainerPool<Session: AnyObject, Place: BitwiseCopyable> {
  typealias Contents = PooledContents<Session, Place>

  /// `Contents`, as the box holds them.
  @safe
  private struct Fields: BitwiseCopyable {
    let session: Unmanaged<Session>
    var place: Place
    // Invariant: a counted reference, which the container releases.
    var owner: Unmanaged<Session>?
  }

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
      unsafe kept[index].fields(as: Fields.self).pointee.place = place
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
    unsafe container.fields(as: Fields.self).pointee.owner = .passRetained(session)
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

  /// Probes whether the standard library's boxes hold this library's containers as known.
  ///
  /// `make` puts contents into a container of type `Own`, and that into one of the standard library.
  /// The bits of each of `places` must be found in the box.
  static func isSupported<Own, Container>(
    _ own: Own.Type, in session: Session, places: [Place], make: (Contents) -> Container
  ) -> Bool where Place: Equatable {
    guard MemoryLayout<Own>.size == MemoryLayout<Contents>.size,
      MemoryLayout<Own>.alignment == MemoryLayout<Contents>.alignment
    else { return false }
    return places.allSatisfy { place in
      let contents = Contents(session, place, isPooled: true)
      return KeptContainer.hasKnownBox(make(contents), around: contents, as: Fields.self) {
        found, expected in
        let isSame = unsafe found.session.toOpaque() == expected.session.toOpaque()
        return unsafe isSame && found.place == place && found.owner == nil
      }
    }
  }
}
