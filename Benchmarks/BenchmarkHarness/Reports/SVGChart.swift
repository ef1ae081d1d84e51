/// Bars of MB/s as SVG: one self-contained picture per task.
///
/// A line over the end of each bar goes from quartile to quartile. If one bar would be too short to be
/// seen, the axis is logarithmic.
struct SVGChart {
  let section: Report.Section
  var theme = SVGTheme.automatic

  static let width = 860.0
  private static let top = 78.0
  private static let barHeight = 15.0
  private static let barGap = 3.0
  private static let fileGap = 13.0
  private static let figureWidth = 150.0
  private static let margin = 16.0

  /// All tasks of a report in one picture, one above the other.
  static func document(of report: Report, theme: SVGTheme = .automatic) -> String {
    var y = 0.0
    var charts = ""
    for section in report.sections {
      let chart = SVGChart(section: section, theme: theme)
      charts += #"<g transform="translate(0 \#(number(y)))">\#n"# + chart.content + "</g>\n"
      y += chart.height
    }
    let caption = Markup.escaped(report.origin)
    charts += #"<text class="small" x="\#(number(margin))" y="\#(number(y + 8))">"#
    charts += caption + "</text>\n"
    return element(height: y + 24, theme: theme, content: charts)
  }

  /// A picture of this task alone.
  var text: String { Self.element(height: height, theme: theme, content: content) }

  var height: Double {
    section.files.reduce(Self.top) { $0 + groupHeight(bars(of: $1).count) } + 12
  }

  static func element(
    width: Double = width, enlargement: Double = 1, height: Double, theme: SVGTheme,
    content: String
  ) -> String {
    let size =
      #"width="\#(number(width * enlargement))" height="\#(number(height * enlargement))""#
    let box = #"viewBox="0 0 \#(number(width)) \#(number(height))""#
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) \(box) role="img">
      \(theme.style)
      <rect class="paper" width="100%" height="100%"/>
      \(content)</svg>

      """
  }

  private var content: String {
    let x = labelWidth
    let room = Self.width - x - Self.figureWidth - Self.margin
    let scale = ChartScale(section.files.flatMap(bars).map(\.megabytesPerSecond))
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
        parts.append(self.bar(bar, x: x, y: barY, scale: scale, room: room))
      }
      y += height
    }
    parts.append(
      #"<line class="axis" x1="\#(Self.number(x))" x2="\#(Self.number(x))" "#
        + #"y1="\#(Self.number(Self.top - 4))" y2="\#(Self.number(y - Self.fileGap + 2))"/>"#)
    for tick in scale.ticks {
      let tickX = Self.number(x + scale.part(tick) * room)
      parts.insert(
        #"<line class="tick" x1="\#(tickX)" x2="\#(tickX)" y1="\#(Self.number(Self.top - 4))" "#
          + #"y2="\#(Self.number(y - Self.fileGap + 2))"/>"#
          + #"<text class="small" x="\#(tickX)" y="\#(Self.number(Self.top - 8))" "#
          + #"text-anchor="middle">\#(Figures.power(tick))</text>"#, at: 2)
    }
    return parts.map { $0 + "\n" }.joined()
  }

  private var header: String {
    let x = Self.number(Self.margin)
    return #"<text class="title" x="\#(x)" y="28">\#(Markup.escaped(section.task.name))"#
      + #" <tspan class="small">\#(Markup.escaped(section.task.summary)); "#
      + "MB/s\(isLogarithmic ? ", logarithmic" : ""), more is better</tspan></text>"
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

  private var isLogarithmic: Bool {
    ChartScale(section.files.flatMap(bars).map(\.megabytesPerSecond)).isLogarithmic
  }

  private func bar(
    _ bar: Measurement, x: Double, y: Double, scale: ChartScale, room: Double
  ) -> String {
    let length = max(scale.part(bar.megabytesPerSecond) * room, 1)
    let index = section.contenders.firstIndex(of: bar.contender) ?? 0
    let color = ContenderStyle(name: bar.contender, index: index).svgColor
    let figure = Figures.speed(bar.megabytesPerSecond)
    let position = #"x="\#(Self.number(x))" y="\#(Self.number(y))""#
    let size = #"width="\#(Self.number(length))" height="\#(Self.number(Self.barHeight))""#
    let spread = Figures.spread(bar.seconds.relativeSpread)
    let allocations = bar.allocations.map { ", \(Figures.allocations($0))" } ?? ""
    let title = Markup.escaped(
      "\(bar.file), \(bar.contender): \(figure) MB/s \(spread)\(allocations)")
    let error = errorBar(bar, x: x, y: y, scale: scale, room: room)
    let end = max(length, error.end)
    return #"<rect \#(position) \#(size) rx="2" fill="\#(color)"><title>\#(title)</title></rect>"#
      + error.text + #"<text class="figure" x="\#(Self.number(x + end + 6))" "#
      + #"y="\#(Self.number(y + Self.barHeight - 3.5))">\#(figure)"#
      + #"<tspan class="small">\#(allocations)</tspan></text>"#
  }

  /// A line from quartile to quartile, and the distance of its end from the axis.
  private func errorBar(
    _ bar: Measurement, x: Double, y: Double, scale: ChartScale, room: Double
  ) -> (text: String, end: Double) {
    func distance(_ seconds: Double) -> Double {
      scale.part(Figures.megabytesPerSecond(bytes: bar.bytes, seconds: seconds)) * room
    }
    let slow = distance(bar.seconds.upperQuartile)
    let fast = distance(bar.seconds.lowerQuartile)
    let middle = Self.number(y + Self.barHeight / 2)
    let caps = [slow, fast].map { end in
      #"M\#(Self.number(x + end)) \#(Self.number(y + 4))v\#(Self.number(Self.barHeight - 8))"#
    }
    let path = caps.joined() + "M\(Self.number(x + slow)) \(middle)H\(Self.number(x + fast))"
    return (#"<path class="error" d="\#(path)"/>"#, fast)
  }

  private func bars(of file: String) -> [Measurement] {
    section.contenders.compactMap { section.measurement(file, $0) }
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
  static func width(of text: String) -> Double { Double(text.count) * 7.6 }

  static func number(_ value: Double) -> String { Figures.fixed(value, decimals: 1) }
}
