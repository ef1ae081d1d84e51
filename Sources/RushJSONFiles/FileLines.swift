internal import RushJSONCore
import RushJSONStreams

/// The lines of a range of a file, by the rule of Hadoop's and Spark's readers, piece by piece.
///
///   file      {"a":1}␊{"a":2}␊{"a":3}␊
///   ranges    0....│5.........│16.....
///   lines     {"a":1}␊{"a":2}␊│{"a":3}␊       0..<8, 8..<24: the line at 16 is in the second range
///
/// A range contains the bytes after the first line feed at its first byte or later (at 0: all bytes), up
/// to and including the first line feed at its end or later, where the next range begins.
///
/// One thread at a time uses it, for one range after the other.
final class FileLines: BlockReader, @unchecked Sendable {
  /// The most bytes of a piece. Larger ones leave the second-level cache before their lines are read.
  private static let pieceSize = 256 << 10
  /// The bytes after the range to read with its last piece, because its last line may end in them.
  private static let tailSize = 4 << 10

  private let lines: LinePump
  private let file: OpenFile
  private let options: JSONLinesFile
  /// The length of a regular file when it was opened. `nil` for pipes and devices, whose bytes before the range are read
  /// and dropped.
  private let length: Int?
  private let size: Int
  private var range = 0..<0
  private var linesBefore = 0
  /// The offset of the next byte to read.
  private var position = 0
  /// Whether the first line of the range has begun.
  private var hasBegun = false
  /// Whether the last line is not read to its end. It is refused as too long.
  private var isCut = false

  init(_ file: OpenFile, length: Int?, _ options: JSONLinesFile, _ pump: RecordPump? = nil) {
    self.file = file
    self.length = length
    self.options = options
    lines = pump as? LinePump ?? LinePump(options.reader(at: 0), policy: options.policy)
    size = min(
      max(1, options.blockSize), length == nil ? JSONFileChunks.defaultSize : Self.pieceSize)
    super.init(lines)
  }

  override var recordsPassed: Int { lines.linesPassed + (isCut ? 1 : 0) }

  override func begin(_ part: BlockPart, after lines: Int) {
    guard case .range(let range) = part else { return }
    self.range = range
    linesBefore = lines
    position = length == nil ? 0 : range.lowerBound
    hasBegun = range.lowerBound == 0
    (isCut, isAtEnd) = (false, range.isEmpty)
    self.lines.begin(options.reader(at: range.lowerBound, after: lines))
  }

  override func advance() throws(JSONStreamError) {
    var bytes = try nextBytes()[...]
    let start = position
    position += bytes.count
    if !hasBegun {
      // The line feed that ends the line before is in the range.
      bytes = bytes.dropFirst(max(0, range.lowerBound - start))
      let own = bytes.prefix(max(0, range.upperBound - (position - bytes.count)))
      guard let feed = StreamBytes.firstIndex(of: .lineFeed, in: own) else {
        if position >= range.upperBound { isAtEnd = true }
        return
      }
      bytes = bytes[(feed + 1)...]
      hasBegun = true
      lines.begin(options.reader(at: position - bytes.count, after: linesBefore))
    }
    // The last line ends after the range.
    let rest = bytes.dropFirst(max(0, range.upperBound - (position - bytes.count)))
    if let feed = StreamBytes.firstIndex(of: .lineFeed, in: rest) {
      bytes = bytes[...feed]
      isAtEnd = true
    } else if position - range.upperBound > max(0, options.maximumLength) {
      // The end of a line beyond the limit is not searched.
      isCut = true
      isAtEnd = true
    }
    pump.feed(bytes)
    if isAtEnd { pump.finish() }
  }

  /// The bytes of the next piece.
  private func nextBytes() throws(JSONStreamError) -> [UInt8] {
    guard let length else {
      let bytes = try file.read(size)
      isAtEnd = bytes.isEmpty
      return bytes
    }
    let rest = range.upperBound - position
    let wanted = rest > size ? size : max(rest, 0) + min(max(Self.tailSize, -rest), Self.pieceSize)
    assert(wanted > 0 && position >= 0)
    let bytes = try file.read(wanted, at: position)
    assert(bytes.count <= wanted)
    if bytes.count < wanted {
      isAtEnd = true
      // The last line would be one that the end of the file cuts.
      if position + bytes.count < length { try file.checkLength(length) }
    }
    return bytes
  }
}

extension JSONLinesFile {
  /// The reader of lines from byte `offset` on, which is after `lines` lines.
  fileprivate func reader(at offset: Int, after lines: Int = 0) -> JSONRecord.LineReader {
    var reader = JSONRecord.LineReader(
      .lines, maximumLength: maximumLength, offset: offset, lines: lines)
    reader.skipsBlankLines = skipsBlankLines
    reader.unendedLine = unendedLine
    return reader
  }
}

extension JSONLinesFile: BlockFile {
  var countsLines: Bool { isOrdered }
  var isDivisible: Bool { true }
  func makePump() -> RecordPump { LinePump(JSONRecord.LineReader(), policy: policy) }
  func reader(_ file: OpenFile, length: Int?, _ pump: RecordPump?) -> BlockReader {
    FileLines(file, length: length, self, pump)
  }
  func scan(_ file: OpenFile, length: Int) -> ElementScan? { nil }
  func placed(_ error: JSONStreamError) -> JSONStreamError {
    isOrdered ? error : error.moved(lines: nil)
  }
}
