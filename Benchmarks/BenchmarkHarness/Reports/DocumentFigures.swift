import Foundation

/// The parts of a document that a run makes: `<!-- picture: begin -->` to `<!-- picture: end -->`, and
/// likewise `summary`, a table of four rows, and `measured`, all tables. A document has one of them or more.
struct DocumentFigures {
  let report: Report
  /// Where the picture and the samples are, relative to the document.
  let folder: String

  static let pictureName = "speed.svg"
  static let samplesName = "results.json"

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

  private var picture: String {
    "![Times the speed of Foundation, task by task](\(folder)/\(Self.pictureName))"
  }

  var measured: String {
    MarkdownReport(
      report: report, samples: "\(folder)/\(Self.samplesName)", showsAllocations: false
    ).text
  }

  private static let summaryTasks: [BenchmarkTask] = [.document, .records, .decode, .decodeNew]

  /// Four rows, each the median of the files.
  private var summary: String {
    let sections = Self.summaryTasks.compactMap { task in
      report.sections.first { $0.task == task }
    }
    let names = sections.flatMap(\.contenders).unique
    let rows = sections.map { section in
      ["`\(section.task.name)`: \(section.task.summary)"]
        + names.map { median(of: section, $0) }
    }
    let machine = report.machine
    return MarkdownReport.table(head: ["MB/s, median of the files"] + names, rows: rows) + """


      \(machine.processor), \(machine.os), Swift \(machine.swift), \(machine.date.prefix(10)):
      \(report.command). **Bold**: faster than RushJSON.
      """
  }

  /// `1026 (47×)`
  private func median(of section: Report.Section, _ contender: String) -> String {
    func speed(_ name: String) -> Double? {
      section.median { section.measurement($0, name)?.megabytesPerSecond }
    }
    guard let figure = speed(contender) else { return "–" }
    let isFaster = speed(InProcessContender.rushJSONName).map { figure > $0 } ?? false
    return MarkdownReport.cell(
      contender, figure, isFaster: isFaster, ratio: section.median { section.ratio($0, contender) })
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
