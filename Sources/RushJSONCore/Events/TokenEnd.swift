// Finds the end of a token that a chunk has cut. Scans each byte once.

internal import _RushJSONShims

/// The search for the end of a token or a comment whose first bytes are carried.
struct TokenEnd {
  private enum Kind {
    /// A string. `isEscaped` means that the last byte was a backslash which escapes the next.
    case string(quote: UInt8, isEscaped: Bool)
    /// A number or, in lenient texts, any word.
    case word(isLenient: Bool)
    /// A comment that a line break ends, in JSON5 also U+2028 and U+2029.
    case lineComment(hasWideSpace: Bool)
    /// `isAfterStar` means that the last byte was a star.
    case blockComment(isAfterStar: Bool)
    /// Any other token. The next few bytes show its kind.
    case unknown
  }

  private var kind = Kind.unknown
  /// Whether the grammar expects a name here.
  private var isName = false

  init() {}

  /// A token that begins with `bytes`, which do not include its end.
  init(of bytes: ArraySlice<UInt8>, leniencies: JSONReadingOptions.Leniencies, isName: Bool) {
    guard let first = bytes.first else { return }
    self.isName = isName
    let isLenient = LenientIndexer.isNeeded(for: leniencies)
    let second = bytes.dropFirst().first
    var length = 1
    switch first {
    case .quote: kind = .string(quote: first, isEscaped: false)
    case .apostrophe where leniencies.contains(.singleQuotes):
      kind = .string(quote: first, isEscaped: false)
    case .slash where leniencies.contains(.comments) && second == .slash:
      (kind, length) = (.lineComment(hasWideSpace: leniencies.hasWideSpace), 2)
    case .slash where leniencies.contains(.comments) && second == .asterisk:
      (kind, length) = (.blockComment(isAfterStar: false), 2)
    case .minus, .digit0 ... .digit9: kind = .word(isLenient: isLenient)
    default:
      guard isLenient, !first.endsWord else { return }
      kind = .word(isLenient: true)
    }
    // The tokenizer stopped for another reason than the token's end.
    if count(in: bytes.dropFirst(length)) != nil { kind = .unknown }
  }

  var isComment: Bool {
    switch kind {
    case .lineComment, .blockComment: true
    default: false
    }
  }

  /// Whether the reader may drop the token's first bytes if nothing needs its value.
  var isDroppable: Bool {
    switch kind {
    case .string, .lineComment, .blockComment: true
    case .word: isName
    case .unknown: false
    }
  }

  /// The bytes that stand for the first bytes of the token after those were dropped.
  var standIn: [UInt8] {
    switch kind {
    case .string(let quote, _): [quote]
    case .lineComment: [.slash, .slash]
    case .blockComment: [.slash, .asterisk]
    case .word, .unknown: [UInt8(ascii: "a")]
    }
  }

  /// Returns the smallest length in bytes that makes the token too long. A cut escape or character at its end does
  /// not count.
  func limit(_ options: JSONReadingOptions) -> Int {
    switch kind {
    // The quotation mark and one byte too many.
    case .string: min(options.maximumStringLength, .max &- 2) &+ 2
    case .word where isName: min(options.maximumStringLength, .max &- 1) &+ 1
    case .word: max(min(options.maximumNumberLength, .max &- 1), Tokenizer.longestWord) &+ 1
    case .lineComment, .blockComment, .unknown: .max
    }
  }

  /// Returns how many of the following `bytes` the tokenizer needs to see the token's end. `nil` if the token
  /// continues after them.
  mutating func count(in bytes: ArraySlice<UInt8>) -> Int? {
    switch kind {
    case .unknown: return min(bytes.count, 16)
    case .word(let isLenient):
      let end =
        isLenient
        ? bytes.wordEnd(from: bytes.startIndex)
        : bytes.firstIndex(where: TokenEnd.endsNumber) ?? bytes.endIndex
      return end < bytes.endIndex ? end - bytes.startIndex + 1 : nil
    case .lineComment(let hasWideSpace):
      // A separator that the chunks cut is found when the comment is read next.
      let end = bytes.indices.first {
        bytes[$0] == .lineFeed || bytes[$0] == .carriageReturn
          || hasWideSpace && WideSpace.isLineSeparator(in: bytes, at: $0)
      }
      return end.map { min($0 - bytes.startIndex + 3, bytes.count) }
    case .blockComment(let isAfterStar): return commentEnd(in: bytes, isAfterStar)
    case .string(let quote, let isEscaped): return stringEnd(in: bytes, quote, isEscaped)
    }
  }

  /// Whether `bytes`, which follow, end the token, which is a string.
  func endsString(in bytes: ArraySlice<UInt8>) -> Bool {
    guard case .string = kind else { return false }
    var token = self
    return token.count(in: bytes) != nil
  }

  private static func endsNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case .digit0 ... .digit9, 0x41...0x5a, 0x61...0x7a, .plus, .minus, .decimalPoint: false
    default: true
    }
  }

  private mutating func commentEnd(in bytes: ArraySlice<UInt8>, _ wasAfterStar: Bool) -> Int? {
    var isAfterStar = wasAfterStar
    for (count, byte) in bytes.enumerated() {
      if isAfterStar, byte == .slash { return count &+ 1 }
      isAfterStar = byte == .asterisk
    }
    kind = .blockComment(isAfterStar: isAfterStar)
    return nil
  }

  private mutating func stringEnd(
    in bytes: ArraySlice<UInt8>, _ quote: UInt8, _ wasEscaped: Bool
  ) -> Int? {
    var isEscaped = wasEscaped
    let found = bytes.withCheckedBytes { bytes -> Int? in
      var start = 0
      while true {
        assert(start <= bytes.count)
        let rest = CheckedBytes(rebasing: bytes[start...])
        let end = unsafe rush_find_byte(rest.baseAddress, rest.count, quote)
        assert(end >= 0 && end <= rest.count)
        // An odd run of backslashes, perhaps from an earlier chunk on, escapes the byte after it.
        var backslashes = 0
        while backslashes < end, rest[end &- 1 &- backslashes] == .backslash {
          backslashes &+= 1
        }
        if backslashes == end, isEscaped { backslashes &+= 1 }
        isEscaped = backslashes & 1 != 0
        if end == rest.count { return nil }
        start &+= end &+ 1
        if !isEscaped { return start }
        isEscaped = false
      }
    }
    kind = .string(quote: quote, isEscaped: isEscaped)
    return found
  }
}
