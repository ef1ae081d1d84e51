import RushJSONCore
import RushJSONStreams

/// The functions that make the values of lines.
struct BlockSource<Output: Sendable>: Sendable {
  /// Makes the value of the line that the pump has read, on the thread that reads it.
  let make: @Sendable (RecordPump) throws(JSONStreamError) -> Output
  /// If the values are documents: called by the consumer for each one that a worker has packed.
  var unpack: (@Sendable (inout PackedReader, Int) -> Output)?
  /// How documents are read.
  var options = JSONReadingOptions.strict
}

/// The values of a block that a worker has read.
struct BlockValues<Output: Sendable>: Sendable {
  /// The values, unless they are documents.
  var values: [Output] = []
  var documents = PackedDocuments(options: .strict)
  var outcome = BlockOutcome()
  /// The number of the worker.
  var worker = 0

  /// Removes all, and keeps the memory.
  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    documents.removeAll()
    outcome = BlockOutcome()
  }
}

/// The outcome of reading a block, apart from its values.
///
/// Values and errors are in separate arrays, because a generic function looks up the type of each result.
struct BlockOutcome: Sendable {
  /// The number of values.
  var count = 0
  /// The errors, each with the number of values before it.
  var failures: [(place: Int, error: JSONStreamError)] = []
  /// The number of lines that have ended.
  var lines = 0
}
