// The text of a UUID (RFC 9562 §4): 32 hexadecimal digits and four hyphens. Eight digits are one word.
//
//     e621e1f8-c36c-495a-93fc-0c247a3e6e5f
//     └─ 1 ──┘ └── 2 ──┘ └── 3 ───┘└─ 4 ─┘

/// Reads and writes the text of a UUID. Its bytes are two words, the first byte lowest.
package enum UUIDText {
  /// The length of the text in bytes.
  package static let length = 36

  /// Reads `length` bytes: digits of either case, and hyphens between the groups. Returns `nil` for any other text.
  @inline(__always)
  static func read(_ text: CheckedView<UInt8>) -> (first: UInt64, last: UInt64)? {
    // The last word ends with the text.
    let (first, last) = (text.word(), text.word(at: 28))
    let (second, third) = (text.word(at: 9), text.word(at: 14))
    let (fourth, fifth) = (text.word(at: 19), text.word(at: 24))
    let group: UInt64 = 0xffff_ffff
    let left = second & group | third &<< 32
    let right = fourth & group | fifth &<< 32
    // The first hyphen is between two words. The others follow four digits of a word.
    let hyphen = UInt64(text[8] ^ .minus)
    let later = (second ^ third) | (third ^ fourth) | (second ^ 0x2d_0000_0000)
    let hyphens = later & 0xff_0000_0000
    let faults =
      HexadecimalWord.faults(first) | HexadecimalWord.faults(left)
      | HexadecimalWord.faults(right) | HexadecimalWord.faults(last)
    if faults | hyphen | hyphens != 0 { return nil }
    return (
      HexadecimalWord.bytes(first) | HexadecimalWord.bytes(left) &<< 32,
      HexadecimalWord.bytes(right) | HexadecimalWord.bytes(last) &<< 32
    )
  }

  /// Writes the text in upper case.
  package static func write(
    _ first: UInt64, _ last: UInt64, to output: CheckedPointer<UInt8>
  ) {
    let left = HexadecimalWord.text(first &>> 32)
    let right = HexadecimalWord.text(last)
    let hyphen = UInt64(UInt8.minus)
    // Each word but the last has bytes that the next one overwrites, from left to right.
    output.store(word: HexadecimalWord.text(first))
    output.store(word: hyphen | left &<< 8, at: 8)
    output.store(word: hyphen | (left &>> 32) &<< 8, at: 13)
    output.store(word: hyphen | right &<< 8, at: 18)
    output.store(word: hyphen | (right &>> 32) &<< 8, at: 23)
    output.store(word: HexadecimalWord.text(last &>> 32), at: 28)
  }
}

/// Eight hexadecimal digits in a word, the first in the lowest byte, and the four bytes that they stand for.
enum HexadecimalWord {
  private static let everyByte: UInt64 = 0x0101_0101_0101_0101

  /// Zero if all eight bytes are digits of either case.
  @inline(__always)
  static func faults(_ text: UInt64) -> UInt64 {
    // With bytes below 0x80, no sum reaches the next byte. Each has the top bit where the byte is large enough.
    let low = text & (everyByte &* 0x7f)
    let folded = low | (everyByte &* 0x20)
    // Each constant is 0x80 less a character. Typed and in steps, because Swift 6.2 does not find the types of the whole.
    let fromZero: UInt64 = low &+ everyByte &* 0x50
    let afterNine: UInt64 = low &+ everyByte &* 0x46
    let isDigit: UInt64 = fromZero & ~afterNine
    let fromA: UInt64 = folded &+ everyByte &* 0x1f
    let afterF: UInt64 = folded &+ everyByte &* 0x19
    let isLetter: UInt64 = fromA & ~afterF
    let isHexadecimal: UInt64 = isDigit | isLetter
    return (text | ~isHexadecimal) & (everyByte &* 0x80)
  }

  /// The bytes of eight digits, in the low half.
  @inline(__always)
  static func bytes(_ text: UInt64) -> UInt64 {
    // Only letters have the bit of 0x40, and the low half of "A" is 1.
    let values = (text & (everyByte &* 0x0f)) &+ ((text &>> 6) & everyByte) &* 9
    let pairs = (values &<< 4 | values &>> 8) & 0x00ff_00ff_00ff_00ff
    let fours = (pairs | pairs &>> 8) & 0x0000_ffff_0000_ffff
    return (fours | fours &>> 16) & 0xffff_ffff
  }

  /// The digits of the four bytes in the low half, in upper case.
  @inline(__always)
  static func text(_ bytes: UInt64) -> UInt64 {
    let fours = (bytes & 0xffff_ffff | bytes &<< 16) & 0x0000_ffff_0000_ffff
    let pairs = (fours | fours &<< 8) & 0x00ff_00ff_00ff_00ff
    let values = (pairs &>> 4 | pairs &<< 8) & (everyByte &* 0x0f)
    let letters = ((values &+ everyByte &* 6) &>> 4) & everyByte
    return values &+ everyByte &* 0x30 &+ letters &* 7
  }
}
