internal import _RushJSONShims

/// A coder's session: what all containers of one call share.
protocol CodingSession: AnyObject {
  associatedtype Snapshot: CoderSnapshot
  var snapshot: Snapshot { get }
}

/// Sessions that wait for the coder's next calls, which reuse their memory and their containers.
///
///     thread ──→ place    0 or the address of a session
///            └─→ the other place of its pair
///
/// Threads that share a coder have different places, with few exceptions. So a thread gets its own session
/// back, whose memory is in the cache of its core and which knows the shapes of its objects. A session
/// belongs to the caller that takes it out, until it is put back; so it may move between threads here.
///
/// Two threads that shared one place took twice the processor time of one, because each displaced the
/// session of the other.
@safe
final class SpareSessions: @unchecked Sendable {
  /// How many sessions a coder keeps at most: an even number.
  static let count = 8
  /// Each place is in a line of cache of its own.
  private static let stride = 64 / MemoryLayout<UInt>.stride

  // Invariant: all sessions of one coder have the same type.
  private let words = AtomicWords(count: SpareSessions.count * SpareSessions.stride)

  deinit {
    for place in 0..<SpareSessions.count {
      let word = words[place &* SpareSessions.stride]
      unsafe SpareSessions.session(word.loadAcquiring())?.release()
    }
  }

  /// The session at the address that a word holds, or `nil` for 0.
  @inline(__always)
  private static func session(_ address: UInt) -> Unmanaged<AnyObject>? {
    // Invariant: an address is that of a retained session.
    unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// The index of the running thread's word. Stacks of threads have equal distances, hence the product.
  @inline(__always)
  private static var ownIndex: Int {
    let mixed = UInt64(rush_current_thread()) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(count)).high) &* stride
  }

  @inline(__always)
  private func take<Session: CodingSession>() -> Session? {
    let index = SpareSessions.ownIndex
    var address = words[index].exchange(0)
    if address == 0 { address = words[index ^ SpareSessions.stride].exchange(0) }
    guard let taken = unsafe SpareSessions.session(address) else { return nil }
    return unsafe unsafeDowncast(taken.takeRetainedValue(), to: Session.self)
  }

  /// Takes out a session of the running thread, if there is one and it was made for the current ones of
  /// `options`. Nothing but the address of these is read, so nobody needs to be counted as their reader: the
  /// session keeps its own, and no others can have their address.
  @inline(__always)
  func take<Session: CodingSession>(for options: borrowing SharedOptions<Session.Snapshot>)
    -> Session?
  {
    guard let session: Session = take(), options.areCurrent(session.snapshot) else { return nil }
    return session
  }

  /// The same for one that was made for `snapshot`.
  @inline(__always)
  func take<Session: CodingSession>(for snapshot: Session.Snapshot) -> Session? {
    guard let session: Session = take(), session.snapshot === snapshot else { return nil }
    return session
  }

  /// Keeps a session that nothing else refers to, if one of the two places is free.
  @inline(__always)
  func put(_ new: consuming some CodingSession) {
    // Consumed, so that it is not retained and released.
    let session = unsafe Unmanaged.passRetained((consume new) as AnyObject)
    let address = unsafe UInt(bitPattern: session.toOpaque())
    let index = SpareSessions.ownIndex
    if words[index].storeIfZero(address) == 0
      || words[index ^ SpareSessions.stride].storeIfZero(address) == 0
    {
      return
    }
    unsafe session.release()
  }
}
