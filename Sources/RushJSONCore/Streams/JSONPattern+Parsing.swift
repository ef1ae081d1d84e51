// Reads patterns: the pointers of RFC 6901 with wildcards, and the part of RFC 9535 that streams can do.

extension JSONPattern {
  /// Reads a pattern. The empty text and `$` select the whole text.
  ///
  /// For a string literal Swift calls ``init(stringLiteral:)`` instead, which does not throw.
  /// - Throws: ``ParsingError`` with what is wrong and where.
  /// - Complexity: O(*n*) in UTF-8 bytes.
  public init(_ text: some StringProtocol) throws(ParsingError) {
    var scan = PatternScan(Array(text.utf8))
    steps = try scan.steps()
  }
}

extension JSONPattern: ExpressibleByStringLiteral {
  /// Creates a pattern from a literal. No literal is refused: one that is not a pattern selects nothing.
  public init(stringLiteral text: String) {
    do throws(ParsingError) {
      try self.init(text)
    } catch {
      self.init(steps: [.slice(start: 0, end: 0, step: 0)])
    }
  }
}

/// Reads the text of one pattern.
private struct PatternScan {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func steps() throws(JSONPattern.ParsingError) -> [JSONPattern.Step] {
    switch bytes.first {
    case nil: return []
    case .slash: return try pointer()
    case UInt8(ascii: "$"):
      at = 1
      return try segments()
    default: throw error(.expectedRoot)
    }
  }

  private func error(
    _ kind: JSONPattern.ParsingError.Kind, at offset: Int? = nil
  ) -> JSONPattern.ParsingError { JSONPattern.ParsingError(kind, at: offset ?? at) }

  /// The byte at the place, or 0 at the end.
  private var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

  private mutating func skipSpace() {
    while StreamBytes.isSpace(byte) { at += 1 }
  }

  // MARK: - Pointers

  private mutating func pointer() throws(JSONPattern.ParsingError) -> [JSONPattern.Step] {
    var steps: [JSONPattern.Step] = []
    while at < bytes.count {
      at += 1
      var token: [UInt8] = []
      while at < bytes.count, byte != .slash {
        if byte == .tilde {
          let next = at + 1 < bytes.count ? bytes[at + 1] : 0
          guard next == UInt8(ascii: "0") || next == UInt8(ascii: "1") else {
            throw error(.invalidEscape)
          }
          token.append(next == UInt8(ascii: "0") ? .tilde : .slash)
          at += 2
        } else {
          token.append(byte)
          at += 1
        }
      }
      steps.append(
        token == [.asterisk] ? .wildcard : .token(String(decoding: token, as: UTF8.self)))
    }
    return steps
  }

  // MARK: - Paths

  private mutating func segments() throws(JSONPattern.ParsingError) -> [JSONPattern.Step] {
    var steps: [JSONPattern.Step] = []
    while at < bytes.count {
      let before = at
      skipSpace()
      switch byte {
      case .decimalPoint:
        at += 1
        steps.append(try shorthand())
      case .openBracket:
        at += 1
        steps.append(try brackets())
      default:
        // RFC 9535 §2.1.1 allows whitespace before a segment, not after the last one.
        if at == bytes.count { at = before }
        throw error(.expectedSegment)
      }
    }
    return steps
  }

  /// The name or wildcard after a dot.
  private mutating func shorthand() throws(JSONPattern.ParsingError) -> JSONPattern.Step {
    if byte == .decimalPoint { throw error(.descendants, at: at - 1) }
    if byte == .asterisk {
      at += 1
      return .wildcard
    }
    let start = at
    while at < bytes.count, Self.isNameByte(byte), at > start || !Self.isDigit(byte) { at += 1 }
    if at == start { throw error(.expectedName) }
    return .name(String(decoding: bytes[start..<at], as: UTF8.self))
  }

  /// RFC 9535 §2.5.1.1: letters, digits, `_` and everything beyond ASCII.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || isDigit(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8.digit0 <= 9 }

  /// The selector after an opening bracket, and the closing one.
  private mutating func brackets() throws(JSONPattern.ParsingError) -> JSONPattern.Step {
    skipSpace()
    let step: JSONPattern.Step
    switch byte {
    case .quote, .apostrophe: step = .name(try quotedName())
    case .asterisk:
      at += 1
      step = .wildcard
    case UInt8(ascii: "?"): throw error(.filter)
    case .colon, .minus, .digit0 ... .digit9: step = try indexOrSlice()
    default: throw error(.expectedSelector)
    }
    skipSpace()
    if byte == .comma { throw error(.severalSelectors) }
    if byte != .closeBracket { throw error(.expectedBracket) }
    at += 1
    return step
  }

  private mutating func indexOrSlice() throws(JSONPattern.ParsingError) -> JSONPattern.Step {
    let start = try number()
    let afterStart = at
    skipSpace()
    guard byte == .colon else {
      at = afterStart
      guard let start else { throw error(.expectedSelector) }
      return .index(start)
    }
    at += 1
    skipSpace()
    let end = try number()
    skipSpace()
    var step: Int?
    if byte == .colon {
      at += 1
      skipSpace()
      step = try number()
    }
    return .slice(start: start ?? 0, end: end, step: step ?? 1)
  }

  /// A number, or `nil` if there is none.
  private mutating func number() throws(JSONPattern.ParsingError) -> Int? {
    if byte == .minus { throw error(.negativeNumber) }
    let start = at
    var value: Int64 = 0
    while Self.isDigit(byte) {
      value = value &* 10 &+ Int64(byte &- UInt8.digit0)
      at += 1
      let hasLeadingZero = at - start > 1 && bytes[start] == .digit0
      if hasLeadingZero || value > 1 << 53 - 1 { throw error(.invalidNumber, at: start) }
    }
    return at > start ? Int(clamping: value) : nil
  }

  // MARK: - Names in quotes

  private mutating func quotedName() throws(JSONPattern.ParsingError) -> String {
    let start = at
    let quote = byte
    var name: [UInt8] = []
    at += 1
    while at < bytes.count {
      switch byte {
      case quote:
        at += 1
        return String(decoding: name, as: UTF8.self)
      case .backslash: name += String(try escape(quote: quote)).utf8
      case ..<UInt8.space: throw error(.invalidEscape)
      default:
        name.append(byte)
        at += 1
      }
    }
    throw error(.unterminatedName, at: start)
  }

  private mutating func escape(quote: UInt8) throws(JSONPattern.ParsingError) -> Unicode.Scalar {
    let start = at
    at += 2
    switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
    case quote: return Unicode.Scalar(quote)
    case .backslash: return "\\"
    case .slash: return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var value = hexadecimal()
      if let high = value, high & 0xfc00 == 0xd800, byte == .backslash, at + 1 < bytes.count,
        bytes[at + 1] == UInt8(ascii: "u")
      {
        at += 2
        value = hexadecimal().flatMap { low in
          low & 0xfc00 == 0xdc00 ? 0x10000 + (high & 0x3ff) << 10 + low & 0x3ff : nil
        }
      }
      if let scalar = value.flatMap({ Unicode.Scalar($0) }) { return scalar }
    default: break
    }
    throw error(.invalidEscape, at: start)
  }

  private mutating func hexadecimal() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = byte.hexadecimalValue else { return nil }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}
