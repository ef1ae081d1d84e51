/// `jsonbench compare`: reads two result files and lists what changed.
struct CompareCommand {
  let options: CompareOptions

  /// - Returns: Whether nothing is slower by more than the options allow.
  func run() throws(UsageError) -> Bool {
    let comparison = Comparison(
      old: try .read(options.old), new: try .read(options.new))
    let report = ComparisonReport(
      comparison: comparison, listsAll: options.listsAll, terminal: .standardOutput)
    try Output.standard.write(report.text)
    guard let limit = options.failAbove else { return true }
    let failed = comparison.rows(slowerThan: limit / 100)
    if failed.isEmpty { return true }
    Output.complain(
      "jsonbench: \(failed.count) of \(comparison.rows.count) results are slower by more than \(limit) %"
    )
    return false
  }
}
