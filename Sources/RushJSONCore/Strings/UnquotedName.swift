/// Names without quotes (JSON5): ECMAScript 5.1 identifiers, §7.6.
enum UnquotedName {
  /// The length in bytes of the name at `at`, or 0 if none begins there.
  /// A `\uXXXX` or `\xXX` that means a part of a name is skipped and kept unchanged, even where that
  /// part could not begin a name. Foundation does the same.
  static func length(_ text: UnsafeRawBufferPointer, at start: Int) -> Int {
    var at = start
    while at < text.count {
      // Invariant: at < count. The text is well-formed UTF-8 as far as it is indexed, and an ill-formed
      // sequence has length 0 here, and no scalar.
      if unsafe text[at] == .backslash {
        // Other escapes have two bytes, and a pair of halves has twelve.
        guard
          case .scalar(let scalar, let length) = unsafe Escape.read(
            text, at: at, leniencies: .extendedEscapes), length == 4 || length == 6, isPart(scalar)
        else { break }
        at &+= length
        continue
      }
      // Without a look at the tables of Unicode, which costs 500 instructions.
      if unsafe text[at] < 0x80 {
        guard unsafe isASCIIPart(text[at], isFirst: at == start) else { break }
        at &+= 1
        continue
      }
      let length = unsafe wellFormedSequenceLength(in: text, at: at)
      let sequence = unsafe UnsafeRawBufferPointer(rebasing: text[at..<at &+ length])
      guard let scalar = unsafe String(decoding: sequence, as: UTF8.self).unicodeScalars.first,
        isPart(scalar) && (at > start || isStart(scalar))
      else { break }
      at &+= length
    }
    return at &- start
  }

  private static func isASCIIPart(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "$"), UInt8(ascii: "_"):
      return true
    default: return !isFirst && byte &- .digit0 < 10
    }
  }

  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "$" || scalar == "_" { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    default: return false
    }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    // A zero-width non-joiner or joiner may be in a name, but not begin it.
    if isStart(scalar) || scalar == "\u{200c}" || scalar == "\u{200d}" { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return false
    }
  }
}
