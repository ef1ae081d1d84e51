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

  @Test func jsonHasExactlyThePromisedShape() throws {
    let text = try ResultFile(Sample.report).text()
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Set(root.keys) == ["machine", "settings", "notes", "results"])
    let settings = try #require(root["settings"] as? [String: Any])
    #expect(Set(settings.keys) == ["version", "commit", "arguments", "seconds", "rotates"])
    let machine = try #require(root["machine"] as? [String: Any])
    #expect(Set(machine.keys) == ["cpu", "cores", "kernel", "os", "swift", "date"])
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
    let text = try ResultFile(report).text()
    let file = try JSONDecoder().decode(ResultFile.self, from: Data(text.utf8))
    #expect(file == ResultFile(report))
  }

  @Test func unknownAllocationsAreNull() throws {
    var report = Sample.report
    report.measurements[0].allocations = nil
    #expect(try ResultFile(report).text().contains(#""allocations":null"#))
  }

  @Test func tablesAndResultsHaveAllocations() throws {
    let text = MarkdownReport(report: Sample.report).text
    #expect(text.contains("| a.json | 1000 ±5.0 % (10.0×), 3 allocations |"))
    #expect(text.contains("5000 allocations"))
    #expect(try ResultFile(Sample.report).text().contains(#""allocations":5000"#))
  }

  @Test func picturesHaveErrorBars() throws {
    let text = RatioChart(report: Sample.rushJSONReport, tasks: [.tree]).text
    #expect(text.matches(of: /<path class="error" d="M[\d.]+ [\d.]+v/).count == 1)
    #expect(text.contains("prefers-color-scheme: dark"))
  }

  @Test(arguments: [
    ["--tasks", "stream"], ["--contenders", "RushJSON"], ["--tasks", "numbers"],
  ])
  func aPictureNeedsBothLibraries(arguments: [String]) {
    #expect(
      JSONBench.run(arguments: ["run", "--format", "svg"] + arguments, counter: .unavailable) == 2)
  }

  @Test func tablesAndPicturesEscapeNames() throws {
    let text = MarkdownReport(report: Sample.report).text
    #expect(text.contains("&lt;b&gt;.json") && !text.contains("<b>"))
    #expect(MarkdownReport.escaped("a|b") == #"a\|b"#)
    let picture = RatioChart(report: Sample.rushJSONReport, tasks: [.tree]).text
    #expect(picture.contains("A &quot;fast&quot; one"))
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
    #expect(MarkdownReport(report: report).text == "No results.\n")
    #expect(RatioChart(report: report, tasks: [.walk]).text.hasPrefix("<svg"))
  }
}
