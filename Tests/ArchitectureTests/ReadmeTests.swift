import Testing

/// The code that the README shows is a program that is compiled.
@Suite struct ReadmeTests {
  @Test(arguments: [
    "ReadmeCodable", "ReadmeLazy", "ReadmeTree", "ReadmeStreams", "ReadmeWrite", "ReadmeErrors",
    "ReadmeOptions", "ReadmePush", "ReadmeExtraData", "ReadmePocket",
  ])
  func hasTheSnippet(name: String) throws {
    let snippet = try PackageTree.text(of: "Snippets/\(name).swift")
    // All but the first line, which says what the snippet is.
    let code = try #require(snippet.firstRange(of: "\n")).upperBound
    let readme = try PackageTree.text(of: "README.md")
    #expect(readme.contains("```swift\n\(snippet[code...])```\n"), "\(name) is not in the README")
  }

  /// Each row of the table of differences from Foundation names tests, and each test has a row.
  @Test func differencesHaveTests() throws {
    let readme = try PackageTree.text(of: "README.md")
    let heading = try #require(readme.firstRange(of: "## Differences from Foundation\n"))
    let rest = readme[heading.upperBound...]
    let table = rest.prefix(upTo: rest.firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex)
      .split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    #expect(table.count > 20)
    let tests = try PackageTree.files(in: "Tests/RushJSONTests")
      .filter { $0.hasPrefix("Tests/RushJSONTests/FoundationDifferences") }
      .flatMap { try PackageTree.text(of: $0).matches(of: /@Test\([^\n]*\)\n  func (\w+)\(/) }
      .map { String($0.1) }
    var named: Set<String> = []
    for row in table {
      let names = row.split(separator: "|").last?.matches(of: /`(\w+)`/).map { String($0.1) } ?? []
      #expect(!names.isEmpty && names.allSatisfy(tests.contains), "no such test: \(row)")
      named.formUnion(names)
    }
    #expect(Set(tests).subtracting(named) == [], "the README has no row for these tests")
  }
}
