public import RushJSONCore

/// A pattern of paths: names, indexes, slices and wildcards.
///
/// ```swift
/// let ids: JSONPattern = "$.items[*].id"
/// let same: JSONPattern = "/items/*/id"
/// let firstTen = try JSONPattern(text)       // $['order lines'][0:10]
/// ```
///
/// A pattern has one of two forms, by its first character.
///
/// | Form | Grammar |
/// | --- | --- |
/// | path | The part of RFC 9535 below: `$`, then segments. |
/// | pointer | RFC 6901, but a token `*` is a wildcard: `/items/*/id`. Any other token is a name in an object, and an index in an array. |
///
/// | Segment of a path | Selects |
/// | --- | --- |
/// | `.name`, `['name']`, `["name"]` | the member of this name |
/// | `[3]`, `[-1]` | the element at this index; a negative one counts from the end |
/// | `[2:10]`, `[-2:]`, `[:10:3]` | elements from a start, before an end, in steps |
/// | `.*`, `[*]` | every member or element |
///
/// Names in quotes have the escapes of RFC 9535, and whitespace is allowed where it is there. The rest of
/// RFC 9535 is refused: filters (`?`), descendants (`..`), and several selectors in one pair of brackets.
///
/// Negative numbers count from the end of an array. Documents, trees and texts in memory know where it is. A
/// stream does not, so a ``JSONProjection/Reader`` refuses such a pattern with
/// ``JSONStreamError/Kind/countsFromEnd(pattern:)``. A negative step selects the elements that it does in
/// RFC 9535, but matches keep the order of the text.
///
/// In a pointer, `*` is never a name. Write `$['*']` for the member of that name.
public struct JSONPattern: Sendable {
  /// A step of a pattern.
  public enum Step: Sendable, Hashable {
    /// The member of this name.
    case name(String)
    /// The element at this index. A negative one counts from the end: -1 is the last element.
    case index(Int)
    /// The member of this name, or the element at this index: a token of a pointer.
    case token(String)
    /// The elements at the indexes from `start` on, before `end` if there is one, that are `step` apart.
    /// A negative `start` or `end` counts from the end. A negative step leads from `start` down to the element
    /// after `end`, and a step of 0 selects nothing (RFC 9535 §2.3.4).
    case slice(start: Int, end: Int?, step: Int)
    /// Every member or element.
    case wildcard
  }

  /// The steps, outermost first. A pattern without steps selects the whole text.
  public var steps: [Step]

  /// Creates a pattern from its steps.
  public init(steps: [Step]) { self.steps = steps }

  /// Creates the pattern that selects the value at `pointer`. A token `*` is a name.
  public init(_ pointer: JSONPointer) { steps = pointer.tokens.map { .token($0) } }

  /// The path, if the pattern selects one value at most in any text: without slices and wildcards, and
  /// with tokens alone. Otherwise `nil`.
  public var pointer: JSONPointer? {
    var tokens: [String] = []
    for step in steps {
      guard case .token(let token) = step else { return nil }
      tokens.append(token)
    }
    return JSONPointer(tokens: tokens)
  }

  /// The fault of a text that is not a pattern, and its offset.
  public struct ParsingError: Error, Sendable, Hashable {
    /// Why a text is not a pattern.
    public enum Kind: Sendable, Hashable, CaseIterable {
      /// The text does not begin with `$` or `/`.
      case expectedRoot
      /// After `$` or a segment, something other than `.` or `[` follows.
      case expectedSegment
      /// A dot is not followed by a name or `*`.
      case expectedName
      /// An opening bracket is not followed by a selector.
      case expectedSelector
      /// A selector is not followed by `]`.
      case expectedBracket
      /// A name in quotes has no end.
      case unterminatedName
      /// A name in quotes has a control character, or a backslash that begins no escape of RFC 9535; in a
      /// pointer, `~` is not followed by `0` or `1`.
      case invalidEscape
      /// A number has a leading zero, is `-0`, or its magnitude is greater than 2⁵³ − 1 (RFC 9535 §2.1).
      case invalidNumber
      /// A filter (`?`).
      case filter
      /// A segment for descendants (`..`).
      case descendants
      /// Several selectors in one pair of brackets.
      case severalSelectors
    }

    /// Why the text is not a pattern.
    public let kind: Kind
    /// Where, as an offset in UTF-8 bytes.
    public let offset: Int

    /// Creates an error.
    public init(_ kind: Kind, at offset: Int) {
      self.kind = kind
      self.offset = offset
    }
  }
}

extension JSONPattern: Hashable {
  // Swift compares strings by canonical equivalence, JSON compares names by scalars.
  public static func == (left: JSONPattern, right: JSONPattern) -> Bool {
    left.steps.elementsEqual(right.steps) { $0.key == $1.key }
  }

  /// Feeds the steps to a hasher, names as their bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(steps.count)
    for step in steps { hasher.combine(step.key) }
  }
}

