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
      ContenderColumns(
        contender: contender, hasRatio: hasRatio && contender != InProcessContender.foundationName,
        hasAllocations: section.measurements(of: contender).contains { $0.allocations != nil })
    }
    var rows = section.files.map { file in
      [file, section.size(of: file)] + columns.flatMap { $0.cells(section, file: file) }
    }
    if section.files.count > 1 {
      rows.append(["median", ""] + columns.flatMap { $0.medians(section) })
    }
    return TextTable(
      groups: [.init(title: "", span: 2)]
        + columns.map { .init(title: $0.contender, span: $0.titles.count) },
      titles: ["file", "size"] + columns.flatMap(\.titles), rows: rows,
      alignments: [.left] + Array(repeating: .right, count: 1 + 4 * columns.count)
    ).lines
  }
}

/// The columns of one contender.
private struct ContenderColumns {
  let contender: String
  let hasRatio: Bool
  let hasAllocations: Bool

  var titles: [String] {
    ["MB/s", "spread"] + (hasRatio ? ["ratio"] : []) + (hasAllocations ? ["allocs"] : [])
  }

  func cells(_ section: Report.Section, file: String) -> [String] {
    guard let measurement = section.measurement(file, contender) else {
      return titles.map { _ in "–" }
    }
    var cells = [
      Figures.speed(measurement.megabytesPerSecond),
      Figures.spread(measurement.seconds.relativeSpread),
    ]
    if hasRatio { cells.append(section.ratio(file, contender).map(Figures.ratio) ?? "–") }
    if hasAllocations { cells.append(measurement.allocations.map { "\($0)" } ?? "–") }
    return cells
  }

  func medians(_ section: Report.Section) -> [String] {
    let speed = section.median { section.measurement($0, contender)?.megabytesPerSecond }
    var cells = [speed.map(Figures.speed) ?? "–", ""]
    if hasRatio {
      cells.append(section.median { section.ratio($0, contender) }.map(Figures.ratio) ?? "–")
    }
    if hasAllocations { cells.append("") }
    return cells
  }
}

extension Report.Section {
  func measurements(of contender: String) -> [Measurement] {
    files.compactMap { measurement($0, contender) }
  }

  fileprivate var countsAllocations: Bool {
    contenders.contains { measurements(of: $0).contains { $0.allocations != nil } }
  }
}
