import CommandLineTools
import RushJSON
import RushJSONEditing

/// `rushjson edit`: changes values of a file in place, and keeps its comments and its layout.
struct EditCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let steps: [Step]

  /// An edit, checked as far as that goes without the text.
  private enum Step {
    case set(ValuePath, RawJSON)
    case insert(ValuePath, RawJSON)
    case append(ValuePath, RawJSON)
    case remove(ValuePath)
    case rename(ValuePath, String)
    case move(ValuePath, ValuePath)
  }

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    var steps: [Step] = []
    for option in invocation.inOrder {
      guard let step = try Self.step(option.name, option.value, option.second) else { continue }
      if case .set(let path, _) = step, path.hasAll, invocation.has("--create") {
        throw UsageError("--create makes one value, so '\(path.text)' cannot have []")
      }
      steps.append(step)
    }
    if steps.isEmpty {
      throw UsageError("edit needs an edit, such as --set /a/b 5; rushjson edit --help lists them")
    }
    self.steps = steps
  }

  private static func step(
    _ option: String, _ first: String, _ second: String
  ) throws(UsageError) -> Step? {
    switch option {
    case "--set":
      .set(try ValuePath(option, first, allowsAll: true), try value(option, second))
    case "--insert": .insert(try ValuePath(option, first), try value(option, second))
    case "--append":
      .append(try ValuePath(option, first, allowsAll: true), try value(option, second))
    case "--remove": .remove(try ValuePath(option, first, allowsAll: true))
    case "--rename": .rename(try ValuePath(option, first, allowsAll: true), second)
    case "--move":
      .move(try ValuePath(option, first), try ValuePath(option, second))
    default: nil
    }
  }

  /// A JSON value, or a bare word as a string. What begins like another JSON value must be one.
  private static func value(_ option: String, _ text: String) throws(UsageError) -> RawJSON {
    do throws(JSONSyntaxError) {
      return try RawJSON(parsing: text)
    } catch {
      if let first = text.first, !"{}[]\"',:-+.0123456789 \t\n".contains(first) {
        return .string(text)
      }
      let literal = RawJSON.string(text).description
      throw UsageError(
        "\(option) needs a JSON value or a word, not '\(text)': \(error); for this text, write '\(literal)'"
      )
    }
  }

  private var options: JSONReadingOptions {
    var options = invocation.has("--json5") ? JSONReadingOptions.json5 : .jsonc
    options.leniencies.insert(.byteOrderMark)
    return options
  }

  func run() throws -> Int32 {
    let name = invocation.operands[0]
    var input = ToolInput(name, channels)
    let options = options
    let bytes: [UInt8]
    do throws(JSONStreamError) {
      bytes = try input.readAll()
    } catch {
      throw InputReport(error, in: input, options)
    }
    var text: JSONText
    do throws(JSONSyntaxError) {
      text = try JSONText(bytes, options: options)
    } catch {
      throw InputReport(error, in: bytes, of: input.name)
    }
    for step in steps {
      do {
        try apply(step, to: &text)
      } catch {
        channels.complain("\(input.name): the edit does not apply: \(error)")
        return 1
      }
    }
    if invocation.has("--list") {
      try list(text)
    } else if name == "-" {
      try channels.output.write(text.bytes)
    } else if !text.replacements.isEmpty {
      try replace(name, with: text.bytes)
    }
    return 0
  }

  private func apply(_ step: Step, to text: inout JSONText) throws {
    switch step {
    case .set(let path, let value):
      guard invocation.has("--create") else {
        return try each(path, in: &text) { try $0.set(value, at: $1) }
      }
      if let (pointer, created) = try path.creating(value, in: try document(of: text).root) {
        try text.set(created, at: pointer)
      }
    case .insert(let path, let value):
      if let pointer = try pointer(path, in: text) { try text.insert(value, at: pointer) }
    case .append(let path, let value):
      try each(path, in: &text) { try $0.append(value, to: $1) }
    case .remove(let path): try each(path, in: &text, ifPresent: true) { try $0.remove(at: $1) }
    case .rename(let path, let name):
      try each(path, in: &text, ifPresent: true) { try $0.rename($1, to: name) }
    case .move(let from, let to):
      if let from = try pointer(from, in: text), let to = try pointer(to, in: text) {
        try text.move(from: from, to: to)
      }
    }
  }

  /// Edits the value at a path, or the values at a path with `[]`: from the last one on, so that an edit does not move
  /// those to come. With `ifPresent`, a place without a value is passed over, unless all are; with `?` in the path, even
  /// if all are.
  private func each(
    _ path: ValuePath, in text: inout JSONText, ifPresent: Bool = false,
    _ edit: (inout JSONText, JSONPointer) throws -> Void
  ) throws {
    guard path.hasAll || path.isOptional else {
      if let pointer = try pointer(path, in: text) { try edit(&text, pointer) }
      return
    }
    let root = try document(of: text).root
    var pointers = try path.pointers(in: root)
    if ifPresent { pointers.removeAll { root[$0] == nil } }
    if pointers.isEmpty, !path.isOptional {
      throw ValuePath.Failure(description: "'\(path.text)' leads to no value")
    }
    for pointer in pointers.reversed() { try edit(&text, pointer) }
  }

  private func pointer(_ path: ValuePath, in text: JSONText) throws -> JSONPointer? {
    // A document of the text takes time, and pointers do without.
    try path.pointer(in: path.needsText ? try document(of: text).root : nil)
  }

  /// The text as earlier edits have left it. A text without a value is `null`.
  private func document(of text: JSONText) throws -> JSONDocument {
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: text.bytes, options: options)
    } catch {
      return try JSONDocument(parsing: "null")
    }
  }

  /// One line for each range that would be replaced.
  private func list(_ text: JSONText) throws {
    for replacement in text.replacements {
      let line: RawJSON = [
        "offset": .number(JSONNumber(replacement.range.lowerBound)),
        "length": .number(JSONNumber(replacement.range.count)), "text": .string(replacement.text),
      ]
      try channels.output.write(try line.jsonBytes())
      try channels.output.endLine()
    }
  }

  private func replace(_ name: String, with bytes: [UInt8]) throws {
    let replacement = try Replacement(of: name)
    defer { replacement.discard() }
    try replacement.output.write(bytes)
    try replacement.commit()
  }
}
