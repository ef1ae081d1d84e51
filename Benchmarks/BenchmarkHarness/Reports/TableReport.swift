/// The report for a terminal: a table per task.
struct TableReport {
  let report: Report
  let terminal: Terminal

  var text: String {
    if report.sections.isEmpty {
      return (["No results."] + report.notes).joined(separator: "\n") + "\n"
    }
    var lines: [String] = []
    for section in report.sections {
      lines.append("\(section.task.name): \(section.task.summary)")
      lines.append(Self.legend(section))
      lines.append("")
      lines += table(section)
      lines += section.footnotes.map { "  \($0)" }
      lines.append("")
    }
    lines += report.notes
    if !report.notes.isEmpty { lines.append("") }
    lines.append(report.origin)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func legend(_ section: Report.Section) -> String {
    let ratio =
      section.contenders.contains(InProcessContender.foundationName)
      ? ", times Foundation's speed" : ""
    return "MB/s (median), spread (half the interquartile range)\(ratio)"
      + (section.countsAllocations ? ", allocations" : "")
  }

  /// All contenders side by side, or in several tables if the window is too narrow.
  private func table(_ section: Report.Section) -> [String] {
    var tables: [[String]] = []
    var pending = section.contenders
    while !pending.isEmpty {
      var count = pending.count
      var lines = Self.table(section, contenders: pending)
      while terminal.isTerminal, count > 1, (lines.map(\.count).max() ?? 0) > terminal.width {
        count -= 1
        lines = Self.table(section, contenders: Array(pending.prefix(count)))
      }
      tables.append(lines)
      pending.removeFirst(count)
    }
    return Array(tables.joined(separator: [""]))
  }

  private static func table(_ section: Report.Section, contenders: [String]) -> [String] {
    let hasRatio = section.contenders.contains(InProcessContender.foundationName)
    let columns = contenders.map { contender in
      section.columns(
        of: contender, hasRatio: hasRatio && contender != InProcessContender.foundationName)
    }
    let all = columns.flatMap { $0 }
    var rows = section.files.map { file in
      [file, section.size(of: file)] + all.map { $0.cell(file) }
    }
    if section.files.count > 1 { rows.append(["median", ""] + all.map(\.median)) }
    return TextTable(
      groups: [.init(title: "", span: 2)]
        + zip(contenders, columns).map { .init(title: $0, span: $1.count) },
      titles: ["file", "size"] + all.map(\.title), rows: rows,
      alignments: [.left] + Array(repeating: .right, count: 1 + all.count)
    ).lines
  }
}

/// A column of a contender.
private struct Column {
  let title: String
  let cell: (_ file: String) -> String
  /// The cell for all files together.
  var median = ""
}

extension Report.Section {
  func measurements(of contender: String) -> [Measurement] {
    files.compactMap { measurement($0, contender) }
  }

  fileprivate func columns(of contender: String, hasRatio: Bool) -> [Column] {
    func cell(_ text: @escaping (Measurement) -> String?) -> (String) -> String {
      { file in measurement(file, contender).flatMap(text) ?? "–" }
    }
    let speed = median { measurement($0, contender)?.megabytesPerSecond }
    var columns = [
      Column(
        title: "MB/s", cell: cell { Figures.speed($0.megabytesPerSecond) },
        median: speed.map(Figures.speed) ?? "–"),
      Column(title: "spread", cell: cell { Figures.spread($0.seconds.relativeSpread) }),
    ]
    if hasRatio {
      columns.append(
        Column(
          title: "ratio", cell: { ratio($0, contender).map(Figures.ratio) ?? "–" },
          median: median { ratio($0, contender) }.map(Figures.ratio) ?? "–"))
    }
    if measurements(of: contender).contains(where: { $0.allocations != nil }) {
      columns.append(Column(title: "allocs", cell: cell { $0.allocations.map { "\($0)" } }))
    }
    return columns
  }

  fileprivate var countsAllocations: Bool {
    contenders.contains { measurements(of: $0).contains { $0.allocations != nil } }
  }
}
