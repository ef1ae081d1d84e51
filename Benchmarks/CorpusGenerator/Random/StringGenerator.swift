/// Random texts of JSON strings, quotation marks included: every kind of character and escape.
public struct StringGenerator: Sendable {
  /// The ends of the ranges that UTF-8 and UTF-16 encode differently.
  private static let edges: [Unicode.Scalar] = [
    "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFF}", "\u{2028}", "\u{D7FF}", "\u{E000}",
    "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{3FFFF}", "\u{40000}", "\u{10FFFF}",
  ]

  private var random: SeededGenerator

  /// A generator whose strings are determined by `seed`.
  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// A string of at most `maximumBytes` bytes, which is at least two.
  public mutating func string(maximumBytes: Int) -> [UInt8] {
    var bytes = [UInt8(ascii: "\"")]
    // Empty in about one of eight; a long one in about one of sixteen.
    let pieces = random.chance(1, in: 16) ? 40 : random.integer(in: 0...7)
    for _ in 0..<pieces {
      let piece = self.piece()
      guard bytes.count + piece.count < maximumBytes else { break }
      bytes.append(contentsOf: piece)
    }
    bytes.append(UInt8(ascii: "\""))
    return bytes
  }

  private mutating func piece() -> [UInt8] {
    switch random.integer(in: 0...11) {
    case 0...3: return ascii(count: random.integer(in: 1...9))
    // Long enough to cross blocks of 8, 16, 32 and 64 bytes at every offset.
    case 4: return ascii(count: random.integer(in: 10...90))
    case 5:
      let letter = random.element(of: ["\"", "\\", "/", "b", "f", "n", "r", "t"])
      return Array("\\\(letter)".utf8)
    case 6:
      let range = random.element(of: [0...0x1F, 0x20...0x7F, 0x80...0xD7FF, 0xE000...0xFFFF])
      return escape(UInt16(random.integer(in: range)))
    case 7:
      // RFC 8259 §7: a character outside the BMP is a pair of escapes.
      let high = escape(UInt16(random.integer(in: 0xD800...0xDBFF)))
      return high + escape(UInt16(random.integer(in: 0xDC00...0xDFFF)))
    case 8: return encoded(0x80...0x7FF)
    case 9: return encoded(random.chance(1, in: 2) ? 0x800...0xD7FF : 0xE000...0xFFFF)
    case 10: return encoded(0x10000...0x10FFFF)
    default: return Array(String(random.element(of: Self.edges)).utf8)
    }
  }

  private mutating func ascii(count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<count {
      let byte = UInt8(random.integer(in: 0x20...0x7E))
      // The two that must be escaped.
      bytes.append(byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 0x2E : byte)
    }
    return bytes
  }

  private mutating func encoded(_ range: ClosedRange<Int>) -> [UInt8] {
    let scalar = Unicode.Scalar(UInt32(random.integer(in: range)))
    return Array(String(scalar ?? "\u{FFFD}").utf8)
  }

  /// `\uXXXX` with each hexadecimal letter in either case.
  private mutating func escape(_ unit: UInt16) -> [UInt8] {
    let lower = Array("0123456789abcdef".utf8)
    let upper = Array("0123456789ABCDEF".utf8)
    var bytes = Array("\\u".utf8)
    for shift in [12, 8, 4, 0] {
      bytes.append((random.chance(1, in: 2) ? lower : upper)[Int(unit >> shift & 0xF)])
    }
    return bytes
  }
}
