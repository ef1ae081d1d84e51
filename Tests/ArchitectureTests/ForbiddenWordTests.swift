import Testing

/// What does not stand in the library, but for the exceptions listed, each with its reason.
@Suite struct ForbiddenWordTests {
  struct Rule: Sendable, CustomTestStringConvertible {
    var word: String
    /// Why the library goes without it.
    var reason: String
    /// Files in which it may stand, and why.
    var exceptions: [String: String] = [:]

    var testDescription: String { word }
  }

  private static let ownMistake = "an index out of range, as in the standard library's collections"

  private static let rules = [
    Rule(word: "try?", reason: "it hides why something failed"),
    Rule(word: "try!", reason: "no input may end the process"),
    Rule(
      word: "fatalError(", reason: "no input may end the process",
      exceptions: [
        "Sources/RushJSONCore/Bytes/Reallocation.swift": "out of memory"
      ]),
    Rule(
      word: "preconditionFailure(", reason: "no input may end the process",
      exceptions: [
        "Sources/RushJSONCore/RawJSON/JSONArray.swift": ownMistake,
        "Sources/RushJSONCore/RawJSON/JSONObject.swift": ownMistake,
        "Sources/RushJSONCore/RawJSON/JSONObject+Editing.swift": ownMistake,
      ]),
    Rule(
      word: "create(minimumCapacity", reason: "it does not check the capacity",
      exceptions: ["Sources/RushJSONCore/Bytes/Reallocation.swift": "checks it"]),
    Rule(
      word: "rush_reallocate(", reason: "it does not check the capacity",
      exceptions: ["Sources/RushJSONCore/Bytes/Reallocation.swift": "checks it"]),
    Rule(word: "print(", reason: "a library has no say in its program's output"),
    Rule(word: "unsafeFlags", reason: "a package with them cannot be a dependency"),
  ]

  @Test(arguments: rules)
  func isNotInTheLibrary(rule: Rule) throws {
    let files = try PackageTree.files(in: "Sources")
    #expect(!files.isEmpty)
    var exceptionsMet: Set<String> = []
    for path in files {
      let lines = try PackageTree.code(of: path).lines(containing: rule.word)
      guard !lines.isEmpty else { continue }
      exceptionsMet.insert(path)
      #expect(
        rule.exceptions[path] != nil,
        "\(path):\(lines[0]): no '\(rule.word)' in the library: \(rule.reason)")
    }
    for path in rule.exceptions.keys {
      #expect(exceptionsMet.contains(path), "\(path) needs its exception no longer")
    }
  }

  /// The package is to be a dependency of others, and to need nothing but the toolchain.
  @Test func theManifestHasNeitherUnsafeFlagsNorDependencies() throws {
    let manifest = try PackageTree.code(of: "Package.swift")
    #expect(manifest.lines(containing: "unsafeFlags").isEmpty)
    #expect(manifest.lines(containing: ".package(").isEmpty)
  }
}
