import Testing

/// Phrases that only a translation has. CONVENTIONS.md says what to write instead.
@Suite struct ProseTests {
  static let refused = [
    " of which", " to which", " in which", " for which", " from which", " by which", " with which",
    " on which", " that is none", " not so,", " goes on", " gets on ", "ho frees",
    " from then on", " passed over", " again and again", "hat is known of", " a look at ",
    " got on ", " from here on", " came last", " others may be", "hat has arrived", "hat holds of ",
    "hoever ",
  ]

  /// Files that may have a refused phrase, and why.
  static let exceptions = [
    "Sources/RushJSONCore/Events/PieceReader.swift": "a comment in an example",
    "CONVENTIONS.md": "quotes what not to write",
  ]

  @Test func refusedPhrasesAreNowhere() throws {
    let sources = try PackageTree.files(in: "Sources", endings: ["swift", "c", "h", "md"])
    // Also the texts of help and messages, which are in the sources of the tool.
    let others = try ["Tools", "Docs"].flatMap {
      try PackageTree.files(in: $0, endings: ["swift", "md"])
    }
    let scripts = try PackageTree.files(in: "Scripts", endings: ["py"]) + Self.scripts
    #expect(sources.count > 300 && others.count > 100 && scripts.count > 10)
    let files =
      sources + others + scripts + [
        ".ci/run", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "CONVENTIONS.md",
        "Package.swift", "README.md", "SECURITY.md",
      ]
    for path in files where Self.exceptions[path] == nil {
      let text = try PackageTree.text(of: path)
      for phrase in Self.phrases(in: text) { Issue.record("\(path): '\(phrase)'") }
    }
  }

  /// Scripts without an extension. Folders are none, and binaries of a local build are no text.
  private static var scripts: [String] {
    get throws {
      try PackageTree.files(in: "Scripts", endings: [""]).filter {
        try !PackageTree.isFolder($0) && PackageTree.text(of: $0).hasPrefix("#!")
      }
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
