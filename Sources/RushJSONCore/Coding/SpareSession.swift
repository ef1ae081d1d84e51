internal import Synchronization

/// A coder's session: what all containers of one call share.
protocol CodingSession: AnyObject {
  associatedtype Snapshot: CoderSnapshot
  var snapshot: Snapshot { get }
}

/// A session that waits for the coder's next call, which reuses its memory and its containers. It belongs
/// to the caller that takes it out, until it is put back; so it may move between threads here.
@safe
final class SpareSession: @unchecked Sendable {
  // Invariant: all sessions of one coder have the same type.
  private let session = unsafe Atomic<Unmanaged<AnyObject>?>(nil)

  deinit { unsafe session.load(ordering: .acquiring)?.release() }

  /// Takes the session, if there is one and it was made for the same options.
  @inline(__always)
  func take<Session: CodingSession>(for snapshot: Session.Snapshot) -> Session? {
    guard let taken = unsafe session.exchange(nil, ordering: .acquiring) else { return nil }
    let session = unsafe unsafeDowncast(taken.takeRetainedValue(), to: Session.self)
    return session.snapshot === snapshot ? session : nil
  }

  /// Keeps a session that nothing else refers to.
  @inline(__always)
  func put(_ new: some CodingSession) {
    unsafe session.exchange(
      Unmanaged.passRetained(new as AnyObject), ordering: .acquiringAndReleasing)?.release()
  }
}
