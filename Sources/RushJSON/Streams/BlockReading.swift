import RushJSONCore

/// The consumer's side of a file of lines: the current block, and the queue of the blocks after it.
final class BlockReading<Output: Sendable> {
  private let values: JSONLinesFile.Values<Output>
  private var blocks: BlockQueue<Output>?
  private var batch: [Result<Output, JSONStreamError>] = []
  private var position = 0
  private var linesBefore = 0
  private var isEnded = false

  init(_ values: JSONLinesFile.Values<Output>) { self.values = values }
  deinit { blocks?.cancel() }

  func next() -> Result<Output, JSONStreamError>? {
    while !isEnded {
      if position < batch.count { return current() }
      do throws(JSONStreamError) { load(try queue().next()) } catch { return failed(error) }
    }
    return nil
  }

  func nextWaiting(isolation actor: isolated (any Actor)?) async throws
    -> Result<Output, JSONStreamError>?
  {
    while !isEnded {
      if position < batch.count { return current() }
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

  private func load(_ block: BlockValues<Output>?) {
    guard let block else { return end() }
    batch = values.file.isOrdered ? block.results(after: linesBefore) : block.results
    linesBefore += block.lines
    position = 0
  }

  private func current() -> Result<Output, JSONStreamError> {
    let result = batch[position]
    position += 1
    if case .failure(let error) = result, error.endsStream || values.file.policy == .fail { end() }
    return result
  }

  private func failed(_ error: JSONStreamError) -> Result<Output, JSONStreamError> {
    end()
    return .failure(error)
  }

  /// Delivers no more, and releases the values, even if the caller keeps the iterator.
  private func end() {
    isEnded = true
    batch = []
    blocks?.cancel()
    blocks = nil
  }
}
