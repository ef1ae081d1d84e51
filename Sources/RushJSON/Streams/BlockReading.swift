import RushJSONCore

/// The consumer's side of a file of lines: the current block, and the queue of the blocks after it.
final class BlockReading<Output: Sendable> {
  private let values: JSONLinesFile.Values<Output>
  private var blocks: BlockQueue<Output>?
  private var block = BlockValues<Output>()
  /// The next value and the next error of the block.
  private var value = 0
  private var failure = 0
  /// The lines before the block, and before the one after it.
  private var linesBefore = 0
  private var linesPassed = 0
  private var isEnded = false

  init(_ values: JSONLinesFile.Values<Output>) { self.values = values }
  deinit { blocks?.cancel() }

  func next() -> Result<Output, JSONStreamError>? {
    while !isEnded {
      if let result = current() { return result }
      do throws(JSONStreamError) { load(try queue().next()) } catch { return failed(error) }
    }
    return nil
  }

  func nextWaiting(isolation actor: isolated (any Actor)?) async throws
    -> Result<Output, JSONStreamError>?
  {
    while !isEnded {
      if let result = current() { return result }
      try Task.checkCancellation()
      do {
        let block = try await queue().nextWaiting(isolation: actor)
        // A cancelled queue returns nothing, which is not the end of the file.
        try Task.checkCancellation()
        load(block)
      } catch let error as JSONStreamError {
        return failed(error)
      } catch {
        end()
        throw error
      }
    }
    return nil
  }

  private func queue() throws(JSONStreamError) -> BlockQueue<Output> {
    if let blocks { return blocks }
    let queue = try BlockQueue(values.file, make: values.make)
    blocks = queue
    return queue
  }

  private func load(_ next: BlockValues<Output>?) {
    guard let next else { return end() }
    block = next
    value = 0
    failure = 0
    linesBefore = linesPassed
    linesPassed += next.lines
  }

  /// The next value of the block, or the error in its place; `nil` at its end.
  private func current() -> Result<Output, JSONStreamError>? {
    if failure < block.failures.count, block.failures[failure].place == value {
      return .failure(nextFailure())
    }
    guard value < block.values.count else { return nil }
    defer { value += 1 }
    return .success(block.values[value])
  }

  /// The error, with lines counted from the start of the file. Blocks out of order have no lines.
  private func nextFailure() -> JSONStreamError {
    let error = block.failures[failure].error
    failure += 1
    if error.endsStream || values.file.policy == .fail { end() }
    return linesBefore == 0 || !values.file.isOrdered ? error : error.moved(lines: linesBefore)
  }

  private func failed(_ error: JSONStreamError) -> Result<Output, JSONStreamError> {
    end()
    return .failure(error)
  }

  /// Delivers no more, and releases the values, even if the caller keeps the iterator.
  private func end() {
    isEnded = true
    block = BlockValues()
    blocks?.cancel()
    blocks = nil
  }
}
