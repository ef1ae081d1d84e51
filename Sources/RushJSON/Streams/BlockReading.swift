import RushJSONCore

/// What the consumer of a file of lines holds: the block that is being given, and the queue of those
/// behind it.
final class BlockReading<Output: Sendable> {
  private let values: JSONLinesFile.Values<Output>
  private var blocks: BlockQueue<Output>?
  private var batch: [Result<Output, JSONRecordError>] = []
  private var position = 0
  private var linesBefore = 0
  private var isEnded = false

  init(_ values: JSONLinesFile.Values<Output>) { self.values = values }

  deinit { blocks?.cancel() }

  /// The next value; the thread waits for it.
  func next() -> Result<Output, JSONRecordError>? {
    while !isEnded {
      if position < batch.count { return given() }
      do throws(JSONFileError) {
        load(try queue().next())
      } catch {
        return failed(error)
      }
    }
    return nil
  }

  /// The next value; the task waits for it.
  func nextWaiting(isolation actor: isolated (any Actor)?) async throws
    -> Result<Output, JSONRecordError>?
  {
    while !isEnded {
      if position < batch.count { return given() }
      try Task.checkCancellation()
      do {
        let block = try await queue().nextWaiting(isolation: actor)
        // Of a queue that is cancelled nothing comes, which is not the end of the file.
        try Task.checkCancellation()
        load(block)
      } catch let error as JSONFileError {
        return failed(error)
      } catch {
        end()
        throw error
      }
    }
    return nil
  }

  private func queue() throws(JSONFileError) -> BlockQueue<Output> {
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

  private func given() -> Result<Output, JSONRecordError> {
    let result = batch[position]
    position += 1
    if case .failure(let error) = result, error.endsStream || values.file.policy == .fail { end() }
    return result
  }

  private func failed(_ error: JSONFileError) -> Result<Output, JSONRecordError> {
    end()
    return .failure(JSONRecordError(.source(error), recordOffset: 0, line: nil))
  }

  /// No more is given, and values are let go of, also if the iterator is kept.
  private func end() {
    isEnded = true
    batch = []
    blocks?.cancel()
    blocks = nil
  }
}
