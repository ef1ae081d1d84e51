import CommandLineTools
import RushJSON
import RushJSONEditing
import RushJSONStreams

/// The paths that commands take, in three forms told apart by the first character:
///
///     /items/0/id        a JSON Pointer (RFC 6901); in patterns, * is every member or element
///     $.items[0:10].id   a part of RFC 9535
///     .items[-1].id      a path as in jq: names, "names in quotes", [indexes], [slices:], [] for all, and
///                        | between two paths
///
/// A path as in jq has no functions. Its steps keep their kind: a name is never an index.
enum ToolPath {
  /// A step of a path.
  enum Step: Sendable, Hashable {
    /// The member of this name.
    case name(String)
    /// The element at this index, which counts from the end if it is negative.
    case index(Int)
    /// The member of this name, or the element at this index: a token of a pointer.
    case token(String)
    /// An array of some elements.
    case slice(Slice)
    /// Every member or element.
    case all
    /// `?` after a step: a value that the step does not fit has no value there, without an error.
    case optional
  }

  /// The elements from `start` on, before `end`; negative numbers count from the end of the array.
  struct Slice: Sendable, Hashable {
    var start: Int?
    var end: Int?

    /// The array of these elements.
    func elements(of array: RawJSON.Array) -> RawJSON.Array {
      RawJSON.Array(array[range(in: array.count)])
    }

    private func range(in count: Int) -> Range<Int> {
      func place(_ number: Int) -> Int { min(max(0, number < 0 ? count + number : number), count) }
      let first = place(start ?? 0)
      return first..<max(first, place(end ?? count))
    }
  }

  /// A pattern, and the slice of each of its values that a path as in jq may end with.
  struct Selection {
    var pattern: JSONPattern
    var slice: Slice?
  }

  /// The pattern that `text` is.
  static func selection(_ text: String) throws(UsageError) -> Selection {
    if text.hasPrefix(".") { return try selection(try steps(of: text), text) }
    do throws(JSONPattern.ParsingError) {
      return Selection(pattern: try JSONPattern(text))
    } catch {
      throw UsageError("'\(text)' is not a pattern: \(error)")
    }
  }

  private static func selection(
    _ steps: [Step], _ text: String
  ) throws(UsageError) -> Selection {
    var selection = Selection(pattern: JSONPattern(steps: []))
    var last: Slice?
    // A pattern passes over what it does not fit.
    for step in steps where step != .optional {
      if let slice = last {
        // The elements of a slice: no array is made of them.
        guard step == .all else {
          throw UsageError(
            "'\(text)' is not a path: a slice is an array, so [] follows it, as in .items[2:4][].id"
          )
        }
        selection.pattern.steps.append(
          .slice(start: slice.start ?? 0, end: slice.end, step: 1))
        last = nil
        continue
      }
      switch step {
      case .name(let name): selection.pattern.steps.append(.name(name))
      case .index(let index): selection.pattern.steps.append(.index(index))
      case .token(let token): selection.pattern.steps.append(.token(token))
      case .all: selection.pattern.steps.append(.wildcard)
      case .slice(let slice): last = slice
      case .optional: break
      }
    }
    selection.slice = last
    return selection
  }

  /// The steps of the path, in whose pointers `*` is every member or element, for the value `text` of `option`.
  static func differenceSteps(
    _ option: String, _ text: String
  ) throws(UsageError) -> [JSONDifference.Step] {
    guard text.hasPrefix(".") else {
      do throws(JSONValueError) {
        return try JSONPointer(text).tokens.map { $0 == "*" ? .all : .token($0) }
      } catch {
        throw UsageError(
          "\(option) needs a path such as /items/*/id or .items[].id, not '\(text)': \(error)")
      }
    }
    var found: [JSONDifference.Step] = []
    for step in try steps(of: text) {
      switch step {
      case .name(let name), .token(let name): found.append(.name(name))
      case .index(let index) where index >= 0: found.append(.index(index))
      case .all: found.append(.all)
      case .optional: break
      case .index, .slice:
        throw UsageError(
          "\(option) takes indexes from the start, and [] for all, so '\(text)' is not possible")
      }
    }
    return found
  }

