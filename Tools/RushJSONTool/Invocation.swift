import CommandLineTools
import RushJSON

/// A command with its options and operands, checked by its table.
struct Invocation {
  let command: CommandEntry
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  /// The options in the order of the command line, with their values; empty where there is none.
  private(set) var inOrder: [(name: String, value: String, second: String)] = []

  init(_ command: CommandEntry, _ arguments: some Sequence<String>) throws(UsageError) {
    self.command = command
    var reader = ArgumentReader(arguments, command: "rushjson \(command.name)")
    while let item = try reader.next() {
      switch item {
      case .operand(let operand): operands.append(operand)
      case .option(let name):
        guard let entry = command.options.first(where: { $0.name == name }) else {
          throw reader.unknown(name, instead: command.hint(for: name))
        }
        if values[name] != nil, !entry.isRepeated {
          throw UsageError("\(name) was given twice; give it once")
        }
        let value = try entry.value.map { (named) throws(UsageError) in
          try Self.text(try reader.value(of: name, hint: named.hint), of: name)
        }
        let second = try entry.second.map { (named) throws(UsageError) in
          try Self.text(
            try reader.value(of: name, hint: "\(entry.value?.hint ?? ""), and \(named.hint)"),
            of: name)
        }
        values[name, default: []].append(value ?? "")
        inOrder.append((name, value ?? "", second ?? ""))
      }
    }
    try check()
    if case .patternAndFiles = command.operands, values["-e"] == nil {
      operands[0] = try Self.text(operands[0], of: command.name)
    }
  }

  /// The value of an option or a pattern. Only names of files may have bytes that are not UTF-8.
  private static func text(
    _ argument: String, of option: String
  ) throws(UsageError) -> String {
    guard let text = FileName.validText(argument) else {
      throw UsageError(
        "\(option) needs UTF-8, not '\(argument)'; only the name of a file may have other bytes")
    }
    return text
  }

  /// The operands that are names of files.
  var files: ArraySlice<String> {
    switch command.operands {
    case .patternAndFiles: values["-e"] == nil ? operands.dropFirst() : operands[...]
    case .files, .someFiles, .exactly: operands[...]
    case .word: []
    }
  }

  private func check() throws(UsageError) {
    switch command.operands {
    case .files: break
    case .someFiles:
      if operands.isEmpty { throw UsageError("\(command.name) needs FILE; - is standard input") }
    case .patternAndFiles:
      if operands.isEmpty, values["-e"] == nil {
        throw UsageError("select needs a pattern, such as /items/*/id")
      }
    case .exactly(let names):
      if operands.count != names.count {
        throw UsageError(
          "\(command.name) needs \(names.joined(separator: " and ")), and no other names; "
            + "- is standard input")
      }
      if operands.count(where: { $0 == "-" }) > 1 {
        throw UsageError("only one of \(names.joined(separator: " and ")) can be standard input")
      }
    case .word(let words):
      if words.isEmpty, let extra = operands.first {
        throw UsageError("\(command.name) takes no arguments, but was given '\(extra)'")
      }
      if !words.isEmpty, operands.count != 1 || !words.contains(operands[0]) {
        throw UsageError("\(command.name) needs one of \(words.joined(separator: ", "))")
      }
    }
    if files.contains("") {
      throw UsageError("an empty file name; name a file, or - for standard input")
    }
  }

  func has(_ option: String) -> Bool { values[option] != nil }
  func all(_ option: String) -> [String] { values[option] ?? [] }
  func value(_ option: String) -> String? { values[option]?.last }

  /// The path of one value that is the value of `option`.
  func path(_ option: String) throws(UsageError) -> ValuePath? {
    try value(option).map { (text) throws(UsageError) in try ValuePath(option, text) }
  }

  /// Refuses all but one of `options`.
  func atMostOne(of options: [String]) throws(UsageError) {
    let given = options.filter(has)
    if given.count > 1 {
      throw UsageError("\(given[0]) and \(given[1]) exclude each other; choose one")
    }
  }

  func usageError(_ option: String, _ value: String) -> UsageError {
    let hint = command.options.first { $0.name == option }?.value?.hint ?? "another value"
    return UsageError("\(option) needs \(hint), not '\(value)'")
  }
}
