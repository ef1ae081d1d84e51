public import RushJSONCore

// One reading, which the copies of an iterator share.
//
//   iterator ──┐
//   copy ──────┼→ ChunkSource ─→ the source's iterator       one task at a time asks it for a chunk
//   copy ──────┘      └→ WaitingTasks                        the others wait, and then look for values first
//
// An iterator of a source is not `Sendable`, so tasks that share one belong to the same actor: only one of them runs at
// a time, but others run while it waits for a chunk.

/// Tasks that wait for another task or thread.
@usableFromInline
package final class WaitingTasks: Sendable {
  private struct State {
    var next = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Locked(State())

  @usableFromInline
  package init() {}

  /// Waits until `wakeAll` is called or the task is cancelled, unless `isReady` returns `true`.
  @usableFromInline
  package func wait(isolation actor: isolated (any Actor)?, unless isReady: () -> Bool) async {
    let number = state.withLock { state in
      state.next &+= 1
      return state.next
    }
    await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: actor) { continuation in
          state.withLock { $0.waiting[number] = continuation }
          // Checked afterwards: a change before it is seen here, and one after it wakes the task.
          if isReady() || Task.isCancelled { wake(number) }
        }
      },
      onCancel: { wake(number) },
      isolation: actor)
  }

  private func wake(_ number: Int) {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: number) }
    continuation?.resume()
  }

  /// Wakes the tasks that wait.
  @usableFromInline
  package func wakeAll() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }
}

/// The source's iterator.
@usableFromInline
final class ChunkSource<Base> {
  /// `nil` while a task waits for a chunk.
  @usableFromInline var base: Base?
  @usableFromInline var waiting = 0
  @usableFromInline let tasks = WaitingTasks()

  @usableFromInline
  init(_ base: Base) { self.base = base }

  /// Takes the iterator, unless another task has it.
  // Not inlined, because the compiler moves checks for exclusive access out of branches. It checked each value of a
  // stream instead of each chunk, which took 9 % of the time (lines of 69 bytes to documents).
  @inlinable
  @inline(never)
  func take() -> Base? { base.take() }

  /// Gives the iterator back, so that another task may ask for a chunk.
  @inlinable
  func put(_ base: Base) {
    self.base = base
    if waiting > 0 { tasks.wakeAll() }
  }

  /// Waits until the iterator is back.
  @inlinable
  func wait(isolation actor: isolated (any Actor)?) async {
    waiting += 1
    defer { waiting -= 1 }
    await tasks.wait(isolation: actor) { base != nil }
  }
}

extension ChunkSource where Base: IteratorProtocol, Base.Element: JSONChunk {
  /// The bytes of the next chunk.
  // Not inlined, as above.
  @inlinable
  @inline(never)
  func nextBytes() throws -> ArraySlice<UInt8>? { try base?.next()?._chunkBytes() }
}
