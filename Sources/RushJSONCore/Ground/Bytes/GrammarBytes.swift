internal import _RushJSONShims

// The bytes of the grammar by name (RFC 8259 §2 to §7). Inlinable, because loops of other modules compare with them.

extension UInt8 {
  // MARK: - Structure

  @inlinable package static var openBracket: UInt8 { 0x5b }
  @inlinable package static var closeBracket: UInt8 { 0x5d }
  @inlinable package static var openBrace: UInt8 { 0x7b }
  @inlinable package static var closeBrace: UInt8 { 0x7d }
  @inlinable package static var colon: UInt8 { 0x3a }
  @inlinable package static var comma: UInt8 { 0x2c }

  // MARK: - Strings and comments

  @inlinable package static var quote: UInt8 { 0x22 }
  @inlinable package static var apostrophe: UInt8 { 0x27 }
  @inlinable package static var backslash: UInt8 { 0x5c }
  @inlinable package static var slash: UInt8 { 0x2f }
  @inlinable package static var asterisk: UInt8 { 0x2a }
  @inlinable package static var underscore: UInt8 { 0x5f }
  @inlinable package static var tilde: UInt8 { 0x7e }
  @inlinable package static var backtick: UInt8 { 0x60 }
  @inlinable package static var percent: UInt8 { 0x25 }

  // MARK: - Numbers

  @inlinable package static var minus: UInt8 { 0x2d }
  @inlinable package static var plus: UInt8 { 0x2b }
  @inlinable package static var decimalPoint: UInt8 { 0x2e }
  @inlinable package static var digit0: UInt8 { 0x30 }
  @inlinable package static var digit9: UInt8 { 0x39 }

  // MARK: - Whitespace

  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0a }
  @inlinable package static var carriageReturn: UInt8 { 0x0d }

  /// Precedes each text of a sequence (RFC 7464 §2).
  @inlinable package static var recordSeparator: UInt8 { 0x1e }
}

extension UInt8 {
  /// Whether the byte is whitespace between tokens (RFC 8259 §2).
  @inlinable package var isSpace: Bool {
    self == .space || self == .lineFeed || self == .carriageReturn || self == .tab
  }

  /// Whether the byte ends any number, literal or name without quotes.
  @inlinable package var endsWord: Bool {
    switch self {
    case 0x00 ... .space, .quote, .apostrophe, .comma, .slash, .colon, .openBracket,
      .closeBracket, .openBrace, .closeBrace:
      true
    default: false
    }
  }

  /// The value of a hexadecimal digit of either case, or `nil` for any other byte.
  @inlinable @inline(__always)
  package var hexadecimalValue: UInt8? {
    switch self {
    case .digit0 ... .digit9: self &- .digit0
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self &- UInt8(ascii: "A") &+ 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self &- UInt8(ascii: "a") &+ 10
    default: nil
    }
  }
}

// MARK: - WideSpace

/// The white space of JSON5 (§8) beyond ASCII: U+00A0, U+FEFF, U+2028, U+2029 and the category Zs of Unicode. No
/// number, literal or name contains it.
package enum WideSpace {
  /// The length of the white space that begins with three bytes, or 0. Bytes after the end of the text are 0.
  static func length(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    switch (first, second, third) {
    case (0xc2, 0xa0, _): 2
    case (0xe1, 0x9a, 0x80), (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8...0xa9),
      (0xe2, 0x80, 0xaf), (0xe2, 0x81, 0x9f), (0xe3, 0x80, 0x80), (0xef, 0xbb, 0xbf):
      3
    default: 0
    }
  }

  /// The length of the white space at an index, or 0.
  package static func length<Bytes: RandomAccessCollection<UInt8>>(
    in bytes: Bytes, at index: Bytes.Index
  ) -> Int where Bytes.Index == Int {
    if bytes[index] < 0xc2 { return 0 }
    func byte(_ distance: Int) -> UInt8 {
      index &+ distance < bytes.endIndex ? bytes[index &+ distance] : 0
    }
    return length(bytes[index], byte(1), byte(2))
  }

  /// Whether a line or paragraph separator is at an index. Both have three bytes.
  package static func isLineSeparator<Bytes: RandomAccessCollection<UInt8>>(
    in bytes: Bytes, at index: Bytes.Index
  ) -> Bool where Bytes.Index == Int {
    index &+ 2 < bytes.endIndex && bytes[index] == 0xe2 && bytes[index &+ 1] == 0x80
      && bytes[index &+ 2] & 0xfe == 0xa8
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The index after the number, literal or name without quotes that continues at `start`.
  package func wordEnd(from start: Int) -> Int {
    assert(start >= startIndex && start <= endIndex)
    var at = start
    while at < endIndex, !self[at].endsWord, WideSpace.length(in: self, at: at) == 0 { at &+= 1 }
    return at
  }
}

// MARK: - ByteOrderMark

/// U+FEFF in UTF-8, which some programs write before a text.
enum ByteOrderMark {
  static let length = 3

  /// The byte with this index, from 0 to 2.
  static func byte(at index: Int) -> UInt8 {
    assert(index >= 0 && index < length)
    return index == 0 ? 0xef : index == 1 ? 0xbb : 0xbf
  }

  static func begins(_ text: CheckedBytes) -> Bool {
    // Invariant: bytes are read only if there are three.
    text.count >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf
  }
}

// MARK: - DigitWord

/// Eight decimal digits in the bytes of a word, the first in the lowest.
///
/// ```
/// 1234567  ⇄  0 1 2 3 4 5 6 7   as values 0...9; XOR `ascii` makes them text, and text values
///   byte      0 1 2 3 4 5 6 7
/// ```
///
/// The formulas are Lemire's ("Number parsing at a gigabyte per second", 2021, §3) and aqrit's.
enum DigitWord {
  /// "00000000": the difference between the text of eight digits and their values.
  static let ascii: UInt64 = 0x3030_3030_3030_3030

  /// Zero if all eight bytes are values of digits.
  @inline(__always)
  static func nonDigits(_ values: UInt64) -> UInt64 {
    // Adding 6 carries a value above 9 into the high nibble. A carry out of a byte makes that byte
    // a hit itself, so the result is right even if the byte above is disturbed.
    ((values &+ 0x0606_0606_0606_0606) | values) & 0xf0f0_f0f0_f0f0_f0f0
  }

  /// The integer that the values of eight digits make up.
  @inline(__always)
  static func number(_ values: UInt64) -> UInt64 {
    let pairs = values &* 10 &+ (values &>> 8)
    let mask: UInt64 = 0x0000_00ff_0000_00ff
    return
      ((pairs & mask) &* 0x000f_4240_0000_0064
      &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001) &>> 32
  }

  /// The values of the eight digits of `number`, which is below 10⁸, with leading zeros.
  @inline(__always)
  static func values(_ number: UInt64) -> UInt64 {
    assert(number < 100_000_000)
    return rush_eight_digits(number)
  }
}

// MARK: - UInt64+Bytes

extension UInt64 {
  /// Whether one of the eight bytes is `byte`.
  @inline(__always)
  func hasByte(_ byte: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = self ^ (ones &* UInt64(byte))
    // The top bit of each byte that is zero. A borrow adds only bytes above one of them.
    return (difference &- ones) & ~difference & (ones &<< 7) != 0
  }
}
