extension RushJSONEncoder {
  /// How the keys of a type become the names of members.
  ///
  /// The keys of a dictionary `[String: T]` are data and stay as they are.
  public enum KeyEncodingStrategy: Sendable {
    /// Keys are names as they are.
    case useDefaultKeys
    /// `firstName` becomes `first_name`, exactly as in Foundation: `imageURL` becomes `image_url`, and
    /// `URLSession` becomes `u_rl_session`.
    case convertToSnakeCase
    /// `firstName` becomes `first-name`, by the rules of ``convertToSnakeCase``.
    case convertToKebabCase
    /// What a closure makes of the path to the member, whose last key is its own.
    @preconcurrency
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    /// The name for a key of the value at `path`.
    func name(_ key: some CodingKey, path: @autoclosure () -> [any CodingKey]) -> String {
      switch self {
      case .useDefaultKeys: key.stringValue
      case .convertToSnakeCase: EncodedName.separated(key.stringValue, by: "_")
      case .convertToKebabCase: EncodedName.separated(key.stringValue, by: "-")
      case .custom(let convert): convert(path() + [key]).stringValue
      }
    }
  }
}

/// Conversions from ways to write names of several words.
enum EncodedName {
  /// `myURLValue` → `my_url_value`.
  ///
  /// A word ends before a capital letter. In a run of capitals the last one begins a word, if a small
  /// letter follows it. Letters are capital or small by their general category, as in Foundation: a
  /// letter such as `ª` has the properties *uppercase* or *lowercase*, or both, but is neither.
  /// - Complexity: O(*n*).
  static func separated(_ name: String, by separator: String) -> String {
    if name.isEmpty { return name }
    let scalars = name.unicodeScalars
    var words: [Range<String.Index>] = []
    var wordStart = name.startIndex
    var search = name.index(after: wordStart)..<name.endIndex
    while let upper = scalars[search].firstIndex(where: \.isCapitalLetter) {
      words.append(wordStart..<upper)
      search = upper..<name.endIndex
      guard let lower = scalars[search].firstIndex(where: \.isSmallLetter) else {
        // The rest has no small letter: one word.
        wordStart = upper
        break
      }
      if lower == name.index(after: upper) {
        // One capital: it begins the next word.
        wordStart = upper
      } else {
        // Several: all but the last character before the small letter are a word.
        let last = max(name.index(before: lower), upper)
        words.append(upper..<last)
        wordStart = last
      }
      search = scalars.index(after: lower)..<name.endIndex
    }
    words.append(wordStart..<name.endIndex)
    return words.map { name[$0].lowercased() }.joined(separator: separator)
  }
}

extension Unicode.Scalar {
  fileprivate var isCapitalLetter: Bool {
    if isASCII { return ("A"..."Z").contains(self) }
    return switch properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: true
    default: false
    }
  }

  fileprivate var isSmallLetter: Bool {
    isASCII ? ("a"..."z").contains(self) : properties.generalCategory == .lowercaseLetter
  }
}
