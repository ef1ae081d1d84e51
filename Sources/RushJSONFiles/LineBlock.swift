internal import RushJSONCore
import RushJSONStreams

/// The lines of a range of a file, by the rule of Hadoop's and Spark's readers.
///
///   file      {"a":1}␊{"a":2}␊{"a":3}␊
///   ranges    0....│5.........│16.....
///   lines     {"a":1}␊{"a":2}␊│{"a":3}␊       0..<8, 8..<24: the line at 16 is in the second range
///
/// A range contains the bytes after the first line feed at its first byte or later (at 0: all bytes), up
/// to and including the first line feed at its end or later, where the next range begins.
struct LineBlock: Sendable {
  let file: OpenFile
  let range: Range<Int>
  /// The length of the file when it was opened.
  let length: Int
  let options: JSONLinesFile

  /// The bytes after the range to read at first, because its last line may end in them.
  private static let tailSize = 4 << 10

  /// Calls `value` for each line, or `failed` with the error in its place, until one returns `false`. Returns the
  /// number of lines that have ended.
  func forEach(
    _ value: (LinePump) -> Bool, failed: (JSONStreamError) -> Bool
  ) throws(JSONStreamError) -> Int {
    // Room for a long last line, so that the bytes need not be moved to a larger array.
    let size = range.count + Self.tailSize
    var bytes = try file.read(size, at: range.lowerBound, room: range.count / 2)
    if bytes.count < range.count { try file.checkLength(length) }
    var start = 0
    if range.lowerBound > 0 {
      guard let feed = StreamBytes.firstIndex(of: .lineFeed, in: bytes.prefix(range.count))
      else { return 0 }
      start = feed + 1
    }
    // The end of a line beyond the limit is not searched, because the line is refused.
    var isCut = false
    var searched = min(range.count, bytes.count)
    var end = bytes.count
    while true {
      if let feed = StreamBytes.firstIndex(of: .lineFeed, in: bytes[searched...]) {
        end = feed + 1
        break
      }
      searched = bytes.count
      end = bytes.count
      let tail = bytes.count - range.count
      isCut = tail > options.maximumLength
      if isCut || tail < Self.tailSize { break }
      let more = try file.read(tail, at: range.lowerBound + bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    // The last line would be one that the end of the file cuts.
    if end == bytes.count, !isCut, range.lowerBound + end < length { try file.checkLength(length) }
    var reader = JSONRecord.LineReader(
      .lines, maximumLength: options.maximumLength, offset: range.lowerBound + start)
    reader.skipsBlankLines = options.skipsBlankLines
    // A line that is cut here is refused as too long.
    reader.unendedLine = isCut ? .isRead : options.unendedLine
    let pump = LinePump(reader, policy: .deliver)
    if start < end { pump.feed(bytes[start..<end]) }
    pump.finish()
    _ = pump.forEach(value, failed: failed)
    return pump.linesPassed + (isCut ? 1 : 0)
  }
}

extension LinePump {
  /// Calls `value` for each line that is at hand, or `failed` with the error in its place, until one returns `false`.
  /// Returns whether more lines are wanted.
  fileprivate func forEach(
    _ value: (LinePump) -> Bool, failed: (JSONStreamError) -> Bool
  ) -> Bool {
    var isWanted = true
    while isWanted {
      switch next() {
      case .record: isWanted = value(self)
      case .failure(let error): isWanted = failed(error)
      case .needsChunk, .end: return true
      }
    }
    return false
  }
}

/// The lines of something that is read from start to end, such as a pipe: chunk after chunk, by one thread at once.
///
/// They are those of ``LineBlock`` for the same range, whose bytes before the first line are read and dropped.
///
/// The queue starts a block only after the one before it, under its lock, so it is never used by two threads at once.
final class LinesInOrder: @unchecked Sendable {
  private let file: OpenFile
  private let options: JSONLinesFile
  private let range: Range<Int>
  private let size: Int
  /// The number of bytes that were read.
  private var position = 0
  /// The reader, once the first line has begun.
  private var pump: LinePump?
  private(set) var isAtEnd: Bool

  init(_ file: OpenFile, _ options: JSONLinesFile) {
    self.file = file
    self.options = options
    let range = options.range ?? 0..<Int.max
    self.range = max(0, range.lowerBound)..<max(0, range.upperBound)
    size = min(max(1, options.blockSize), JSONFileChunks.defaultSize)
    isAtEnd = self.range.isEmpty
    if self.range.lowerBound == 0 { begin(at: 0) }
  }

  private func begin(at offset: Int) {
    var reader = JSONRecord.LineReader(
      .lines, maximumLength: options.maximumLength, offset: offset)
    reader.skipsBlankLines = options.skipsBlankLines
    reader.unendedLine = options.unendedLine
    pump = LinePump(reader, policy: .deliver)
  }

  /// Waits for a chunk, unless `isCancelled` becomes true, and calls `value` or `failed` for each line that ends in it.
  func forEach(
    _ value: (LinePump) -> Bool, failed: (JSONStreamError) -> Bool, isCancelled: () -> Bool
  ) throws(JSONStreamError) {
    while try !file.isReadable(within: 100) {
      if isCancelled() { return }
    }
    var bytes = try file.read(size)[...]
    isAtEnd = bytes.isEmpty
    let start = position
    position += bytes.count
    if pump == nil {
      // The line feed that ends the line before is in the range.
      bytes = bytes.dropFirst(max(0, range.lowerBound - start))
      let own = bytes.prefix(max(0, range.upperBound - (position - bytes.count)))
      guard let feed = StreamBytes.firstIndex(of: .lineFeed, in: own) else {
        if position >= range.upperBound { isAtEnd = true }
        return
      }
      bytes = bytes[(feed + 1)...]
      begin(at: position - bytes.count)
    }
    // The last line ends after the range.
    let rest = bytes.dropFirst(max(0, range.upperBound - (position - bytes.count)))
    if let feed = StreamBytes.firstIndex(of: .lineFeed, in: rest) {
      bytes = bytes[...feed]
      isAtEnd = true
    }
    // Nobody reads on to the end of a line that is too long for the limit.
    if position - range.upperBound > options.maximumLength { isAtEnd = true }
    guard let pump else { return }
    pump.feed(bytes)
    if isAtEnd { pump.finish() }
    if !pump.forEach(value, failed: failed) { isAtEnd = true }
  }
}
