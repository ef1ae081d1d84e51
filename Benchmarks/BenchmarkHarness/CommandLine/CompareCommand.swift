/// `jsonbench compare`: reads two result files and lists what changed.
struct CompareCommand: Equatable {
  var old = ""
  var new = ""
  /// Whether results without a certain change are listed too.
  var listsAll = false
  /// How much slower, in per cent, a result may be; `nil` for any.
  var failAbove: Double?

  init(old: String, new: String) { (self.old, self.new) = (old, new) }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var reader = ArgumentReader(arguments, command: "jsonbench compare")
    var files: [String] = []
    while let item = try reader.next() {
      switch item {
      case .operand(let file): files.append(file)
      case .option("--all"): listsAll = true
      case .option("--fail-above"):
        // With a type of its own: converted as an optional, any text would do.
        let percent: Double = try reader.value(
          of: "--fail-above", hint: "a number of per cent, 0 or more, such as 5"
        ) { text in Double(text).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil } }
        failAbove = percent
      case .option(let option): throw reader.unknown(option)
      }
    }
    guard files.count == 2, files.allSatisfy({ !$0.isEmpty }) else {
      throw UsageError(
        "jsonbench compare needs two result files, OLD.json and NEW.json, "
          + "written by jsonbench run --format json")
    }
    (old, new) = (files[0], files[1])
  }

  /// - Returns: Whether nothing is slower by more than the options allow.
  func run() throws(UsageError) -> Bool {
    let comparison = Comparison(old: try .read(old), new: try .read(new))
    let report = ComparisonReport(
      comparison: comparison, listsAll: listsAll, terminal: .standardOutput)
    try Output.standard.write(report.text)
    guard let limit = failAbove else { return true }
    let failed = comparison.rows(slowerThan: limit / 100)
    if failed.isEmpty { return true }
    Output.complain(
      "jsonbench: \(failed.count) of \(comparison.rows.count) results are slower by more than \(limit) %"
    )
    return false
  }
}
