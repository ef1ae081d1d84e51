import Foundation
import Testing

@testable import BenchmarkHarness

@Suite struct ReportTests {
  @Test func columnsAreAlignedUnderTheirHeadings() {
    let table = TextTable(
      groups: [.init(title: "", span: 1), .init(title: "A long heading", span: 2)],
      titles: ["file", "x", "y"], rows: [["a.json", "1", "22"], ["b", "333", "4"]],
      alignments: [.left, .right, .right])
    #expect(
      table.lines
        == [
          "        A long heading", "file      x          y", "──────────────────────",
          "a.json    1         22", "b       333          4",
        ])
  }

  @Test func theTableShowsSpeedSpreadRatioAndAllocations() {
    let text = TableReport(report: Sample.report, terminal: Terminal(isTerminal: false)).text
    #expect(text.contains("a.json    1.00 MB  1000  ±5.0 %  10.0×       3   100  ±5.0 %    5000"))
    #expect(text.contains("<b>.json  1.00 MB     –       –      –       –  50.0  ±5.0 %    7000"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func aNarrowTerminalGetsTablesBelowEachOther() {
    let terminal = Terminal(isTerminal: true, width: 50, environment: ["NO_COLOR": "1"])
    let lines = TableReport(report: Sample.report, terminal: terminal).text
      .split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("file ") } == 2)
    let inTable = lines.filter { $0.hasPrefix("file ") || $0.hasPrefix("a.json") }
    #expect(inTable.allSatisfy { $0.count <= 50 })
  }

  @Test(arguments: [
    (["TERM": "xterm"], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true),
    (["TERM": "dumb"], false),
  ])
  func colorFollowsTheEnvironment(environment: [String: String], expected: Bool) {
    #expect(Terminal(isTerminal: true, environment: environment).hasColor == expected)
    #expect(!Terminal(isTerminal: false, environment: environment).hasColor)
  }

  @Test(arguments: [(2.0, "██"), (1.5, "█▌"), (0.125, "▏"), (0.0, "▏"), (-1.0, "▏")])
  func barsAreExactToAnEighth(length: Double, expected: String) {
    #expect(BarChart.blocks(length) == expected)
  }

  @Test func jsonHasExactlyThePromisedShape() throws {
    let text = JSONReport(report: Sample.report).text
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Set(root.keys) == ["machine", "settings", "notes", "results"])
    let settings = try #require(root["settings"] as? [String: Any])
    #expect(Set(settings.keys) == ["version", "commit", "arguments", "seconds", "rotates"])
    let machine = try #require(root["machine"] as? [String: Any])
    #expect(Set(machine.keys) == ["cpu", "cores", "os", "swift", "date"])
    #expect(machine["cpu"] as? String == "A \"fast\" one")
    let results = try #require(root["results"] as? [[String: Any]])
    #expect(results.count == 3)
    let keys: Set = [
      "file", "task", "contender", "bytes", "seconds", "iterations", "allocations",
    ]
    #expect(results.allSatisfy { Set($0.keys) == keys })
    let seconds = try #require(results[0]["seconds"] as? [String: Any])
    #expect(
      Set(seconds.keys) == ["min", "lowerQuartile", "median", "upperQuartile", "max", "samples"])
    #expect((seconds["samples"] as? [Double])?.count == 5)
  }

  @Test func jsonIsReadBackUnchanged() throws {
    let report = Sample.report
    let text = JSONReport(report: report).text
    let file = try JSONDecoder().decode(ResultFile.self, from: Data(text.utf8))
    #expect(file == ResultFile(report))
  }

  @Test func unknownAllocationsAreNull() throws {
    var report = Sample.report
    report.measurements[0].allocations = nil
    #expect(JSONReport(report: report).text.contains(#""allocations": null"#))
  }

  @Test func everyFormatHasAllocations() {
    let report = Sample.report
    for text in [
      MarkdownReport(report: report).text, HTMLReport(report: report).text,
      SVGChart.document(of: report),
    ] {
      #expect(text.contains("3 allocations") && text.contains("5000 allocations"))
    }
    #expect(JSONReport(report: report).text.contains(#""allocations": 5000"#))
  }

  /// Those that meet in one chart have colours of their own.
  @Test func coloursDiffer() {
    let names = ["RushJSON", "Foundation", "RushJSON (Codable)", "simdjson", "yyjson", "orjson"]
    let styles = names.enumerated().map { ContenderStyle(name: $1, index: $0) }
    #expect(Set(styles.map(\.svgColor)).count == names.count)
    #expect(Set(styles.map(\.terminalColor)).count == names.count)
  }

  @Test func chartsHaveErrorBars() throws {
    let svg = SVGChart.document(of: Sample.report)
    #expect(svg.matches(of: /<path class="error" d="M[\d.]+ [\d.]+v/).count == 3)
    let bars = BarChart(
      section: try #require(Sample.report.sections.first), terminal: Terminal(isTerminal: false)
    ).lines
    #expect(bars.allSatisfy { $0.hasSuffix("±5.0 %") })
  }

  /// Bars that differ by more than a factor of fifty are logarithmic, and say so.
  @Test func aBarOfOnePixelMakesTheChartLogarithmic() throws {
    #expect(!ChartScale([100, 3]).isLogarithmic)
    let scale = ChartScale([2000, 30, 0.7])
    #expect(scale.origin == 0.1 && scale.ticks == [1, 10, 100, 1000])
    #expect(scale.part(2000) == 1 && scale.part(0.05) == 0)
    #expect(abs(scale.part(20_0) - 0.7676) < 0.001)
    #expect(ChartScale([]).part(1) == 0)
    let report = Report(
      machine: Sample.machine, tasks: [.document],
      contenders: [Sample.rival(named: "Rival"), InProcessContender.foundation],
      measurements: [
        Sample.measurement("a.json", .document, "Rival", median: 0.0001),
        Sample.measurement("a.json", .document, "Foundation", median: 0.1),
      ])
    #expect(SVGChart.document(of: report).contains("MB/s, logarithmic"))
    let bars = BarChart(
      section: try #require(report.sections.first), terminal: Terminal(isTerminal: false)
    ).lines
    #expect(bars.first == "the bars are logarithmic, from 1.00 MB/s")
    #expect(bars.allSatisfy { !$0.contains("▏") })
  }

  @Test func pagesEscapeNames() throws {
    for text in [HTMLReport(report: Sample.report).text, SVGChart.document(of: Sample.report)] {
      #expect(text.contains("&lt;b&gt;.json"))
      #expect(!text.contains("<b>"))
      #expect(!text.contains("http://") || text.contains("http://www.w3.org/2000/svg"))
    }
    #expect(Markup.markdownCell("a|b") == #"a\|b"#)
  }

  @Test func anEmptyRunStillReports() {
    let report = Report(
      machine: Sample.machine, tasks: [.walk], contenders: [], measurements: [])
    #expect(
      TableReport(report: report, terminal: Terminal(isTerminal: false)).text == "No results.\n")
    var noted = report
    noted.notes = ["walk: not timed"]
    #expect(
      TableReport(report: noted, terminal: Terminal(isTerminal: false)).text
        == "No results.\nwalk: not timed\n")
    #expect(!HTMLReport(report: report).text.isEmpty)
    #expect(!MarkdownReport(report: report).text.isEmpty)
    #expect(!SVGChart.document(of: report).isEmpty)
  }
}
