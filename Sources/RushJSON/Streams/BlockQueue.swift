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
final class BlockQueue<Output: Sendable>: Sendable {
  private struct State {
    /// The number of the next block to be started, and where it begins.
    var next = 0
    var position: Int
    /// The next block to be given, in order.
    var given = 0
    /// What is done and not given yet.
    var ready: [Int: Result<BlockValues<Output>, JSONFileError>] = [:]
  }

  private let file: OpenFile
  private let end: Int
  private let options: JSONLinesFile
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
    let cores = JSONLinesFile.cores
    // One is being given, and one waits for a thread.
    window = (options.threads > 0 ? options.threads : cores) + 2
    state = Mutex(State(position: min(max(range.lowerBound, 0), end)))
  }

  /// Ends the threads' work at their next line.
  func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// The values of the next block; waits for them. `nil` at the end.
  func next() throws(JSONFileError) -> BlockValues<Output>? {
    while start() {}
    while true {
      let found = state.withLock { state -> Result<BlockValues<Output>, JSONFileError>?? in
        if state.given == state.next { return .some(nil) }
        let key = options.isOrdered ? state.given : state.ready.keys.first
        guard let key, let values = state.ready.removeValue(forKey: key) else { return .none }
        state.given += 1
        return values
      }
      if let found { return try found?.get() }
      arrived.wait()
    }
  }

  /// Starts another block, if there is one and the window has room.
  private func start() -> Bool {
    let block = state.withLock { state -> (number: Int, range: Range<Int>)? in
      guard state.position < end, state.next - state.given < window, !isCancelled else {
        return nil
      }
      let size = max(1, options.blockSize)
      let upper = end - state.position <= size ? end : state.position + size
      defer {
        state.next += 1
        state.position = upper
      }
      return (state.next, state.position..<upper)
    }
    guard let block else { return false }
    DispatchQueue.global(qos: .userInitiated).async {
      let values = self.read(block.range)
      self.state.withLock { $0.ready[block.number] = values }
      self.arrived.signal()
    }
    return true
  }

  /// On a thread: makes values of a block's lines.
  private func read(_ range: Range<Int>) -> Result<BlockValues<Output>, JSONFileError> {
    var values = BlockValues<Output>()
    let block = LineBlock(file: file, range: range, maximumLength: options.maximumLength)
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
