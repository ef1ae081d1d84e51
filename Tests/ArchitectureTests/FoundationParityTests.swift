import Testing

/// Docs/FoundationParity.md lists every public member of Foundation's coders. This library has each, and
/// the code that is compiled with both libraries' coders uses each.
@Suite struct FoundationParityTests {
  struct Row {
    /// Foundation's type, such as `JSONDecoder.DateDecodingStrategy`.
    var type: String
    var declaration: String
    var isOpen: Bool
    /// The class of this library that has the member.
    var home: String
  }

  /// The rows of a table `| type | declaration | access | home |`.
  private static func rows(of text: String) -> [Row] {
    text.matches(of: /(?m)^\| `(JSON[\w.]+)` \| (`+) ?(.+?) ?\2 \| (open|public) \| `(\w+)` \|$/)
      .map {
        Row(
          type: String($0.1), declaration: String($0.3), isOpen: $0.4 == "open",
          home: String($0.5))
      }
  }

  private static func rows() throws -> [Row] {
    rows(of: try PackageTree.text(of: "Docs/FoundationParity.md"))
  }

  @Test func everyRowIsRead() throws {
    let text = try PackageTree.text(of: "Docs/FoundationParity.md")
    let lines = text.split(separator: "\n").count { $0.hasPrefix("| `") }
    #expect(try Self.rows().count == lines)
    #expect(lines > 80)
  }

  /// The declarations of a class of this library, as Docs/PublicInterface.txt has them.
  private static func declarations(of type: String) throws -> Set<String> {
    var found: Set<String> = []
    var isInside = false
    for line in try PackageTree.text(of: "Docs/PublicInterface.txt").split(separator: "\n") {
      if line.hasPrefix("    ") {
        if isInside { found.insert(String(line.dropFirst(4))) }
      } else {
        isInside = line == type
      }
    }
    return found
  }

  @Test func thisLibraryHasEachMember() throws {
    for home in [
      "RushJSONDecoder", "RushJSONCoreDecoder", "RushJSONEncoder", "RushJSONCoreEncoder",
    ] {
      let ours = try Self.declarations(of: home)
      #expect(!ours.isEmpty)
      for row in try Self.rows() where row.home == home {
        let parts = row.type.split(separator: ".")
        let nested = parts.count > 1 ? "\(parts[1]) › " : ""
        let declaration = nested + row.declaration.replacing(parts[0], with: home)
        // A type that is Foundation's own has each of its members.
        let words = row.declaration.split(separator: " ")
        let name = parts.count > 1 ? parts[1] : words.last ?? ""
        let hasMember =
          ours.contains(declaration) || ours.contains("typealias \(name) = \(parts[0]).\(name)")
        #expect(hasMember, "\(home) has no \(declaration)")
      }
    }
    let homes = Set(try Self.rows().map(\.home))
    #expect(homes.count == 4 && homes.allSatisfy { $0.hasPrefix("Rush") })
  }

  /// The same code with Foundation's coders and with this library's.
  private static func compiledCode() throws -> String {
    try ["CoderCode", "CoderCodeTests"]
      .map { try PackageTree.text(of: "Tests/SourceCompatibility/Swift6/\($0).swift") }
      .joined()
  }

  @Test func theCodeForBothUsesEachMember() throws {
    let code = try Self.compiledCode()
    for row in try Self.rows() {
      guard let name = Self.name(of: row.declaration) else { continue }
      let use =
        switch name {
        case "init": row.type.hasSuffix("Formatting") ? "OutputFormatting(rawValue:" : "()"
        default: name
        }
      let isUsed = code.contains(use)
      #expect(isUsed, "\(row.type): no code has \(use)")
      guard row.isOpen, !row.declaration.hasPrefix("class") else { continue }
      let kind = row.declaration.contains("func ") ? "func" : "var"
      let isOverridden = code.contains("override \(kind) \(name)")
      #expect(isOverridden, "\(row.type): nothing overrides \(name)")
    }
  }

  /// The name that a declaration introduces, or `nil` for a conformance.
  private static func name(of declaration: String) -> String? {
    if declaration.hasPrefix(":") { return nil }
    if declaration.hasPrefix("init") { return "init" }
    return declaration.firstMatch(of: /(?:case|func|var|let|class|enum|struct) `?(\w+)/)
      .map { String($0.1) }
  }

  /// Targets compile the code in both language modes, with both libraries' coders.
  @Test func fourTargetsShareTheCode() throws {
    let manifest = try PackageTree.text(of: "Package.swift")
    for folder in ["Swift6", "Swift5", "FoundationSwift6", "FoundationSwift5"] {
      let path = "Tests/SourceCompatibility/\(folder)"
      #expect(manifest.contains("path: \"\(path)\""))
      for file in ["CoderCode", "CoderCodeTests"] {
        #expect(
          try PackageTree.text(of: "\(path)/\(file).swift")
            == PackageTree.text(of: "Tests/SourceCompatibility/Swift6/\(file).swift"))
      }
    }
  }

  @Test func theTestReadsRows() {
    let rows = Self.rows(
      of: """
        | Type | Member | Access | In |
        | --- | --- | --- | --- |
        | `JSONDecoder.Float` | `` case `throw` `` | public | `RushJSONDecoder` |
        | `JSONEncoder` | `var a: Int { get set }` | open | `RushJSONEncoder` |
        """)
    #expect(rows.map(\.declaration) == ["case `throw`", "var a: Int { get set }"])
    #expect(rows.map(\.isOpen) == [false, true])
    #expect(rows.map { Self.name(of: $0.declaration) } == ["throw", "a"])
  }
}
