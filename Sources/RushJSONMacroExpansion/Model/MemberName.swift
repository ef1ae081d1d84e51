/// The name of a member of a JSON object, with other names under which it is read.
struct MemberName: Sendable, Equatable {
  var name: String
  var others: [String] = []

  /// The name as an expression: prepared, as it is in a text, if all its characters stay as they are.
  var code: String { Self.code(of: name) }

  /// The argument `also:`, or nothing.
  var alsoCode: String {
    others.isEmpty
      ? "" : ", also: [\(others.map(StringLiteral.literal(of:)).joined(separator: ", "))]"
  }

  static func code(of name: String) -> String {
    isPlain(name)
      ? "RushJSONCore.JSONName(prepared: #\",\"\(name)\":\"#)"
      : "RushJSONCore.JSONName(\(StringLiteral.literal(of: name)))"
  }

  /// An argument that adds names to a list, or `nil` if there is none.
  static func listCode(_ label: String, _ names: [String]) -> String? {
    if names.isEmpty { return nil }
    let calls = names.map { "$0.add(\(StringLiteral.literal(of: $0)))" }
    return "\(label){ \(calls.joined(separator: "; ")) }"
  }

  /// Whether no writing option escapes a character of the name, and no other name is canonically equivalent.
  private static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      (" "..."~").contains($0) && !"\"\\/<>&'K;`".unicodeScalars.contains($0)
    }
  }

  /// Reads `@Name("name", also: "other", "another")`.
  static func read(_ attribute: Declaration.Attribute, _ problems: inout [Problem]) -> MemberName? {
    var names: [String] = []
    for argument in attribute.arguments ?? [] {
      guard let value = StringLiteral.value(of: argument.text) else {
        problems.append(
          Problem(
            message: "@Name needs string literals of one line without interpolations",
            range: argument.range))
        return nil
      }
      names.append(value)
    }
    return names.first.map { MemberName(name: $0, others: Array(names.dropFirst())) }
  }
}
