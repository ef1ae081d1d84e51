/// Bars of MB/s as SVG: one self-contained picture per task.
struct SVGChart {
  let section: Report.Section

  static let width = 860.0
  private static let top = 78.0
  private static let barHeight = 15.0
  private static let barGap = 3.0
  private static let fileGap = 13.0
  private static let figureWidth = 62.0
  private static let margin = 16.0

  /// All tasks of a report in one picture, one above the other.
  static func document(of report: Report) -> String {
    var y = 0.0
    var charts = ""
    for section in report.sections {
      let chart = SVGChart(section: section)
      charts += #"<g transform="translate(0 \#(number(y)))">\#n"# + chart.content + "</g>\n"
      y += chart.height
    }
    let caption = Markup.escaped(report.machine.summary)
    charts += #"<text class="small" x="\#(number(margin))" y="\#(number(y + 8))">"#
    charts += caption + "</text>\n"
    return element(height: y + 24, content: charts)
  }

  /// A picture of this task alone.
  var text: String { Self.element(height: height, content: content) }

  var height: Double {
    section.files.reduce(Self.top) { $0 + groupHeight(bars(of: $1).count) } + 12
  }

  private static func element(height: Double, content: String) -> String {
    let size = #"width="\#(number(width))" height="\#(number(height))""#
    let box = #"viewBox="0 0 \#(number(width)) \#(number(height))""#
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) \(box) role="img">
      \(style)
      <rect class="paper" width="100%" height="100%"/>
      \(content)</svg>

      """
  }

  private static let style = """
    <style>
    .paper { fill: #ffffff }
    text { fill: #22262b; font: 13px system-ui, "DejaVu Sans", sans-serif }
    .title { font-size: 17px; font-weight: 600 }
    .small { fill: #6b727b; font-size: 11.5px; font-weight: 400 }
    .figure { font-size: 11.5px }
    .axis { stroke: #c9ced4 }
    @media (prefers-color-scheme: dark) {
    .paper { fill: #16181b } text { fill: #e6e8eb } .small { fill: #9aa1aa }
    .axis { stroke: #444a52 }
    }
    </style>
    """

  private var content: String {
    let x = labelWidth
    let room = Self.width - x - Self.figureWidth - Self.margin
    let scale = room / max(fastest, .leastNormalMagnitude)
    var y = Self.top
    var parts = [header, legend]
    for file in section.files {
      let bars = bars(of: file)
      let height = groupHeight(bars.count)
      let middle = y + (height - Self.fileGap) / 2 + 3
      parts.append(
        #"<text x="\#(Self.number(x - 10))" y="\#(Self.number(middle))" text-anchor="end">"#
          + Markup.escaped(file) + "</text>")
      for (index, bar) in bars.enumerated() {
        let barY = y + Double(index) * (Self.barHeight + Self.barGap)
        parts.append(self.bar(bar, x: x, y: barY, length: max(bar.megabytesPerSecond * scale, 1)))
      }
      y += height
    }
    parts.append(
      #"<line class="axis" x1="\#(Self.number(x))" x2="\#(Self.number(x))" "#
        + #"y1="\#(Self.number(Self.top - 4))" y2="\#(Self.number(y - Self.fileGap + 2))"/>"#)
    return parts.map { $0 + "\n" }.joined()
  }

  private var header: String {
    let x = Self.number(Self.margin)
    return #"<text class="title" x="\#(x)" y="28">\#(Markup.escaped(section.task.name))"#
      + #" <tspan class="small">\#(Markup.escaped(section.task.summary)); "#
      + "MB/s, more is better</tspan></text>"
  }

  private var legend: String {
    var x = Self.margin
    return section.contenders.enumerated().map { index, contender in
      let color = ContenderStyle(name: contender, index: index).svgColor
      let entry =
        #"<rect x="\#(Self.number(x))" y="44" width="12" height="12" rx="2" fill="\#(color)"/>"#
        + #"<text x="\#(Self.number(x + 18))" y="54.5">\#(Markup.escaped(contender))</text>"#
      x += 18 + Self.width(of: contender) + 22
      return entry
    }.joined(separator: "\n")
  }

  private func bar(_ bar: Measurement, x: Double, y: Double, length: Double) -> String {
    let index = section.contenders.firstIndex(of: bar.contender) ?? 0
    let color = ContenderStyle(name: bar.contender, index: index).svgColor
    let figure = Figures.speed(bar.megabytesPerSecond)
    let position = #"x="\#(Self.number(x))" y="\#(Self.number(y))""#
    let size = #"width="\#(Self.number(length))" height="\#(Self.number(Self.barHeight))""#
    let title = Markup.escaped("\(bar.file), \(bar.contender): \(figure) MB/s")
    return #"<rect \#(position) \#(size) rx="2" fill="\#(color)"><title>\#(title)</title></rect>"#
      + #"<text class="figure" x="\#(Self.number(x + length + 6))" "#
      + #"y="\#(Self.number(y + Self.barHeight - 3.5))">\#(figure)</text>"#
  }

  private func bars(of file: String) -> [Measurement] {
    section.contenders.compactMap { section.measurement(file, $0) }
  }

  private var fastest: Double {
    section.files.flatMap(bars).map(\.megabytesPerSecond).max() ?? 0
  }

  private func groupHeight(_ bars: Int) -> Double {
    Double(bars) * (Self.barHeight + Self.barGap) + Self.fileGap
  }

  /// Long paths must not push the bars out of the picture.
  private var labelWidth: Double {
    let longest = section.files.map(Self.width).max() ?? 0
    return min(longest + 2 * Self.margin, Self.width / 3)
  }

  /// The font is unknown, but most letters of a sans-serif font at 13 px are narrower than this.
  private static func width(of text: String) -> Double { Double(text.count) * 7.6 }

  private static func number(_ value: Double) -> String { Figures.fixed(value, decimals: 1) }
}
