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

  /// The text of the comments with three slashes before a token: a line for each paragraph.
  func documentation(beforeToken index: Int) -> String {
    let start = index == 0 ? 0 : tokens[index - 1].range.upperBound
    let lines = text(start..<tokens[index].range.lowerBound)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0.isWhitespace } }
    // A comment after a token belongs to what that ends.
    let words = lines.dropFirst(index == 0 ? 0 : 1).filter { $0.hasPrefix("///") }
      .map { $0.dropFirst(3).split { $0.isWhitespace }.joined(separator: " ") }
    return words.split(separator: "").map { $0.joined(separator: " ") }.joined(separator: "\n")
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
