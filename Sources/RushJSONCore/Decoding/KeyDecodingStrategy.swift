extension RushJSONDecoder {
  /// How the names of members become the keys of a type.
  ///
  /// The names of a dictionary `[String: T]` are data and stay as they are.
  public enum KeyDecodingStrategy: Sendable {
    /// Names are keys as they are.
    case useDefaultKeys
    /// `first_name` becomes `firstName`, exactly as in Foundation: underscores in front and at the end
    /// stay, words after the first are capitalised.
    ///
    /// So `image_url` is `imageUrl`, never `imageURL`; see ``convertFromSnakeCaseWithAcronyms``.
    case convertFromSnakeCase
    /// `first-name` becomes `firstName`, by the rules of ``convertFromSnakeCase``.
    case convertFromKebabCase
    /// `first_name` matches `firstName`, and `image_url` both `imageUrl` and `imageURL`: names and keys
    /// are compared without their underscores and without regard to the case of ASCII letters. A
    /// member that is named exactly like the key comes first.
    case convertFromSnakeCaseWithAcronyms
    /// `first_name` and `first-name` match `firstName`, and `image_url` and `image-url` both `imageUrl`
    /// and `imageURL`: as ``convertFromSnakeCaseWithAcronyms``, without regard to hyphens either. If
    /// several members match so, the first counts.
    case convertFromSnakeAndKebabCase
    /// What a closure makes of the path to the member, whose last key is its name.
    @preconcurrency
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

    /// The key for a name in the object at `path`.
    func converted(_ name: String, path: [any CodingKey]) -> String {
      switch self {
      case .useDefaultKeys, .convertFromSnakeCaseWithAcronyms, .convertFromSnakeAndKebabCase: name
      case .convertFromSnakeCase: NameCase.camel(name, separator: "_")
      case .convertFromKebabCase: NameCase.camel(name, separator: "-")
      case .custom(let convert): convert(path + [JSONPathKey(stringValue: name)]).stringValue
      }
    }
  }

  /// How `Double` and `Float` read what JSON numbers cannot say.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// A string in the place of a number is an error.
    case `throw`
    /// These strings stand for the infinities and not-a-number.
    case convertFromString(
      positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}

/// Conversions between ways to write names of several words.
enum NameCase {
  /// `__my_url_value_` → `__myUrlValue_`.
  ///
  /// - Complexity: O(*n*).
  static func camel(_ name: String, separator: Unicode.Scalar) -> String {
    let scalars = Array(name.unicodeScalars)
    // Not ASCII alone: a mark that follows a separator makes another character of both.
    if scalars.count != name.utf8.count {
      return camelCharacters(name, separator: Character(separator))
    }
    guard let first = scalars.firstIndex(where: { $0 != separator }),
      let last = scalars.lastIndex(where: { $0 != separator })
    else { return name }
    let words = scalars[first...last].split(separator: separator)
    if words.count < 2 { return name }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars[..<first])
    for (index, word) in words.enumerated() {
      let text = String(String.UnicodeScalarView(word))
      let converted = index == 0 ? text.lowercased() : capitalized(text)
      result.append(contentsOf: converted.unicodeScalars)
    }
    result.append(contentsOf: scalars[(last + 1)...])
    return String(result)
  }

  private static func camelCharacters(_ name: String, separator: Character) -> String {
    guard let first = name.firstIndex(where: { $0 != separator }),
      let last = name.lastIndex(where: { $0 != separator })
    else { return name }
    let words = name[first...last].split(separator: separator)
    if words.count < 2 { return name }
    let rest = words.dropFirst().map { capitalized(String($0)) }.joined()
    return name[..<first] + words[0].lowercased() + rest + name[name.index(after: last)...]
  }

  /// A name without underscores, and without hyphens if those are ignored too, its ASCII letters in
  /// lower case.
  static func folded(_ name: String, ignoresHyphens: Bool) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 where byte != .underscore {
      if ignoresHyphens, byte == .minus { continue }
      let isUpperCase = byte &- UInt8(ascii: "A") < 26
      bytes.append(isUpperCase ? byte | 0x20 : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first letter of each word in title case, the others in lower case, as Foundation has it: a
  /// small letter within a word and a capital one at its beginning stay as they are, and apostrophes,
  /// accents and marks neither begin nor end a word.
  private static func capitalized(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isInWord = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter:
        if isInWord {
          result.append(contentsOf: properties.lowercaseMapping.unicodeScalars)
        } else {
          result.append(scalar)
        }
        isInWord = true
      case .lowercaseLetter:
        if isInWord {
          result.append(scalar)
        } else {
          result.append(contentsOf: properties.titlecaseMapping.unicodeScalars)
        }
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
}
