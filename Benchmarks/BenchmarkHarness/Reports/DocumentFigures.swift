import Foundation

/// The parts of a document that a run makes: `<!-- picture: begin -->` to `<!-- picture: end -->`, and
/// `<!-- measured: begin -->` to `<!-- measured: end -->`.
struct DocumentFigures {
  let report: Report
  /// Where the pictures are, relative to the document.
  let folder: String

  /// - Throws: If the document lacks a mark.
  func inserted(into text: String, of name: String) throws(UsageError) -> String {
    try Self.replacing(
      "measured", in: try Self.replacing("picture", in: text, of: name, with: picture), of: name,
      with: measured)
  }

  /// The picture that is chosen by the reader's colours.
  var picture: String { image("speed", "Times the speed of Foundation, task by task") }

  /// A table and a picture for each task, and what a reader must know to repeat the run.
  var measured: String {
    let tables = report.sections.map { section in
      """
      **`\(section.task.name)`**: \(section.task.summary)

      \(table(section).joined(separator: "\n"))

      """ + section.footnotes.map { "\n\($0)\n" }.joined()
    }
    let pictures = report.sections.map {
      image($0.task.name, "\($0.task.name): \($0.task.summary)")
    }
    return
      ([origin] + tables + [
        "<details><summary>The same as charts, with error bars and allocations</summary>\n",
        pictures.joined(separator: "\n\n") + "\n", "</details>",
      ]).joined(separator: "\n")
  }

  /// Where, when, from what and how.
  private var origin: String {
    let machine = report.machine
    let settings = report.settings
    let commit = settings.commit.map { " of commit `\($0)`" } ?? ""
    let notes = report.notes.isEmpty ? "" : "\n\n" + report.notes.joined(separator: ".\n") + "."
    return """
      Megabytes of text a second: the median of interleaved rounds, with half the interquartile range, and
      the multiple of Foundation's speed. Answers were compared before anything was timed. **Bold**: faster
      than RushJSON. Dash: the library does not do this task.

      | | |
      | --- | --- |
      | Machine | \(machine.cpu), \(machine.cores) cores |
      | System | \(machine.os), Swift \(machine.swift) |
      | Date | \(machine.date.prefix(10)) |
      | Command | `jsonbench \(settings.arguments.joined(separator: " "))`\(commit) |
      | Time | \(settings.seconds) s for each library, task and file |
      | Samples | [\(folder)/results.json](\(folder)/results.json) |\(notes)

      """
  }

  private func table(_ section: Report.Section) -> [String] {
    let head = ["file"] + section.contenders
    let rule = ["---"] + Array(repeating: "---:", count: head.count - 1)
    let rows = section.files.map { file in
      [Markup.markdownCell(file)] + section.contenders.map { cell(section, file, $0) }
    }
    return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }
  }

  /// `1026 ±1.2 % (47×)`
  private func cell(_ section: Report.Section, _ file: String, _ contender: String) -> String {
    guard let measurement = section.measurement(file, contender) else { return "–" }
    let own = section.measurement(file, InProcessContender.rushJSONName)
    let isFaster = own.map { measurement.megabytesPerSecond > $0.megabytesPerSecond } ?? false
    let speed = Figures.speed(measurement.megabytesPerSecond)
    let spread = Figures.spread(measurement.seconds.relativeSpread)
    let isUnit = contender == InProcessContender.foundationName
    let ratio = isUnit ? nil : section.ratio(file, contender).map { " (\(Figures.ratio($0)))" }
    return (isFaster ? "**\(speed)**" : speed) + " \(spread)" + (ratio ?? "")
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
