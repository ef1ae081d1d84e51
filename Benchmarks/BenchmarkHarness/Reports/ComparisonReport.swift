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
    if listsAll { lines += section("no change that is certain", .unchanged, color: 90) }
    if let change = comparison.machineChange {
      lines.append(
        "Foundation, by which all is divided: \(Figures.change(change)) in the new run, and its results "
          + "\(Figures.spread(comparison.scatter)) from that")
    }
    return (lines + [summary]).joined(separator: "\n") + "\n"
  }

  private var summary: String {
    var parts = [
      "\(comparison.count(.faster)) faster", "\(comparison.count(.slower)) slower",
      "\(comparison.count(.unchanged)) without a change that is certain",
    ]
    let other = comparison.count(.differentInput)
    if other > 0 { parts.append("\(other) not compared") }
    let few = comparison.count(.tooFewRounds)
    if few > 0 {
      parts.append(
        "\(few) with fewer than \(Comparison.fewestRounds) rounds (run longer: --seconds)")
    }
    if comparison.onlyOld > 0 { parts.append("\(comparison.onlyOld) only in the old file") }
    if comparison.onlyNew > 0 { parts.append("\(comparison.onlyNew) only in the new file") }
    return parts.joined(separator: ", ")
  }

  private func section(_ title: String, _ verdict: Comparison.Verdict, color: Int) -> [String] {
    let rows = comparison.rows.filter { $0.verdict == verdict }
      .sorted { abs($0.change.median) > abs($1.change.median) }
    if rows.isEmpty { return [] }
    let isCompared = verdict != .differentInput
    let table = TextTable(
      titles: ["file", "task", "contender", "old MB/s", "new MB/s", "change", "interval"],
      rows: rows.map { row in
        [
          row.old.file, row.old.task, row.old.contender, Figures.speed(row.old.megabytesPerSecond),
          Figures.speed(row.new.megabytesPerSecond),
          isCompared ? Figures.change(row.change.median) : "–",
          isCompared ? Figures.interval(row.change.low, row.change.high) : "–",
        ]
      }, alignments: [.left, .left, .left, .right, .right, .right, .right])
    let heading = terminal.hasColor ? "\u{1B}[\(color)m\(title)\u{1B}[0m" : title
    return [heading] + table.lines.map { "  \($0)" } + [""]
  }
}
