// Finds the end of a token that was cut, looking at each byte once.

internal import _RushJSONShims

/// What is known of a token whose first bytes are carried.
struct TokenEnd {
  private enum Kind {
    /// A string; behind a backslash or not.
    case string(isEscaped: Bool)
    /// A number or a literal.
    case word
    /// Anything else: the next bytes will tell.
    case unknown
  }

  private var kind = Kind.unknown

  init() {}

  /// A token that begins with `bytes`, which do not hold its end.
  init(of bytes: ArraySlice<UInt8>, isLenient: Bool) {
    // In lenient texts words, quotes and comments are of more kinds than it pays to know here.
    guard let first = bytes.first, !isLenient else { return }
    switch first {
    case 0x22:
      kind = .string(isEscaped: false)
      _ = count(in: bytes.dropFirst())
    case 0x2d, 0x30...0x39, 0x66, 0x6e, 0x74: kind = .word
    default: break
    }
  }

  /// How many of `bytes`, which follow, the token needs until its end can be seen; `nil` if it goes on
  /// behind them.
  mutating func count(in bytes: ArraySlice<UInt8>) -> Int? {
    switch kind {
    case .unknown: return bytes.isEmpty ? nil : bytes.count
    case .word:
      for (count, byte) in bytes.enumerated() {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2b, 0x2d, 0x2e: continue
        default: return count &+ 1
        }
      }
      return nil
    case .string(var isEscaped):
      let found = unsafe bytes.withUnsafeBytes { bytes -> Int? in
        var start = 0
        while true {
          // Invariant: 0 ≤ start ≤ count, and so many bytes are there.
          let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
          let quote = unsafe rush_find_byte(rest.baseAddress, rest.count, 0x22)
          // What the backslashes before it, or at the end, escape; a run may begin in an earlier chunk.
          var backslashes = 0
          while backslashes < quote, unsafe rest[quote &- 1 &- backslashes] == 0x5c {
            backslashes &+= 1
          }
          if backslashes == quote, isEscaped { backslashes &+= 1 }
          isEscaped = backslashes & 1 != 0
          if quote == rest.count { return nil }
          start &+= quote &+ 1
          if !isEscaped { return start }
          isEscaped = false
        }
      }
      kind = .string(isEscaped: isEscaped)
      return found
    }
  }
}
