import Dispatch
import RushJSONCore
import Synchronization

/// What became of the lines of one block.
struct BlockValues<Output: Sendable>: Sendable {
  var results: [Result<Output, JSONRecordError>] = []
  /// How many lines ended.
  var lines = 0

  /// The results, with lines counted from the start of the file.
  func results(after linesBefore: Int?) -> [Result<Output, JSONRecordError>] {
    if linesBefore == 0 { return results }
    return results.map { $0.mapError { $0.moved(lines: linesBefore) } }
  }
}

/// Blocks of a file on their way through several threads, in a window of bounded length.
///
///   blocks   0  1  2  3  4  5  6  7 …
///            └given┘  │  └─on threads┘
///                  ready, or waited for: the next to be given
///
/// A block is started only if there is a thread for it, and room in the window: so the threads are never
/// further ahead of the consumer than the window is long, however slow it is.
final class BlockQueue<Output: Sendable>: Sendable {
  typealias Block = Result<BlockValues<Output>, JSONFileError>

  private struct State {
    /// The number of the next block to be started, and where it begins.
    var next = 0
    var position: Int
    /// How many blocks were given.
    var given = 0
    /// How many are on threads.
    var running = 0
    /// What is done and not given yet.
    var ready: [Int: Block] = [:]
    /// A task that waits for a block.
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let file: OpenFile
  private let end: Int
  private let options: JSONLinesFile
  private let threads: Int
  private let window: Int
  private let make: @Sendable (JSONRecord) throws -> Output
  private let state: Mutex<State>
  private let cancelled = Atomic(false)
  private let arrived = DispatchSemaphore(value: 0)

  init(
    _ options: JSONLinesFile, make: @escaping @Sendable (JSONRecord) throws -> Output
  ) throws(JSONFileError) {
    file = try OpenFile(path: options.path)
    let length = try file.length()
    let range = options.range ?? 0..<length
    end = min(range.upperBound, length)
    self.options = options
    self.make = make
    threads = options.threads > 0 ? options.threads : JSONLinesFile.cores
    // One is ready when a thread takes up another. What the consumer has in hand is not counted.
    window = threads + 1
    state = Mutex(State(position: min(max(range.lowerBound, 0), end)))
  }

  /// Ends the threads' work at their next line, and the waiting for it.
  func cancel() {
    cancelled.store(true, ordering: .relaxed)
    let waiting = state.withLock { $0.waiting.take() }
    waiting?.resume()
  }

  // MARK: - Blocks in order

  /// The values of the next block; the thread waits for them. `nil` at the end.
  func next() throws(JSONFileError) -> BlockValues<Output>? {
    start()
    while true {
      if let found = take() {
        start()
        return try found?.get()
      }
      arrived.wait()
    }
  }

  /// The values of the next block; the task waits for them. `nil` at the end, or when all was cancelled.
  func nextWaiting(isolation actor: isolated (any Actor)?) async throws(JSONFileError)
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
            let mayGoOn = state.withLock { state in
              if isCancelled || isReady(state) { return true }
              state.waiting = continuation
              return false
            }
            if mayGoOn { continuation.resume() }
          }
        },
        onCancel: { cancel() },
        isolation: actor)
    }
    return nil
  }

  private func isReady(_ state: State) -> Bool {
    state.given == state.next
      || (options.isOrdered ? state.ready[state.given] != nil : !state.ready.isEmpty)
  }

  /// The next block if it is ready; of the end, nothing. `nil` if it is to be waited for.
  private func take() -> Block?? {
    state.withLock { state -> Block?? in
      if state.given == state.next { return .some(nil) }
      let key = options.isOrdered ? state.given : state.ready.keys.first
      guard let key, let values = state.ready.removeValue(forKey: key) else { return .none }
      state.given += 1
      return values
    }
  }

  // MARK: - Threads

  /// Starts as many blocks as there are threads and room for.
  private func start() {
    while let block = claim() {
      DispatchQueue.global(qos: .userInitiated).async {
        // The thread goes on with the blocks behind it, if the consumer keeps up.
        var block = block
        while true {
          self.deliver(block.number, self.read(block.range))
          guard let next = self.claim() else { return }
          block = next
        }
      }
    }
  }

  /// The next block, if there is one, the window has room for it, and so have the threads.
  private func claim() -> (number: Int, range: Range<Int>)? {
    state.withLock { state in
      guard state.position < end, state.next - state.given < window, state.running < threads,
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

  /// On a thread: makes values of a block's lines.
  private func read(_ range: Range<Int>) -> Block {
    var values = BlockValues<Output>()
    let block = LineBlock(file: file, range: range, options: options)
    do throws(JSONFileError) {
      values.lines = try block.forEach { record in
        let result = record.flatMap(value)
        if case .failure = result, options.policy == .skip { return !isCancelled }
        values.results.append(options.isOrdered ? result : result.mapError { $0.moved(lines: nil) })
        if case .failure = result, options.policy == .fail { return false }
        return !isCancelled
      }
      return .success(values)
    } catch {
      return .failure(error)
    }
  }

  private var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// A line's number is known only when all blocks before were counted, so `make` is not told.
  private func value(of record: JSONRecord) -> Result<Output, JSONRecordError> {
    let reason: JSONRecordError.Reason
    do {
      return .success(try make(record.moved(by: 0, lines: nil)))
    } catch let error as JSONRecordError {
      reason = error.reason
    } catch let error as JSONSyntaxError {
      reason = .syntax(error)
    } catch {
      reason = .value(error)
    }
    return .failure(
      JSONRecordError(
        reason, recordOffset: record.offset, line: record.line, bytes: record.bytes))
  }
}
