// Files of lines, read on all cores:
//
//   JSONLinesFile ─→ BlockQueue ─┬→ workers: FileLines, BlockValues ─┬→ BlockReading ─→ results
//                                └→ the loop: FileLines ─────────────┘
//
// Each line belongs to one block (FileLines), so threads need to know nothing of each other. A loop that may block reads
// blocks itself, and makes their values one by one: these stay in the cache, and the thread that allocates them frees them.
// With one thread, there is no worker. A task must not block, so workers make all values for it.
//
// Only the making of results is generic over the values and inlined into programs (BlockStep, RecordValues).

import Dispatch
import RushJSONCore
import RushJSONStreams

/// Blocks of a file on their way through several threads, in a window of bounded length.
///
///   blocks   0  1  2  3  4  5  6  7 …
///            └done─┘  │  └on workers┘
///                   left for the consumer
///
/// A worker takes a block when its thread runs, and only if the window has room. So the threads are ahead of the consumer
/// by the length of the window at most, and the consumer never waits for a block that nobody has begun: a queue whose
/// threads are all busy may never run the worker.
///
/// The consumer reads blocks line by line, between those that workers have read. So a worker leaves it the first block that
/// nobody has begun, unless there is no other.
///
/// The consumer gives a block back, and its worker frees the values before it reads another one. If the consumer freed
/// them, both threads would wait for the lock of the worker's memory (2.4 times the time of one thread: trees).
///
/// A pipe or a device has no offsets to begin at, so one worker reads it, a chunk for each block. It may wait for bytes
/// for ever, so it has a thread of its own.
final class BlockQueue<Output: Sendable>: Sendable {
  /// A part of the file, and its place among the blocks.
  private struct Block {
    let number: Int
    let range: Range<Int>
  }

  typealias Values = Result<BlockValues<Output>, JSONStreamError>

  /// The consumer's next step.
  enum Turn {
    case values(Values)
    /// Read this range line by line.
    case read(Range<Int>)
    case wait
    case end
  }

  private struct Worker {
    let number: Int
    let lines: FileLines
  }

  private struct State {
    /// The number of the next block, and its offset.
    var next = 0
    var position: Int
    var delivered = 0
    /// The workers that are not busy.
    var idle: [Worker]
    /// The numbers of the others.
    var busy: Set<Int> = []
    /// The number of workers that were asked for and do not run yet.
    var asked = 0
    /// The blocks that are done and not delivered yet.
    var ready: [Int: Values] = [:]
    /// The block that workers leave for the consumer.
    var left: Block?
    /// The blocks of each worker that the consumer has given back.
    var used: [Int: [BlockValues<Output>]] = [:]

    init(_ workers: [FileLines], position: Int) {
      idle = workers.enumerated().map { Worker(number: $0, lines: $1) }
      self.position = position
    }
  }

