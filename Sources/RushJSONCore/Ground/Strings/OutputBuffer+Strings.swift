// Writes strings: copies sixteen bytes at a time up to the first that must be escaped.

internal import _RushJSONShims

extension OutputBuffer {
  /// Writes a string of UTF-8 with its quotation marks, escaped according to `escaping`.
  /// Reserves its own room, and leaves the slack to the caller.
  @inline(__always)
  mutating func appendString(_ bytes: CheckedBytes, escaping: EscapedCharacters) {
    if _fastPath(bytes.count < OutputBuffer.kernelString && escaping.isSubset(of: .fast)) {
      reserve(bytes.count &+ 2)
      put(UInt8.quote)
      // Invariant: the copy reads only `bytes`. It writes as many, and up to RUSH_COPY_SLACK more,
      // which is less than `slack`.
      let target = unsafe position.checked(bytes.count &+ Int(RUSH_COPY_SLACK))
      let source = unsafe bytes.view().address
      let copied = unsafe rush_copy_unescaped(source, bytes.count, target, escaping.stop)
      assert(copied >= 0 && copied <= bytes.count)
      advance(by: copied)
      if _slowPath(copied < bytes.count) {
        appendEscaped(CheckedBytes(rebasing: bytes[copied...]), escaping: escaping)
      }
    } else {
      reserve(1)
      put(UInt8.quote)
      appendEscaped(bytes, escaping: escaping)
    }
    reserve(1)
    put(UInt8.quote)
  }

  /// The least length in bytes of a string that a kernel writes, whose call takes longer than it saves before.
  private static var kernelString: Int { 128 }

  /// The most bytes of a string that are written in one piece.
  private static var longString: Int { largestReservation / 2 }

  /// Writes the content of a string, without quotation marks.
  @inline(never)
  mutating func appendEscaped(_ bytes: CheckedBytes, escaping: EscapedCharacters) {
    var at = 0
    let kernel = BlockKernel.fastest.raw
    while at < bytes.count {
      let piece = min(bytes.count &- at, OutputBuffer.longString)
      let plain = CheckedBytes(rebasing: bytes[at..<at &+ piece])
      let copied: Int
      if escaping.isSubset(of: .fast) {
        reserve(2 &* piece)
        let target = unsafe position.checked(2 &* piece &+ Int(RUSH_ESCAPE_SLACK))
        // Invariant: as in `appendString`.
        let progress = unsafe rush_escape(
          kernel, plain.baseAddress, piece, target, escaping.stop)
        copied = progress.read
        advance(by: progress.written)
      } else {
        reserve(piece)
        copied = copyPlain(plain, escaping)
        advance(by: copied)
      }
      assert(copied >= 0 && copied <= piece)
      at &+= copied
      if copied < piece { at &+= appendEscape(bytes, at: at, escaping) }
    }
  }

  /// Copies bytes one by one, up to the first that may need an escape. Returns their number.
  private func copyPlain(_ bytes: CheckedBytes, _ escaping: EscapedCharacters) -> Int {
    assert(bytes.count <= room)
    for at in 0..<bytes.count {
      let byte = bytes[at]
      let isPlain =
        switch byte {
        case 0..<0x20, .quote, .backslash: false
        case .slash: !escaping.contains(.slashes)
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), .apostrophe:
          !escaping.contains(.html)
        // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
        case 0xe2: escaping.isDisjoint(with: [.lineSeparators, .nonASCII])
        case 0x80...: !escaping.contains(.nonASCII)
        default: true
        }
      if !isPlain { return at }
      position[at] = byte
    }
    return bytes.count
  }

  /// Writes the character at `at`, as an escape if `escaping` says so. Returns its length in bytes.
  private mutating func appendEscape(
    _ bytes: CheckedBytes, at: Int, _ escaping: EscapedCharacters
  ) -> Int {
    reserve(12)
    assert(at >= 0 && at < bytes.count)
    let byte = bytes[at]
    if byte < 0x80 {
      let letter = rush_escape_letter(byte)
      if letter != 0 {
        put(UInt8.backslash)
        put(letter)
      } else {
        putUnit(UInt16(byte))
      }
      return 1
    }
    // The bytes are UTF-8, so there is a scalar. Other bytes would pass one by one.
    var decoder = UTF8.ForwardParser()
    var rest = CheckedBytes(rebasing: bytes[at...]).makeIterator()
    guard case .valid(let encoded) = decoder.parseScalar(from: &rest) else {
      put(byte)
      return 1
    }
    let scalar = UTF8.decode(encoded)
    if escaping.contains(.nonASCII) || scalar == "\u{2028}" || scalar == "\u{2029}" {
      for unit in unsafe UTF16.encode(scalar).unsafelyUnwrapped { putUnit(unit) }
    } else {
      for byte in encoded { put(byte) }
    }
    return encoded.count
  }

  /// Writes `\u` and four hexadecimal digits to reserved room.
  private mutating func putUnit(_ unit: UInt16) {
    put(UInt8.backslash)
    put(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(truncatingIfNeeded: unit &>> shift & 0xf)
      put(digit < 10 ? UInt8.digit0 &+ digit : UInt8(ascii: "a") &+ (digit &- 10))
    }
  }
}
