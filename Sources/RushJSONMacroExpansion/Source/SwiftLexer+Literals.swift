// String and regular expression literals, which may contain everything that ends other tokens.

extension SwiftLexer {
  /// Reads what begins with `#`: a raw string, an extended regular expression, or a directive.
  mutating func readSigns() -> SourceToken.Kind {
    let start = at
    var signs = 0
    while byte(signs) == UInt8(ascii: "#") { signs += 1 }
    switch byte(signs) {
    case UInt8(ascii: "\""):
      at += signs
      return readString(signs: signs)
    case UInt8(ascii: "/"):
      at += signs + 1
      skipExtendedRegex(signs: signs, from: start)
      return .regex
    default:
      at += 1
      guard signs == 1, Self.isNameByte(byte()) else { return .mark }
      while Self.isNameByte(byte()) { at += 1 }
      return .directive
    }
  }

  /// Reads a string from its first quotation mark. `signs` number signs precede it.
  mutating func readString(signs: Int) -> SourceToken.Kind {
    let start = at
    let quotes = isMultiline(signs: signs) ? 3 : 1
    at += quotes
    while at < bytes.count {
      let current = bytes[at]
      if current == UInt8(ascii: "\""), isDelimiter(quotes: quotes, signs: signs) {
        at += quotes + signs
        return .string
      }
      if current == UInt8(ascii: "\\"), hasSigns(signs, at: at + 1) {
        at += 1 + signs
        let escaped = byte()
        at += 1
        if escaped == UInt8(ascii: "(") { skipInterpolation(of: start) }
      } else if quotes == 1, current == UInt8(ascii: "\n") {
        break
      } else {
        at += 1
      }
    }
    fail(at: start - signs)
    return .string
  }

  /// Whether three quotation marks begin a string of several lines.
  ///
  /// In a raw string they may also be the first bytes of a string of one line: `#"""#` holds one
  /// quotation mark. As in the compiler, the end of such a string on the same line decides.
  private func isMultiline(signs: Int) -> Bool {
    guard isAt("\"\"\"") else { return false }
    guard signs > 0 else { return true }
    var index = at + 2
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n"),
      bytes[index] != UInt8(ascii: "\r")
    {
      if bytes[index] == UInt8(ascii: "\""), hasSigns(signs, at: index + 1) { return false }
      index += 1
    }
    return true
  }

  private func isDelimiter(quotes: Int, signs: Int) -> Bool {
    for offset in 0..<quotes where byte(offset) != UInt8(ascii: "\"") { return false }
    return hasSigns(signs, at: at + quotes)
  }

  private func hasSigns(_ signs: Int, at index: Int) -> Bool {
    index + signs <= bytes.count
      && bytes[index..<index + signs].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Skips `/…/`, if it is a regular expression: it begins without a space and ends on its line.
  mutating func skipPlainRegex() -> Bool {
    var index = at + 1
    guard index < bytes.count, ![0x09, 0x0A, 0x0D, 0x20].contains(bytes[index]) else {
      return false
    }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return false
      case UInt8(ascii: "/"):
        at = index + 1
        return true
      default: break
      }
      index += 1
    }
    return false
  }

  private mutating func skipExtendedRegex(signs: Int, from start: Int) {
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "/"), hasSigns(signs, at: at + 1) {
        at += 1 + signs
        return
      }
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    fail(at: start)
  }
}
