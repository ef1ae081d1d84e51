// Names without quotes (JSON5): ECMAScript 5.1 identifiers, §7.6.

enum UnquotedName {
  /// The length in bytes of the name at `at`, or 0 if none begins there.
  ///
  /// A `\uXXXX` or `\xXX` that stands for a part of a name is passed over and kept as it stands, even
  /// where that part could not begin a name: this is what Foundation does.
  static func length(_ text: UnsafeRawBufferPointer, at start: Int) -> Int {
    var at = start
    while at < text.count {
      // Invariant: at < count. The text is well-formed UTF-8 up to what the indexer has passed, and
      // a sequence that is not has length 0 here.
      if unsafe text[at] == .backslash {
        guard at &+ 1 < text.count, unsafe text[at &+ 1] == 0x75 || text[at &+ 1] == 0x78,
          case .scalar(let scalar, let length) = unsafe Escape.read(
            text, at: at, leniencies: .extendedEscapes), isPart(scalar), length <= 6
        else { break }
        at &+= length
        continue
      }
      let length = unsafe wellFormedSequenceLength(in: text, at: at)
      guard length > 0 else { break }
      let sequence = unsafe UnsafeRawBufferPointer(rebasing: text[at..<at &+ length])
      guard let scalar = unsafe String(decoding: sequence, as: UTF8.self).unicodeScalars.first,
        isPart(scalar) && (at > start || isStart(scalar))
      else { break }
      at &+= length
    }
    return at &- start
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
    // Zero-width non-joiner and joiner may stand in a name, not begin it.
    if isStart(scalar) || scalar == "\u{200c}" || scalar == "\u{200d}" { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return false
    }
  }
}
