import Testing

/// Phrases that only a translation has. CONVENTIONS.md says what to write instead.
@Suite struct ProseTests {
  static let refused = [
    " of which", " to which", " in which", " for which", " from which", " by which", " with which",
    " on which", " that is none", " not so,", " goes on", " gets on ", "ho frees",
    " from then on", " passed over", " again and again", "hat is known of", " a look at ",
    " got on ",
  ]

  /// Files that may have a refused phrase, and why.
  static let exceptions = [
    "Sources/RushJSONCore/Events/PieceReader.swift": "a comment in an example"
  ]

  @Test func refusedPhrasesAreNotInTheSources() throws {
    let files = try PackageTree.files(in: "Sources", endings: ["swift", "c", "h", "md"])
    #expect(files.count > 300)
    for path in files where Self.exceptions[path] == nil {
      let text = try PackageTree.text(of: path)
      for phrase in Self.phrases(in: text) { Issue.record("\(path): '\(phrase)'") }
    }
  }

  @Test func exceptionsAreNeeded() throws {
    for path in Self.exceptions.keys {
      #expect(try !Self.phrases(in: PackageTree.text(of: path)).isEmpty, "\(path)")
    }
  }

  /// The refused phrases that a text has.
  static func phrases(in text: String) -> [String] {
    refused.filter { text.contains($0) }
  }
}
