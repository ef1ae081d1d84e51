internal import _RushJSONShims

/// Base64 with padding (RFC 4648 §4), by the kernels of `rush_base64.h`.
package enum Base64 {
  /// How many bytes `decode` may write after the last one that counts.
  package static var slack: Int { Int(RUSH_BASE64_SLACK) }

  /// The digits of a text whose groups are complete or padded, or `nil` if they are not. They may have other bytes.
  package static func digits(of text: CheckedBytes) -> CheckedBytes? {
    let count = text.count
    guard count & 3 == 0 else { return nil }
    // Invariant: a text that is not empty has four bytes or more.
    guard count > 0, text[count &- 1] == UInt8(ascii: "=") else { return text }
    let padding = text[count &- 2] == UInt8(ascii: "=") ? 2 : 1
    return CheckedBytes(rebasing: text[..<(count &- padding)])
  }

  /// The number of bytes that digits make.
  @inline(__always)
  package static func byteCount(ofDigits count: Int) -> Int {
    assert(count >= 0)
    return count / 4 &* 3 &+ (count & 3) &* 3 / 4
  }

  /// The number of digits and padding of bytes.
  @inline(__always)
  package static func textCount(ofBytes count: Int) -> Int { (count &+ 2) / 3 &* 4 }

  /// Writes the bytes of `digits`. Returns `false` if one of them is no digit.
  /// There is room for `slack` bytes more than there are.
  package static func decode(_ digits: CheckedBytes, to bytes: CheckedPointer<UInt8>) -> Bool {
    guard let source = unsafe digits.baseAddress else { return true }
    let room = unsafe bytes.checked(byteCount(ofDigits: digits.count) &+ slack)
    return unsafe rush_base64_decode(BlockKernel.fastest.raw, source, digits.count, room) != 0
  }

  /// Writes the text of `bytes`. Returns whether it has a slash.
  /// There is room for `slack` bytes more than the text has.
  static func encode(_ bytes: CheckedBytes, to text: CheckedPointer<UInt8>) -> Bool {
    guard let source = unsafe bytes.baseAddress else { return false }
    let room = unsafe text.checked(textCount(ofBytes: bytes.count) &+ slack)
    return unsafe rush_base64_encode(BlockKernel.fastest.raw, source, bytes.count, room).has_slash
      != 0
  }
}

extension Base64 {
  /// The bytes of a text, or `nil` if it is not Base64.
  static func bytes(of text: CheckedBytes) -> [UInt8]? {
    guard let digits = digits(of: text) else { return nil }
    let count = byteCount(ofDigits: digits.count)
    var isValid = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count &+ slack) { bytes, initialized in
      isValid = unsafe CheckedPointer(bytes).map { decode(digits, to: $0) } ?? false
      initialized = count
    }
    return isValid ? bytes : nil
  }

  /// The text of bytes.
  static func text(of bytes: CheckedBytes) -> String {
    let count = textCount(ofBytes: bytes.count)
    return unsafe String(unsafeUninitializedCapacity: count &+ slack) { text in
      if let start = unsafe CheckedPointer(text) { _ = encode(bytes, to: start) }
      return count
    }
  }
}

extension OutputBuffer {
  /// Writes bytes as a string of Base64, with its quotation marks.
  @inline(never)
  mutating func appendBase64(_ bytes: CheckedBytes, escapesSlashes: Bool) {
    // A multiple of three, so that only the last piece has padding.
    let pieceSize = 1_536
    reserve(1)
    put(UInt8.quote)
    var at = 0
    while at < bytes.count {
      let end = min(at &+ pieceSize, bytes.count)
      let piece = CheckedBytes(rebasing: bytes[at..<end])
      let count = Base64.textCount(ofBytes: piece.count)
      reserve(3 &* count &+ Int(RUSH_ESCAPE_SLACK) &+ Base64.slack)
      let hasSlash = Base64.encode(piece, to: position)
      if hasSlash, escapesSlashes {
        // A slash becomes two bytes. The copy does not reach its source.
        let most = 2 &* count &+ Int(RUSH_ESCAPE_SLACK)
        let text = position + most
        text.update(from: position, count: count)
        let copied = unsafe rush_escape(
          BlockKernel.fastest.raw, text.checked(count), count, position.checked(most), UInt8.slash)
        // Each byte of Base64 has a short escape, or needs none.
        assert(copied.read == count && copied.written <= 2 &* count)
        advance(by: copied.written)
      } else {
        advance(by: count)
      }
      at = end
    }
    reserve(1)
    put(UInt8.quote)
  }
}
