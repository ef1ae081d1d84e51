import Foundation
import Testing

@testable import BenchmarkHarness

/// The figures and pictures of a document, and the list that fits a terminal.
@Suite struct DocumentFiguresTests {
  private static let document = """
    # Title
    <!-- picture: begin -->
    old
    <!-- picture: end -->
    text
    <!-- summary: begin -->
    <!-- summary: end -->
    <!-- measured: begin -->
    <!-- measured: end -->
    end

    """

  private var report: Report {
    var report = Sample.report
    report.settings.commit = "1a2b3c4"
    report.settings.arguments = ["report", "a.json"]
    return report
  }

  @Test func marksAreFilled() throws {
    let figures = DocumentFigures(report: report, folder: "Figures")
    let text = try figures.inserted(into: Self.document, of: "README.md")
    #expect(text.hasPrefix("# Title\n<!-- picture: begin -->\n!["))
    #expect(text.contains("(Figures/speed.svg)\n<!-- picture: end -->\ntext\n"))
    let row = "| `document`: \(BenchmarkTask.document.summary) | 1000 (10.0×) | 75.0 |\n"
    #expect(text.contains(row))
    #expect(text.contains("| Samples | [Figures/results.json](Figures/results.json) |"))
    #expect(
      text.contains("| a.json | 1000 ±5.0 % (10.0×) | 100 ±5.0 % |\n"))
    for origin in ["A \"fast\" one", "2026-01-02", "`1a2b3c4`", "`jsonbench report a.json`"] {
      #expect(text.contains(origin))
    }
    #expect(text.hasSuffix("<!-- measured: end -->\nend\n"))
    // Another run replaces all of it.
    #expect(try figures.inserted(into: text, of: "README.md") == text)
  }

  @Test func whatOneLibraryDoesIsInOneTable() throws {
    let name = InProcessContender.rushJSONName
    let report = Report(
      machine: Sample.machine, tasks: [.stream, .skip], contenders: [InProcessContender.rushJSON],
      measurements: [
        Sample.measurement("a.json", .stream, name, median: 0.001),
        Sample.measurement("a.json", .skip, name, median: 0.0005),
        Sample.measurement("b.json", .skip, name, median: 0.002),
      ], settings: report.settings, notes: ["decode: not timed for a.json"])
    let text = DocumentFigures(report: report, folder: "Figures").measured
    #expect(text.contains("| file | `stream` | `skip` |\n| --- | ---: | ---: |\n"))
    #expect(text.contains("| a.json | 1000 ±5.0 % | 2000 ±5.0 % |\n| b.json | – | 500 ±5.0 % |"))
    #expect(text.contains("Notes:\n\n- decode: not timed for a.json.\n"))
  }

  @Test(arguments: [
    (8.0, [1.0, 2, 4, 6, 8]), (50.0, [1.0, 10, 20, 30, 40, 50]), (90.0, [1.0, 20, 40, 60, 80]),
    (67.7, [1.0, 10, 20, 30, 40, 50, 60]), (18.0, [1.0, 5, 10, 15]),
    (2500.0, [1.0, 500, 1000, 1500, 2000, 2500]), (1e6, [1.0]),
  ])
  func numbersOnTheAxisHaveRoom(largest: Double, expected: [Double]) {
    #expect(RatioChart.ticks(to: largest, room: 260) == expected)
  }

  /// Twice the ratio is twice the length.
  @Test func barsAreLinearAndOfTasksThatMakeTheSameValues() throws {
    let tasks: [BenchmarkTask] = [.document, .tree, .decode, .write]
    let measurements = tasks.flatMap { task in
      [
        Sample.measurement("a.json", task, "RushJSON", median: task == .decode ? 0.002 : 0.001),
        Sample.measurement("a.json", task, "Foundation", median: 0.01),
      ]
    }
    let report = Report(
      machine: Sample.machine, tasks: tasks,
      contenders: [InProcessContender.rushJSON, InProcessContender.foundation],
      measurements: measurements)
    let chart = RatioChart(report: report, tasks: RatioChart.usualTasks)
    #expect(chart.rows.map(\.task) == [.tree, .decode])
    let widths = try chart.text.matches(of: /<rect x="[^"]*" y="[^"]*" width="([\d.]+)"/)
      .map { try #require(Double($0.1)) }
    #expect(widths.count == 2 && abs(widths[0] / widths[1] - 2) < 0.01, "\(widths)")
  }

  @Test(arguments: [
    ("README.md", "Docs/Figures"), ("Docs/A.md", "Figures"), ("/a/A.md", "Docs/Figures"),
  ])
  func picturesAreRelativeToTheDocument(document: String, expected: String) {
    #expect(ReportCommand.path(of: "Docs/Figures", relativeToFolderOf: document) == expected)
  }

  @Test(arguments: ["# Title\n", "<!-- measured: begin -->\n"])
  func aDocumentWithoutMarksIsRefused(text: String) {
    #expect(throws: UsageError.self) {
      try DocumentFigures(report: report, folder: "F").inserted(into: text, of: "a.md")
    }
  }

  @Test func aReportWritesEveryFile() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("jsonbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      // Nothing depends on the folder being gone.
      do { try FileManager.default.removeItem(at: folder) } catch {}
    }
    let results = folder.appendingPathComponent("results.json")
    let readme = folder.appendingPathComponent("README.md")
    let figures = folder.appendingPathComponent("Figures")
    try Data(ResultFile(Sample.rushJSONReport).text().utf8).write(to: results)
    try Data(Self.document.utf8).write(to: readme)
    let arguments = [
      "report", "--from", results.path, "--document", readme.path, "--figures", figures.path,
    ]
    #expect(JSONBench.run(arguments: arguments, counter: .unavailable) == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: figures.path).sorted()
        == ["results.json", "speed.svg"])
    let picture = try String(
      contentsOf: figures.appendingPathComponent("speed.svg"), encoding: .utf8)
    #expect(picture.contains("parse to a tree") && picture.contains("10.0×"))
  }

  @Test func piecesMustBeOfOneRun() throws {
    let one = ResultFile(report)
    let merged = try ReportCommand.merged([one, one])
    #expect(merged.measurements.count == 6)
    #expect(
      merged.settings.arguments
        == ["report", "a.json", "<b>.json", "--tasks", "document", "--seconds", "0.0"])
    var other = one
    other.settings.commit = "5d6e7f8"
    #expect(throws: UsageError.self) { try ReportCommand.merged([one, other]) }
  }

  /// Paths of a machine do not get into a document.
  @Test(arguments: [
    ("/a/b/c.json", "c.json"), ("--output=/a/b.json", "--output=b.json"), ("a/b.json", "a/b.json"),
    ("--tasks=walk", "--tasks=walk"), ("/", ""),
  ])
  func argumentsHaveNoFolders(argument: String, expected: String) {
    #expect(RunSettings.withoutFolders(argument) == expected)
  }

  @Test func theListFitsATerminal() {
    let text = ListCommand().text(corpus: GeneratedCorpus.files(seed: 1))
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    #expect(text.contains("decode-names") && text.contains("orjson") && text.contains("log.jsonl"))
    #expect(ListCommand.wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(ListCommand.wrapped("", to: 7) == [""])
  }
}
