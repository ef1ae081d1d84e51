import Foundation

/// The README's picture: how many times as fast as Foundation, task by task, on a linear axis.
///
/// Each bar is the median over the files; the line over its end goes from the slowest file to the fastest.
/// It shows `tasks` alone, in which both libraries make the same values. The others are in the tables: for a
/// document, Foundation's nearest equivalent builds every object.
struct RatioChart {
  let report: Report
  var theme = SVGTheme.automatic

  // Narrow and enlarged, so that the letters can be read where a telephone shows all of it.
  private static let width = 480.0
  private static let enlargement = 1.5
  private static let margin = 12.0
  private static let top = 84.0
  private static let rowHeight = 29.0
  private static let barHeight = 18.0
  private static let labels = 162.0
  private static let figureWidth = 46.0

  struct Row: Equatable {
    var task: BenchmarkTask
    var median: Double
    var slowest: Double
    var fastest: Double
    var files: Int
  }

  static let tasks: [BenchmarkTask] = [.tree, .decode, .decodeDirect, .encode, .encodeDirect]

  /// The tasks of the picture that both RushJSON and Foundation have results for.
  var rows: [Row] {
    report.sections.filter { Self.tasks.contains($0.task) }.compactMap { section in
      let ratios = section.files.compactMap { section.ratio($0, InProcessContender.rushJSONName) }
      guard let statistics = Statistics(ratios) else { return nil }
      return Row(
        task: section.task, median: statistics.median, slowest: statistics.min,
        fastest: statistics.max, files: ratios.count)
    }
  }

  var text: String {
    let rows = rows
    let largest = max(rows.map(\.fastest).max() ?? 1, 2)
    let x = Self.labels
    let room = Self.width - x - Self.figureWidth - Self.margin
    func place(_ ratio: Double) -> Double {
      x + ratio / largest * room
    }
    let bottom = Self.top + Double(rows.count) * Self.rowHeight
    var parts = [header]
    for tick in Self.ticks(to: largest, room: room) {
      let tickX = SVGChart.number(place(tick))
      parts.append(
        #"<line class="tick" x1="\#(tickX)" x2="\#(tickX)" y1="\#(SVGChart.number(Self.top - 6))" "#
          + #"y2="\#(SVGChart.number(bottom - 8))"/><text class="small" x="\#(tickX)" "#
          + #"y="\#(SVGChart.number(Self.top - 12))" text-anchor="middle">\#(Int(tick))×</text>"#)
    }
    let color = ContenderStyle(name: InProcessContender.rushJSONName, index: 0).svgColor
    for (index, row) in rows.enumerated() {
      parts.append(
        bar(row, y: Self.top + Double(index) * Self.rowHeight, x: x, color: color, place: place))
    }
    let lines = caption
    for (index, line) in lines.enumerated() {
      let y = SVGChart.number(bottom + 12 + Double(index) * 16)
      parts.append(#"<text class="small" x="12" y="\#(y)">\#(Markup.escaped(line))</text>"#)
    }
    return SVGChart.element(
      width: Self.width, enlargement: Self.enlargement,
      height: bottom + 12 + Double(lines.count) * 16, theme: theme,
      content: parts.map { $0 + "\n" }.joined())
  }

  /// 1, which is Foundation's speed, and multiples of a round number, as many as there is room for.
  static func ticks(to largest: Double, room: Double) -> [Double] {
    let smallest = 36 / room * largest
    let steps = [1.0, 10, 100, 1000].flatMap { power in [1, 2, 5].map { $0 * power } }
    guard let step = steps.first(where: { $0 >= smallest }) else { return [1] }
    return [1] + stride(from: step, through: largest, by: step).filter { $0 - 1 >= smallest }
  }

  /// Where, when, from what and how, in lines that fit.
  private var caption: [String] {
    ListCommand.wrapped(report.origin, to: Int((Self.width - 2 * Self.margin) / 6.4))
  }

  private var header: String {
    let files = rows.map(\.files).max() ?? 0
    return #"<text class="title" x="12" y="26">Times the speed of Foundation</text>"#
      + #"<text class="small" x="12" y="46">Median of \#(files) files; line: slowest "#
      + "to fastest file. 1× is Foundation.</text>"
  }

  private func bar(
    _ row: Row, y: Double, x: Double, color: String, place: (Double) -> Double
  ) -> String {
    let number = SVGChart.number
    let middle = number(y + Self.barHeight / 2)
    let slow = place(row.slowest)
    let fast = place(row.fastest)
    let end = max(place(row.median), fast)
    let caps = [slow, fast].map { "M\(number($0)) \(number(y + 4))v\(number(Self.barHeight - 8))" }
    let path = caps.joined() + "M\(number(slow)) \(middle)H\(number(fast))"
    return #"<text x="\#(number(x - 10))" y="\#(number(y + 13))" text-anchor="end">"#
      + Markup.escaped(Self.title(of: row.task)) + "</text>"
      + #"<rect x="\#(number(x))" y="\#(number(y))" width="\#(number(place(row.median) - x))" "#
      + #"height="\#(number(Self.barHeight))" rx="2" fill="\#(color)"/>"#
      + #"<path class="error" d="\#(path)"/>"#
      + #"<text class="figure" x="\#(number(end + 8))" y="\#(number(y + 13))">"#
      + Figures.ratio(row.median) + "</text>"
  }

  /// What the bar is about, in a few words.
  private static func title(of task: BenchmarkTask) -> String {
    switch task {
    case .tree: "parse to a tree"
    case .decode: "decode types"
    case .encode: "encode types"
    case .decodeDirect: "decode types directly"
    case .encodeDirect: "encode types directly"
    default: task.name
    }
  }
}
