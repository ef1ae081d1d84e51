/// How the names of properties and cases become names of members.
///
/// The words of a name are found as the key strategies of the coders find them.
enum NameStyle: String, Sendable {
  case asDeclared, snakeCase, upperSnakeCase, kebabCase, pascalCase

  func name(of name: String) -> String {
    switch self {
    case .asDeclared: name
    case .snakeCase: Self.separated(name, by: "_")
    case .upperSnakeCase: Self.separated(name, by: "_").uppercased()
    case .kebabCase: Self.separated(name, by: "-")
    case .pascalCase: Self.capitalized(name)
    }
  }

  private static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// `myURLValue` → `my_url_value`: a word ends before a capital letter, and in a run of capitals the last one
  /// begins a word if a small letter follows it.
  private static func separated(_ name: String, by separator: String) -> String {
    let scalars = Array(name.unicodeScalars)
    guard !scalars.isEmpty else { return name }
    var words: [Range<Int>] = []
    var start = 0
    var search = 1
    while let upper = (search..<max(search, scalars.count)).first(where: { isCapital(scalars[$0]) })
    {
      words.append(start..<upper)
      guard let lower = (upper..<scalars.count).first(where: { isSmall(scalars[$0]) }) else {
        start = upper
        break
      }
      if lower > upper + 1 { words.append(upper..<lower - 1) }
      start = lower == upper + 1 ? upper : lower - 1
      search = lower + 1
    }
    words.append(start..<scalars.count)
    return words.map { word in
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars[word])
      return text.lowercased()
    }.joined(separator: separator)
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    [.uppercaseLetter, .titlecaseLetter].contains(scalar.properties.generalCategory)
  }

  private static func isSmall(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .lowercaseLetter
  }
}
