import CommandLineTools
import RushJSON

/// The paths that commands take, in three forms told apart by the first character:
///
///     /items/0/id        a JSON Pointer (RFC 6901); in patterns, * is every member or element
///     $.items[0:10].id   a part of RFC 9535
///     .items[].id        a path as in jq: names, "names in quotes", [indexes], [] for all, and
///                        | between two paths
///
/// A path as in jq has no functions, no slices (there, these make an array) and no negative indexes.
enum ToolPath {
  /// The pattern that `text` is.
  static func pattern(_ text: String) throws(UsageError) -> JSONPattern {
    if text.hasPrefix(".") {
      var scan = JQPathScan(text)
      return JSONPattern(steps: try scan.whole())
    }
    do throws(JSONPattern.ParsingError) {
      return try JSONPattern(text)
    } catch {
      throw UsageError("'\(text)' is not a pattern: \(error)")
    }
  }

  /// The path of one value that `text`, the value of `option`, is.
  static func pointer(_ option: String, _ text: String) throws(UsageError) -> JSONPointer {
    if text.hasPrefix(".") {
      var scan = JQPathScan(text)
      return try pointer(option, text, try scan.whole())
    }
    do throws(JSONValueError) {
      return try JSONPointer(text)
    } catch {
      throw UsageError(
        "\(option) needs a JSON Pointer such as /user/id, or a path such as .user.id, not '\(text)': "
          + "\(error)")
    }
  }

  /// The path at the beginning of `text`, as in jq, and what follows it.
  static func prefix(
    _ option: String, of text: String
  ) throws(UsageError) -> (JSONPointer, rest: Substring) {
    var scan = JQPathScan(text)
    let steps = try scan.steps()
    return (try pointer(option, text, steps), scan.rest)
  }

  private static func pointer(
    _ option: String, _ text: String, _ steps: [JSONPattern.Step]
  ) throws(UsageError) -> JSONPointer {
    var tokens: [String] = []
    for step in steps {
      switch step {
      case .name(let name): tokens.append(name)
      case .index(let index): tokens.append("\(index)")
      default:
        throw UsageError(
          "\(option) needs the path of one value, so '\(text)' cannot have []; use rushjson select")
      }
    }
    return JSONPointer(tokens: tokens)
  }
}

/// Reads one path as in jq.
private struct JQPathScan {
  private let text: String
  private(set) var rest: Substring

  init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  /// The steps of a path that is the whole text.
  mutating func whole() throws(UsageError) -> [JSONPattern.Step] {
    let steps = try steps()
    if let next = rest.first { throw unexpected(next) }
    return steps
  }

  /// The steps of the path that the text begins with.
  mutating func steps() throws(UsageError) -> [JSONPattern.Step] {
    var steps: [JSONPattern.Step] = []
    try addPath(to: &steps)
    while takePipe() {
      guard rest.hasPrefix(".") else { throw noPathAfterPipe() }
      try addPath(to: &steps)
    }
    return steps
  }

  private mutating func addPath(to steps: inout [JSONPattern.Step]) throws(UsageError) {
    if rest.hasPrefix("..") { throw unexpected(".") }
    guard take(".") else { throw error("'.' at the start of a path") }
    // Only the first segment may lack a name after its dot: `.` and `.[0]`.
    if let name = try name() { steps.append(.name(name)) }
    while true {
      if take("?") { continue }
      if take("[") {
        steps.append(try bracket())
      } else if rest.hasPrefix("."), !rest.hasPrefix("..") {
        rest.removeFirst()
        if rest.hasPrefix("[") { continue }
        guard let name = try name() else { throw error("a name after '.'") }
        steps.append(.name(name))
      } else {
        return
      }
    }
  }

  /// A name, in quotes or not, if there is one.
  private mutating func name() throws(UsageError) -> String? {
    if rest.first == "\"" { return try quoted() }
    let name = rest.prefix { $0.isLetter || $0 == "_" || $0.isWholeNumber }
    if name.first?.isWholeNumber == true { throw error("[\(name)] for an index") }
    rest.removeFirst(name.count)
    return name.isEmpty ? nil : String(name)
  }

  private mutating func quoted() throws(UsageError) -> String {
    var isEscaped = false
    let end = rest.indices.dropFirst().first { index in
      if isEscaped {
        isEscaped = false
        return false
      }
      isEscaped = rest[index] == "\\"
      return rest[index] == "\""
    }
    guard let end else { throw error("a quotation mark at the end of the name") }
    let literal = rest[...end]
    rest = rest[rest.index(after: end)...]
    do throws(JSONSyntaxError) {
      if case .string(let name) = try RawJSON(parsing: String(literal)) { return name }
    } catch {
      throw UsageError("'\(text)' is not a path: \(literal): \(error)")
    }
    throw error("a name in quotes")
  }

  /// The step in brackets, after `[`.
  private mutating func bracket() throws(UsageError) -> JSONPattern.Step {
    if take("]") { return .wildcard }
    if rest.first == "\"" {
      let name = try quoted()
      guard take("]") else { throw error("']'") }
      return .name(name)
    }
    let inside = String(rest.prefix { $0 != "]" })
    if inside.contains(":") { throw error("no slice; in select, write $.items[2:4] (RFC 9535)") }
    if inside.hasPrefix("-") {
      throw error("an index from 0 on, because a stream does not know its end")
    }
    rest.removeFirst(inside.count)
    guard let index = Int(inside), inside.allSatisfy(\.isNumber), take("]") else {
      throw error("an index, a name in quotes or nothing in brackets")
    }
    return .index(index)
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes `|` and the spaces around it.
  private mutating func takePipe() -> Bool {
    let next = rest.drop { $0 == " " }
    guard next.first == "|" else { return false }
    rest = next.dropFirst().drop { $0 == " " }
    return true
  }

  private func error(_ expected: String) -> UsageError {
    UsageError("'\(text)' is not a path: expected \(expected)")
  }

  private func unexpected(_ character: Character) -> UsageError {
    if rest.hasPrefix("..") { return error("one '.'; rushjson has no descendants") }
    return UsageError(
      "'\(text)' is not a path: no '\(character)' can follow; names with other characters need quotes "
        + "(.\"a-b\"), and functions of jq are options of rushjson (rushjson select --help)")
  }

  private func noPathAfterPipe() -> UsageError {
    UsageError(
      "'\(text)' is not a path: only a path can follow '|'; functions of jq are options of rushjson "
        + "(rushjson select --help)")
  }
}
