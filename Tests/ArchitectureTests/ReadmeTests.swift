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
}
