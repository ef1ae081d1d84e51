// Files of lines, read on all cores:
//
//   JSONLinesFile ─→ BlockQueue ─→ threads: LineBlock, LinePump ─→ BlockQueue ─→ BlockReading ─→ results
//
// Threads need to know nothing of each other, because each line belongs to one block (LineBlock). Documents are packed
// into three arrays for each block (PackedDocuments) and made by the consumer. Only the making of results is generic over
// the values and inlined into programs (BlockStep).

import Dispatch
import RushJSONCore
import RushJSONStreams

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
///
/// What is not a regular file has no offsets to begin at. One thread at a time reads it then, a chunk for each block.
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
  }

  private let file: OpenFile
  private let inOrder: LinesInOrder?
  /// The length of a regular file, and the end of the range in it.
  private let length: Int
  private let end: Int
  private let options: JSONLinesFile
  private let threads: Int
  private let window: Int
  private let source: BlockSource<Output>
  private let state: Locked<State>
  private let cancelled = AtomicMemory(count: 1)
  private let arrived = DispatchSemaphore(value: 0)
  private let tasks = WaitingTasks()

  init(
    _ file: OpenFile, _ options: JSONLinesFile, _ source: BlockSource<Output>
  ) throws(JSONStreamError) {
    self.file = file
    self.options = options
    self.source = source
    let wanted = options.threads > 0 ? min(options.threads, 1024) : JSONLinesFile.cores
    if let length = try file.length() {
      let range = options.range ?? 0..<length
      self.length = length
      end = min(range.upperBound, length)
      state = Locked(State(position: min(max(range.lowerBound, 0), end)))
      inOrder = nil
      threads = wanted
    } else {
      // One position for all chunks.
      length = 0
      end = 1
      state = Locked(State(position: 0))
      inOrder = LinesInOrder(file, options)
      threads = 1
    }
    // One block is ready while every thread is busy. The consumer's current block is not counted.
    window = threads + 1
  }

  /// Stops the threads at their next line, and wakes up waiting tasks.
  func cancel() {
    cancelled[0].storeRelaxed(1)
    tasks.wakeAll()
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

  /// The next block if it is ready, or `.some(nil)` at the end. `nil` if it is not ready.
  func poll() -> Block?? {
    start()
    let found = take()
    if found != nil { start() }
    return found
  }

  /// Waits until a block may be ready, the queue is cancelled, or the task is. Several tasks may wait.
  func wait(isolation actor: isolated (any Actor)?) async {
    await tasks.wait(isolation: actor) { isCancelled || state.withLock { isReady($0) } }
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
      defer {
        state.next += 1
        state.running += 1
      }
      if inOrder != nil { return (state.next, 0..<0) }
      let size = max(1, options.blockSize)
      let upper = end - state.position <= size ? end : state.position + size
      defer { state.position = upper }
      return (state.next, state.position..<upper)
    }
  }

  private func deliver(_ number: Int, _ values: Block) {
    let mayWake = state.withLock { state in
      state.ready[number] = values
      state.running -= 1
      return isReady(state)
    }
    if mayWake { tasks.wakeAll() }
    arrived.signal()
  }

  /// Makes values of a block's lines: those in a range of the file, or in the next chunk. Called on a thread.
  private func read(_ range: Range<Int>) -> Block {
    var values = BlockValues<Output>()
    do throws(JSONStreamError) {
      // Not for each line: to copy the source takes 10 ns, a tenth of the time of a short line.
      switch source {
      case .each(let make):
        try read(range, into: &values) { (pump, values) throws(JSONStreamError) in
          values.values.append(try make(pump))
        }
      case .documents(let options, _):
        values.documents = PackedDocuments(options: options, textLength: range.count)
        try read(range, into: &values) { (pump, values) throws(JSONStreamError) in
          try pump.pack(into: &values.documents)
        }
      }
      return .success(values)
    } catch {
      return .failure(error)
    }
  }

  private func read(
    _ range: Range<Int>, into values: inout BlockValues<Output>,
    _ addValue: (LinePump, inout BlockValues<Output>) throws(JSONStreamError) -> Void
  ) throws(JSONStreamError) {
    func add(_ pump: LinePump) -> Bool {
      do throws(JSONStreamError) {
        try addValue(pump, &values)
        return !isCancelled
      } catch {
        return self.add(error, to: &values)
      }
    }
    if let inOrder {
      // The reader counts the lines.
      try readInOrder(inOrder, add) { self.add($0, to: &values) }
    } else {
      values.lines = try LineBlock(file: file, range: range, length: length, options: options)
        .forEach(add) { self.add($0, to: &values) }
    }
  }

  private func readInOrder(
    _ lines: LinesInOrder, _ value: (LinePump) -> Bool, failed: (JSONStreamError) -> Bool
  ) throws(JSONStreamError) {
    var isAtEnd = true
    defer { if isAtEnd { state.withLock { $0.position = end } } }
    if !lines.isAtEnd {
      try lines.forEach(value, failed: failed, isCancelled: { isCancelled })
    }
    isAtEnd = lines.isAtEnd
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
