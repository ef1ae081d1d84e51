import Foundation
import Testing

/// The README, and the table of differences from Foundation.
@Suite struct ReadmeTests {
  struct Difference {
    var row: Substring
    var tests: [String]
  }

  /// The rows of the table, and the tests that each names.
  static func differences() throws -> [Difference] {
    try PackageTree.text(of: "Docs/FoundationDifferences.md")
      .split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
      .map { row in
        let names = row.split(separator: "|").last?.matches(of: /`(\w+)`/)
        return Difference(row: row, tests: names?.map { String($0.1) } ?? [])
      }
  }

  /// Each row names tests, and each test has a row.
  @Test func differencesHaveTests() throws {
    let table = try Self.differences()
    #expect(table.count > 20)
    let tests = try PackageTree.files(in: "Tests/RushJSONTests")
      .filter { $0.hasPrefix("Tests/RushJSONTests/FoundationDifferences") }
      .flatMap { try PackageTree.text(of: $0).matches(of: /@Test\([^\n]*\)\n  func (\w+)\(/) }
      .map { String($0.1) }
    var named: Set<String> = []
    for difference in table {
      let isGood = !difference.tests.isEmpty && difference.tests.allSatisfy(tests.contains)
      #expect(isGood, "no such test: \(difference.row)")
      named.formUnion(difference.tests)
    }
    #expect(Set(tests).subtracting(named) == [], "the table has no row for these tests")
  }

  /// `jsonbench report` writes what is between these marks.
  @Test(arguments: [
    ("README.md", "picture"), ("README.md", "summary"), ("Docs/Measurements.md", "measured"),
  ])
  func figuresHaveTheirPlace(document: String, part: String) throws {
    let text = try PackageTree.text(of: document)
    let begin = try #require(text.firstRange(of: "<!-- \(part): begin -->\n"))
    let end = try #require(text.firstRange(of: "<!-- \(part): end -->"))
    #expect(begin.upperBound < end.lowerBound, "nothing between the marks")
  }

  /// The first screen has a program, the picture, the installation, a command that measures and one that tests.
  /// `.ci/run` takes the two commands from here.
  @Test func readmeIsShortAndBeginsWithSwift() throws {
    let lines = try PackageTree.text(of: "README.md")
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 191, "the README has \(lines.count - 1) lines, and may have 190")
    let swift = try #require(lines.firstIndex(of: "```swift"))
    #expect(swift < 14)
    let begin = try #require(lines.firstIndex(of: "```sh"))
    let block = lines[(begin + 1)...].prefix { $0 != "```" }
    #expect(block.endIndex <= 45)
    #expect(block.count == 2 && block.last == "RUSHJSON_CHECKED=1 swift test")
    #expect(block.first?.hasPrefix("swift run -c release jsonbench run Corpus/") == true)
    let installation = try #require(lines.firstIndex { $0.hasPrefix(".package(") })
    #expect(installation < 40)
    let script = try PackageTree.text(of: ".ci/run")
    #expect(script.contains("README.md") && !script.contains("\nrun swift test\n"))
  }

  /// Links of the documents to files lead somewhere.
  @Test func linksLeadSomewhere() throws {
    let documents =
      try ["README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md"]
      + PackageTree.files(in: "Docs", endings: ["md"])
      + PackageTree.files(in: "Sources", endings: ["md"])
    for path in documents {
      let folder = PackageTree.root.appending(path: path).deletingLastPathComponent()
      for link in try PackageTree.text(of: path).matches(of: /\]\((?!http)([^)#:]+)[)#]/) {
        let target = folder.appending(path: link.1).path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: target), "\(path) links to \(link.1)")
      }
    }
  }
}
