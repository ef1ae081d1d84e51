/// A pattern of paths: names, indexes, slices and wildcards.
///
/// ```swift
/// let ids: JSONPattern = "$.items[*].id"
/// let same: JSONPattern = "/items/*/id"
/// let firstTen = try JSONPattern(text)       // $['order lines'][0:10]
/// ```
///
/// A pattern has one of two forms, told apart by its first character.
///
/// | Form | Grammar |
/// | --- | --- |
/// | path | The part of RFC 9535 below: `$`, then segments. |
/// | pointer | RFC 6901, but a token `*` is a wildcard: `/items/*/id`. Any other token is a name in an object, and an index in an array. |
///
/// | Segment of a path | Selects |
/// | --- | --- |
/// | `.name`, `['name']`, `["name"]` | the member of this name |
/// | `[3]` | the element at this index |
/// | `[2:10]`, `[2:]`, `[:10:3]` | elements from a start, before an end, in steps |
/// | `.*`, `[*]` | every member or element |
///
/// Names in quotes have the escapes of RFC 9535, and whitespace is allowed where it is there. The rest of
/// RFC 9535 is refused: filters (`?`), descendants (`..`), several selectors in one pair of brackets, and
/// negative numbers, which count from the end of an array that a stream has not reached yet.
///
/// In a pointer, `*` is never a name. Write `$['*']` for the member of that name.
public struct JSONPattern: Sendable {
  /// A step of a pattern.
  public enum Step: Sendable, Hashable {
    /// The member of this name.
    case name(String)
    /// The element at this index.
    case index(Int)
    /// The member of this name, or the element at this index: a token of a pointer.
    case token(String)
    /// The elements at the indexes from `start` on, before `end` if there is one, that are `step` apart.
    /// A step of 0 selects nothing.
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

  /// Why a text is not a pattern, and where.
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
      /// A number has a leading zero, or is greater than 2⁵³ − 1 (RFC 9535 §2.1).
      case invalidNumber
      /// A number is negative. Patterns work on streams, which do not know the length of an array.
      case negativeNumber
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
      case .index(let index): text += "[\(index)]"
      case .slice(let start, let end, let step):
        text += "[\(start):\(end.map { "\($0)" } ?? "")\(step == 1 ? "" : ":\(step)")]"
      case .wildcard: text += "[*]"
      }
    }
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
    case .invalidNumber: "expected a number up to 2^53-1 without leading zeros"
    case .negativeNumber: "negative numbers are not supported"
    case .filter: "filters are not supported"
    case .descendants: "'..' is not supported"
    case .severalSelectors: "several selectors in brackets are not supported; use several patterns"
    }
  }
}
