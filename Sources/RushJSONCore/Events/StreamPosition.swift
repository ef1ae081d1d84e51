// Counts the bytes, lines and columns of a stream that have been read.

internal import _RushJSONShims

/// A position in a stream: its byte offset, its line, and its columns.
struct StreamPosition {
  private(set) var offset = 0
  private var line = 1
  private var column = 1
  private var utf16Column = 1
  /// The last byte was a carriage return, which a line feed may follow.
  private var isAfterReturn = false
  /// The columns after that carriage return, on the line that it ends.
  private var columnAfterReturn = 1
  private var utf16ColumnAfterReturn = 1

  mutating func advance(over bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      let isFirst = offset == 0
      offset &+= bytes.count
      // For a few bytes, a loop is faster than the start of a kernel.
      if bytes.count < 64, !isFirst {
        unsafe advanceSlowly(over: bytes)
        return
      }
      // Invariant: the buffer stays valid during the closure, so the kernels read inside it.
      let kernel = BlockKernel.fastest.raw
      let ends = unsafe rush_count_line_ends(kernel, bytes.baseAddress, bytes.count)
      if ends.second > 0 || isAfterReturn {
        unsafe advanceSlowly(over: bytes)
        return
      }
      var line = unsafe bytes
      if ends.first > 0 {
        self.line &+= ends.first
        (column, utf16Column) = (1, 1)
        let start = unsafe rush_find_behind_last_byte(bytes.baseAddress, bytes.count, .lineFeed)
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

  /// Advances byte by byte. A carriage return ends a line unless a line feed follows.
  private mutating func advanceSlowly(over bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      // Invariant: index < count, and index + 8 ≤ count where eight bytes are read.
      if index &+ 8 <= bytes.count, !isAfterReturn {
        let word = unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + index)
          .loadUnaligned(as: UInt64.self)
        if StreamPosition.arePlain(word) {
          column &+= 8
          utf16Column &+= 8
          index &+= 8
          continue
        }
      }
      let byte = unsafe bytes[index]
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

  /// Whether all eight bytes are ASCII and above 0x0D, so each is a character and none ends a line.
  @inline(__always)
  private static func arePlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    // A byte below 0x0E borrows from its own top bit.
    return word & tops == 0 && ((word | tops) &- ones &* 0x0e) & tops == tops
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
    guard let dropped, !bytes.isEmpty else { return advance(over: bytes) }
    self = dropped.end
    advance(over: bytes.dropFirst(dropped.standInLength))
  }
}

/// The first bytes of a token, which the reader has dropped.
struct DroppedBytes {
  var end: StreamPosition
  /// How many bytes of the carry stand for them.
  let standInLength: Int
}
