// Messages show text from outside shortened, on one line, and without characters that a terminal interprets or does
// not show.

extension String {
  /// The first `count` scalars of the string, made visible, then `…` if there are more.
  package func shortened(to count: Int) -> String {
    var text = ""
    for scalar in unicodeScalars.prefix(count) { text.unicodeScalars.append(scalar.visible) }
    if unicodeScalars.dropFirst(count).first != nil { text += "…" }
    return text
  }
}

extension JSONPointer {
  /// The text of the pointer, made visible: its last tokens, after a `…` if there are more.
  func shortened(to count: Int) -> String {
    var kept = 0
    var length = 0
    // The last token is always shown.
    for token in tokens.reversed() {
      length += token.utf8.prefix(count).count + 1
      if length > count, kept > 0 { break }
      kept += 1
    }
    let text = JSONPointer(tokens: tokens.suffix(kept).map { $0.shortened(to: count) }).description
    return kept < tokens.count ? "…" + text : text
  }
}

extension Unicode.Scalar {
  /// The scalar itself, or a visible one in its place.
  var visible: Unicode.Scalar {
    // Control pictures have the order of the control characters.
    if value < 0x20 { return Unicode.Scalar(0x2400 + value) ?? "\u{fffd}" }
    if value == 0x7f { return "\u{2421}" }
    return isInvisible ? "\u{fffd}" : self
  }

  /// Whether a reader would not see the scalar, or it would change how other text looks.
  var isInvisible: Bool {
    if value < 0x7f { return value < 0x20 }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .spaceSeparator,
      .surrogate, .unassigned:
      return true
    default: return false
    }
  }

  /// The number of terminal columns that the scalar takes, approximately.
  var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    // Wide by Unicode Standard Annex #11: Hangul, CJK, full-width forms, emoji.
    switch value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f,
      0x1f680...0x1f6ff, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
      return 2
    default: return 1
    }
  }

  /// The scalar in a message: `'é'`, or `U+200B` if it is invisible.
  var quoted: String {
    if !isInvisible, columns > 0 { return "'\(self)'" }
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

// MARK: - CodingErrors

// The errors of Codable that several rooms throw.

#if !hasFeature(Embedded)
  extension DecodingError {
    /// A value whose content is invalid.
    package static func corrupted(
      _ error: some Error & CustomStringConvertible, at path: [any CodingKey]
    ) -> DecodingError {
      .dataCorrupted(
        Context(codingPath: path, debugDescription: error.description, underlyingError: error))
    }

    /// A value of another kind.
    static func mismatch(_ type: any Any.Type, at path: [any CodingKey], _ text: String)
      -> DecodingError
    {
      .typeMismatch(type, Context(codingPath: path, debugDescription: text))
    }
  }

  extension EncodingError {
    /// A value that has no JSON form.
    static func invalid(
      _ value: Any, at path: [any CodingKey], _ text: String, underlying: (any Error)? = nil
    ) -> EncodingError {
      .invalidValue(
        value, Context(codingPath: path, debugDescription: text, underlyingError: underlying))
    }
  }
#endif
