public import RushJSONCore
import RushJSONStreams

/// The next step of reading a file of records.
@usableFromInline
enum BlockStep {
  /// Deliver the value at this index of the current block.
  case value(Int)
  /// Deliver the values of the pump.
  case lines
  case failure(JSONStreamError)
  case end

  /// The value or the error. Only this is generic over the values. It is inlined into programs, because code without
  /// specialisation would look up the types of results and optionals (1,300 instructions per line).
  @inlinable
  func result<Output>(_ reading: BlockReading<Output>) -> Result<Output, JSONStreamError>? {
    switch self {
    case .value(let index): .success(reading.value(index))
    case .failure(let error): .failure(error)
    case .lines, .end: nil
    }
  }
}

/// The consumer's side of a file of records: the current block, and the queue of the blocks after it.
@usableFromInline
final class BlockReading<Output: Sendable> {
  private let source: JSONLinesFile.Values<Output>
  private let pump: RecordPump?
  private var blocks: BlockQueue<Output>?
  private var reader: BlockReader?
  /// Whether the current block is one that the consumer reads itself: the pump has its values.
  @exclusivity(unchecked)
  @usableFromInline
  private(set) var isReadingLines = false
  /// The worker that has read the current block, if one has.
  private var worker: Int?
  private var count = 0
  private var failures: [(place: Int, error: JSONStreamError)] = []
  /// The values, unless they are documents that are packed.
  // The checks took 3 % of the time of short lines.
  @exclusivity(unchecked)
  private var values: [Output] = []
  @exclusivity(unchecked)
  private var documents = PackedReader()
  private let unpack: (@Sendable (inout PackedReader, Int) -> Output)?
  /// The next value and the next error of the block.
  private var value = 0
  private var failure = 0
  /// The lines or elements before the block, and before the one after it.
  private var recordsBefore = 0
  private var recordsPassed = 0
  private var indexLevel: Int?
  private var isEnded = false

  /// - Parameter pump: The pump whose lines the consumer reads itself, if it may block.
  init(_ source: JSONLinesFile.Values<Output>, pump: RecordPump? = nil) {
    self.source = source
    self.pump = pump
    unpack = source.source.unpack
  }

  deinit { blocks?.cancel() }

  @usableFromInline
  func next() -> BlockStep {
    do throws(JSONStreamError) {
      while !isEnded {
        if unsafe isReadingLines, try advance() { return .lines }
        if let step = current() { return step }
        let blocks = try queue()
        if !(try load(blocks)) { blocks.wait() }
      }
    } catch {
      end()
      return .failure(error)
    }
    return .end
  }

  /// Several tasks may wait here if they belong to the same actor. Between two suspensions, one of them looks at the
  /// block, or takes the next one.
  @usableFromInline
  func nextWaiting(isolation actor: isolated (any Actor)?) async throws -> BlockStep {
    while !isEnded {
      if let step = current() { return step }
      try Task.checkCancellation()
      do throws(JSONStreamError) {
        guard let blocks else {
          try await open(isolation: actor)
          continue
        }
        if !(try load(blocks)) { await blocks.wait(isolation: actor) }
      } catch {
        end()
        return .failure(error)
      }
    }
    return .end
  }

  /// Opens the file on another thread, because a file system may wait for a network.
  private func open(isolation actor: isolated (any Actor)?) async throws(JSONStreamError) {
    let path = source.file.path
    // Not the continuation's value: the thread sanitizer sees a lock, but not what a continuation synchronises.
    let opened = Locked<Result<OpenFile, JSONStreamError>?>(nil)
    await withCheckedContinuation(isolation: actor) { continuation in
      OwnThread.start {
        let result = Result { () throws(JSONStreamError) in try OpenFile(path: path) }
        opened.withLock { $0 = result }
        continuation.resume()
      }
    }
    // Another task may have opened it meanwhile, or ended the reading.
    guard blocks == nil, !isEnded, let file = try opened.withLock({ $0.take() })?.get() else {
      return
    }
    blocks = try BlockQueue(file, source.file, source.source, consumerReads: false)
  }

