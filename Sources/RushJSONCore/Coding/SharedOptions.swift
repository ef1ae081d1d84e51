internal import Synchronization

/// Options that one thread may replace while others read them, without a lock for the readers.
///
/// A reader counts itself in and out. A writer puts its options in the place of the old ones, which
/// it frees, with all that were left before, when it then finds no reader; else they are left for
/// the next writer, or the end.
@safe
final class SharedOptions<Snapshot: AnyObject & Sendable>: Sendable {
  private let current: Atomic<Unmanaged<Snapshot>>
  private let readers = Atomic<Int>(0)
  // Options that were replaced while somebody may have been reading them.
  private let replaced = Mutex<[Snapshot]>([])

  init(_ options: Snapshot) {
    unsafe current = unsafe Atomic(Unmanaged.passRetained(options))
  }

  deinit { unsafe current.load(ordering: .acquiring).release() }

  /// Calls `body` with the options as they are now. They stay alive during the call; what is to keep
  /// them longer retains them.
  @inline(__always)
  func read<R>(_ body: (Snapshot) throws -> R) rethrows -> R {
    // Sequentially consistent, here and in `change`: either the writer sees the reader, or the reader
    // sees what was written.
    readers.add(1, ordering: .sequentiallyConsistent)
    defer { readers.subtract(1, ordering: .releasing) }
    return try unsafe body(current.load(ordering: .sequentiallyConsistent).takeUnretainedValue())
  }

  /// Replaces the options by what `body` makes of them.
  func change(_ body: (Snapshot) -> Snapshot) {
    replaced.withLock { replaced in
      let old = unsafe current.load(ordering: .acquiring)
      let new = unsafe body(old.takeUnretainedValue())
      unsafe current.store(Unmanaged.passRetained(new), ordering: .sequentiallyConsistent)
      unsafe replaced.append(old.takeRetainedValue())
      if readers.load(ordering: .sequentiallyConsistent) == 0 { replaced.removeAll() }
    }
  }
}
