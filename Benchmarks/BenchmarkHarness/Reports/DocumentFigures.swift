import Foundation

/// The parts of a document that a run makes: `<!-- picture: begin -->` to `<!-- picture: end -->`, and
/// likewise `summary`, a table of four rows, and `measured`, all tables and charts. A document has one of them
/// or more.
struct DocumentFigures {
  let report: Report
  /// Where the pictures are, relative to the document.
  let folder: String

  /// - Throws: If the document has no part to fill, or a mark without the other.
  func inserted(into text: String, of name: String) throws(UsageError) -> String {
    var text = text
    var isFilled = false
    for (part, content) in [("picture", picture), ("summary", summary), ("measured", measured)]
    where text.contains("<!-- \(part): ") {
      text = try Self.replacing(part, in: text, of: name, with: content)
      isFilled = true
    }
    guard isFilled else {
      throw UsageError("\(name) has none of the marks that jsonbench help report lists")
    }
    return text
  }

  /// The picture that is chosen by the reader's colours.
  var picture: String { image("speed", "Times the speed of Foundation, task by task") }

  static let summaryTasks: [BenchmarkTask] = [.document, .decode, .encode, .writeTree]

  /// Four rows, each the median of the files.
  var summary: String {
    let sections = Self.summaryTasks.compactMap { task in
      report.sections.first { $0.task == task }
    }
    var names: [String] = []
    for name in sections.flatMap(\.contenders) where !names.contains(name) { names.append(name) }
    let rows = sections.map { section in
      ["`\(section.task.name)`: \(section.task.summary)"]
        + names.map { median(of: section, $0) }
    }
    let machine = report.machine
    return Self.table(head: ["MB/s, median of the files"] + names, rows: rows) + """


      \(machine.cpu), \(machine.cores) cores, \(machine.os), Swift \(machine.swift), \(machine.date.prefix(10)):
      \(command). **Bold**: faster than RushJSON.
      """
  }

  /// `1026 (47×)`
  private func median(of section: Report.Section, _ contender: String) -> String {
    func speed(_ name: String) -> Double? {
      section.median { section.measurement($0, name)?.megabytesPerSecond }
    }
    guard let figure = speed(contender) else { return "–" }
    let isFaster = speed(InProcessContender.rushJSONName).map { figure > $0 } ?? false
    return cell(
      contender, figure, isFaster: isFaster, ratio: section.median { section.ratio($0, contender) })
  }

  /// A table and a picture for each task, and what a reader must know to repeat the run.
  var measured: String {
    let tables = report.sections.filter { !isAlone($0) }.map { section in
      """
      **`\(section.task.name)`**: \(section.task.summary)

      \(table(section))

      """ + section.footnotes.map { "\n\($0)\n" }.joined()
    }
    let pictures = report.sections.map {
      image($0.task.name, "\($0.task.name): \($0.task.summary)")
    }
    return
      ([origin] + tables + alone + notes + [
        "<details><summary>The same as charts, with error bars and allocations</summary>\n",
        pictures.joined(separator: "\n\n") + "\n", "</details>",
      ]).joined(separator: "\n")
  }

  /// Where, when, from what and how.
  private var origin: String {
    let machine = report.machine
    let settings = report.settings
    return """
      Megabytes of JSON a second: the median of interleaved rounds, with half the interquartile range, and
      the multiple of Foundation's speed. Answers were compared before anything was timed. **Bold**: faster
      than RushJSON. Dash: the library does not do this task.

      | | |
      | --- | --- |
      | Machine | \(machine.cpu), \(machine.cores) cores |
      | System | \(machine.os), Swift \(machine.swift) |
      | Date | \(machine.date.prefix(10)) |
      | Command | \(command) |
      | Time | \(settings.seconds) s for each library, task and file |
      | Samples | [\(folder)/results.json](\(folder)/results.json) |

      """
  }

  private var command: String {
    let commit = report.settings.commit.map { " of commit `\($0)`" } ?? ""
    return "`jsonbench \(report.settings.arguments.joined(separator: " "))`\(commit)"
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
    var files: [String] = []
    for file in sections.flatMap(\.files) where !files.contains(file) { files.append(file) }
    let names = sections.map { "`\($0.task.name)`" }
    let tasks = zip(names, sections).map { "\($0): \($1.task.summary)" }
    let rows = files.map { file in
      [Markup.markdownCell(file)]
        + sections.map { cell($0, file, InProcessContender.rushJSONName) }
    }
    return [
      "What RushJSON alone does. \(tasks.joined(separator: "; ")).\n\n"
        + Self.table(head: ["file"] + names, rows: rows) + "\n"
    ]
  }

  private func table(_ section: Report.Section) -> String {
    let rows = section.files.map { file in
      [Markup.markdownCell(file)] + section.contenders.map { cell(section, file, $0) }
    }
    return Self.table(head: ["file"] + section.contenders, rows: rows)
  }

  private static func table(head: [String], rows: [[String]]) -> String {
    let rule = ["---"] + Array(repeating: "---:", count: head.count - 1)
    return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }
      .joined(separator: "\n")
  }

  /// `1026 ±1.2 % (47×)`
  private func cell(_ section: Report.Section, _ file: String, _ contender: String) -> String {
    guard let measurement = section.measurement(file, contender) else { return "–" }
    let own = section.measurement(file, InProcessContender.rushJSONName)
    let isFaster = own.map { measurement.megabytesPerSecond > $0.megabytesPerSecond } ?? false
    return cell(
      contender, measurement.megabytesPerSecond, isFaster: isFaster,
      ratio: section.ratio(file, contender),
      spread: " \(Figures.spread(measurement.seconds.relativeSpread))")
  }

  private func cell(
    _ contender: String, _ megabytesPerSecond: Double, isFaster: Bool, ratio: Double?,
    spread: String = ""
  ) -> String {
    let speed = Figures.speed(megabytesPerSecond)
    let isUnit = contender == InProcessContender.foundationName
    let times = isUnit ? nil : ratio.map { " (\(Figures.ratio($0)))" }
    return (isFaster ? "**\(speed)**" : speed) + spread + (times ?? "")
  }

  private func image(_ name: String, _ text: String) -> String {
    """
    <picture>
      <source media="(prefers-color-scheme: dark)" srcset="\(folder)/\(name)-dark.svg">
      <img alt="\(Markup.escaped(text))" src="\(folder)/\(name)-light.svg">
    </picture>
    """
  }

  private static func replacing(
    _ part: String, in text: String, of name: String, with content: String
  ) throws(UsageError) -> String {
    let begin = "<!-- \(part): begin -->\n"
    let end = "<!-- \(part): end -->"
    guard let first = text.range(of: begin), let last = text.range(of: end),
      first.upperBound <= last.lowerBound
    else { throw UsageError("\(name) has no part between \(begin.dropLast()) and \(end)") }
    return text[..<first.upperBound] + content + "\n" + text[last.lowerBound...]
  }
}