  private let file: OpenFile
  /// The length of a regular file, or `nil`; and the end of the range in it.
  private let length: Int?
  private let end: Int
  private let options: JSONLinesFile
  private let consumerReads: Bool
  /// Whether there is no worker.
  private let isAlone: Bool
  private let window: Int
  private let source: BlockSource<Output>
  private let state: Locked<State>
  private let cancelled = AtomicMemory(count: 1)
  private let arrived = DispatchSemaphore(value: 0)
  private let tasks = WaitingTasks()
  /// The thread of the worker of what is no regular file.
  private let thread: OwnThread?
  /// Runs a worker of a regular file, now or later.
  private let runWorker: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - consumerReads: Whether the consumer may block, and so reads lines itself.
  ///   - runWorker: Runs a worker of a regular file. Tests replace it.
  init(
    _ file: OpenFile, _ options: JSONLinesFile, _ source: BlockSource<Output>, consumerReads: Bool,
    runWorker: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
      DispatchQueue.global(qos: .userInitiated).async(execute: $0)
    }
  ) throws(JSONStreamError) {
    self.runWorker = runWorker
    self.file = file
    self.options = options
    self.source = source
    let length = try file.length()
    let range = options.range ?? 0..<(length ?? .max)
    let start = max(range.lowerBound, 0)
    let threads: Int
    let workers: [FileLines]
    if let length {
      threads = options.threads > 0 ? min(options.threads, 1024) : JSONLinesFile.cores
      workers = (0..<(consumerReads ? threads - 1 : threads)).map { _ in
        FileLines(file, length: length, options)
      }
      end = min(range.upperBound, length)
      state = Locked(State(workers, position: min(start, end)))
    } else {
      let lines = FileLines(file, length: nil, options)
      lines.begin(start..<max(0, range.upperBound))
      threads = 1
      workers = [lines]
      // One position for all chunks.
      end = 1
      state = Locked(State(workers, position: lines.isAtEnd ? end : 0))
    }
    self.length = length
    thread = length == nil ? OwnThread() : nil
    self.consumerReads = consumerReads && length != nil
    isAlone = workers.isEmpty
    // One block is ready while every thread is busy. The consumer's current block is not counted.
    window = threads + 1
  }

  /// Stops the workers at their next line, and wakes up waiting tasks.
  func cancel() {
    cancelled[0].storeRelaxed(1)
    tasks.wakeAll()
  }

  private var isCancelled: Bool { cancelled[0].loadRelaxed() != 0 }

  // MARK: - The consumer

  /// Returns what the consumer does next. Starts workers.
  func turn() -> Turn {
    let turn = state.withLock { nextTurn(&$0) }
    start()
    return turn
  }

  private func nextTurn(_ state: inout State) -> Turn {
    let key = options.isOrdered ? state.delivered : state.ready.keys.first
    if let key, let values = state.ready.removeValue(forKey: key) {
      state.delivered += 1
      assert(state.delivered <= state.next)
      return .values(values)
    }
    if consumerReads {
      let isBegun = options.isOrdered && (state.left?.number ?? state.next) != state.delivered
      if !isBegun, let block = state.left.take() ?? nextBlock(&state) {
        state.delivered += 1
        assert(state.delivered <= state.next)
        return .read(block.range)
      }
    }
    return isAtEnd(state) ? .end : .wait
  }

  /// Takes a block back whose values were delivered.
  func takeBack(_ values: BlockValues<Output>) {
    state.withLock { $0.used[values.worker, default: []].append(values) }
  }

  /// Blocks the thread until another block may be ready.
  func wait() { arrived.wait() }

  /// Waits until a block may be ready, the queue is cancelled, or the task is. Several tasks may wait.
  func wait(isolation actor: isolated (any Actor)?) async {
    await tasks.wait(isolation: actor) { isCancelled || state.withLock { isReady($0) } }
  }

  private func isAtEnd(_ state: State) -> Bool {
    state.position >= end && state.delivered == state.next
  }

  private func isReady(_ state: State) -> Bool {
    isAtEnd(state)
      || (options.isOrdered ? state.ready[state.delivered] != nil : !state.ready.isEmpty)
  }

  /// The lines of the file, for the consumer.
  func lines(_ pump: LinePump?) -> FileLines { FileLines(file, length: length, options, pump) }

  // MARK: - Workers

  /// Asks for workers if there are blocks for them.
  private func start() {
    let count = state.withLock { state in
      let count = hasBlocks(state) ? state.idle.count - state.asked : 0
      state.asked += count
      return count
    }
    for _ in 0..<count {
      if let thread {
        thread.run { self.work() }
      } else {
        // Not retained: it may be long until a thread is free.
        runWorker { [weak self] in self?.work() }
      }
    }
  }

  private func hasBlocks(_ state: State) -> Bool {
    !isCancelled && (state.left != nil || state.position < end && hasRoom(state, for: 1))
  }

  /// Reads a block, if there is one, and later ones if the consumer keeps up.
  private func work() {
    let begun: (worker: Worker, block: Block)? = state.withLock { state in
      assert(state.asked > 0)
      state.asked -= 1
      guard let worker = state.idle.last, let block = blockOfWorker(&state) else { return nil }
      state.idle.removeLast()
      state.busy.insert(worker.number)
      return (worker, block)
    }
    guard let (worker, block) = begun else { return }
    var next: Block? = block
    while let block = next {
      deliver(block.number, read(block.range, by: worker))
      next = state.withLock { state in
        let block = blockOfWorker(&state)
        if block == nil {
          state.idle.append(worker)
          state.busy.remove(worker.number)
        }
        return block
      }
    }
  }

  /// The memory for a worker's next block. Frees the values of those that it has got back, and those of idle workers,
  /// which may stay idle.
  private func memory(of worker: Worker) -> BlockValues<Output> {
    var used = state.withLock { state in
      let free = state.used.keys.filter { $0 == worker.number || !state.busy.contains($0) }
      return free.flatMap { state.used.removeValue(forKey: $0) ?? [] }
    }
    var values = used.popLast() ?? BlockValues()
    values.removeAll()
    values.worker = worker.number
    return values
  }

  /// The next block for a worker. Leaves one for the consumer.
  private func blockOfWorker(_ state: inout State) -> Block? {
    if isCancelled { return nil }
    if consumerReads, options.isOrdered, state.left == nil, hasRoom(state, for: 2) {
      state.left = nextBlock(&state)
    }
    return nextBlock(&state) ?? state.left.take()
  }

  private func hasRoom(_ state: State, for blocks: Int) -> Bool {
    state.next + blocks - state.delivered <= window
  }

  /// The next block that nobody has begun or left, if the window has room for it.
  private func nextBlock(_ state: inout State) -> Block? {
    guard state.position < end, hasRoom(state, for: 1) else { return nil }
    defer { state.next += 1 }
    if length == nil { return Block(number: state.next, range: 0..<0) }
    let size = isAlone ? Int.max : max(1, options.blockSize)
    let start = state.position
    state.position = end - start <= size ? end : start + size
    return Block(number: state.next, range: start..<state.position)
  }

  private func deliver(_ number: Int, _ values: Values) {
    let mayWake = state.withLock { state in
      assert(number < state.next && state.ready[number] == nil)
      state.ready[number] = values
      return isReady(state)
    }
    if mayWake { tasks.wakeAll() }
    arrived.signal()
  }

  /// Makes values of a block's lines.
  private func read(_ range: Range<Int>, by worker: Worker) -> Values {
    var values = memory(of: worker)
    do throws(JSONStreamError) {
      if source.unpack != nil {
        values.documents.prepare(source.options, textLength: range.count)
        try read(range, by: worker, &values.outcome) { (pump) throws(JSONStreamError) in
          try pump.pack(into: &values.documents)
        }
      } else {
        try read(range, by: worker, &values.outcome, into: &values.values)
      }
      return .success(values)
    } catch {
      return .failure(error)
    }
  }

  // Generic over the array, and never inlined: otherwise its type would be looked up for each value (8 % of the time of
  // short lines).
  @inline(never)
  private func read<List: RangeReplaceableCollection<Output>>(
    _ range: Range<Int>, by worker: Worker, _ outcome: inout BlockOutcome, into list: inout List
  ) throws(JSONStreamError) {
    // Not for each line: to copy the source takes 10 ns, a tenth of the time of a short line.
    let make = source.make
    try read(range, by: worker, &outcome) { (pump) throws(JSONStreamError) in
      list.append(try make(pump))
    }
  }

  private func read(
    _ range: Range<Int>, by worker: Worker, _ outcome: inout BlockOutcome,
    _ addValue: (LinePump) throws(JSONStreamError) -> Void
  ) throws(JSONStreamError) {
    let lines = worker.lines
    if length == nil { return try readChunk(lines, &outcome, addValue) }
    lines.begin(range)
    while !lines.isAtEnd {
      try lines.advance()
      if !add(lines.pump, to: &outcome, addValue) { break }
    }
    outcome.lines = lines.linesPassed
  }

  /// Makes values of the lines that end in the next chunk. The reader counts the lines.
  private func readChunk(
    _ lines: FileLines, _ outcome: inout BlockOutcome,
    _ addValue: (LinePump) throws(JSONStreamError) -> Void
  ) throws(JSONStreamError) {
    var isAtEnd = true
    defer { if isAtEnd { state.withLock { $0.position = end } } }
    while try !file.isReadable(within: 100) {
      if isCancelled { return }
    }
    try lines.advance()
    isAtEnd = !add(lines.pump, to: &outcome, addValue) || lines.isAtEnd
  }

  /// Adds the values of the lines that the pump has. Returns whether more lines are wanted.
  private func add(
    _ pump: LinePump, to outcome: inout BlockOutcome,
    _ addValue: (LinePump) throws(JSONStreamError) -> Void
  ) -> Bool {
    while !isCancelled {
      let failure: JSONStreamError
      do throws(JSONStreamError) {
        switch pump.next() {
        case .record:
          try addValue(pump)
          outcome.count &+= 1
          continue
        case .failure(let error): failure = error
        case .needsChunk, .end: return true
        }
      } catch {
        if !pump.delivers(error) { continue }
        failure = error
      }
      outcome.failures.append((outcome.count, options.placed(failure)))
      if options.policy == .fail { break }
    }
    return false
  }
}

extension JSONLinesFile {
  /// The error, with its line if lines are counted.
  func placed(_ error: JSONStreamError) -> JSONStreamError {
    isOrdered ? error : error.moved(lines: nil)
  }
}
