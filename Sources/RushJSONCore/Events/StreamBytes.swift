internal import _RushJSONShims

/// What can be said of bytes of a stream without reading them as JSON.
package enum StreamBytes {
  /// Where the first `byte` is among `bytes`.
  package static func firstIndex(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    let found = unsafe bytes.withUnsafeBytes { bytes in
      // Invariant: the bytes do not leave the closure.
      unsafe rush_find_byte(bytes.baseAddress, bytes.count, byte)
    }
    return found < bytes.count ? bytes.startIndex + found : nil
  }

  /// Whether a byte is whitespace between tokens (RFC 8259 §2).
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == .tab
  }

  /// Whether more bytes decide if a byte order mark begins the stream.
  static func mayBeginByteOrderMark(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count < ByteOrderMark.length && bytes.elementsEqual([0xef, 0xbb].prefix(bytes.count))
      && !bytes.isEmpty
  }
}