extension JSONPattern {
  /// Whether a step counts from the end of an array, so that a stream cannot follow the pattern.
  package var countsFromEnd: Bool {
    steps.contains { step in
      switch step {
      case .index(let index): index < 0
      case .slice(let start, let end, let step): step < 0 || step > 0 && (start < 0 || end ?? 0 < 0)
      case .name, .token, .wildcard: false
      }
    }
  }
}

extension JSONPattern.Step {
  /// A step whose names are compared byte by byte.
  enum ComparedStep: Hashable {
    case name([UInt8])
    case index(Int)
    case token([UInt8])
    case slice(start: Int, end: Int?, step: Int)
    case wildcard
  }

  var key: ComparedStep {
    switch self {
    case .name(let name): .name(Array(name.utf8))
    case .index(let index): .index(index)
    case .token(let token): .token(Array(token.utf8))
    case .slice(let start, let end, let step): .slice(start: start, end: end, step: step)
    case .wildcard: .wildcard
    }
  }
}

extension JSONPattern: CustomStringConvertible {
  /// The text of the pattern: a pointer if it can be one, otherwise a path.
  ///
  /// In a path, a token that is an index is written as a name if the pattern has other steps of a path,
  /// because RFC 9535 has no token that is both.
  public var description: String {
    let canBePointer = steps.allSatisfy { step in
      switch step {
      case .token(let token): token != "*"
      case .wildcard: true
      case .name, .index, .slice: false
      }
    }
    if canBePointer, !steps.isEmpty {
      return steps.map { step in
        if case .token(let token) = step { return JSONPointer(tokens: [token]).description }
        return "/*"
      }.joined()
    }
    return steps.reduce(into: "$") { text, step in
      switch step {
      case .name(let name), .token(let name): text += "['\(Self.escaped(name))']"
      case .index(let index): text += "[\(Self.written(index))]"
      case .slice(let start, let end, let step):
        text += "[\(Self.written(start)):\(end.map(Self.written) ?? "")"
        text += step == 1 ? "]" : ":\(Self.written(step))]"
      case .wildcard: text += "[*]"
      }
    }
  }

  /// The greatest magnitude of a number in a path (RFC 9535 §2.1). No array has so many elements.
  fileprivate static let greatest: Int64 = 1 << 53 - 1

  private static func written(_ number: Int) -> String {
    String(max(-greatest, min(greatest, Int64(number))))
  }

  private static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "'", "\\":
        text.unicodeScalars.append("\\")
        text.unicodeScalars.append(scalar)
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension JSONPattern.ParsingError: CustomStringConvertible {
  /// What was expected, or what is not supported, and the byte offset.
  public var description: String { "\(kind) at byte \(offset) of the pattern" }
}

extension JSONPattern.ParsingError.Kind: CustomStringConvertible {
  /// What was expected, or what is not supported, as the start of a sentence.
  public var description: String {
    switch self {
    case .expectedRoot: "expected '$' or '/' at the start of a pattern"
    case .expectedSegment: "expected '.' or '['"
    case .expectedName: "expected a name or '*' after '.'"
    case .expectedSelector: "expected a name in quotes, an index, a slice or '*' after '['"
    case .expectedBracket: "expected ']'"
    case .unterminatedName: "expected a quotation mark at the end of a name"
    case .invalidEscape: "invalid escape or character in a name"
    case .invalidNumber: "expected a number from -(2^53-1) to 2^53-1 without leading zeros"
    case .filter: "filters are not supported"
    case .descendants: "'..' is not supported"
    case .severalSelectors: "several selectors in brackets are not supported; use several patterns"
    }
  }
}

// MARK: - Parsing

// Reads patterns: the pointers of RFC 6901 with wildcards, and the part of RFC 9535 that needs one pass.

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
    while byte.isSpace { at += 1 }
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
    // From the last element down, by default, if the step is negative (RFC 9535 §2.3.4.2.2).
    return .slice(start: start ?? (step ?? 1 < 0 ? -1 : 0), end: end, step: step ?? 1)
  }

  /// A number, or `nil` if there is none.
  private mutating func number() throws(JSONPattern.ParsingError) -> Int? {
    let start = at
    let isNegative = byte == .minus
    if isNegative { at += 1 }
    let first = at
    var value: Int64 = 0
    while Self.isDigit(byte) {
      value = value &* 10 &+ Int64(byte &- UInt8.digit0)
      at += 1
      let hasLeadingZero = at - first > 1 && bytes[first] == .digit0
      if hasLeadingZero || value > JSONPattern.greatest { throw error(.invalidNumber, at: start) }
    }
    // Neither `-` nor `-0` is a number.
    if isNegative, value == 0 { throw error(.invalidNumber, at: start) }
    return at > first ? Int(clamping: isNegative ? -value : value) : nil
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
