import Dispatch
public import RushJSONCore
import RushJSONStreams

/// The next step of reading a file of lines.
@usableFromInline
enum BlockStep {
  /// Deliver the value at this index of the current block.
  case value(Int)
  case failure(JSONStreamError)
  case end

  /// The value or the error. Only this is generic over the values. It is inlined into programs, because code without
  /// specialisation would look up the types of results and optionals (1,300 instructions per line).
  @inlinable
  func result<Output>(_ reading: BlockReading<Output>) -> Result<Output, JSONStreamError>? {
    switch self {
    case .value(let index): .success(reading.value(index))
    case .failure(let error): .failure(error)
    case .end: nil
    }
  }
}

/// The consumer's side of a file of lines: the current block, and the queue of the blocks after it.
@usableFromInline
final class BlockReading<Output: Sendable> {
  private let source: JSONLinesFile.Values<Output>
  private var blocks: BlockQueue<Output>?
  // The current block.
  private var count = 0
  private var failures: [(place: Int, error: JSONStreamError)] = []
  /// The values, unless they are documents that are packed.
  private var values: [Output] = []
  // The checks took 3 % of the time of short lines.
  @exclusivity(unchecked)
  private var documents = PackedReader()
  private let makeDocument: (@Sendable (inout PackedReader, Int) -> Output)?
  /// The next value and the next error of the block.
  private var value = 0
  private var failure = 0
  /// The lines before the block, and before the one after it.
  private var linesBefore = 0
  private var linesPassed = 0
  private var isEnded = false

  init(_ source: JSONLinesFile.Values<Output>) {
    self.source = source
    if case .documents(_, let make) = source.source {
      makeDocument = make
    } else {
      makeDocument = nil
    }
  }

  deinit { blocks?.cancel() }

  @usableFromInline
  func next() -> BlockStep {
    while !isEnded {
      if let step = current() { return step }
      do throws(JSONStreamError) { load(try queue().next()) } catch { return failed(error) }
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
        if let found = blocks.poll() {
          load(try found?.get())
        } else {
          await blocks.wait(isolation: actor)
        }
      } catch {
        return failed(error)
      }
    }
    return .end
  }

  /// Opens the file on another thread, because that of a pipe waits for its writer.
  private func open(isolation actor: isolated (any Actor)?) async throws(JSONStreamError) {
    let path = source.file.path
    // Not the continuation's value: the thread sanitizer sees a lock, but not what a continuation synchronises.
    let opened = Locked<Result<OpenFile, JSONStreamError>?>(nil)
    await withCheckedContinuation(isolation: actor) { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        let result = Result { () throws(JSONStreamError) in try OpenFile(path: path) }
        opened.withLock { $0 = result }
        continuation.resume()
      }
    }
    // Another task may have opened it meanwhile, or ended the reading.
    guard blocks == nil, !isEnded, let file = try opened.withLock({ $0.take() })?.get() else {
      return
    }
    blocks = try BlockQueue(file, source.file, source.source)
  }

  /// A value of the block.
  @usableFromInline
  func value(_ index: Int) -> Output {
    if let makeDocument { return unsafe makeDocument(&documents, index) }
    return values[index]
  }

  private func queue() throws(JSONStreamError) -> BlockQueue<Output> {
    if let blocks { return blocks }
    let queue = try BlockQueue(OpenFile(path: source.file.path), source.file, source.source)
    blocks = queue
    return queue
  }

  private func load(_ next: BlockValues<Output>?) {
    guard let next else { return end() }
    count = next.count
    failures = next.failures
    values = next.values
    unsafe documents.documents = next.documents
    value = 0
    failure = 0
    linesBefore = linesPassed
    linesPassed += next.lines
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
    let error = failures[failure].error
    failure += 1
    if error.endsStream || source.file.policy == .fail { end() }
    return linesBefore == 0 || !source.file.isOrdered ? error : error.moved(lines: linesBefore)
  }

  private func failed(_ error: JSONStreamError) -> BlockStep {
    end()
    return .failure(error)
  }

  /// Ends the iteration and releases the values, even if the caller keeps the iterator.
  private func end() {
    isEnded = true
    (count, failures, values) = (0, [], [])
    unsafe documents = PackedReader()
    blocks?.cancel()
    blocks = nil
  }
}
