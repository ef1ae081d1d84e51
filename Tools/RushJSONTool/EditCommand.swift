import CommandLineTools
import RushJSON
import RushJSONEditing

/// `rushjson edit`: changes values of files in place, and keeps their comments and their layout.
struct EditCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let steps: [Step]
  /// The tests of a file that is edited.
  private let tests: [LineTest]
  /// Whether the command skips an edit that finds no value.
  private let passesMissing: Bool

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
    try invocation.atMostOne(of: ["--list", "--dry-run"])
    if let missing = invocation.value("--missing"), missing != "ok" {
      throw invocation.usageError("--missing", missing)
    }
    passesMissing = invocation.has("--missing")
    tests = try invocation.all("--if").map { (text) throws(UsageError) in
      try LineTest(text, of: "--if")
    }
    var steps: [Step] = []
    for option in invocation.inOrder {
      guard let step = try Self.step(option, areTexts: invocation.has("--text")) else { continue }
      if case .set(let path, _) = step, path.hasAll, invocation.has("--create") {
        throw UsageError("--create makes one value, so '\(path.text)' cannot have []")
      }
      steps.append(step)
    }
    if steps.isEmpty {
      let path = invocation.operands.first { $0.hasPrefix(".") && !$0.hasPrefix("./") }
      if let path, invocation.operands.count > 1 {
        throw UsageError(
          "a path follows an option: write rushjson edit FILE --set '\(path)' VALUE, or --remove '\(path)'"
        )
      }
      throw UsageError("edit needs an edit, such as --set /a/b 5; rushjson edit --help lists them")
    }
    self.steps = steps
  }

  private static func step(
    _ edit: (name: String, value: String, second: String), areTexts: Bool
  ) throws(UsageError) -> Step? {
    let (option, first, second) = edit
    func value(_ option: String, _ text: String) throws(UsageError) -> RawJSON {
      areTexts ? .string(text) : try Self.value(option, text)
    }
    func path(
      _ text: String, allowsAll: Bool = false, allowsRoot: Bool = true
    ) throws(UsageError) -> ValuePath {
      let path = try ValuePath(option, text, allowsAll: allowsAll)
      if path.hasSlice {
        throw UsageError("\(option) cannot take '\(text)': \(ValuePath.sliced)")
      }
      if path.isRoot, !allowsRoot {
        throw UsageError(
          "\(option) needs a path into the text, not '\(text)', which is the whole text")
      }
      return path
    }
    switch option {
    case "--set": return .set(try path(first, allowsAll: true), try value(option, second))
    case "--insert": return .insert(try path(first, allowsRoot: false), try value(option, second))
    case "--append": return .append(try path(first, allowsAll: true), try value(option, second))
    case "--remove": return .remove(try path(first, allowsAll: true, allowsRoot: false))
    case "--rename": return .rename(try path(first, allowsAll: true), second)
    case "--move": return .move(try path(first), try path(second))
    default: return nil
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
        // Without the options of the library that accept it.
        "\(option) needs a JSON value or a word, not '\(text)': \(JSONSyntaxError(error.kind, at: error.offset)); for "
          + "this text, write '\(literal)', or add --text"
      )
    }
  }

  private var options: JSONReadingOptions {
    var options = invocation.has("--json5") ? JSONReadingOptions.json5 : .jsonc
    options.leniencies.insert(.byteOrderMark)
    return options
  }

  // MARK: - Files

  /// What became of a file.
  private enum Outcome: String {
    case changed, unchanged
    /// A test does not hold for it.
    case skipped
  }

  /// An edit that does not apply to a file.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func run() throws -> Int32 {
    let names = invocation.operands
    if names.count > 1, names.contains("-") {
      throw UsageError("- is standard input, which is edited alone; name files, or - and no others")
    }
    if invocation.has("--dry-run") {
      var paths: Set<[CChar]> = []
      for name in names {
        if let path = Replacement.path(of: name), !paths.insert(path).inserted {
          throw UsageError(
            "--dry-run needs each file once, and '\(name)' is one that was named before it")
        }
      }
    }
    adviseAboutVersions()
    let isPrinted = names == ["-"] || invocation.has("--list") || invocation.has("--dry-run")
    var code: Int32 = 0
    // Files that are written, and wait to be put in place together.
    var waiting: [Done] = []
    func attempt(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let error as OutputError where isPrinted {
        throw error
      } catch  where names.count > 1 || error is Failure {
        // The other files do not depend on this one.
        channels.complain("\(error)")
        code = 1
      }
    }
    func finishWaiting() throws {
      let written = waiting.compactMap(\.replacement)
      if written.count > 1 { Replacement.sync(written) }
      for done in waiting {
        var isInPlace = false
        try attempt {
          try done.replacement?.commit()
          isInPlace = true
        }
        if isInPlace, names.count > 1, !isPrinted { try print(done) }
      }
      waiting = []
    }
    defer { for done in waiting { done.replacement?.discard() } }
    for name in names {
      // A file that is named twice is edited twice.
      let path = waiting.isEmpty ? nil : Replacement.path(of: name)
      let isAgain = path != nil && waiting.contains { $0.replacement?.path == path }
      if isAgain || waiting.count == Interruption.mostFiles { try finishWaiting() }
      try attempt { waiting.append(try done(name)) }
    }
    try finishWaiting()
    return code
  }

  /// A file that is done, but for putting the new text in its place.
  private struct Done {
    var name: String
    var outcome: Outcome
    var replacement: Replacement?
  }

  private func done(_ name: String) throws -> Done {
    guard let text = try edited(name) else { return Done(name: name, outcome: .skipped) }
    let replacements = text.replacements
    return Done(
      name: name, outcome: replacements.isEmpty ? .unchanged : .changed,
      replacement: try finish(text.originalBytes, replacements, name))
  }

  private func print(_ done: Done) throws {
    do throws(OutputError) {
      try channels.output.write("\(FileName.shown(done.name)): \(done.outcome.rawValue)")
      try channels.output.endLine()
    } catch {
      // If nobody reads the lines, the other files are edited all the same.
      if case .closedPipe = error { return }
      throw error
    }
  }

  /// Says what may be meant otherwise: a version such as 1.10 is the number 1.1.
  private func adviseAboutVersions() {
    for case .set(let path, .number(let number)) in steps {
      let text = number.description
      guard text.contains("."), text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }),
        text.hasSuffix("0") || path.text.lowercased().hasSuffix("version")
      else { continue }
      channels.complain(
        "\(text) is set as a number; for the text, write '\"\(text)\"', or add --text")
    }
  }

  /// The text of a file after the edits, or `nil` if a test does not hold for it.
  private func edited(_ name: String) throws -> JSONText? {
    var input = ToolInput(name, channels)
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
    // As in jq, an empty text has no value to edit.
    if bytes.allSatisfy({ $0 <= 0x20 }), !invocation.has("--create") {
      throw Failure(
        description:
          "\(input.name): the edit does not apply: the text is empty; --create begins a value")
    }
    if !tests.isEmpty {
      let document = try document(of: text)
      if !tests.allSatisfy({ $0.passes(document) }) { return nil }
    }
    for step in steps {
      do {
        try apply(step, to: &text)
      } catch {
        throw Failure(description: "\(input.name): the edit does not apply: \(error)")
      }
    }
    return text
  }

  /// Prints the changes, or writes the new text beside the file.
  private func finish(
    _ bytes: [UInt8], _ replacements: [JSONText.Replacement], _ name: String
  ) throws -> Replacement? {
    if invocation.has("--list") {
      try list(replacements, name)
    } else if invocation.has("--dry-run") {
      try LineDiff(bytes, replacements).write(
        name: Replacement.target(of: name), to: channels.output)
    } else if name == "-" {
      try write(bytes, replacements, to: channels.output)
    } else if !replacements.isEmpty {
      let replacement = try Replacement(of: name)
      do {
        try write(bytes, replacements, to: replacement.output)
      } catch {
        replacement.discard()
        throw error
      }
      return replacement
    }
    return nil
  }

  /// Writes the text with its replaced ranges, without a copy of the whole.
  private func write(
    _ bytes: [UInt8], _ replacements: [JSONText.Replacement], to output: Output
  ) throws {
    try bytes.withSpan { (text: Span<UInt8>) in
      var place = 0
      for replacement in replacements {
        try output.write(text.extracting(place..<replacement.range.lowerBound))
        try output.write(replacement.bytes)
        place = replacement.range.upperBound
      }
      try output.write(text.extracting(place..<text.count))
    }
  }

  // MARK: - Edits

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
      try each(path, in: &text) { text, pointer in
        // A member would be replaced.
        let kind = try pointer.parent.flatMap { try document(of: text).root[$0]?.kind }
        let isNew = kind == .null && pointer.tokens.last == JSONPointer.pastTheEnd
        if let kind, kind != .array, !isNew {
          throw JSONValueError(
            .wrongKind(expected: .array, found: kind), at: pointer.parent ?? .root)
        }
        try text.insert(value, at: pointer)
      }
    case .append(let path, let value):
      try each(path, in: &text) { try $0.append(value, to: $1) }
    case .remove(let path):
      try each(path, in: &text, ifPresent: true) { try $0.remove(at: $1) }
    case .rename(let path, let name):
      try each(path, in: &text, ifPresent: true) { try $0.rename($1, to: name) }
    case .move(let from, let to):
      try each(from, in: &text) { text, from in
        if let to = try pointer(to, in: text) { try text.move(from: from, to: to) }
      }
    }
  }

  /// Edits the value at a path, or the values at a path with `[]`: from the last one on, so that an edit does not move
  /// those to come. With `ifPresent`, a place without a value is skipped, unless all are; with `?` in the path, even
  /// if all are.
  private func each(
    _ path: ValuePath, in text: inout JSONText, ifPresent: Bool = false,
    _ edit: (inout JSONText, JSONPointer) throws -> Void
  ) throws {
    func attempt(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let error as JSONValueError where passesMissing && error.isMissingValue {
        return
      } catch let error as ValuePath.Failure where passesMissing && error.isMissing {
        return
      }
    }
    guard path.hasAll || path.isOptional else {
      try attempt {
        if let pointer = try pointer(path, in: text) { try edit(&text, pointer) }
      }
      return
    }
    let root = try document(of: text).root
    var pointers = try path.pointers(in: root, passesMissing: ifPresent || passesMissing)
    if ifPresent { pointers.removeAll { root[$0] == nil } }
    if pointers.isEmpty, !path.isOptional, !passesMissing {
      throw ValuePath.Failure(description: "'\(path.text)' leads to no value")
    }
    for pointer in pointers.reversed() { try attempt { try edit(&text, pointer) } }
  }

  private func pointer(_ path: ValuePath, in text: JSONText) throws -> JSONPointer? {
    // A document of the text takes time, and pointers do without.
    try path.pointer(in: path.needsText ? try document(of: text).root : nil)
  }

  /// The text as earlier edits have left it. A text without a value is `null`.
  private func document(of text: JSONText) throws -> JSONDocument {
    if let document = text.uneditedDocument { return document }
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: text.bytes, options: options)
    } catch {
      return try JSONDocument(parsing: "null")
    }
  }

  /// One line for each range that would be replaced.
  private func list(_ replacements: [JSONText.Replacement], _ name: String) throws {
    for replacement in replacements {
      var line: RawJSON.Object = [
        "offset": .number(JSONNumber(replacement.range.lowerBound)),
        "length": .number(JSONNumber(replacement.range.count)), "text": .string(replacement.text),
      ]
      if invocation.operands.count > 1 { line["file"] = .string(FileName.shown(name)) }
      try channels.output.write(try line.jsonBytes())
      try channels.output.endLine()
    }
  }
}

extension JSONValueError {
  /// Whether nothing has the name or the index.
  fileprivate var isMissingValue: Bool {
    switch kind {
    case .missingName, .indexOutOfRange: true
    default: false
    }
  }
}
