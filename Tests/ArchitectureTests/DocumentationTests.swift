import Testing

/// The code that the README and the articles show is part of a program that is compiled.
@Suite struct DocumentationTests {
  /// The articles, and other documents for users.
  private static func documents() throws -> [String] {
    try ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
      + PackageTree.files(in: "Docs", endings: ["md"])
      + PackageTree.files(in: "Sources", endings: ["md"])
  }

  /// Each block of Swift is a whole snippet without its first line, which says what the snippet is, or a
  /// part of one between `// snippet.NAME` and `// snippet.end`.
  @Test func codeIsInASnippet() throws {
    let parts = try SnippetParts()
    #expect(parts.whole.count > 20 && parts.named.count > 20)
    var shown: Set<String> = []
    for path in try Self.documents() {
      for block in Self.blocks(of: try PackageTree.text(of: path)) {
        // Part of a manifest, which no snippet can be.
        if block.hasPrefix(".package(") { continue }
        shown.insert(block)
        #expect(parts.all.contains(block), "\(path) has code that no snippet has:\n\(block)")
      }
    }
    for (name, part) in parts.named {
      #expect(shown.contains(part), "no document has the part \(name)")
    }
  }

  /// `Jobs` names sections that have one program each, which can be pasted.
  @Test func jobsArePrograms() throws {
    let folder = "Sources/RushJSON/RushJSON.docc"
    let jobs = try PackageTree.text(of: "\(folder)/Jobs.md").matches(of: /<doc:(\w+)#([\w\-]+)>/)
    #expect(jobs.count == 21)
    for job in jobs {
      let article = try PackageTree.text(of: "\(folder)/\(job.1).md")
      let sections = article.split(separator: "\n## ", omittingEmptySubsequences: false)
      let section = try #require(
        sections.first { $0.prefix { $0 != "\n" }.replacing(" ", with: "-") == job.2 },
        "\(job.1) has no section \(job.2)")
      let programs = Self.blocks(of: "\n" + section)
      #expect(
        programs.count == 1, "the section \(job.2) of \(job.1) has \(programs.count) programs")
      #expect(programs.first?.contains("import RushJSON") == true)
    }
  }

  /// The article about moving names every row of the table of differences.
  @Test func differencesAreInTheArticle() throws {
    let article = try PackageTree.text(
      of: "Sources/RushJSON/RushJSON.docc/MovingFromJSONDecoder.md")
    let rows = try ReadmeTests.differences()
    #expect(rows.count > 20)
    for name in rows.flatMap(\.tests) {
      #expect(article.contains("`\(name)`"), "the article does not mention \(name)")
    }
  }

  /// `Runs.md` has the dated runs of checks. The pages about the checks say what holds on any day.
  @Test func datedRunsAreInOneFile() throws {
    let date =
      /\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d/
    for page in ["Testing", "Fuzzing", "Mutation"] {
      let text = try PackageTree.text(of: "Docs/\(page).md")
      #expect(text.contains("(Runs.md#"))
      #expect(text.firstMatch(of: date) == nil, "\(page) has a dated run")
    }
    #expect(try PackageTree.text(of: "Docs/Runs.md").matches(of: date).count > 8)
  }

  /// Names of files in documents that are not files of this repository: forms of names, a user's file, a file of Swift's.
  private static let otherFiles: Set = [
    "Type.swift", "Type+Aspect.swift", "Order.swift",
    "Tests/NewCodableTests/JSONMacroIntegrationTests.swift",
  ]

  /// Decisions and the changelog name files of their time.
  @Test func filesThatDocumentsNameExist() throws {
    let documents = try ["ARCHITECTURE.md", "CONVENTIONS.md"] + Self.documents()
    var files = ["CHANGELOG.md", "Package.swift", "Fuzzing/Package.swift"] + documents
    let folders = [
      "Benchmarks", "Corpus", "Docs", "Examples", "Fuzzing/Sources", "Scripts", "Sources", "Tests",
      "Tools",
    ]
    for folder in folders {
      files += try PackageTree.files(in: folder, endings: ["swift", "h", "c", "py", "md"])
    }
    var count = 0
    for path in documents where !path.contains("/Decisions/") {
      let text = try PackageTree.text(of: path)
      for match in text.matches(of: /(?:[\w+\-.]+\/)*[\w+\-]+\.(?:swift|h|c|py|md)\b(?!\.)/) {
        let name = String(match.output.replacing("../", with: ""))
        if Self.otherFiles.contains(name) { continue }
        count += 1
        let isKnown = files.contains { $0 == name || $0.hasSuffix("/" + name) }
        #expect(isKnown, "\(path) names \(name)")
      }
    }
    #expect(count > 100)
  }

  /// The chapter of ARCHITECTURE.md about one text has a file in each line.
  @Test func theWayOfOneTextIsThroughFiles() throws {
    let chapters = try PackageTree.text(of: "ARCHITECTURE.md").split(separator: "\n## ")
    let chapter = try #require(chapters.first { $0.hasPrefix("The way of one text") })
    let parts = chapter.split(separator: "```", omittingEmptySubsequences: false)
    let lines = try #require(parts.dropFirst().first).split(separator: "\n")
    #expect(lines.count > 9)
    let files = try PackageTree.files(in: "Sources")
    for line in lines {
      let name = line.split(separator: " ")[0]
      #expect(files.contains { $0.hasSuffix("/\(name).swift") }, "\(name) is no file")
    }
  }

  /// DocC shows no members of a superclass, so the coders' comments list its options.
  @Test(arguments: ["Decoder", "Encoder"])
  func coderListsTheOptionsOfItsSuperclass(_ kind: String) throws {
    let folder = "Sources/RushJSON/\(kind.replacing("er", with: "ing"))"
    let comment = try PackageTree.text(of: "\(folder)/RushJSON\(kind).swift")
    let interface = try PackageTree.text(of: "Docs/PublicInterface.txt")
    let section = try #require(
      interface.split(separator: "\n\n").first { $0.hasPrefix("RushJSONCore\(kind)\n") })
    let options = section.matches(of: /\n    (?:@preconcurrency )?var (\w+): .* set }/).map(\.1)
    #expect(options.count >= 7)
    for option in options {
      #expect(
        comment.contains("/// - ``RushJSONCore\(kind)/\(option)``")
          || comment.contains("/// - ``RushJSONCore\(kind)/\(option)-swift.property``"),
        "RushJSON\(kind) does not list \(option)")
    }
  }

  /// The Swift code of a document, block by block.
  static func blocks(of text: String) -> [String] {
    text.split(separator: "\n```swift\n", omittingEmptySubsequences: false).dropFirst().map {
      let end = $0.firstRange(of: "\n```")?.upperBound ?? $0.endIndex
      return String($0[..<end].dropLast(3))
    }
  }
}

/// The snippets, whole and in parts.
private struct SnippetParts {
  private(set) var whole: Set<String> = []
  /// By the file and the name of the part.
  private(set) var named: [String: String] = [:]

  var all: Set<String> { whole.union(named.values) }

  init() throws {
    for path in try PackageTree.files(in: "Docs/Snippets") {
      let text = try PackageTree.text(of: path)
      whole.insert(String(text.drop { $0 != "\n" }.dropFirst()))
      let sections = text.split(separator: "// snippet.", omittingEmptySubsequences: false)
      for part in sections.dropFirst() {
        let name = part.prefix { $0 != "\n" }
        if name != "end" {
          named["\(path) \(name)"] = Self.withoutIndentation(part.dropFirst(name.count + 1))
        }
      }
    }
  }

  /// A part inside `#if` is indented.
  private static func withoutIndentation(_ part: Substring) -> String {
    let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
    let isIndented = lines.allSatisfy { $0.isEmpty || $0.hasPrefix("  ") }
    return isIndented
      ? lines.map { String($0.dropFirst(2)) }.joined(separator: "\n") : String(part)
  }
}
