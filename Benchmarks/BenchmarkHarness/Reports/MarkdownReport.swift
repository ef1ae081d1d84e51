/// The report for a README: one table per task.
struct MarkdownReport {
  let report: Report

  var text: String {
    let sections = report.sections.map(self.section)
    let notes = report.notes.map { "\($0)\n" }
    return (sections + notes + ["\(report.origin)\n"]).joined(separator: "\n")
  }

  private func section(_ section: Report.Section) -> String {
    let footnotes = section.footnotes.map { "\n\($0)\n" }.joined()
    return """
      ## \(section.task.name)

      \(section.task.summary): MB/s by the median (± half the interquartile range, times Foundation,
      allocations of one iteration)

      \(table(section).joined(separator: "\n"))
      \(footnotes)
      """
  }

  func table(_ section: Report.Section) -> [String] {
    let head = ["file", "size"] + section.contenders
    let rows = section.files.map { file in
      [Markup.markdownCell(file), section.size(of: file)]
        + section.contenders.map { contender in
          cell(section.measurement(file, contender), section.ratio(file, contender))
        }
    }
    let rule = ["---"] + Array(repeating: "---:", count: head.count - 1)
    return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }
  }

  private func cell(_ measurement: Measurement?, _ ratio: Double?) -> String {
    guard let measurement else { return "–" }
    let spread = Figures.spread(measurement.seconds.relativeSpread)
    let isBase = measurement.contender == InProcessContender.foundationName
    let times = isBase ? nil : ratio.map { ", \(Figures.ratio($0))" }
    let allocations = measurement.allocations.map { ", \(Figures.allocations($0))" }
    return "\(Figures.speed(measurement.megabytesPerSecond)) "
      + "(\(spread)\(times ?? "")\(allocations ?? ""))"
  }
}
