// The bytes of the grammar by name (RFC 8259 §2 to §7).

extension UInt8 {
  // MARK: - Structure

  package static var openBracket: UInt8 { 0x5b }
  package static var closeBracket: UInt8 { 0x5d }
  package static var openBrace: UInt8 { 0x7b }
  package static var closeBrace: UInt8 { 0x7d }
  package static var colon: UInt8 { 0x3a }
  package static var comma: UInt8 { 0x2c }

  // MARK: - Strings and comments

  package static var quote: UInt8 { 0x22 }
  package static var apostrophe: UInt8 { 0x27 }
  package static var backslash: UInt8 { 0x5c }
  package static var slash: UInt8 { 0x2f }
  package static var asterisk: UInt8 { 0x2a }
  package static var underscore: UInt8 { 0x5f }
  package static var tilde: UInt8 { 0x7e }
  package static var percent: UInt8 { 0x25 }

  // MARK: - Numbers

  package static var minus: UInt8 { 0x2d }
  package static var plus: UInt8 { 0x2b }
  package static var decimalPoint: UInt8 { 0x2e }
  package static var digit0: UInt8 { 0x30 }
  package static var digit9: UInt8 { 0x39 }

  // MARK: - Whitespace

  package static var space: UInt8 { 0x20 }
  package static var tab: UInt8 { 0x09 }
  package static var lineFeed: UInt8 { 0x0a }
  package static var carriageReturn: UInt8 { 0x0d }

  /// Precedes each text of a sequence (RFC 7464 §2).
  package static var recordSeparator: UInt8 { 0x1e }
}

extension UInt8 {
  /// Whether the byte ends any number, literal or name without quotes.
  var endsWord: Bool {
    switch self {
    case 0x00 ... .space, .quote, .apostrophe, .comma, .slash, .colon, .openBracket,
      .closeBracket, .openBrace, .closeBrace:
      true
    default: false
    }
  }

  /// The value of a hexadecimal digit of either case, or `nil` for any other byte.
  @inline(__always)
  var hexadecimalValue: UInt8? {
    switch self {
    case .digit0 ... .digit9: self &- .digit0
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self &- UInt8(ascii: "A") &+ 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self &- UInt8(ascii: "a") &+ 10
    default: nil
    }
  }
}
