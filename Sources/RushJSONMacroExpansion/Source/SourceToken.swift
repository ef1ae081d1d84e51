/// A token of Swift source, as far as the scanner of declarations tells tokens apart.
///
/// ```
/// let a: [Int]? = f("x \(y)")   // why
/// word    mark mark mark mark word mark text mark
/// ```
///
/// A mark is one byte of punctuation, or one byte (one scalar, if it is not ASCII) of an operator. So `->` is
/// two marks, the second joined to the first, and the `>` that ends a list of generic arguments
/// never has to be taken out of a longer operator.
struct SourceToken: Sendable {
  enum Kind: Sendable {
    /// An identifier or a keyword; in backticks if `text` begins with one.
    case word
    case number
    /// A string literal, from the first `#` or quotation mark to the last, with its interpolations.
    case string
    case regex
    /// `#` with a word: `#if`, `#selector`.
    case directive
    case mark
    case end
  }

  var kind: Kind
  /// The bytes of the source that are the token.
  var range: Range<Int>
  /// The text of a word, a directive or a mark; empty for the others.
  var text: String
  /// Whether the token before it ends where it begins.
  var isJoined: Bool
  /// Whether it is the first token of a line.
  var isFirstInLine: Bool

  func isWord(_ word: String) -> Bool { kind == .word && text == word }
  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

  /// Whether it is punctuation or part of an operator that no operand can be.
  var isOperator: Bool {
    kind == .mark && !SourceToken.punctuation.contains(text)
  }

  private static let punctuation: Set<String> = [
    "(", ")", "[", "]", "{", "}", ",", ";", ":", "@", "\\", "#",
  ]
}
