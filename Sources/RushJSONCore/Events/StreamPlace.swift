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
    for index in 0..<bytes.count {
      let byte = unsafe bytes[index]
      if isBehindReturn {
        isBehindReturn = false
        if byte == 0x0a { continue }
      }
      if byte == 0x0a || byte == 0x0d {
        isBehindReturn = byte == 0x0d
        line &+= 1
        (column, utf16Column) = (1, 1)
      } else {
        count(byte)
      }
    }
  }

  /// The place as people count.
  var location: JSONSourceLocation {
    JSONSourceLocation(line: line, column: column, utf16Column: utf16Column)
  }
}
