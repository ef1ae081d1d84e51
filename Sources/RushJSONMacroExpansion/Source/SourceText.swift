/// The source of a declaration or an attribute, with its tokens.
struct SourceText: Sendable {
  let bytes: [UInt8]
  /// The last token is the end, so that there is always a next one.
  let tokens: [SourceToken]
  /// Where a literal or a comment begins that does not end.
  let problem: Int?

  init(_ text: String) {
    bytes = Array(text.utf8)
    (tokens, problem) = SwiftLexer.tokens(of: bytes)
  }

  /// Whether a token is this identifier or keyword.
  func hasWord(_ word: String) -> Bool { tokens.contains { $0.isWord(word) } }

  /// The source in a range of bytes.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The bytes of a range of tokens, without the space around them.
  func range(ofTokens tokens: Range<Int>) -> Range<Int> {
    guard let last = tokens.last, let first = tokens.first else {
      let start = self.tokens[tokens.lowerBound].range.lowerBound
      return start..<start
    }
    return self.tokens[first].range.lowerBound..<self.tokens[last].range.upperBound
  }

  /// The source of a range of tokens.
  func text(ofTokens tokens: Range<Int>) -> String { text(range(ofTokens: tokens)) }
}
