internal import _RushJSONShims

/// Questions about the bytes of a stream that need no knowledge of JSON's grammar.
package enum StreamBytes {
  package static func firstIndex(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    let found = unsafe bytes.withUnsafeBytes { bytes in
      // Invariant: the pointer does not leave the closure.
      unsafe rush_find_byte(bytes.baseAddress, bytes.count, byte)
    }
    return found < bytes.count ? bytes.startIndex + found : nil
  }

  /// Whether a byte is whitespace between tokens (RFC 8259 §2).
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab
  }
}