  /// The steps of `text`, a path as in jq.
  static func steps(of text: String) throws(UsageError) -> [Step] {
    var scan = JQPathScan(text)
    return try scan.whole()
  }

  /// The steps of the path as in jq that `text` begins with, and what follows it.
  static func prefix(of text: String) throws(UsageError) -> ([Step], rest: Substring) {
    var scan = JQPathScan(text)
    let steps = try scan.steps()
    return (steps, scan.rest)
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
  mutating func whole() throws(UsageError) -> [ToolPath.Step] {
    let steps = try steps()
    if rest.drop(while: { $0 == " " }).first == "|" { throw noPathAfterPipe() }
    if let next = rest.first { throw unexpected(next) }
    return steps
  }

  /// The steps of the path that the text begins with.
  mutating func steps() throws(UsageError) -> [ToolPath.Step] {
    var steps: [ToolPath.Step] = []
    try addPath(to: &steps)
    while takePipe() { try addPath(to: &steps) }
    return steps
  }

  private mutating func addPath(to steps: inout [ToolPath.Step]) throws(UsageError) {
    if rest.hasPrefix("..") { throw unexpected(".") }
    guard take(".") else { throw error("'.' at the start of a path") }
    // Only the first segment may lack a name after its dot: `.` and `.[0]`.
    if let name = try name() { steps.append(.name(name)) }
    while true {
      if take("?") {
        if let last = steps.last, last != .optional { steps.append(.optional) }
        continue
      }
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
    let end = rest.indices.first { !isInName($0) } ?? rest.endIndex
    let name = rest[..<end]
    if name.first?.isWholeNumber == true { throw error("[\(name)] for an index") }
    rest.removeFirst(name.count)
    return name.isEmpty ? nil : String(name)
  }

  /// A minus between two letters belongs to a name, as in `.left-pad`: only numbers are subtracted.
  private func isInName(_ index: String.Index) -> Bool {
    func isLetter(_ character: Character) -> Bool { character.isLetter || character == "_" }
    if rest[index] != "-" { return isLetter(rest[index]) || rest[index].isWholeNumber }
    return index > rest.startIndex && isLetter(rest[rest.index(before: index)])
      && rest[rest.index(after: index)...].first.map(isLetter) ?? false
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
  private mutating func bracket() throws(UsageError) -> ToolPath.Step {
    if take("]") { return .all }
    if rest.first == "\"" {
      let name = try quoted()
      guard take("]") else { throw error("']'") }
      return .name(name)
    }
    let inside = rest.prefix { $0 != "]" }
    rest.removeFirst(inside.count)
    let parts = inside.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
    guard take("]"), parts.count <= 2, parts.allSatisfy(\.isEmpty) == false else {
      throw error("an index, a slice, a name in quotes or nothing in brackets")
    }
    var numbers: [Int?] = []
    for part in parts { numbers.append(try number(part)) }
    if parts.count == 2 { return .slice(ToolPath.Slice(start: numbers[0], end: numbers[1])) }
    return .index(numbers[0] ?? 0)
  }

  /// The number that `text` is. `nil` if there is none.
  private func number(_ text: Substring) throws(UsageError) -> Int? {
    if text.isEmpty { return nil }
    let digits = text.first == "-" ? text.dropFirst() : text
    guard let number = Int(text), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      number > -1 << 53, number < 1 << 53
    else { throw error("an index, a slice, a name in quotes or nothing in brackets") }
    return number
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes `|` and the spaces around it, if a path follows.
  private mutating func takePipe() -> Bool {
    let pipe = rest.drop { $0 == " " }
    let next = pipe.dropFirst().drop { $0 == " " }
    guard pipe.first == "|", next.first == "." else { return false }
    rest = next
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
