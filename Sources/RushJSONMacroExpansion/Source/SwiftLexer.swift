/// Takes Swift source apart into tokens.
///
/// The compiler has parsed the source before the plugin sees it, so the lexer does not look for errors. It
/// has to know where comments, strings and regular expressions end, because they may contain anything. Where
/// one of them does not end, `problem` says so.
struct SwiftLexer {
  let bytes: [UInt8]
  var at = 0
  private(set) var tokens: [SourceToken] = []
  /// Where a literal or a comment begins that does not end.
  private(set) var problem: Int?
  /// Interpolations around the current byte.
  private var depth = 0

  /// The compiler itself gives up long before.
  private static let maximumDepth = 200

  /// The tokens of `source`; the last one is the end.
  static func tokens(of bytes: [UInt8]) -> (tokens: [SourceToken], problem: Int?) {
    var lexer = SwiftLexer(bytes: bytes)
    lexer.readTokens(isInterpolation: false)
    let end = bytes.count
    lexer.tokens.append(
      SourceToken(
        kind: .end, range: end..<end, text: "", isJoined: false, isFirstInLine: true))
    return (lexer.tokens, lexer.problem)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  func byte(_ offset: Int = 0) -> UInt8 {
    let index = at + offset
    return bytes.indices.contains(index) ? bytes[index] : 0
  }

  func isAt(_ text: StaticString) -> Bool {
    let end = at + text.utf8CodeUnitCount
    return end <= bytes.count && bytes[at..<end].elementsEqual(String(describing: text).utf8)
  }

  mutating func fail(at offset: Int) {
    if problem == nil { problem = offset }
    at = bytes.count
  }

  // MARK: - Tokens

  /// Reads tokens to the end of the source, or to the parenthesis that ends an interpolation.
  mutating func readTokens(isInterpolation: Bool) {
    var open = 0
    var isFirstInLine = !isInterpolation
    var lastEnd = -1
    while skipSpace(&isFirstInLine) {
      let start = at
      let kind = readToken(canBeginRegex: canBeginRegex(isJoined: lastEnd == start))
      let isNamed = kind == .word || kind == .directive || kind == .mark
      let token = SourceToken(
        kind: kind, range: start..<at,
        text: isNamed ? String(decoding: bytes[start..<at], as: UTF8.self) : "",
        isJoined: lastEnd == start, isFirstInLine: isFirstInLine)
      if isInterpolation {
        if token.isMark("(") { open += 1 }
        if token.isMark(")") { open -= 1 }
        if open < 0 { return }
      }
      tokens.append(token)
      isFirstInLine = false
      lastEnd = at
    }
  }

  /// Skips whitespace and comments. Returns `false` at the end of the source.
  private mutating func skipSpace(_ isFirstInLine: inout Bool) -> Bool {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        isFirstInLine = true
        at += 1
      case 0, 0x09, 0x0B, 0x0C, 0x20:
        at += 1
      case 0xEF where byte(1) == 0xBB && byte(2) == 0xBF:
        at += 3
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        skipLine()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        skipBlockComment(&isFirstInLine)
      default:
        return true
      }
    }
    return false
  }

  private mutating func skipLine() {
    while at < bytes.count, bytes[at] != UInt8(ascii: "\n"), bytes[at] != UInt8(ascii: "\r") {
      at += 1
    }
  }

  /// Block comments nest.
  private mutating func skipBlockComment(_ isFirstInLine: inout Bool) {
    let start = at
    var open = 0
    repeat {
      if isAt("/*") {
        open += 1
        at += 2
      } else if isAt("*/") {
        open -= 1
        at += 2
      } else if at < bytes.count {
        if bytes[at] == UInt8(ascii: "\n") { isFirstInLine = true }
        at += 1
      } else {
        return fail(at: start)
      }
    } while open > 0
  }

  private mutating func readToken(canBeginRegex: Bool) -> SourceToken.Kind {
    switch bytes[at] {
    case UInt8(ascii: "\""):
      return readString(signs: 0)
    case UInt8(ascii: "#"):
      return readSigns()
    case UInt8(ascii: "`"):
      return readQuotedName()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return readNumber()
    case UInt8(ascii: "/") where canBeginRegex && skipPlainRegex():
      return .regex
    default:
      if readName() { return .word }
      at += 1
      while at < bytes.count, bytes[at] & 0xC0 == 0x80 { at += 1 }
      return .mark
    }
  }

  // MARK: - Names and numbers

  private mutating func readName() -> Bool {
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      if byte < 0x80 {
        guard Self.isNameByte(byte) else { break }
        at += 1
      } else {
        let (scalar, length) = scalar()
        guard !Self.isOperator(scalar) else { break }
        at += length
      }
    }
    return at > start
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  /// The scalar at the current byte, which is not ASCII, and its length.
  private func scalar() -> (Unicode.Scalar, Int) {
    var decoder = UTF8()
    var iterator = bytes[at...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return ("\u{FFFD}", 1) }
    return (scalar, UTF8.width(scalar))
  }

  /// The characters beyond ASCII that the grammar of Swift allows at the head of an operator.
  private static func isOperator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7,
      0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
      0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003,
      0x3008...0x3020, 0x3030:
      true
    default: false
    }
  }

  private mutating func readQuotedName() -> SourceToken.Kind {
    let start = at
    at += 1
    while byte() != UInt8(ascii: "`") {
      if at >= bytes.count || byte() == UInt8(ascii: "\n") {
        at = start + 1
        return .mark
      }
      at += 1
    }
    at += 1
    return .word
  }

  /// Digits and letters; a point before a digit; a sign after the letter of an exponent.
  private mutating func readNumber() -> SourceToken.Kind {
    let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1) | 0x20 == UInt8(ascii: "x")
    let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    while at < bytes.count {
      let current = bytes[at]
      if Self.isNameByte(current) {
        at += 1
        let sign = byte()
        let isSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        if current | 0x20 == exponent, isSign { at += 1 }
      } else if current == UInt8(ascii: "."), Self.isDigit(byte(1)) {
        at += 1
      } else {
        break
      }
    }
    return .number
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  // MARK: - Interpolations

  /// Skips the tokens of an interpolation, from after `\(` to after its `)`.
  mutating func skipInterpolation(of start: Int) {
    let kept = tokens.count
    depth += 1
    if depth > Self.maximumDepth { return fail(at: start) }
    readTokens(isInterpolation: true)
    tokens.removeSubrange(kept...)
    depth -= 1
  }

  /// Whether a `/` begins a regular expression here rather than an operator.
  private func canBeginRegex(isJoined: Bool) -> Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .mark where ["(", "[", "{", ",", ";", ":"].contains(last.text): return true
    case .mark where [")", "]", "}"].contains(last.text): return false
    case .mark: return !isJoined || last.isMark("=")
    case .word:
      return ["return", "try", "await", "in", "case", "throw", "else"].contains(last.text)
    default: return false
    }
  }
}
