/// The report as one self-contained page with tables and charts.
struct HTMLReport {
  let report: Report

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>jsonbench</title>
    \(Self.style)
    </head>
    <body>
    <h1>jsonbench</h1>
    <p class="machine">\(Markup.escaped(report.origin))</p>
    \(report.sections.map(body).joined(separator: "\n"))
    \(report.notes.map { #"<p class="footnote">\#(Markup.escaped($0))</p>"# }.joined(separator: "\n"))
    </body>
    </html>

    """
  }

  private static let style = """
    <style>
    :root { color-scheme: light dark; --ink: #22262b; --soft: #6b727b; --line: #d9dde2 }
    body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: #ffffff;
    color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
    h2 { margin: 2.5rem 0 0 }
    .machine, .summary, .footnote, .spread { color: var(--soft) }
    .summary { margin: 0 0 1rem }
    .wide { overflow-x: auto }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; white-space: nowrap }
    th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: right }
    th:first-child, td:first-child { text-align: left }
    .spread { font-size: .85em }
    svg { max-width: 100%; height: auto; margin-top: 1rem }
    @media (prefers-color-scheme: dark) {
    :root { --ink: #e6e8eb; --soft: #9aa1aa; --line: #33383f }
    body { background: #16181b }
    }
    </style>
    """

  private func body(_ section: Report.Section) -> String {
    let footnotes = section.footnotes.map {
      #"<p class="footnote">\#(Markup.escaped($0))</p>"#
    }
    return """
      <h2>\(Markup.escaped(section.task.name))</h2>
      <p class="summary">\(Markup.escaped(section.task.summary)). MB/s by the median, with half the
      interquartile range, times Foundation's speed, and the allocations of one iteration.</p>
      \(table(section))
      \(footnotes.joined(separator: "\n"))
      \(SVGChart(section: section).text)
      """
  }

  private func table(_ section: Report.Section) -> String {
    let head = (["file", "size"] + section.contenders)
      .map { "<th>\(Markup.escaped($0))</th>" }.joined()
    let rows = section.files.map { file in
      let cells = section.contenders.map { contender in
        "<td>\(cell(section.measurement(file, contender), section.ratio(file, contender)))</td>"
      }
      let title = "<td>\(Markup.escaped(file))</td><td>\(section.size(of: file))</td>"
      return "<tr>\(title)\(cells.joined())</tr>"
    }
    return """
      <div class="wide"><table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }

  private func cell(_ measurement: Measurement?, _ ratio: Double?) -> String {
    guard let measurement else { return "–" }
    let spread = Figures.spread(measurement.seconds.relativeSpread)
    let isBase = measurement.contender == InProcessContender.foundationName
    let times = isBase ? nil : ratio.map { " · \(Figures.ratio($0))" }
    let allocations = measurement.allocations.map {
      #"<br><span class="spread">\#(Figures.allocations($0))</span>"#
    }
    return Figures.speed(measurement.megabytesPerSecond)
      + #" <span class="spread">\#(spread)</span>\#(times ?? "")\#(allocations ?? "")"#
  }
}
