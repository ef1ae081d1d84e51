internal import _RushJSONShims

/// A value that one thread at a time may use. Copies share the value.
///
/// `body` must not use the same `Locked` again, because the lock is not recursive.
@safe
package struct Locked<Value>: @unchecked Sendable {
  private let memory: Memory

  /// The value and its lock, in one allocation.
  @safe
  private final class Memory: ManagedBuffer<Value, rush_lock> {
    deinit { unsafe withUnsafeMutablePointerToElements { unsafe rush_lock_destroy($0) } }
  }

  package init(_ value: sending Value) {
    let memory = Memory.make(capacity: 1) { memory in
      unsafe memory.withUnsafeMutablePointerToElements { lock in
        // Invariant: there is room for one lock.
        unsafe lock.initialize(to: rush_lock())
        unsafe rush_lock_init(lock)
      }
      return value
    }
    self.memory = unsafe unsafeDowncast(memory, to: Memory.self)
  }

  /// Calls `body` with the value, while the lock is held.
  package func withLock<R, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending R
  ) throws(E) -> sending R {
    // Invariant: the value stays where it is, and no other thread uses it while the lock is held.
    // Two closures, because Swift 6.2 takes the pointers of one tuple for one value, which `body`
    // sends away while the lock is still needed.
    let value = unsafe memory.withUnsafeMutablePointerToHeader { unsafe $0 }
    let lock = unsafe memory.withUnsafeMutablePointerToElements { unsafe $0 }
    unsafe rush_lock_lock(lock)
    defer {
      unsafe rush_lock_unlock(lock)
      extendLifetime(memory)
    }
    return try unsafe body(&value.pointee)
  }
}
