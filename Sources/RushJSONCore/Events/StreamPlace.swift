// Where a stream is, for people: lines and columns of what has passed.

internal import _RushJSONShims

/// How many bytes and lines of a stream have passed, and how far into its line it is.
struct StreamPlace {
  /// Bytes.
  private(set) var offset = 0
  private var line = 1
  private var column = 1
  private var utf16Column = 1
  /// The last byte was a carriage return, whose line feed may be the next.
  private var isBehindReturn = false
  /// The columns after that carriage return, as long as it may not end its line.
  private var columnBehindReturn = 1
  private var utf16ColumnBehindReturn = 1

  /// Passes over `bytes`.
  mutating func advance(over bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      let isFirst = offset == 0
      offset &+= bytes.count
      // A few bytes are counted before a kernel has begun to.
      if bytes.count < 64, !isFirst {
        unsafe advanceSlowly(over: bytes)
        return
      }
      // Invariant: as many bytes are there, for as long as this takes.
      let kernel = BlockKernel.fastest.raw
      let ends = unsafe rush_count_line_ends(kernel, bytes.baseAddress, bytes.count)
      if ends.second > 0 || isBehindReturn {
        unsafe advanceSlowly(over: bytes)
        return
      }
      var line = unsafe bytes
      if ends.first > 0 {
        self.line &+= ends.first
        (column, utf16Column) = (1, 1)
        let start = unsafe rush_find_behind_last_byte(bytes.baseAddress, bytes.count, 0x0a)
        unsafe line = UnsafeBufferPointer(rebasing: bytes[start...])
      } else if isFirst, unsafe ByteOrderMark.begins(UnsafeRawBufferPointer(bytes)) {
        (column, utf16Column) = (column &- 1, utf16Column &- 1)
      }
      let counts = unsafe rush_count_continuations(kernel, line.baseAddress, line.count)
      let characters = line.count &- counts.first
      column &+= characters
      utf16Column &+= characters &+ counts.second
    }
  }

  private mutating func count(_ byte: UInt8) {
    column &+= byte & 0xc0 == 0x80 ? 0 : 1
    utf16Column &+= byte & 0xc0 == 0x80 ? 0 : byte >= 0xf0 ? 2 : 1
  }

  /// Byte by byte; with carriage returns, which end a line unless a line feed follows.
  private mutating func advanceSlowly(over bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      // Invariant: index < count; eight bytes are read where there are as many.
      if index &+ 8 <= bytes.count, !isBehindReturn {
        let word = unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + index)
          .loadUnaligned(as: UInt64.self)
        if StreamPlace.arePlain(word) {
          column &+= 8
          utf16Column &+= 8
          index &+= 8
          continue
        }
      }
      let byte = unsafe bytes[index]
      index &+= 1
      if isBehindReturn {
        isBehindReturn = false
        if byte == .lineFeed { continue }
      }
      if byte == 0x0a || byte == .carriageReturn {
        isBehindReturn = byte == .carriageReturn
        (columnBehindReturn, utf16ColumnBehindReturn) = (column &+ 1, utf16Column &+ 1)
        line &+= 1
        (column, utf16Column) = (1, 1)
      } else {
        count(byte)
      }
    }
  }

  /// Whether eight bytes are characters each, and no ends of lines: above 0x0D and ASCII.
  @inline(__always)
  private static func arePlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    // A byte below 0x0E borrows from its own top bit.
    return word & tops == 0 && ((word | tops) &- ones &* 0x0e) & tops == tops
  }

  /// The place of the byte at `offset` of `bytes`, which follow, as people count: inside a character or CR
  /// LF it is where that begins, or on the line that it ends.
  func location(of offset: Int, in bytes: ArraySlice<UInt8>, behind dropped: DroppedBytes? = nil)
    -> JSONSourceLocation
  {
    // The text may end before the offset that is named.
    let offset = min(max(offset, 0), bytes.count)
    let next = bytes.dropFirst(offset).first
    var end = self
    end.advance(
      over: bytes.prefix(characterStart(offset, in: bytes.span)),
      behind: dropped)
    guard end.isBehindReturn, next == .lineFeed else { return end.location }
    return JSONSourceLocation(
      line: end.line &- 1, column: end.columnBehindReturn,
      utf16Column: end.utf16ColumnBehindReturn)
  }

  /// The place as people count.
  var location: JSONSourceLocation {
    JSONSourceLocation(line: line, column: column, utf16Column: utf16Column)
  }
}
