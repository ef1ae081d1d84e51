// Counts the bytes, lines and columns of a stream that have been read.

internal import _RushJSONShims

/// A position in a stream: its byte offset, its line, and its columns.
package struct StreamPosition {
  package private(set) var offset = 0
  private var line = 1
  private var column = 1
  private var utf16Column = 1
  /// Whether the last byte was a carriage return, which a line feed may follow.
  private var isAfterReturn = false
  /// The columns after that carriage return, on the line that it ends.
  private var columnAfterReturn = 1
  private var utf16ColumnAfterReturn = 1
  /// Whether all bytes so far belong to a byte order mark. They may come one by one.
  private var isInMark = true

  package init() {}

  package mutating func advance(over bytes: ArraySlice<UInt8>) {
    bytes.withCheckedBytes { advance(over: $0) }
  }

  /// Advances over `bytes`, which the caller keeps in place. `lines` is right for its first bytes.
  mutating func advance(
    over bytes: CheckedBytes, lines: CountedLines = CountedLines()
  ) {
    let isFirst = offset == 0
    if offset < ByteOrderMark.length { skipMark(bytes) }
    offset &+= bytes.count
    // For a few bytes, a loop is faster than the start of a kernel.
    if bytes.count < 64, !isFirst {
      advanceSlowly(over: bytes)
      return
    }
    assert(lines.bytes >= 0 && lines.bytes <= bytes.count)
    let kernel = BlockKernel.fastest.raw
    let rest = CheckedBytes(rebasing: bytes[lines.bytes...])
    var ends = unsafe rush_count_line_ends(kernel, rest.baseAddress, rest.count)
    ends.first &+= lines.lineFeeds
    if ends.second > 0 || isAfterReturn {
      advanceSlowly(over: bytes)
      return
    }
    var line = bytes
    if ends.first > 0 {
      self.line &+= ends.first
      (column, utf16Column) = (1, 1)
      let start = unsafe rush_find_behind_last_byte(bytes.baseAddress, bytes.count, .lineFeed)
      assert(start > 0 && start <= bytes.count)
      line = CheckedBytes(rebasing: bytes[start...])
    }
    // ASCII has no continuations.
    let plain = lines.areASCII ? max(0, line.count &- rest.count) : 0
    let unknown = CheckedBytes(rebasing: line[plain...])
    let counts = unsafe rush_count_continuations(kernel, unknown.baseAddress, unknown.count)
    let characters = line.count &- counts.first
    column &+= characters
    utf16Column &+= characters &+ counts.second
  }

  /// Takes back the column of a byte order mark, which is not a column.
  private mutating func skipMark(_ bytes: CheckedBytes) {
    let last = min(ByteOrderMark.length, offset &+ bytes.count)
    assert(offset <= last)
    for index in offset..<last where bytes[index &- offset] != ByteOrderMark.byte(at: index) {
      isInMark = false
    }
    if isInMark, last == ByteOrderMark.length {
      (column, utf16Column) = (column &- 1, utf16Column &- 1)
    }
  }

  private mutating func count(_ byte: UInt8) {
    column &+= byte & 0xc0 == 0x80 ? 0 : 1
    utf16Column &+= byte & 0xc0 == 0x80 ? 0 : byte >= 0xf0 ? 2 : 1
  }

  /// Advances eight bytes at a time, and byte by byte at carriage returns. A carriage return ends a
  /// line unless a line feed follows.
  private mutating func advanceSlowly(over bytes: CheckedBytes) {
    var index = 0
    while index < bytes.count {
      if bytes.count >= 8, !isAfterReturn {
        // The eight bytes end at the last byte at the latest. Spaces replace those before `index`, which are counted
        // already.
        let start = min(index, bytes.count &- 8)
        assert(start >= 0 && start &+ 8 <= bytes.count)
        assert(index &- start < 8)
        let word = bytes.load(at: start, as: UInt64.self)
        let counted = (1 as UInt64 &<< (8 &* (index &- start))) &- 1
        let spaces = StreamPosition.ones &* UInt64(UInt8.space)
        let rest = UInt64(littleEndian: word) & ~counted | spaces & counted
        if count(rest, length: start &+ 8 &- index) {
          index = start &+ 8
          continue
        }
      }
      let byte = bytes[index]
      index &+= 1
      if isAfterReturn {
        isAfterReturn = false
        if byte == .lineFeed { continue }
      }
      if byte == .lineFeed || byte == .carriageReturn {
        isAfterReturn = byte == .carriageReturn
        (columnAfterReturn, utf16ColumnAfterReturn) = (column &+ 1, utf16Column &+ 1)
        line &+= 1
        (column, utf16Column) = (1, 1)
      } else {
        count(byte)
      }
    }
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Counts the last `length` bytes of `word`, after spaces. Returns `false`, and counts nothing, if
  /// one of them is a carriage return.
  @inline(__always)
  private mutating func count(_ word: UInt64, length: Int) -> Bool {
    assert(length > 0 && length <= 8)
    let tops = StreamPosition.ones &* 0x80
    /// The top bit of each byte that equals `byte`.
    func positions(of byte: UInt8) -> UInt64 {
      let difference = word ^ (StreamPosition.ones &* UInt64(byte))
      return ~(((difference & ~tops) &+ ~tops) | difference) & tops
    }

    if positions(of: .carriageReturn) != 0 { return false }
    let feeds = positions(of: .lineFeed)
    var (rest, length) = (word, length)
    if feeds != 0 {
      line &+= feeds.nonzeroBitCount
      (column, utf16Column) = (1, 1)
      length = feeds.leadingZeroBitCount / 8
      rest = length == 0 ? 0 : word &>> (64 &- 8 &* length)
    }
    column &+= length
    utf16Column &+= length
    if rest & tops != 0 {
      // Continuation bytes have the bits 10…, and first bytes of four begin with 1111.
      let continuations = (rest & ~(rest &<< 1) & tops).nonzeroBitCount
      let fours = (rest & rest &<< 1 & rest &<< 2 & rest &<< 3 & tops).nonzeroBitCount
      column &-= continuations
      utf16Column &-= continuations &- fours
    }
    return true
  }

  /// The location of the byte at `offset` of `bytes`, which follow the position.
  /// Inside a character, it is where the character begins. A line feed after a carriage return lies
  /// on the line that both end.
  func location(of offset: Int, in bytes: ArraySlice<UInt8>, after dropped: DroppedBytes? = nil)
    -> JSONSourceLocation
  {
    // The offset of an error may lie after the end of the text.
    let offset = min(max(offset, 0), bytes.count)
    let next = bytes.dropFirst(offset).first
    var end = self
    end.advance(over: bytes.prefix(characterStart(offset, in: bytes.span)), after: dropped)
    guard end.isAfterReturn, next == .lineFeed else {
      return JSONSourceLocation(line: end.line, column: end.column, utf16Column: end.utf16Column)
    }
    return JSONSourceLocation(
      line: end.line &- 1, column: end.columnAfterReturn,
      utf16Column: end.utf16ColumnAfterReturn)
  }

  /// Advances over `bytes`. If bytes before them were dropped, the first of `bytes` stand for
  /// those.
  mutating func advance(over bytes: ArraySlice<UInt8>, after dropped: DroppedBytes?) {
    bytes.withCheckedBytes { advance(over: $0, after: dropped) }
  }

  /// Advances over `bytes`, which the caller keeps in place.
  mutating func advance(over bytes: CheckedBytes, after dropped: DroppedBytes?) {
    guard let dropped, !bytes.isEmpty else { return advance(over: bytes) }
    self = dropped.end
    advance(over: CheckedBytes(rebasing: bytes.dropFirst(dropped.standInLength)))
  }
}

/// The first bytes of a token, which the reader has dropped.
struct DroppedBytes {
  var end: StreamPosition
  /// The number of bytes of the carry that stand in for them.
  let standInLength: Int
}
