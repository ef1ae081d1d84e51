/// Finds the path of a place in a text that is JSON, or nearly JSON, up to there.
///
/// ```
/// {"a": [10, 2, 3▸4]}        open: object at name "a", array at index 2     →  /a/2
/// ```
///
/// Names are not copied until the place is reached. The scan accepts all leniencies. That is safe: a
/// reader without a leniency reports its first use as the error, so none comes before the place.
struct PathScan {
  private enum Container {
    /// Inside an array, after this number of commas.
    case array(Int)
    /// Inside an object, before a name.
    case nameless
    /// Inside an object, after a name with these bytes, without quotes.
    case object(name: Range<Int>, isQuoted: Bool)
  }

  private var open: [Container] = []
  private var at = 0

  var count: Int { at }

  /// The path of the innermost value that contains, or ends at, the end of `prefix`.
  /// - Complexity: O(*n*) in bytes. Takes memory in proportion to the nesting.
  static func pointer(atEndOf prefix: Span<UInt8>) -> JSONPointer {
    var scan = PathScan()
    scan.run(prefix)
    return scan.pointer(prefix)
  }

  /// Continues to the end of `text`, which begins with everything that was read before.
  mutating func run(_ text: Span<UInt8>) {
    while at < text.count {
      let byte = text[at]
      switch byte {
      case .openBracket: open.append(.array(0))
      case .openBrace: open.append(.nameless)
      case .closeBracket, .closeBrace: _ = open.popLast()
      case .comma: comma()
      case .quote, .apostrophe:
        string(text, quote: byte)
        continue
      case .slash:
        comment(text)
        continue
      case 0x00...0x20, .colon: break
      default:
        word(text)
        continue
      }
      at &+= 1
    }
  }

  private mutating func comma() {
    switch open.last {
    case .array(let index): open[open.count &- 1] = .array(index &+ 1)
    case .object: open[open.count &- 1] = .nameless
    case .nameless, nil: break
    }
  }

  /// Skips a string. A complete one before a colon is the member's name.
  private mutating func string(_ text: Span<UInt8>, quote: UInt8) {
    at &+= 1
    let start = at
    while at < text.count, text[at] != quote { at &+= text[at] == .backslash ? 2 : 1 }
    if at < text.count { name(start..<at, isQuoted: true) }
    at = min(at &+ 1, text.count)
  }

  /// Skips a number, a literal or a name without quotes.
  private mutating func word(_ text: Span<UInt8>) {
    let start = at
    while at < text.count, !text[at].endsWord { at &+= 1 }
    name(start..<at, isQuoted: false)
  }

  private mutating func name(_ range: Range<Int>, isQuoted: Bool) {
    guard case .nameless = open.last else { return }
    open[open.count &- 1] = .object(name: range, isQuoted: isQuoted)
  }

  private mutating func comment(_ text: Span<UInt8>) {
    let next = at &+ 1 < text.count ? text[at &+ 1] : 0
    at &+= 1
    if next == .slash {
      while at < text.count, text[at] != .lineFeed, text[at] != .carriageReturn { at &+= 1 }
    } else if next == .asterisk {
      // Past the star, so that `/*/` does not end the comment.
      at &+= 2
      while at < text.count, !(text[at] == UInt8.slash && text[at &- 1] == .asterisk) { at &+= 1 }
      at = min(at &+ 1, text.count)
    }
  }

  // MARK: - The pointer

  /// The path at the end of `text`, which was read to its end.
  func pointer(_ text: Span<UInt8>) -> JSONPointer {
    var tokens: [String] = []
    for container in open {
      switch container {
      case .array(let index): tokens.append(String(index))
      case .object(let range, true): tokens.append(PathScan.unescaped(text.extracting(range)))
      // Escapes in a name without quotes are kept unchanged.
      case .object(let range, false):
        tokens.append(String(decoding: range.map { text[$0] }, as: UTF8.self))
      // Only the innermost object can lack a name.
      case .nameless: break
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// The path at the end of `text` as keys. Before an element, its comma is not in the text.
  /// `name` returns another name for that of a member: at a level, and with its end in `text`.
  func path(
    _ text: Span<UInt8>, isBeforeElement: Bool, name: (_ level: Int, _ end: Int) -> String?
  ) -> [AnyPathKey] {
    var keys: [AnyPathKey] = []
    for (token, container) in zip(pointer(text).tokens, open) {
      let level = keys.count
      switch container {
      case .array(let index):
        let isLast = level == open.count &- 1
        keys.append(JSONPathKey(position: isLast && isBeforeElement ? index &+ 1 : index))
      case .object(let range, _):
        keys.append(JSONPathKey(stringValue: name(level, range.upperBound) ?? token))
      // Only the innermost object can lack a name, and then it has no token.
      case .nameless: break
      }
    }
    return keys
  }

  /// A name, unescaped with all leniencies.
  private static func unescaped(_ text: Span<UInt8>) -> String {
    var leniencies: JSONLeniencies = .loneSurrogates
    var at = 0
    while at &+ 1 < text.count {
      guard text[at] == .backslash else {
        at &+= 1
        continue
      }
      // Only readers without this leniency accept an escaped U+0000, so a name never has both.
      switch text[at &+ 1] {
      case .apostrophe, .lineFeed, .carriageReturn, UInt8(ascii: "x"):
        leniencies.insert(.extendedEscapes)
      default: break
      }
      at &+= 2
    }
    return unsafe text.withUnsafeBytes { bytes in
      // Invariant: the bytes live during the call.
      unsafe String(decoding: Escape.unescaped(bytes, leniencies: leniencies), as: UTF8.self)
    }
  }
}
