/// Bars of MB/s in the terminal, one per contender under each file, all to one scale, with the spread.
///
///     twitter.json  RushJSON   ██████████████████████████████▌ 2150 ±1.2 %
///                   Foundation ▉ 69.0 ±3.1 %
struct BarChart {
  let section: Report.Section
  let terminal: Terminal

  var lines: [String] {
    let bars = section.files.flatMap(self.bars)
    let scale = ChartScale(bars.map(\.speed))
    guard scale.largest > 0 else { return [] }
    let fileWidth = bars.map(\.file.count).max() ?? 0
    let nameWidth = bars.map(\.contender.count).max() ?? 0
    let figureWidth = bars.map(\.figure.count).max() ?? 0
    let room = terminal.width - fileWidth - nameWidth - figureWidth - 4
    let width = min(max(room, Self.shortest), Self.longest)

    let caption = scale.origin.map { "the bars are logarithmic, from \(Figures.speed($0)) MB/s" }
    return (caption.map { [$0] } ?? [])
      + bars.map { bar in
        let blocks = Self.blocks(scale.part(bar.speed) * Double(width))
        return Self.padded(bar.file, to: fileWidth) + "  "
          + Self.padded(bar.contender, to: nameWidth) + " "
          + colored(blocks, bar.contender) + " " + bar.figure
      }
  }

  private static let shortest = 8
  private static let longest = 100

  private struct Bar {
    /// Empty except for the first contender of a file.
    var file: String
    var contender: String
    var speed: Double
    var spread: Double

    var figure: String { "\(Figures.speed(speed)) \(Figures.spread(spread))" }
  }

  private func bars(of file: String) -> [Bar] {
    var title = file
    return section.contenders.compactMap { contender in
      guard let measurement = section.measurement(file, contender) else { return nil }
      defer { title = "" }
      return Bar(
        file: title, contender: contender, speed: measurement.megabytesPerSecond,
        spread: measurement.seconds.relativeSpread)
    }
  }

  /// Whole blocks and one of eighths, so a bar is exact to an eighth of a column.
  static func blocks(_ length: Double) -> String {
    let eighths = Int((max(length, 0) * 8).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    // A contender that is too slow for a bar still shows that it ran.
    return eighths == 0 ? "▏" : String(repeating: "█", count: eighths / 8) + partial
  }

  private func colored(_ text: String, _ contender: String) -> String {
    guard terminal.hasColor, let index = section.contenders.firstIndex(of: contender) else {
      return text
    }
    let style = ContenderStyle(name: contender, index: index)
    return "\u{1B}[\(style.terminalColor)m\(text)\u{1B}[0m"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}
