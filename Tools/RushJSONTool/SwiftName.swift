/// Names of Swift for names of JSON.
enum SwiftName {
  /// The name of a property or case: `published_at` → `publishedAt`.
  static func property(_ name: String) -> String {
    var words = words(of: name)
    guard let first = words.first else { return "value" }
    // `ID` and `URLName` begin with capitals that go together.
    let capitals = first.prefix { $0.isUppercase }
    let isWord = capitals.count == first.count
    words[0] =
      isWord
      ? first.lowercased()
      : String(first.prefix(max(1, capitals.count - 1))).lowercased()
        + first.dropFirst(max(1, capitals.count - 1))
    let joined = words[0] + words.dropFirst().map(capitalized).joined()
    let text = joined.first?.isNumber == true ? "_" + joined : joined
    return taken.contains(text) ? text + "Value" : text
  }

  /// The name of a type: `line_items` → `LineItem`.
  static func type(_ name: String) -> String {
    var text = words(of: name).map(capitalized).joined()
    if text.isEmpty { return "Value" }
    if text.first?.isNumber == true { text = "Type" + text }
    if text.count > 4, text.hasSuffix("ies") {
      text = text.dropLast(3) + "y"
    } else if text.count > 3, text.hasSuffix("s"), !text.hasSuffix("ss"), !text.hasSuffix("us") {
      text.removeLast()
    }
    return takenTypes.contains(text) ? text + "Value" : text
  }

  /// Whether a type can have this name.
  static func isFree(_ type: String) -> Bool { !takenTypes.contains(type) }

  /// A name as it is written: a keyword is in backquotes.
  static func written(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A literal with escapes for all but printable ASCII.
  static func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case " "..."~": String(scalar)
      default: "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// The parts of letters and digits. Those of `MAIN_HALL` are words in small letters.
  private static func words(of name: String) -> [String] {
    let words = name.split { !($0.isLetter || $0.isASCII && $0.isNumber) }.map(String.init)
    let hasSmall = name.contains { $0.isLowercase }
    return words.count > 1 && !hasSmall ? words.map { $0.lowercased() } : words
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Members that keys and values of enums have already.
  private static let taken: Set = [
    "self", "init", "rawValue", "stringValue", "intValue", "hashValue", "allCases",
  ]
  /// Types that the text names, and names that no type can have.
  private static let takenTypes: Set = [
    "String", "Int", "UInt64", "Double", "Bool", "Date", "URL", "UUID", "Data", "Array", "Set",
    "Dictionary", "Optional", "Any", "Self", "Type", "Protocol", "Error", "Never", "Codable",
    "Sendable", "Equatable", "CaseIterable", "RawJSON", "JSONField", "Formatted", "JSONStyle",
    "JSONStyles",
    "JSONModel", "Name", "Format", "Partial", "CodingKey", "Encoder", "Decoder", "Encodable",
    "Decodable", "Swift", "Foundation", "RushJSON", "JSONReader", "JSONWriter", "StaticString",
    "Void", "Character", "Result", "Range", "Hashable", "RawRepresentable", "Sequence",
  ]
  private static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while",
  ]
}
