internal import RushJSONCore

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
    var reader = JSONRecord.LineReader(
      .lines, maximumLength: options.maximumLength, offset: range.lowerBound + start)
    reader.skipsBlankLines = options.skipsBlankLines
    // A line that is cut here is refused as too long.
    reader.unendedLine = isCut ? .isRead : options.unendedLine
    let pump = LinePump(reader, policy: .deliver)
    if start < end { pump.feed(bytes[start..<end]) }
    pump.finish()
    var isWanted = true
    while isWanted {
      switch pump.next() {
      case .record: isWanted = value(pump)
      case .failure(let error): isWanted = failed(error)
      case .needsChunk, .end: isWanted = false
      }
    }
    return pump.linesPassed + (isCut ? 1 : 0)
  }
}
