internal import _RushJSONShims

/// Sessions that wait for the next calls of coders, which reuse their memory and their containers.
///
///     thread ──→ place    0 or the address of a session
///            └─→ the other place of its pair
///
/// Threads have different places, with few exceptions. So a thread gets its own session
/// back, whose memory is in the cache of its core and which knows the shapes of its objects. A session
/// belongs to the caller that takes it out, until it is put back; so it may move between threads here.
///
/// Two threads that shared one place took twice the processor time of one, because each displaced the
/// session of the other.
@safe
package final class SpareSessions: @unchecked Sendable {
  /// The maximum number of kept sessions, which is even.
  static let count = 8
  /// Each place is in a line of cache of its own.
  private static let stride = 64 / MemoryLayout<UInt>.stride

  // Invariant: all sessions have the same type.
  private let words = AtomicMemory(count: SpareSessions.count * SpareSessions.stride)

  package init() {}

  deinit { removeAll() }

  /// The session at the address that a word holds, or `nil` for 0.
  @inline(__always)
  private static func session(_ address: UInt) -> Unmanaged<AnyObject>? {
    assert(address % UInt(MemoryLayout<UInt>.alignment) == 0)
    // Invariant: an address is that of a retained session.
    return unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// The index of the running thread's word. Stacks of threads have equal distances, hence the product.
  @inline(__always)
  private static var ownIndex: Int {
    let mixed = UInt64(rush_current_thread()) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(count)).high) &* stride
  }

  /// Takes out a session of the running thread, if there is one.
  @inline(__always)
  package func take<Session: AnyObject>(as type: Session.Type = Session.self) -> Session? {
    let index = SpareSessions.ownIndex
    var address = words[index].exchange(0)
    if address == 0 { address = words[index ^ SpareSessions.stride].exchange(0) }
    guard let taken = unsafe SpareSessions.session(address) else { return nil }
    return unsafe unsafeDowncast(taken.takeRetainedValue(), to: Session.self)
  }

  /// Keeps a session that nothing else refers to, if one of the two places is free.
  @inline(__always)
  package func put(_ session: consuming AnyObject) {
    // Consumed, so that it is not retained and released.
    unsafe put(retained: Unmanaged.passRetained(consume session))
  }

  @inline(__always)
  func put(retained session: Unmanaged<AnyObject>) {
    let address = unsafe UInt(bitPattern: session.toOpaque())
    assert(address != 0)
    let index = SpareSessions.ownIndex
    if words[index].storeIfZero(address) == 0
      || words[index ^ SpareSessions.stride].storeIfZero(address) == 0
    {
      return
    }
    unsafe session.release()
  }

  /// Releases all sessions. Other threads may put in others meanwhile.
  package func removeAll() {
    for place in 0..<SpareSessions.count {
      let address = words[place &* SpareSessions.stride].exchange(0)
      unsafe SpareSessions.session(address)?.release()
    }
  }

  /// Checks the places, in builds with assertions; tests call it after each operation, while no other thread uses them.
  package func _checkInvariants() { assert(holdsInvariants()) }

  private func holdsInvariants() -> Bool {
    for index in 0..<words.count {
      let address = words[index].loadAcquiring()
      if address == 0 { continue }
      assert(index % SpareSessions.stride == 0, "a session between two places")
      assert(address % UInt(MemoryLayout<UInt>.alignment) == 0)
      for other in 0..<index {
        assert(words[other].loadAcquiring() != address, "a session in two places")
      }
    }
    return true
  }
}
