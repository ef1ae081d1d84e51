// Files of lines, read on all cores:
//
//   JSONLinesFile ─→ BlockQueue ─→ threads: LineBlock, LinePump ─→ BlockQueue ─→ BlockReading ─→ results
//
// Threads need to know nothing of each other, because each line belongs to one block (LineBlock). Documents are packed
// into three arrays for each block (PackedDocuments) and made by the consumer. Only the making of results is generic over
// the values and inlined into programs (BlockStep).

import Dispatch
import RushJSONCore

/// The function that makes the values of lines.
enum BlockSource<Output: Sendable>: Sendable {
  /// Called for each line, on the thread that reads it.
  case each(@Sendable (LinePump) throws(JSONStreamError) -> Output)
  /// Called by the consumer for each document. The threads that read the lines pack them.
  case documents(JSONReadingOptions, @Sendable (inout PackedReader, Int) -> Output)
}

/// The values of one block.
///
/// Values and errors are in separate arrays, because a generic function looks up the type of each result.
struct BlockValues<Output: Sendable>: Sendable {
  var values: [Output] = []
  /// The values, if they are documents.
  var documents = PackedDocuments(options: .strict)
  /// The errors, each with the number of values before it.
  var failures: [(place: Int, error: JSONStreamError)] = []
  /// The number of lines that have ended.
  var lines = 0

  /// The number of values.
  var count: Int { values.count + documents.count }
}

/// Blocks of a file on their way through several threads, in a window of bounded length.
///
///   blocks   0  1  2  3  4  5  6  7 …
///            └done─┘  │  └─on threads┘
///                  the next to deliver, ready or not
///
/// A block starts only if a thread is free and the window has room. So the threads are ahead of the consumer by the
/// length of the window at most.
final class BlockQueue<Output: Sendable>: Sendable {
  typealias Block = Result<BlockValues<Output>, JSONStreamError>

  private struct State {
    /// The number of the next block to start, and its offset.
    var next = 0
    var position: Int
    var delivered = 0
    /// The number of blocks that are on threads.
    var running = 0
    /// The blocks that are done and not delivered yet.
    var ready: [Int: Block] = [:]
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let file: OpenFile
  private let end: Int
  private let options: JSONLinesFile
  private let threads: Int
  private let window: Int
  private let source: BlockSource<Output>
  private let state: Locked<State>
  private let cancelled = AtomicMemory(count: 1)
  private let arrived = DispatchSemaphore(value: 0)

  init(_ options: JSONLinesFile, _ source: BlockSource<Output>) throws(JSONStreamError) {
    file = try OpenFile(path: options.path)
    let length = try file.length()
    let range = options.range ?? 0..<length
    end = min(range.upperBound, length)
    self.options = options
    self.source = source
    threads = options.threads > 0 ? min(options.threads, 1024) : JSONLinesFile.cores
    // One block is ready while every thread is busy. The consumer's current block is not counted.
    window = threads + 1
    state = Locked(State(position: min(max(range.lowerBound, 0), end)))
  }

  /// Stops the threads at their next line, and wakes up a waiting task.
  func cancel() {
    cancelled[0].storeRelaxed(1)
    let waiting = state.withLock { $0.waiting.take() }
    waiting?.resume()
  }

  // MARK: - The consumer

  /// The values of the next block. Blocks the thread until they are ready. `nil` at the end.
  func next() throws(JSONStreamError) -> BlockValues<Output>? {
    start()
    while true {
      if let found = take() {
        start()
        return try found?.get()
      }
      arrived.wait()
    }
  }

