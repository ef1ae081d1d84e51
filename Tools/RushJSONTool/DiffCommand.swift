import CommandLineTools
import RushJSON

/// `rushjson diff`: the patch from one text to another.
struct DiffCommand {
  private let invocation: Invocation
  private let channels: Channels

  init(_ invocation: Invocation, _ channels: Channels) throws(UsageError) {
    self.invocation = invocation
    self.channels = channels
    try invocation.atMostOne(of: ["--merge", "--quiet"])
    try channels.choose(color: invocation.value("--color"))
  }

  func run() throws -> Int32 {
    var inputs = invocation.operands.map { ToolInput($0, channels) }
    let old = try inputs[0].tree(invocation.readingOptions)
    let new = try inputs[1].tree(invocation.readingOptions)
    let isEqual = old == new
    if invocation.has("--quiet") { return isEqual ? 0 : 1 }
    if invocation.has("--merge") {
      guard let patch = new.mergePatch(from: old) else {
        throw UsageError("no merge patch leads to a text with null in it; use diff without --merge")
      }
      try channels.output.write(try patch.jsonBytes(.pretty))
      try channels.output.write("\n")
    } else {
      try write(new.difference(from: old).operations)
    }
    return isEqual ? 0 : 1
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
    let patch = try inputs[0].tree(invocation.readingOptions)
    var tree = try inputs[1].tree(invocation.readingOptions)
    switch patch {
    case .dictionary: tree.applyMergePatch(patch)
    case .array:
      let operations: JSONPatch
      do throws(JSONPatch.Failure) {
        operations = try JSONPatch(patch)
      } catch {
        throw UsageError("\(inputs[0].name) is not a JSON Patch: \(error)")
      }
      do throws(JSONPatch.Failure) {
        try operations.apply(to: &tree)
      } catch {
        channels.complain("the patch does not apply: \(error)")
        return 1
      }
    default:
      throw UsageError(
        "\(inputs[0].name) is neither an array (JSON Patch) nor an object (merge patch)")
    }
    let options = invocation.has("--compact") ? JSONWritingOptions.compact : .pretty
    try tree.writeJSON(options) { [output = channels.output] in try output.write($0) }
    try channels.output.write("\n")
    return 0
  }
}
