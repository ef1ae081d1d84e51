// Files of lines or elements, read on all cores:
//
//   JSONLinesFile, ───→ BlockQueue ─┬→ workers: BlockReader, BlockValues ─┬→ BlockReading ─→ results
//   JSONElementsFile                └→ the loop: BlockReader ─────────────┘
//
// Each line belongs to one block (FileLines), so threads need to know nothing of each other. Parts of an array are found by
// one more thread (FileElements). A loop that may block reads
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
/// by the length of the window at most, and the consumer never waits for a block that no worker has begun: a queue whose
/// threads are all busy may never run the worker.
///
/// The consumer reads blocks line by line, between those that workers have read. So a worker leaves the first unread block
/// to the consumer, unless it is the only one.
///
/// The consumer gives a block back, and its worker frees the values before it reads the next block. If the consumer freed
/// them, both threads would wait for the lock of the worker's memory (2.4 times the time of one thread: trees).
///
/// A pipe or a device has no offsets to begin at, so one worker reads it, a chunk for each block. It may wait for bytes
/// for ever, so it has a thread of its own.
final class BlockQueue<Output: Sendable>: Sendable {
  /// A part of the file, and its place among the blocks.
  private struct Block {
    let number: Int
    let part: BlockPart
  }

  typealias Values = Result<BlockValues<Output>, JSONStreamError>

  /// The consumer's next step.
  enum Turn {
    case values(Values)
    /// Read this part record by record.
    case read(BlockPart)
    case wait
    case end
  }

  private struct Worker {
    let number: Int
    let reader: BlockReader
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
    /// The parts that the scan has found and nobody has begun, and whether the scan has begun.
    var found: [BlockPart] = []
    var isScanning = false

    init(_ workers: [BlockReader], position: Int) {
      idle = workers.enumerated().map { Worker(number: $0, reader: $1) }
      self.position = position
    }
  }

  private let file: OpenFile
  /// The length of a regular file, or `nil`; and the end of the range in it.
  private let length: Int?
  private let end: Int
  private let options: any BlockFile
  private let consumerReads: Bool
  /// Whether there is no worker.
  private let isAlone: Bool
  private let window: Int
  private let source: BlockSource<Output>
  private let state: Locked<State>
  private let cancelled = AtomicMemory(count: 1)
  private let arrived = DispatchSemaphore(value: 0)
  private let tasks = WaitingTasks()
  /// The thread of the worker of what one thread reads, or of the scan.
  private let thread: OwnThread?
  /// Finds parts, unless they can begin anywhere.
  private let scan: ElementScan?
  /// Counts what may give the scan room.
  private let moved = DispatchSemaphore(value: 0)
  /// Runs a worker of a regular file, now or later.
  private let runWorker: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameters:
  ///   - consumerReads: Whether the consumer may block, and so reads lines itself.
  ///   - runWorker: Runs a worker of a regular file. Tests replace it.
  init(
    _ file: OpenFile, _ options: any BlockFile, _ source: BlockSource<Output>, consumerReads: Bool,
    runWorker: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = {
      DispatchQueue.global(qos: .userInitiated).async(execute: $0)
    }
  ) throws(JSONStreamError) {
    self.runWorker = runWorker
    self.file = file
    self.options = options
    self.source = source
    let length = options.isDivisible ? try file.length() : nil
    let range = options.range ?? 0..<(length ?? .max)
    let start = max(range.lowerBound, 0)
    let threads: Int
    let workers: [BlockReader]
    if let length {
      threads = options.threads > 0 ? min(options.threads, 1024) : JSONLinesFile.cores
      workers = (0..<(consumerReads ? threads - 1 : threads)).map { _ in
        options.reader(file, length: length, nil)
      }
      end = min(range.upperBound, length)
      state = Locked(State(workers, position: min(start, end)))
    } else {
      let reader = options.reader(file, length: nil, nil)
      reader.begin(.range(start..<max(0, range.upperBound)), after: 0)
      threads = 1
      workers = [reader]
      // One position for all chunks.
      end = 1
      state = Locked(State(workers, position: reader.isAtEnd ? end : 0))
    }
    self.length = length
    scan = workers.isEmpty ? nil : length.flatMap { options.scan(file, length: $0) }
    thread = length == nil || scan != nil ? OwnThread() : nil
    self.consumerReads = consumerReads && length != nil
    isAlone = workers.isEmpty
    // One block is ready while every thread is busy. The consumer's current block is not counted.
    window = threads + 1
  }

  /// Stops the workers at their next line, and wakes up waiting tasks.
  func cancel() {
    cancelled[0].storeRelaxed(1)
    tasks.wakeAll()
    moved.signal()
  }

  private var isCancelled: Bool { cancelled[0].loadRelaxed() != 0 }

  // MARK: - The consumer

  /// Returns what the consumer does next. Starts workers.
  func turn() -> Turn {
    let turn = state.withLock { nextTurn(&$0) }
    if scan != nil { moved.signal() }
    start()
    return turn
  }

