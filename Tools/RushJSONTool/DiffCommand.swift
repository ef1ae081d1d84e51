import CommandLineTools
import RushJSON
import RushJSONEditing

/// `rushjson diff`: the patch from one text to another.
struct DiffCommand {
  private let invocation: Invocation
  private let channels: Channels
  private let ignored: [[JSONDifference.Step]]
  private var unordered: [(path: [JSONDifference.Step], identity: JSONPointer)] = []

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    try invocation.atMostOne(of: ["--merge", "--text", "--list", "--quiet"])
    try channels.choose(color: invocation.value("--color"))
    ignored = try invocation.all("--ignore").map { (text) throws(UsageError) in
      try ToolPath.differenceSteps("--ignore", text)
    }
    for text in invocation.all("--unordered") {
      let equals = text.lastIndex(of: "=")
      let path = try ToolPath.differenceSteps(
        "--unordered", String(text[..<(equals ?? text.endIndex)]))
      let identity =
        try equals.map { (equals) throws(UsageError) in
          let identity = String(text[text.index(after: equals)...])
          let isName = !identity.hasPrefix("/") && !identity.hasPrefix(".")
          return JSONPointer(
            tokens: isName
              ? [identity]
              : try ToolPath.differenceSteps("--unordered", identity).map(\.token))
        } ?? .root
      // The last one for an array counts.
      unordered.insert((path, identity), at: 0)
    }
  }

  func run() throws -> Int32 {
    var inputs = invocation.operands.map { ToolInput($0, channels) }
    let old = try inputs[0].tree(invocation.markedOptions)
    let new = try inputs[1].tree(invocation.markedOptions)
    let difference = JSONDifference(from: old, to: new, ignoring: ignored, unordered: unordered)
    if invocation.has("--quiet") { return difference.isEmpty ? 0 : 1 }
    if invocation.has("--list") {
      for change in difference.changes { try write(change) }
    } else if invocation.has("--merge") {
      guard let patch = try old.applying(difference.patch).mergePatch(from: old) else {
        throw UsageError("no merge patch leads to a text with null in it; use diff without --merge")
      }
      try channels.output.write(try patch.jsonBytes(.pretty))
      try channels.output.write("\n")
    } else if invocation.has("--text") {
      try writeText(difference.patch.operations, from: old)
    } else {
      try write(difference.patch.operations)
    }
    return difference.isEmpty ? 0 : 1
  }

  private func write(_ change: JSONDifference.Change) throws {
    let line = change.description
    guard channels.hasColor else { return try channels.output.write(line + "\n") }
    let color = line.hasPrefix("+") ? "32" : line.hasPrefix("-") ? "31" : "33"
    try channels.output.write("\u{1B}[\(color)m\(line)\u{1B}[0m\n")
  }

  /// Writes a line for each value that goes or comes: `- /path: old` and `+ /path: new`.
  private func writeText(_ operations: [JSONPatch.Operation], from old: RawJSON) throws {
    var tree = old
    for operation in operations {
      switch operation.kind {
      case .add: break
      default: try writeText("-", operation.path, tree[operation.path] ?? .null)
      }
      if let value = operation.value { try writeText("+", operation.path, value) }
      // Paths refer to the values as the operations before have left them.
      try tree.apply([operation])
    }
  }

  private func writeText(_ sign: String, _ path: JSONPointer, _ value: RawJSON) throws {
    let output = channels.output
    if channels.hasColor { try output.write(sign == "-" ? "\u{1B}[31m" : "\u{1B}[32m") }
    try output.write("\(sign) \(path.description.withVisibleControls): ")
    try output.write(try value.jsonBytes())
    try output.write(channels.hasColor ? "\u{1B}[0m\n" : "\n")
  }

  private func write(_ operations: [JSONPatch.Operation]) throws {
    let output = channels.output
    for (number, operation) in operations.enumerated() {
      try output.write(number == 0 ? "[\n  " : ",\n  ")
      if channels.hasColor { try output.write(Self.color(of: operation)) }
      try output.write(try operation.rawJSON.jsonBytes())
      if channels.hasColor { try output.write("\u{1B}[0m") }
    }
    try output.write(operations.isEmpty ? "[]\n" : "\n]\n")
  }

  private static func color(of operation: JSONPatch.Operation) -> String {
    switch operation {
    case .add, .copy: "\u{1B}[32m"
    case .remove: "\u{1B}[31m"
    case .replace, .move, .test: "\u{1B}[33m"
    }
  }
}

/// `rushjson patch`: applies a patch.
struct PatchCommand {
  private let invocation: Invocation
  private let channels: Channels

  init(_ invocation: Invocation, _ channels: Channels) {
    self.invocation = invocation
    self.channels = channels
  }

  func run() throws -> Int32 {
    var inputs = invocation.operands.map { ToolInput($0, channels) }
    let patch = try inputs[0].tree(invocation.markedOptions)
    var tree = try inputs[1].tree(invocation.markedOptions)
    switch patch {
    case _ where invocation.has("--merge"): tree.applyMergePatch(patch)
    case .dictionary: tree.applyMergePatch(patch)
    case .array:
      let operations: JSONPatch
      do throws(JSONPatch.Failure) {
        operations = try JSONPatch(patch)
      } catch {
        throw UsageError("\(inputs[0].name) is not a JSON Patch: \(error)")
      }
      do throws(JSONPatch.Failure) {
        try tree.apply(operations)
      } catch {
        channels.complain("the patch does not apply: \(error)")
        return 1
      }
    default:
      throw UsageError(
        "\(inputs[0].name) is neither an array (JSON Patch) nor an object (merge patch); with --merge, any "
          + "value is a merge patch")
    }
    let options = invocation.has("--compact") ? JSONWritingOptions.compact : .pretty
    try tree.writeJSON(options) { [output = channels.output] in try output.write($0) }
    try channels.output.write("\n")
    return 0
  }
}
