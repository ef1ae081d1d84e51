import RushJSONCore
import RushJSONStreams

/// The functions that make the values of records.
struct BlockSource<Output: Sendable>: Sendable {
  /// Makes the value of the record that the pump has read, on the thread that reads it.
  let make: @Sendable (RecordPump) throws(JSONStreamError) -> Output
  /// If the values are documents: called by the consumer for each one that a worker has packed.
  var unpack: (@Sendable (inout PackedReader, Int) -> Output)?
  /// How documents are read.
  var options = JSONReadingOptions.strict
}

extension BlockSource<JSONDocument> {
  /// Makes documents.
  /// - Parameter countsLines: Whether documents have the line where they begin.
  static func documents(_ options: JSONReadingOptions, countsLines: Bool = false) -> BlockSource {
    BlockSource(
      make: { (pump) throws(JSONStreamError) in
        let document = try pump.document(options)
        if !countsLines { document.storage.line = 1 }
        return document
      },
      unpack: { $0.document($1) }, options: options)
  }
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
  /// The number of lines or elements that have ended.
  var records = 0
  /// The level of the indexes of elements in the paths of errors, which count from the start of the block.
  var indexLevel: Int?
}
