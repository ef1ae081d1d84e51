/// A way to write bytes in a string: the encodings of RFC 4648.
///
///     bytes             f     b     \0        ff
///     bits          01100110 01100010 00000000 11111111
///     base64         Z  m    J  i     A  P      8  =        6 bits a digit
///     hexadecimal    6   6   6   2   0   0    f   f         4 bits a digit
///
/// Only digits and padding are read: no line breaks, no whitespace.
public enum JSONBytesFormat: Sendable, Hashable {
  /// Base64 (§4), with padding.
  case base64
  /// Base64 for URLs and file names (§5). Written without padding, as in tokens (RFC 7515 §2), and read
  /// with or without it.
  case base64URL
  /// Hexadecimal digits (§8). Written in lower case, and read in either case.
  case hexadecimal

  /// The bytes that `text` encodes, or `nil` if it is not of the format.
  ///
  /// Like Foundation, this ignores unused bits of the last digit.
  /// - Complexity: O(*n*) in the bytes of the text. One allocation.
  public func parse(_ text: String) -> [UInt8]? { text.withUTF8Span { parse($0) } }

  /// The bytes that a text of UTF-8 encodes, or `nil` if it is not of the format.
  public func parse(_ text: Span<UInt8>) -> [UInt8]? {
    self == .hexadecimal ? hexadecimalBytes(text) : base64Bytes(text)
  }

  /// The text of `bytes`.
  /// - Complexity: O(*n*) in the bytes.
  public func format(_ bytes: Span<UInt8>) -> String {
    self == .hexadecimal ? hexadecimalText(bytes) : base64Text(bytes)
  }
}

extension JSONBytesFormat: CustomStringConvertible {
  /// The name of the format in an error.
  public var description: String {
    switch self {
    case .base64: "Base64 (RFC 4648)"
    case .base64URL: "Base64 for URLs (RFC 4648)"
    case .hexadecimal: "an even number of hexadecimal digits"
    }
  }
}

// MARK: - Base64

extension JSONBytesFormat {
  private func base64Bytes(_ text: Span<UInt8>) -> [UInt8]? {
    if self == .base64 { return text.withCheckedBytes { Base64.bytes(of: $0) } }
    var count = text.count
    let last = count % 4
    if last == 0, count > 0, text[count - 1] == UInt8(ascii: "=") {
      count -= text[count - 2] == UInt8(ascii: "=") ? 2 : 1
    } else if last == 1 {
      return nil
    }
    let digits = Digits.base64URL
    // In the last group, two digits make one byte and three make two.
    return digits.bytes(of: text, count: count / 4 * 3 + count % 4 * 3 / 4) {
      text, values, bytes in
      // Invariant: every four digits make three bytes, and all together make the count above.
      var unknown: UInt8 = 0
      var at = 0
      var digit = 0
      while digit &+ 4 <= count {
        let (a, b) = (values[Int(text[digit])], values[Int(text[digit &+ 1])])
        let (c, d) = (values[Int(text[digit &+ 2])], values[Int(text[digit &+ 3])])
        unknown |= a | b | c | d
        bytes[at] = a &<< 2 | b &>> 4
        bytes[at &+ 1] = b &<< 4 | c &>> 2
        bytes[at &+ 2] = c &<< 6 | d
        at &+= 3
        digit &+= 4
      }
      if digit < count {
        let (a, b) = (values[Int(text[digit])], values[Int(text[digit &+ 1])])
        let c = digit &+ 2 < count ? values[Int(text[digit &+ 2])] : 0
        unknown |= a | b | c
        bytes[at] = a &<< 2 | b &>> 4
        if digit &+ 2 < count { bytes[at &+ 1] = b &<< 4 | c &>> 2 }
      }
      return unknown
    }
  }

