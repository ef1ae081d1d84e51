import Foundation

/// How many times as fast as Foundation, task by task, on a linear axis: the README's picture, as SVG.
///
/// Each bar is the median over the files; the line over its end goes from the slowest file to the fastest.
/// The colours are those of the reader's system.
struct RatioChart {
  let report: Report
  let tasks: [BenchmarkTask]

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

  /// The tasks of the README's picture, in which both libraries make the same values. For a document,
  /// Foundation's nearest equivalent builds every object.
  static let usualTasks: [BenchmarkTask] = [.tree, .decode, .decodeDirect, .encode, .encodeDirect]

  /// The tasks that both RushJSON and Foundation have results for.
  var rows: [Row] {
    report.sections.filter { tasks.contains($0.task) }.compactMap { section in
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
      let tickX = Self.number(place(tick))
      parts.append(
        #"<line class="tick" x1="\#(tickX)" x2="\#(tickX)" y1="\#(Self.number(Self.top - 6))" "#
          + #"y2="\#(Self.number(bottom - 8))"/><text class="small" x="\#(tickX)" "#
          + #"y="\#(Self.number(Self.top - 12))" text-anchor="middle">\#(Int(tick))×</text>"#)
    }
    for (index, row) in rows.enumerated() {
      parts.append(
        bar(row, y: Self.top + Double(index) * Self.rowHeight, x: x, place: place))
    }
    let lines = caption
    for (index, line) in lines.enumerated() {
      let y = Self.number(bottom + 12 + Double(index) * 16)
      parts.append(#"<text class="small" x="12" y="\#(y)">\#(Self.escaped(line))</text>"#)
    }
    let height = bottom + 12 + Double(lines.count) * 16
    let size = [Self.width, height].map { Self.number($0 * Self.enlargement) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size[0])" height="\(size[1])" \
      viewBox="0 0 \(Self.number(Self.width)) \(Self.number(height))" role="img">
      \(Self.style)
      <rect class="paper" width="100%" height="100%"/>
      \(parts.map { $0 + "\n" }.joined())</svg>

      """
  }

  private static let style = """
    <style>
    text { font: 13px system-ui, "DejaVu Sans", sans-serif }
    .title { font-size: 17px; font-weight: 600 }
    .small { font-size: 11.5px; font-weight: 400 }
    .figure { font-size: 11.5px }
    .error { fill: none } .bar { fill: #e4632e }
    .paper { fill: #ffffff } text { fill: #22262b } .small { fill: #6b727b }
    .tick { stroke: #e6e9ed } .error { stroke: #22262b }
    @media (prefers-color-scheme: dark) {
    .paper { fill: #16181b } text { fill: #e6e8eb } .small { fill: #9aa1aa }
    .tick { stroke: #2a2e34 } .error { stroke: #e6e8eb }
    }
    </style>
    """

  /// 1, which is Foundation's speed, and multiples of a round number, as many as there is room for.
  static func ticks(to largest: Double, room: Double) -> [Double] {
    let smallest = 36 / room * largest
    let steps = [1.0, 10, 100, 1000].flatMap { power in [1, 2, 5].map { $0 * power } }
    guard let step = steps.first(where: { $0 >= smallest }) else { return [1] }
    // The label of 1 is narrow: a tick beside it may be nearer than others are to each other.
    return [1]
      + stride(from: step, through: largest, by: step).filter { $0 - 1 >= smallest * 2 / 3 }
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
    _ row: Row, y: Double, x: Double, place: (Double) -> Double
  ) -> String {
    let number = Self.number
    let middle = number(y + Self.barHeight / 2)
    let slow = place(row.slowest)
    let fast = place(row.fastest)
    let end = max(place(row.median), fast)
    let caps = [slow, fast].map { "M\(number($0)) \(number(y + 4))v\(number(Self.barHeight - 8))" }
    let path = caps.joined() + "M\(number(slow)) \(middle)H\(number(fast))"
    return #"<text x="\#(number(x - 10))" y="\#(number(y + 13))" text-anchor="end">"#
      + Self.escaped(Self.title(of: row.task)) + "</text>"
      + #"<rect x="\#(number(x))" y="\#(number(y))" width="\#(number(place(row.median) - x))" "#
      + #"height="\#(number(Self.barHeight))" rx="2" class="bar"/>"#
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
    case .decodeDirect: "decode, @JSONModel"
    case .encodeDirect: "encode, @JSONModel"
    default: task.name
    }
  }

  private static func number(_ value: Double) -> String { Figures.fixed(value, decimals: 1) }

  /// A text for XML.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // XML cannot represent these.
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
