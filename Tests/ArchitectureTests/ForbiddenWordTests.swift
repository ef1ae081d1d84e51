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
        "Sources/RushJSONCore/Ground/Bytes/GrowingMemory.swift": "out of memory"
      ]),
    Rule(
      word: "preconditionFailure(", reason: "no input may end the process",
      exceptions: [
        "Sources/RushJSONCore/Values/Tree/RawJSON+Array.swift": ownMistake,
        "Sources/RushJSONCore/Values/Tree/RawJSON+Object.swift": ownMistake,
      ]),
    Rule(
      word: "create(minimumCapacity", reason: "it does not check the capacity",
      exceptions: ["Sources/RushJSONCore/Ground/Bytes/GrowingMemory.swift": "checks it"]),
    Rule(
      word: "rush_reallocate(", reason: "it does not check the capacity",
      exceptions: ["Sources/RushJSONCore/Ground/Bytes/GrowingMemory.swift": "checks it"]),
    Rule(word: "print(", reason: "a library has no say in its program's output"),
    Rule(word: "unsafeFlags", reason: "flags belong to the manifest"),
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

  /// The tool is built for the systems of the library. Scripts/apple-availability cannot check modules with Foundation, so
  /// these are the names that a Mac refused, or would: of macOS 13 in strings and files, of macOS 26 in arrays.
  @Test(arguments: [
    ".replacing(", ".ranges(of:", ".firstRange(of:", ".firstMatch(", ".wholeMatch(", ".matches(of:",
    ".trimmingPrefix(", ".span)", ".span,", ".mutableSpan", ".bytes.span", "URL(filePath:",
    ".appending(path:",
    ".path(percentEncoded", "InlineArray", "Mutex(", "ContinuousClock", "#/",
  ])
  func isNotInTheTool(_ word: String) throws {
    let files = try PackageTree.files(in: "Tools")
    #expect(files.count > 20)
    for path in files {
      let lines = try PackageTree.code(of: path).lines(containing: word)
      #expect(lines.isEmpty, "\(path):\(lines): no '\(word)' in a program for macOS 12")
    }
  }

  /// `x < 1 << 63` compares two types of integers if the compiler takes the 1 for an `Int`, whose 64th bit
  /// is a sign. Swift 6.2 and 6.3 choose differently, so the limit needs a type: `Int64.min.magnitude`.
  @Test func noComparisonTakesItsTypeFromALiteral() throws {
    func isUntyped(_ line: Substring) -> Bool {
      // Few lines have one of these, and expressions are slow to match.
      (line.contains("<< 63") || line.contains("~0")) && line.contains(Self.untypedLimit)
    }
    #expect(isUntyped("if digits &- 1 < 1 &<< 63 {"))
    #expect(isUntyped("if 1 << 63 >= digits {"))
    #expect(isUntyped("while bits != ~0 {"))
    #expect(!isUntyped("fraction &- 1 &<< 63 &+ error <= 2 &* error"))
    #expect(!isUntyped("if value >> 1 << 63 == 0 {"))
    for path in try PackageTree.files(in: "Sources") {
      let lines = try PackageTree.code(of: path).lines
      for (line, number) in zip(lines, 1...) where isUntyped(line) {
        Issue.record("\(path):\(number): a limit beyond Int.max without a type")
      }
    }
  }

  private static var untypedLimit: Regex<Substring> {
    #/[^<>](?:[=!]=|[<>]=?) (?:~0\b|1 &?<< 63)|(?:^|[^<>&*+\-] )(?:~0|1 &?<< 63) (?:[=!]=|[<>]=?) /#
  }

  /// The package needs nothing but the toolchain. Its unsafe flags are those of optimised debug builds, which
  /// a trait turns off, those with which the linker removes what a program does not use, line tables, assertions that the
  /// environment asks for, one for size, and one for tests in release builds.
  @Test func theManifestHasNoDependenciesAndFewUnsafeFlags() throws {
    let manifest = try PackageTree.text(of: "Package.swift")
    #expect(!manifest.contains(".package("))
    let uses = manifest.matches(of: /\.unsafeFlags\(\s*\[[^\]]*\],?\s*(\w*)/)
    let (debug, release) = ("optimizedDebug", "linkedRelease")
    #expect(
      uses.map { String($0.1) } == [release, "", debug, release, debug, release, release, ""])
    #expect(manifest.matches(of: /unsafeFlags/).count == uses.count)
  }
}
