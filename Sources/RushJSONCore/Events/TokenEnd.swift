// Finds the end of a token that was cut, looking at each byte once.

internal import _RushJSONShims

/// What is known of a token, or a comment, whose first bytes are carried.
struct TokenEnd {
  private enum Kind {
    /// A string; behind a backslash or not.
    case string(quote: UInt8, isEscaped: Bool)
    /// A number, or in lenient texts any word.
    case word(isLenient: Bool)
    case lineComment
    /// Behind a star or not.
    case blockComment(isBehindStar: Bool)
    /// Anything else: the next few bytes will tell.
    case unknown
  }

  private var kind = Kind.unknown
  /// In the place of a name.
  private var isName = false

  init() {}

  /// A token that begins with `bytes`, which do not hold its end; as a name or not.
  init(of bytes: ArraySlice<UInt8>, leniencies: JSONLeniencies, isName: Bool) {
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
      (kind, length) = (.lineComment, 2)
    case .slash where leniencies.contains(.comments) && second == .asterisk:
      (kind, length) = (.blockComment(isBehindStar: false), 2)
    case .minus, 0x30...0x39: kind = .word(isLenient: isLenient)
    default:
      guard isLenient, !TokenEnd.endsWord(first) else { return }
      kind = .word(isLenient: true)
    }
    // What has its end already is not understood here.
    if count(in: bytes.dropFirst(length)) != nil { kind = .unknown }
  }

  /// Whether it is a comment.
  var isComment: Bool {
    switch kind {
    case .lineComment, .blockComment: true
    default: false
    }
  }

  /// Whether its first bytes can be dropped if nobody wants its value.
  var isDroppable: Bool {
    switch kind {
    case .string, .lineComment, .blockComment: true
    case .word: isName
    case .unknown: false
    }
  }

  /// What stands for the first bytes of the token when these are dropped.
  var standIn: [UInt8] {
    switch kind {
    case .string(let quote, _): [quote]
    case .lineComment: [0x2f, 0x2f]
    case .blockComment: [0x2f, 0x2a]
    case .word, .unknown: [UInt8(ascii: "a")]
    }
  }

  /// With so many bytes the token is too long, whatever follows, but for an escape or a character that is
  /// cut.
  func limit(_ options: JSONReadingOptions) -> Int {
    switch kind {
    // The quotation mark, and one byte too many.
    case .string: min(options.maximumStringLength, .max &- 2) &+ 2
    case .word where isName: min(options.maximumStringLength, .max &- 1) &+ 1
    case .word: max(min(options.maximumNumberLength, .max &- 1), Tokenizer.longestWord) &+ 1
    case .lineComment, .blockComment, .unknown: .max
    }
  }

  /// How many of `bytes`, which follow, the token needs until its end can be seen; `nil` if it goes on
  /// behind them.
  mutating func count(in bytes: ArraySlice<UInt8>) -> Int? {
    switch kind {
    case .unknown: return bytes.isEmpty ? nil : min(bytes.count, 16)
    case .word(let isLenient):
      let end = bytes.firstIndex { isLenient ? TokenEnd.endsWord($0) : TokenEnd.endsNumber($0) }
      return end.map { $0 - bytes.startIndex + 1 }
    case .lineComment:
      let end = bytes.firstIndex { $0 == 0x0a || $0 == .carriageReturn }
      return end.map { $0 - bytes.startIndex + 1 }
    case .blockComment(let isBehindStar): return commentEnd(in: bytes, isBehindStar)
    case .string(let quote, let isEscaped): return stringEnd(in: bytes, quote, isEscaped)
    }
  }

  private static func endsNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, .plus, .minus, .decimalPoint: false
    default: true
    }
  }

  /// Whether a byte ends a number, a literal or a name without quotes, wherever it stands.
  static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x20, .quote, .apostrophe, .comma, .slash, .colon, .openBracket, .closeBracket,
      .openBrace, .closeBrace:
      true
    default: false
    }
  }

  private mutating func commentEnd(in bytes: ArraySlice<UInt8>, _ wasBehindStar: Bool) -> Int? {
    var isBehindStar = wasBehindStar
    for (count, byte) in bytes.enumerated() {
      if isBehindStar, byte == .slash { return count &+ 1 }
      isBehindStar = byte == .asterisk
    }
    kind = .blockComment(isBehindStar: isBehindStar)
    return nil
  }

  private mutating func stringEnd(
    in bytes: ArraySlice<UInt8>, _ quote: UInt8, _ wasEscaped: Bool
  ) -> Int? {
    var isEscaped = wasEscaped
    let found = unsafe bytes.withUnsafeBytes { bytes -> Int? in
      var start = 0
      while true {
        // Invariant: 0 ≤ start ≤ count, and so many bytes are there.
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
        let end = unsafe rush_find_byte(rest.baseAddress, rest.count, quote)
        // What the backslashes before it, or at the end, escape; a run may begin in an earlier chunk.
        var backslashes = 0
        while backslashes < end, unsafe rest[end &- 1 &- backslashes] == .backslash {
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
