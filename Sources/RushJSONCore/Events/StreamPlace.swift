// Where a stream is, for people: lines and columns of what has passed.

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
      var (feeds, returns) = (0, 0)
      // Plain sums, which the compiler does sixteen bytes at a time.
      for index in 0..<bytes.count {
        // Invariant: index < count, here and below.
        unsafe feeds &+= bytes[index] == 0x0a ? 1 : 0
        unsafe returns &+= bytes[index] == 0x0d ? 1 : 0
      }
      if returns == 0, !isBehindReturn {
        line &+= feeds
        var start = 0
        if feeds > 0 {
          start = bytes.count
          while unsafe bytes[start &- 1] != 0x0a { start &-= 1 }
          (column, utf16Column) = (1, 1)
        }
        if isFirst, unsafe ByteOrderMark.begins(UnsafeRawBufferPointer(bytes)), feeds == 0 {
          start = ByteOrderMark.length
        }
        unsafe count(UnsafeBufferPointer(rebasing: bytes[start...]))
      } else {
        unsafe advanceSlowly(over: bytes)
      }
    }
  }

  private mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) {
    for index in 0..<bytes.count {
      let byte = unsafe bytes[index]
      column &+= byte & 0xc0 == 0x80 ? 0 : 1
      utf16Column &+= byte & 0xc0 == 0x80 ? 0 : byte >= 0xf0 ? 2 : 1
    }
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
        unsafe count(UnsafeBufferPointer(rebasing: bytes[index...index]))
      }
    }
  }

  /// The place as people count.
  var location: SourceLocation {
    SourceLocation(line: line, column: column, utf16Column: utf16Column)
  }
}
