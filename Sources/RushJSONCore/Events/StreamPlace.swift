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
      // Invariant: as many bytes are there, for as long as this takes.
      let kernel = BlockKernel.fastest.raw
      var counts = unsafe rush_count_bytes(kernel, bytes.baseAddress, bytes.count)
      if counts.returns > 0 || isBehindReturn {
        unsafe advanceSlowly(over: bytes)
        return
      }
      var start = 0
      if counts.feeds > 0 {
        line &+= counts.feeds
        (column, utf16Column) = (1, 1)
        start = bytes.count
        // Invariant: there is a line feed.
        while unsafe bytes[start &- 1] != 0x0a { start &-= 1 }
        counts = unsafe rush_count_bytes(
          kernel, UnsafeBufferPointer(rebasing: bytes[start...]).baseAddress, bytes.count &- start)
      } else if isFirst, unsafe ByteOrderMark.begins(UnsafeRawBufferPointer(bytes)) {
        (column, utf16Column) = (column &- 1, utf16Column &- 1)
      }
      let characters = bytes.count &- start &- counts.continuations
      column &+= characters
      utf16Column &+= characters &+ counts.fours
    }
  }

  private mutating func count(_ byte: UInt8) {
    column &+= byte & 0xc0 == 0x80 ? 0 : 1
    utf16Column &+= byte & 0xc0 == 0x80 ? 0 : byte >= 0xf0 ? 2 : 1
  }

  /// With carriage returns, which end a line unless a line feed follows.
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