  private func nextTurn(_ state: inout State) -> Turn {
    let key = options.isOrdered ? state.delivered : state.ready.keys.min()
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
        return .read(block.part)
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

  /// A reader of the blocks that the consumer reads.
  func reader(_ pump: RecordPump?) -> BlockReader { options.reader(file, length: length, pump) }

  // MARK: - Workers

  /// Begins the scan, and asks for workers if there are blocks for them.
  private func start() {
    if let scan, let thread, beginsScan() { thread.run { self.run(scan) } }
    let count = state.withLock { state in
      let count = hasBlocks(state) ? state.idle.count - state.asked : 0
      state.asked += count
      return count
    }
    for _ in 0..<count {
      if length == nil, let thread {
        thread.run { self.work() }
      } else {
        // Not retained: it may be long until a thread is free.
        runWorker { [weak self] in self?.work() }
      }
    }
  }

  private func hasBlocks(_ state: State) -> Bool {
    if isCancelled { return false }
    let isMore = scan == nil ? state.position < end : !state.found.isEmpty
    return state.left != nil || isMore && hasRoom(state, for: 1)
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
      deliver(block.number, read(block.part, by: worker))
      next = state.withLock { state in
        let block = blockOfWorker(&state)
        if block == nil {
          state.idle.append(worker)
          state.busy.remove(worker.number)
        }
        return block
      }
      if scan != nil { moved.signal() }
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
    guard hasRoom(state, for: 1) else { return nil }
    if scan != nil {
      if state.found.isEmpty { return nil }
      defer { state.next += 1 }
      return Block(number: state.next, part: state.found.removeFirst())
    }
    guard state.position < end else { return nil }
    defer { state.next += 1 }
    if length == nil { return Block(number: state.next, part: .range(0..<0)) }
    let size = isAlone ? Int.max : max(1, options.blockSize)
    let start = state.position
    state.position = end - start <= size ? end : start + size
    return Block(number: state.next, part: .range(start..<state.position))
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

  /// Makes values of a block's records.
  private func read(_ part: BlockPart, by worker: Worker) -> Values {
    var values = memory(of: worker)
    do throws(JSONStreamError) {
      if source.unpack != nil {
        values.documents.prepare(source.options, textLength: part.byteCount)
        try read(part, by: worker, &values.outcome) { (pump) throws(JSONStreamError) in
          try pump.pack(into: &values.documents)
        }
      } else {
        try read(part, by: worker, &values.outcome, into: &values.values)
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
    _ part: BlockPart, by worker: Worker, _ outcome: inout BlockOutcome, into list: inout List
  ) throws(JSONStreamError) {
    // Not for each line: to copy the source takes 10 ns, a tenth of the time of a short line.
    let make = source.make
    try read(part, by: worker, &outcome) { (pump) throws(JSONStreamError) in
      list.append(try make(pump))
    }
  }

  private func read(
    _ part: BlockPart, by worker: Worker, _ outcome: inout BlockOutcome,
    _ addValue: (RecordPump) throws(JSONStreamError) -> Void
  ) throws(JSONStreamError) {
    let reader = worker.reader
    if length == nil || reader.isEndless { return try readChunk(reader, &outcome, addValue) }
    reader.begin(part, after: 0)
    while !reader.isAtEnd {
      try reader.advance()
      if !add(reader, to: &outcome, addValue) { break }
    }
    outcome.records = reader.recordsPassed
  }

  /// Makes values of the records that end in the next chunk. The reader counts them.
  private func readChunk(
    _ reader: BlockReader, _ outcome: inout BlockOutcome,
    _ addValue: (RecordPump) throws(JSONStreamError) -> Void
  ) throws(JSONStreamError) {
    var isAtEnd = true
    defer { if isAtEnd { state.withLock { $0.position = end } } }
    while try !file.isReadable(within: 100) {
      if isCancelled { return }
    }
    try reader.advance()
    isAtEnd = !add(reader, to: &outcome, addValue) || reader.isAtEnd
    outcome.indexLevel = reader.indexLevel
  }

  /// Adds the values of the records that the reader's pump has. Returns whether more are wanted.
  private func add(
    _ reader: BlockReader, to outcome: inout BlockOutcome,
    _ addValue: (RecordPump) throws(JSONStreamError) -> Void
  ) -> Bool {
    let pump = reader.pump
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
      outcome.failures.append((outcome.count, options.placed(reader.placed(failure))))
      if options.policy == .fail { break }
    }
    return false
  }
}

// MARK: - The scan

extension BlockQueue {
  private func beginsScan() -> Bool {
    state.withLock { state in
      defer { state.isScanning = true }
      return !state.isScanning && !isCancelled
    }
  }

  /// Finds parts, ahead of the consumer by those that the window has room for and one more. Then reads the rest.
  private func run(_ scan: ElementScan) {
    while wait(until: { $0.found.count + $0.next - $0.delivered <= window }) {
      let part = scan.next()
      if part.isRest { return readRest(part) }
      state.withLock { $0.found.append(part) }
      start()
      arrived.signal()
    }
  }

  /// Reads the rest after all parts were begun. Its errors end the values, so it comes last even without an order.
  private func readRest(_ part: BlockPart) {
    let number = state.withLock { $0.idle.count + $0.busy.count }
    let worker = Worker(number: number, reader: options.reader(file, length: length, nil))
    worker.reader.begin(part, after: 0)
    while wait(until: { state in
      state.found.isEmpty && state.left == nil && state.position < end && hasRoom(state, for: 1)
        && (options.isOrdered || state.delivered == state.next)
    }) {
      let number = state.withLock { state in
        defer { state.next += 1 }
        return state.next
      }
      deliver(number, read(part, by: worker))
      if state.withLock({ $0.position >= end }) { return }
    }
  }

  /// Waits until the state is as wanted. Returns `false` if the queue was cancelled.
  private func wait(until isWanted: (State) -> Bool) -> Bool {
    while !isCancelled {
      if state.withLock({ isWanted($0) }) { return true }
      moved.wait()
    }
    return false
  }
}
