import RushJSONCore
import RushJSONStreams

/// A file of records that is read in blocks: the properties that files of lines and of elements share, and their differences.
protocol BlockFile: Sendable {
  var path: String { get }
  /// The bytes to read. `nil` for all of them.
  var range: Range<Int>? { get }
  var isOrdered: Bool { get }
  var threads: Int { get }
  var blockSize: Int { get }
  var policy: JSONRecord.FailurePolicy { get }
  /// Whether records are counted by lines.
  var countsLines: Bool { get }
  /// Whether several threads can read a regular file.
  var isDivisible: Bool { get }

  /// A pump for the records of the blocks that the consumer reads.
  func makePump() -> RecordPump
  /// A reader of blocks, with a pump of its own unless there is one.
  /// - Parameter length: The length of a regular file. `nil` if bytes are read from start to end.
  func reader(_ file: OpenFile, length: Int?, _ pump: RecordPump?) -> BlockReader
  /// Finds the blocks of a regular file. `nil` if they can begin anywhere.
  func scan(_ file: OpenFile, length: Int) -> ElementScan?
  /// The error of a record, with the places that are known.
  func placed(_ error: JSONStreamError) -> JSONStreamError
}

/// A part of a file that one thread reads.
enum BlockPart: Sendable {
  case range(Range<Int>)
  case elements(ElementPart)

  /// The approximate number of bytes.
  var byteCount: Int {
    switch self {
    case .range(let range): range.count
    case .elements(let part): part.slices.reduce(0) { $0 + $1.count }
    }
  }

  /// Whether this is all that a scan has found no parts in, to the end of the file.
  var isRest: Bool {
    switch self {
    case .range: true
    case .elements(let part): part.rest != nil
    }
  }
}

/// Reads the records of one block after the other, piece by piece. One thread at a time uses it.
class BlockReader: @unchecked Sendable {
  let pump: RecordPump
  /// Whether the last piece of the block was read.
  var isAtEnd = true
  /// The number of lines or elements that have ended, those before the block included.
  var recordsPassed: Int { 0 }
  /// Whether the pieces of the block are blocks of their own, because it has no end that is known.
  var isEndless: Bool { false }
  /// The level of the indexes of elements in the paths of errors, which are counted from the start of the block.
  var indexLevel: Int? { nil }

  init(_ pump: RecordPump) { self.pump = pump }

  /// Begins a block, which is after `records` lines or elements.
  func begin(_ part: BlockPart, after records: Int) {}
  /// Reads the next piece, whose records the pump has then.
  func advance() throws(JSONStreamError) {}
  /// The error of a record of the block.
  func placed(_ error: JSONStreamError) -> JSONStreamError { error }
}
