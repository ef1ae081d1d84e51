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
  private let word = AtomicWords(count: 1)

  deinit { unsafe SpareSession.session(word[0].loadAcquiring())?.release() }

  /// The session at the address that the word holds, or `nil` for 0.
  @inline(__always)
  private static func session(_ address: UInt) -> Unmanaged<AnyObject>? {
    // Invariant: an address is that of a retained session.
    unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// Takes the session, if there is one and it was made for the same options.
  @inline(__always)
  func take<Session: CodingSession>(for snapshot: Session.Snapshot) -> Session? {
    guard let taken = unsafe SpareSession.session(word[0].exchange(0)) else { return nil }
    let session = unsafe unsafeDowncast(taken.takeRetainedValue(), to: Session.self)
    return session.snapshot === snapshot ? session : nil
  }

  /// Takes the session, if there is one and it was made for the current ones of `options`. Nothing but the
  /// address of these is read, so nobody needs to be counted as their reader: the session keeps its own, and
  /// no others can have their address.
  @inline(__always)
  func take<Session: CodingSession>(for options: borrowing SharedOptions<Session.Snapshot>)
    -> Session?
  {
    guard let taken = unsafe SpareSession.session(word[0].exchange(0)) else { return nil }
    let session = unsafe unsafeDowncast(taken.takeRetainedValue(), to: Session.self)
    return options.areCurrent(session.snapshot) ? session : nil
  }

  /// Keeps a session that nothing else refers to.
  @inline(__always)
  func put(_ new: consuming some CodingSession) {
    // Consumed, so that it is not retained and released.
    let session = unsafe Unmanaged.passRetained((consume new) as AnyObject)
    let address = unsafe UInt(bitPattern: session.toOpaque())
    unsafe SpareSession.session(word[0].exchange(address))?.release()
  }
}
