/// A comparison for the terminal: the changes, largest first, and the number of unchanged results.
struct ComparisonReport {
  let comparison: Comparison
  let listsAll: Bool
  let terminal: Terminal

  var text: String {
    var lines: [String] = []
    lines += section("slower", .slower, color: 31)
    lines += section("faster", .faster, color: 32)
    lines += section("not compared: the file has a different size", .differentInput, color: 33)
    if listsAll { lines += section("within the spread", .unchanged, color: 90) }
    return (lines + [summary]).joined(separator: "\n") + "\n"
  }

  private var summary: String {
    var parts = [
      "\(comparison.count(.faster)) faster", "\(comparison.count(.slower)) slower",
      "\(comparison.count(.unchanged)) within the spread",
    ]
    let other = comparison.count(.differentInput)
    if other > 0 { parts.append("\(other) not compared") }
    if comparison.onlyOld > 0 { parts.append("\(comparison.onlyOld) only in the old file") }
    if comparison.onlyNew > 0 { parts.append("\(comparison.onlyNew) only in the new file") }
    return parts.joined(separator: ", ")
  }

  private func section(_ title: String, _ verdict: Comparison.Verdict, color: Int) -> [String] {
    let rows = comparison.rows.filter { $0.verdict == verdict }
      .sorted { abs($0.change) > abs($1.change) }
    if rows.isEmpty { return [] }
    let table = TextTable(
      titles: ["file", "task", "contender", "old MB/s", "new MB/s", "change"],
      rows: rows.map { row in
        [
          row.old.file, row.old.task, row.old.contender, Figures.speed(Self.speed(row.old)),
          Figures.speed(Self.speed(row.new)),
          verdict == .differentInput ? "–" : Figures.change(row.change),
        ]
      }, alignments: [.left, .left, .left, .right, .right, .right])
    let heading = terminal.hasColor ? "\u{1B}[\(color)m\(title)\u{1B}[0m" : title
    return [heading] + table.lines.map { "  \($0)" } + [""]
  }

  private static func speed(_ result: ResultFile.Result) -> Double {
    Figures.megabytesPerSecond(bytes: result.bytes, seconds: result.seconds.median)
  }
}
