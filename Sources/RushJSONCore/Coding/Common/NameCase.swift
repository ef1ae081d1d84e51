/// Conversions of names between camel, snake and kebab case, and comparisons regardless of case.
package enum NameCase {
  /// `__my_url_value_` → `__myUrlValue_`, in O(*n*).
  package static func camel(_ name: String, separator: Unicode.Scalar) -> String {
    let byte = UInt8(truncatingIfNeeded: separator.value)
    if !name.hasByte(byte) { return name }
    // Beyond ASCII, a combining mark after a separator makes one character of both.
    return name.utf8.allSatisfy { $0 < 0x80 }
      ? asciiCamel(name, byte) : camel(name, Character(separator))
  }

  private static func camel(_ name: String, _ separator: Character) -> String {
    guard let first = name.firstIndex(where: { $0 != separator }),
      let last = name.lastIndex(where: { $0 != separator })
    else { return name }
    let words = name[first...last].split(separator: separator)
    if words.count < 2 { return name }
    var result = String(name[..<first])
    for word in words {
      let text = String(word)
      result += word.startIndex == first ? text.lowercased() : capitalized(text)
    }
    return result + name[name.index(after: last)...]
  }

  /// The same for a name of ASCII, byte by byte.
  private static func asciiCamel(_ name: String, _ separator: UInt8) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(name.utf8.count)
    name.withUTF8Span { name in
      var bytes = CamelBytes(name, separator: separator)
      while let byte = bytes.next(in: name) { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a name of ASCII in camel case is `key`. O(*n*), without a string.
  static func isCamel(_ name: Span<UInt8>, _ key: Span<UInt8>, separator: UInt8) -> Bool {
    if key.count > name.count { return false }
    var bytes = CamelBytes(name, separator: separator)
    for at in key.indices {
      if bytes.next(in: name) != key[at] { return false }
    }
    return bytes.next(in: name) == nil
  }

  /// A name without underscores, and on request without hyphens, with ASCII letters in lower case.
  static func folded(_ name: String, ignoresHyphens: Bool) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 where byte != .underscore {
      if ignoresHyphens, byte == .minus { continue }
      let isUpperCase = byte &- UInt8(ascii: "A") < 26
      bytes.append(isUpperCase ? byte | 0x20 : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first letter of each word in title case and the others in lower case, as in Foundation: a
  /// small letter in a word and a capital at its beginning stay unchanged, and apostrophes, accents and
  /// marks neither begin nor end a word.
  private static func capitalized(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isInWord = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter:
        result += (isInWord ? properties.lowercaseMapping : String(scalar)).unicodeScalars
        isInWord = true
      case .lowercaseLetter:
        result += (isInWord ? String(scalar) : properties.titlecaseMapping).unicodeScalars
        isInWord = true
      case .otherPunctuation, .initialPunctuation:
        result.append(scalar)
        if scalar != "'" { isInWord = false }
      default:
        result.append(scalar)
        if !properties.isCaseIgnorable { isInWord = false }
      }
    }
    return String(result)
  }

  /// `myURLValue` → `my_url_value`.
  ///
  /// A word ends before a capital letter. In a run of capitals, the last one begins a word if a small
  /// letter follows it. As in Foundation, the general category tells capital and small letters apart;
  /// letters like `ª` are neither. O(*n*).
  package static func separated(_ name: String, by separator: String) -> String {
    if name.isEmpty { return name }
    let scalars = name.unicodeScalars
    var words: [Range<String.Index>] = []
    var wordStart = name.startIndex
    var search = name.index(after: wordStart)..<name.endIndex
    while let upper = scalars[search].firstIndex(where: \.isCapitalLetter) {
      words.append(wordStart..<upper)
      search = upper..<name.endIndex
      guard let lower = scalars[search].firstIndex(where: \.isSmallLetter) else {
        // The rest has no small letter, so it is one word.
        wordStart = upper
        break
      }
      if lower == name.index(after: upper) {
        // A single capital begins the next word.
        wordStart = upper
      } else {
        // Of several capitals, all but the last are a word.
        let last = max(name.index(before: lower), upper)
        words.append(upper..<last)
        wordStart = last
      }
      search = scalars.index(after: lower)..<name.endIndex
    }
    words.append(wordStart..<name.endIndex)
    return words.map { name[$0].lowercased() }.joined(separator: separator)
  }

  // MARK: - Comparison

  /// Whether two names are the same without underscores, on request without hyphens, and regardless of
  /// the case of ASCII letters.
  static func areSimilar(_ a: Span<UInt8>, _ b: Span<UInt8>, ignoresHyphens: Bool) -> Bool {
    var (atA, atB) = (0, 0)
    while true {
      while atA < a.count, isIgnored(a[atA], ignoresHyphens) { atA &+= 1 }
      while atB < b.count, isIgnored(b[atB], ignoresHyphens) { atB &+= 1 }
      if atA == a.count || atB == b.count { return atA == a.count && atB == b.count }
      if lowerCase(a[atA]) != lowerCase(b[atB]) { return false }
      atA &+= 1
      atB &+= 1
    }
  }

  /// The first letter of a key in lower case, or 0 if it may be ignored.
  static func firstLetter(_ key: Span<UInt8>) -> UInt8 {
    if key.isEmpty || isIgnored(key[0], true) { return 0 }
    return lowerCase(key[0])
  }

  @inline(__always)
  private static func isIgnored(_ byte: UInt8, _ ignoresHyphens: Bool) -> Bool {
    byte == UInt8.underscore || ignoresHyphens && byte == .minus
  }

  @inline(__always)
  static func lowerCase(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}

/// The bytes of a name of ASCII in camel case, one after the other.
private struct CamelBytes {
  private let separator: UInt8
  private let firstSeparator: Int
  private let end: Int
  private var at = 0
  // In the first word, all letters are small.
  private var isInWord = true

  @inline(__always)
  init(_ name: Span<UInt8>, separator: UInt8) {
    self.separator = separator
    var (first, end) = (0, name.count)
    while end > 0, name[end &- 1] == separator { end &-= 1 }
    while first < end, name[first] == separator { first &+= 1 }
    while first < end, name[first] != separator { first &+= 1 }
    // A name of one word stays as it is.
    (firstSeparator, self.end) = (first, first < end ? end : 0)
  }

  @inline(__always)
  mutating func next(in name: Span<UInt8>) -> UInt8? {
    if at >= firstSeparator, at < end {
      while name[at] == separator {
        isInWord = false
        at &+= 1
      }
    }
    guard at < name.count else { return nil }
    let byte = name[at]
    at &+= 1
    if at > end { return byte }
    if (byte | 0x20) &- UInt8(ascii: "a") < 26 {
      if at <= firstSeparator { return byte | 0x20 }
      let isCapital = byte & 0x20 == 0
      // As in `capitalized`: the case changes of a capital in a word and of a small letter before it.
      defer { isInWord = true }
      return isCapital == isInWord ? byte ^ 0x20 : byte
    }
    // The characters of ASCII that Unicode ignores in words, except those that end a sentence.
    let isIgnored = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "^")
    if !isIgnored, byte != UInt8(ascii: "`") { isInWord = false }
    return byte
  }
}

extension Unicode.Scalar {
  fileprivate var isCapitalLetter: Bool {
    if isASCII { return ("A"..."Z").contains(self) }
    return [.uppercaseLetter, .titlecaseLetter].contains(properties.generalCategory)
  }

  fileprivate var isSmallLetter: Bool {
    isASCII ? ("a"..."z").contains(self) : properties.generalCategory == .lowercaseLetter
  }
}