  private func base64Text(_ bytes: Span<UInt8>) -> String {
    if self == .base64 { return bytes.withCheckedBytes { Base64.text(of: $0) } }
    let rest = bytes.count % 3
    let length = bytes.count / 3 * 4 + (rest == 0 ? 0 : rest + 1)
    return Digits.base64URL.text(of: bytes, count: length) { bytes, digits, text in
      // Invariant: every three bytes make four digits, and all together make `length`.
      var at = 0
      var byte = 0
      while byte &+ 3 <= bytes.count {
        let (a, b, c) = (bytes[byte], bytes[byte &+ 1], bytes[byte &+ 2])
        text[at] = digits[Int(a &>> 2)]
        text[at &+ 1] = digits[Int((a & 3) &<< 4 | b &>> 4)]
        text[at &+ 2] = digits[Int((b & 15) &<< 2 | c &>> 6)]
        text[at &+ 3] = digits[Int(c & 63)]
        at &+= 4
        byte &+= 3
      }
      if rest == 0 { return }
      let a = bytes[byte]
      let b = rest == 2 ? bytes[byte &+ 1] : 0
      text[at] = digits[Int(a &>> 2)]
      text[at &+ 1] = digits[Int((a & 3) &<< 4 | b &>> 4)]
      if rest == 2 { text[at &+ 2] = digits[Int((b & 15) &<< 2)] }
    }
  }
}

// MARK: - Hexadecimal digits

extension JSONBytesFormat {
  private func hexadecimalBytes(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    let count = text.count / 2
    return Digits.hexadecimal.bytes(of: text, count: count) { text, values, bytes in
      var unknown: UInt8 = 0
      for at in 0..<count {
        // Invariant: the text has two digits for each of the `count` bytes.
        let high = values[Int(text[2 &* at])]
        let low = values[Int(text[2 &* at &+ 1])]
        unknown |= high | low
        bytes[at] = high &<< 4 | low
      }
      return unknown
    }
  }

  private func hexadecimalText(_ bytes: Span<UInt8>) -> String {
    Digits.hexadecimal.text(of: bytes, count: bytes.count * 2) { bytes, digits, text in
      for at in 0..<bytes.count {
        // Invariant: the text has room for two digits per byte.
        text[2 &* at] = digits[Int(bytes[at] &>> 4)]
        text[2 &* at &+ 1] = digits[Int(bytes[at] & 15)]
      }
    }
  }
}

// MARK: - Digits

/// The digits of an encoding, and the value of each byte as a digit.
private struct Digits: Sendable {
  /// The digits in the order of their values.
  private let digits: [UInt8]
  /// The value of each byte, or `unknown` if it is not a digit. No value has the bit of `unknown`.
  private var values = [UInt8](repeating: Digits.unknown, count: 256)

  static let base64URL = Digits(letters + "-_")
  static let hexadecimal = Digits("0123456789abcdef", alsoRead: "0123456789ABCDEF")

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let unknown: UInt8 = 0x80

  private init(_ text: String, alsoRead other: String = "") {
    digits = Array(text.utf8)
    for text in [text, other] {
      for (value, digit) in text.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
    }
  }

  // Arrays are read through `CheckedBytes`, because a check of bounds for each digit makes data of a megabyte 20 to 40 %
  // slower to read. None is needed: `values` has an element for each byte, and `digits` one for each value.

  /// The `count` bytes that `read` makes of a text, or `nil` if the text has a byte that is not a digit.
  /// `read` returns the union of all values that it found.
  @inline(__always)
  func bytes(
    of text: Span<UInt8>, count: Int,
    _ read: (CheckedBytes, CheckedBytes, CheckedPointer<UInt8>) -> UInt8
  ) -> [UInt8]? {
    var found: UInt8 = 0
    // Room for one byte at least, because the standard library writes the count of an array without room to
    // memory that all of them share.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(count, 1)) { bytes, initialized in
      guard let bytes = unsafe CheckedPointer(bytes) else { return }
      text.withCheckedBytes { text in
        values.withCheckedBytes { found = read(text, $0, bytes) }
      }
      initialized = count
    }
    return found & Self.unknown == 0 ? bytes : nil
  }

  /// The text of `count` digits that `write` makes of bytes.
  @inline(__always)
  func text(
    of bytes: Span<UInt8>, count: Int,
    _ write: (CheckedBytes, CheckedBytes, CheckedPointer<UInt8>) -> Void
  ) -> String {
    if count == 0 { return "" }
    return unsafe String(unsafeUninitializedCapacity: count) { text in
      guard let text = unsafe CheckedPointer(text) else { return 0 }
      bytes.withCheckedBytes { bytes in
        digits.withCheckedBytes { write(bytes, $0, text) }
      }
      return count
    }
  }
}
