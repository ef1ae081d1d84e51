internal import RushJSONCore

/// The lines of a range of a file, by the rule of Hadoop's and Spark's readers.
///
///   file      {"a":1}␊{"a":2}␊{"a":3}␊
///   ranges    0....│5.........│16.....
///   lines     {"a":1}␊{"a":2}␊│{"a":3}␊       0..<8, 8..<24: what begins at 16 is the second range's
///
/// A range has what lies behind the first line feed at its first byte or later (at 0: all), up to and
/// with the first line feed at its end or later. So the end of one is the start of the next.
struct LineBlock: Sendable {
  let file: OpenFile
  let range: Range<Int>
  let options: JSONLinesFile

  /// Bytes that are read behind the range at first, where its last line may end.
  private static let tailSize = 4 << 10

  /// Calls `body` with each line, or why it cannot be read, until it returns `false`.
  ///
  /// Returns how many lines ended.
  func forEach(
    _ body: (Result<JSONRecord, JSONRecordError>) -> Bool
  ) throws(JSONFileError) -> Int {
    // With room for a long last line, so that what was read is not moved to make some.
    var bytes = try file.read(
      range.count + Self.tailSize, at: range.lowerBound, room: range.count / 2)
    var start = 0
    if range.lowerBound > 0 {
      guard let feed = StreamBytes.firstIndex(of: 0x0a, in: bytes.prefix(range.count))
      else { return 0 }
      start = feed + 1
    }
    // A line that is longer than the limit is refused before its end is found.
    var isCut = false
    var searched = min(range.count, bytes.count)
    var end = bytes.count
    while true {
      if let feed = StreamBytes.firstIndex(of: 0x0a, in: bytes[searched...]) {
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
    // A line that is cut here is too long, and refused for that.
    reader.unendedLine = isCut ? .isRead : options.unendedLine
    if start < end { reader.feed(bytes[start..<end]) }
    reader.finish()
    var goesOn = true
    while goesOn {
      do throws(JSONRecordError) {
        guard let record = try reader.next() else { break }
        goesOn = body(.success(record))
      } catch {
        goesOn = body(.failure(error))
      }
    }
    return reader.linesPassed + (isCut ? 1 : 0)
  }
}