  private func queue() throws(JSONStreamError) -> BlockQueue<Output> {
    if let blocks { return blocks }
    let file = try OpenFile(path: source.file.path)
    let queue = try BlockQueue(file, source.file, source.source, consumerReads: true)
    blocks = queue
    reader = queue.reader(pump)
    return queue
  }

  // MARK: - Blocks that the consumer reads

  /// Reads the next piece of the block, whose values the pump has then. Returns `false` at the end of the block.
  private func advance() throws(JSONStreamError) -> Bool {
    guard let reader else { return false }
    if reader.isAtEnd {
      recordsPassed = reader.recordsPassed
      unsafe isReadingLines = false
      return false
    }
    try reader.advance()
    return true
  }

  /// The error of a line that the pump delivers, which may end the reading.
  @usableFromInline
  func failed(_ error: JSONStreamError) -> JSONStreamError {
    if error.endsStream || source.file.policy == .fail { end() }
    return source.file.placed(error)
  }

  // MARK: - Blocks that workers read

  /// Takes the next block, or ends the reading. Returns `false` if the consumer must wait.
  private func load(_ blocks: BlockQueue<Output>) throws(JSONStreamError) -> Bool {
    unload(blocks)
    switch blocks.turn() {
    case .values(let next): load(try next.get())
    case .read(let part):
      reader?.begin(part, after: recordsPassed)
      unsafe isReadingLines = true
    case .wait: return false
    case .end: end()
    }
    return true
  }

  private func load(_ next: BlockValues<Output>) {
    count = next.outcome.count
    failures = next.outcome.failures
    unsafe values = next.values
    unsafe documents.documents = next.documents
    value = 0
    failure = 0
    recordsBefore = recordsPassed
    let countsLines = source.file.isOrdered && source.file.countsLines
    unsafe documents.linesBefore = countsLines ? recordsPassed : nil
    recordsPassed += next.outcome.records
    indexLevel = next.outcome.indexLevel
    worker = next.worker
    assert(unsafe unpack != nil || values.count == count)
    assert(failures.allSatisfy { $0.place >= 0 && $0.place <= next.outcome.count })
  }

  /// Gives the current block back.
  private func unload(_ blocks: BlockQueue<Output>) {
    guard let worker else { return }
    self.worker = nil
    var last = BlockValues<Output>()
    last.worker = worker
    unsafe swap(&last.values, &values)
    unsafe swap(&last.documents, &documents.documents)
    blocks.takeBack(last)
  }

  /// A value of the block.
  @usableFromInline
  func value(_ index: Int) -> Output {
    assert(index >= 0 && index < count)
    if let unpack { return unsafe unpack(&documents, index) }
    return unsafe values[index]
  }

  /// The next value of the block, or the error in its place; `nil` at its end.
  private func current() -> BlockStep? {
    if failure < failures.count, failures[failure].place == value {
      return .failure(nextFailure())
    }
    guard value < count else { return nil }
    defer { value += 1 }
    return .value(value)
  }

  /// The error, with lines counted from the start of the file. Blocks out of order have no lines.
  private func nextFailure() -> JSONStreamError {
    assert(failures[failure].place == value)
    let error = failures[failure].error
    failure += 1
    if error.endsStream || source.file.policy == .fail { end() }
    if let indexLevel {
      return error.moved(indexes: Array(repeating: nil, count: indexLevel) + [recordsBefore])
    }
    return recordsBefore == 0 || !source.file.isOrdered ? error : error.moved(lines: recordsBefore)
  }

  /// Ends the iteration and releases the values, even if the caller keeps the iterator.
  private func end() {
    isEnded = true
    unsafe isReadingLines = false
    (count, failures) = (0, [])
    unsafe values = []
    unsafe documents = PackedReader()
    blocks?.cancel()
    blocks = nil
    reader = nil
  }
}
