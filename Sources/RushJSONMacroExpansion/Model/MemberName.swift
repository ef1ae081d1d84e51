/// The name of a member of a JSON object, with other names under which it is read.
struct MemberName: Sendable, Equatable {
  var name: String
  var others: [String] = []
  /// The names of the objects around the member, the outermost first, in the object of the type.
  var outer: [String] = []
  /// Whether the objects around it are left out if they have no members.
  var leavesOutObjects = false

  /// The name in the object of the type.
  var first: String { outer.first ?? name }

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

  /// The statement that writes a member.
  /// - Parameter writesNil: Whether a `nil` is `null`, because a missing member is read as another value.
  static func writingCode(
    _ name: String, _ value: String, format: String?, writesNil: Bool
  ) -> String {
    if let format {
      return "try writer." + (writesNil ? "_member(\(name), orNull: " : "member(\(name), ")
        + "\(value), format: \(format))"
    }
    let member = "try writer.member(\(name), \(value))"
    return writesNil
      ? "if RushJSONCore.JSONWriter._isNil(\(value)) { try writer._nullMember(\(name)) } "
        + "else { \(member) }"
      : member
  }

  /// An argument that adds names to a list, or `nil` if there is none.
  static func listCode(_ label: String, _ names: [String]) -> String? {
    if names.isEmpty { return nil }
    // Properties inside one object have its name.
    var seen: Set<String> = []
    let calls = names.filter { seen.insert($0).inserted }
      .map { "$0.add(\(StringLiteral.literal(of: $0)))" }
    return "\(label){ \(calls.joined(separator: "; ")) }"
  }

  /// Whether no writing option escapes a character of the name, and no other name is canonically equivalent.
  private static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      (" "..."~").contains($0) && !"\"\\/<>&'K;`".unicodeScalars.contains($0)
    }
  }

  /// Reads `@Name("name", also: "other", "another")` or `@Name(at: "/data/name")`.
  static func read(_ attribute: Declaration.Attribute, _ problems: inout [Problem]) -> MemberName? {
    var names: [String] = []
    var leavesOutObjects = false
    for argument in attribute.arguments ?? [] {
      if argument.label == "leavingOutEmpty" {
        guard ["true", "false"].contains(argument.text) else {
          problems.append(
            Problem(
              message: "write 'true' or 'false', which the plugin can read", range: argument.range))
          return nil
        }
        leavesOutObjects = argument.text == "true"
        continue
      }
      guard let value = StringLiteral.value(of: argument.text) else {
        problems.append(
          Problem(
            message: "@Name needs string literals of one line without interpolations",
            range: argument.range))
        return nil
      }
      names.append(value)
    }
    if attribute.arguments?.first?.label == "at", let pointer = names.first {
      var name = read(pointer: pointer, attribute, &problems)
      name?.leavesOutObjects = leavesOutObjects
      return name
    }
    return names.first.map { MemberName(name: $0, others: Array(names.dropFirst())) }
  }

  /// The steps of a JSON Pointer (RFC 6901), which are all names.
  private static func read(
    pointer: String, _ attribute: Declaration.Attribute, _ problems: inout [Problem]
  ) -> MemberName? {
    var steps = pointer.split(separator: "/", omittingEmptySubsequences: false).map(unescaped)
    guard steps.count > 1, steps.removeFirst().isEmpty, let name = steps.popLast() else {
      problems.append(
        Problem(
          message: "a pointer begins with '/', as in '/data/title'", range: attribute.range))
      return nil
    }
    let escapes = pointer.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
    guard escapes.allSatisfy({ $0.hasPrefix("0") || $0.hasPrefix("1") }) else {
      problems.append(
        Problem(
          message: "in a pointer, '~0' is a tilde and '~1' a slash; no other '~' is allowed",
          range: attribute.range))
      return nil
    }
    return MemberName(name: name, outer: steps)
  }

  /// A step with `~1` as `/` and `~0` as `~`.
  private static func unescaped(_ step: Substring) -> String {
    var result = ""
    var isEscape = false
    for character in step {
      if isEscape {
        result += character == "0" ? "~" : "/"
        isEscape = false
      } else if character == "~" {
        isEscape = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
