/// The report as Markdown: one table per task, and what a reader must know to repeat the run.
struct MarkdownReport {
  let report: Report
  /// Where the samples are, for a document; `nil` if they are nowhere.
  var samples: String?
  var showsAllocations = true

  var text: String {
    if report.sections.isEmpty { return "No results.\n" + notes.joined() }
    let tables = report.sections.filter { !isAlone($0) }.map { section in
      """
      **`\(section.task.name)`**: \(section.task.summary)

      \(table(section))

      """ + section.footnotes.map { "\n\($0)\n" }.joined()
    }
    return ([origin] + tables + alone + notes).joined(separator: "\n")
  }

  /// Where, when, from what and how.
  private var origin: String {
    let machine = report.machine
    let allocations = showsAllocations ? ", and the allocations of one iteration" : ""
    return """
      Megabytes of JSON a second: the median of interleaved rounds, with half the interquartile range, and
      the multiple of Foundation's speed\(allocations). Answers were compared before anything was timed. **Bold**: faster
      than RushJSON. Dash: the library does not do this task.

      | | |
      | --- | --- |
      | Machine | \(machine.processor) |
      | System | \(machine.os), Swift \(machine.swift) |
      | Date | \(machine.date.prefix(10)) |
      | Command | \(report.command) |
      | Time | \(report.settings.seconds) s for each library, task and file |

      """ + (samples.map { "| Samples | [\($0)](\($0)) |\n" } ?? "")
  }

  private var notes: [String] {
    report.notes.isEmpty ? [] : ["Notes:\n\n" + report.notes.map { "- \($0).\n" }.joined()]
  }

  private func isAlone(_ section: Report.Section) -> Bool {
    section.contenders == [InProcessContender.rushJSONName]
  }

  /// One table for all tasks that no other library does.
  private var alone: [String] {
    let sections = report.sections.filter(isAlone)
    if sections.isEmpty { return [] }
    let names = sections.map { "`\($0.task.name)`" }
    let tasks = zip(names, sections).map { "\($0): \($1.task.summary)" }
    let rows = sections.flatMap(\.files).unique.map { file in
      [Self.escaped(file)] + sections.map { cell($0, file, InProcessContender.rushJSONName) }
    }
    return [
      "What RushJSON alone does. \(tasks.joined(separator: "; ")).\n\n"
        + Self.table(head: ["file"] + names, rows: rows) + "\n"
    ]
  }

  private func table(_ section: Report.Section) -> String {
    let rows = section.files.map { file in
      [Self.escaped(file)] + section.contenders.map { cell(section, file, $0) }
    }
    return Self.table(head: ["file"] + section.contenders, rows: rows)
  }

  static func table(head: [String], rows: [[String]]) -> String {
    let rule = ["---"] + Array(repeating: "---:", count: head.count - 1)
    return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }

  /// `1026 ±1.2 % (47×), 3 allocations`
  private func cell(_ section: Report.Section, _ file: String, _ contender: String) -> String {
    guard let measurement = section.measurement(file, contender) else { return "–" }
    let own = section.measurement(file, InProcessContender.rushJSONName)
    let isFaster = own.map { measurement.megabytesPerSecond > $0.megabytesPerSecond } ?? false
    let allocations = showsAllocations ? measurement.allocations : nil
    return Self.cell(
      contender, measurement.megabytesPerSecond, isFaster: isFaster,
      ratio: section.ratio(file, contender),
      spread: " \(Figures.spread(measurement.seconds.relativeSpread))")
      + (allocations.map { ", \(Figures.allocations($0))" } ?? "")
  }

  static func cell(
    _ contender: String, _ megabytesPerSecond: Double, isFaster: Bool, ratio: Double?,
    spread: String = ""
  ) -> String {
    let speed = Figures.speed(megabytesPerSecond)
    let isUnit = contender == InProcessContender.foundationName
    let times = isUnit ? nil : ratio.map { " (\(Figures.ratio($0)))" }
    return (isFaster ? "**\(speed)**" : speed) + spread + (times ?? "")
  }

  /// A name for a cell of a table.
  static func escaped(_ text: String) -> String {
    RatioChart.escaped(text).split(separator: "|", omittingEmptySubsequences: false)
      .joined(separator: "\\|")
  }
}