  /// The values of the next block. The task waits for them. `nil` at the end, or after cancellation.
  func nextWaiting(isolation actor: isolated (any Actor)?) async throws(JSONStreamError)
    -> BlockValues<Output>?
  {
    start()
    while !isCancelled {
      if let found = take() {
        start()
        return try found?.get()
      }
      await withTaskCancellationHandler(
        operation: {
          await withCheckedContinuation(isolation: actor) { continuation in
            let mayContinue = state.withLock { state in
              if isCancelled || isReady(state) { return true }
              state.waiting = continuation
              return false
            }
            if mayContinue { continuation.resume() }
          }
        },
        onCancel: { cancel() },
        isolation: actor)
    }
    return nil
  }

  private func isReady(_ state: State) -> Bool {
    state.delivered == state.next
      || (options.isOrdered ? state.ready[state.delivered] != nil : !state.ready.isEmpty)
  }

  /// The next block if it is ready, or `.some(nil)` at the end. `nil` if it is not ready.
  private func take() -> Block?? {
    state.withLock { state -> Block?? in
      if state.delivered == state.next { return .some(nil) }
      let key = options.isOrdered ? state.delivered : state.ready.keys.first
      guard let key, let values = state.ready.removeValue(forKey: key) else { return .none }
      state.delivered += 1
      return values
    }
  }

  // MARK: - Threads

  /// Starts blocks while threads are free and the window has room.
  private func start() {
    while let block = claim() {
      DispatchQueue.global(qos: .userInitiated).async {
        // The thread continues with later blocks if the consumer keeps up.
        var block = block
        while true {
          self.deliver(block.number, self.read(block.range))
          guard let next = self.claim() else { return }
          block = next
        }
      }
    }
  }

  /// The next block to start, if there is one, a thread is free, and the window has room.
  private func claim() -> (number: Int, range: Range<Int>)? {
    state.withLock { state in
      guard state.position < end, state.next - state.delivered < window, state.running < threads,
        !isCancelled
      else { return nil }
      let size = max(1, options.blockSize)
      let upper = end - state.position <= size ? end : state.position + size
      defer {
        state.next += 1
        state.running += 1
        state.position = upper
      }
      return (state.next, state.position..<upper)
    }
  }

  private func deliver(_ number: Int, _ values: Block) {
    let waiting = state.withLock { state in
      state.ready[number] = values
      state.running -= 1
      return isReady(state) ? state.waiting.take() : nil
    }
    waiting?.resume()
    arrived.signal()
  }

  /// Makes values of a block's lines. Called on a thread.
  private func read(_ range: Range<Int>) -> Block {
    let block = LineBlock(file: file, range: range, options: options)
    var values = BlockValues<Output>()
    do throws(JSONStreamError) {
      // Not for each line: to copy the source takes 10 ns, a tenth of the time of a short line.
      switch source {
      case .each(let make):
        try read(block, into: &values) { (pump, values) throws(JSONStreamError) in
          values.values.append(try make(pump))
        }
      case .documents(let options, _):
        values.documents = PackedDocuments(options: options, textLength: range.count)
        try read(block, into: &values) { (pump, values) throws(JSONStreamError) in
          try pump.pack(into: &values.documents)
        }
      }
      return .success(values)
    } catch {
      return .failure(error)
    }
  }

  private func read(
    _ block: LineBlock, into values: inout BlockValues<Output>,
    _ addValue: (LinePump, inout BlockValues<Output>) throws(JSONStreamError) -> Void
  ) throws(JSONStreamError) {
    values.lines = try block.forEach {
      do throws(JSONStreamError) {
        try addValue($0, &values)
        return !isCancelled
      } catch {
        return add(error, to: &values)
      }
    } failed: {
      add($0, to: &values)
    }
  }

  /// Adds the error unless the policy leaves it out. Returns whether more lines are wanted.
  private func add(_ error: JSONStreamError, to values: inout BlockValues<Output>) -> Bool {
    if options.policy == .skip { return !isCancelled }
    let moved = options.isOrdered ? error : error.moved(lines: nil)
    values.failures.append((values.count, moved))
    return options.policy != .fail && !isCancelled
  }

  private var isCancelled: Bool { cancelled[0].loadRelaxed() != 0 }
}
