/// How the names of members become keys.
enum NameRule: Sendable {
  case unchanged
  /// Camel case, from names whose words are separated by this character.
  case camelCase(separator: Unicode.Scalar)
  /// Names are compared without underscores and regardless of case, and maybe without hyphens.
  case tolerant(ignoresHyphens: Bool)
  case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)

  /// The key for a name in the object at `path`.
  func converted(_ name: String, path: [any CodingKey]) -> String {
    switch self {
    case .unchanged, .tolerant: name
    case .camelCase(let separator): NameCase.camel(name, separator: separator)
    case .custom(let convert): convert(path + [JSONPathKey(stringValue: name)]).stringValue
    }
  }
}
