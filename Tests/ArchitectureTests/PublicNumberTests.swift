import Testing

/// Each public number that a program may set has a test with extreme numbers, or a reason why not.
///
/// A number is a property or a parameter of an integer, a `Double`, a time or a range.
/// `Docs/PublicInterface.txt` lists them; the tables `ExtremeUses` name those of the core, and the code of
/// `ExtremeFileTests` and `ExtremeTimeTests` has those of the other modules.
@Suite struct PublicNumberTests {
  /// What needs no row in a table, by the beginning of its name.
  private static let reasons = [
    "RawJSON.Array.reserveCapacity(":
      "CapacityTests has the greatest; one below zero traps as for Array",
    "RawJSON.Array.subscript(": "a position, for which a collection traps",
    "RawJSON.Array.replaceSubrange(": "positions, for which a collection traps",
    "JSONDocument.Value.subscript(": "any position gives nil; the tests of views have it",
    "RawJSON.Object.insert(": "a position, for which a collection traps",
    "RawJSON.Object.remove(": "a position, for which a collection traps",
    "RawJSON.Object.subscript(": "a position, for which a collection traps",
    "RawJSON.Object.reserveCapacity(":
      "CapacityTests has the greatest; one below zero traps as for Array",
    "AsyncSequence.jsonChunks(": "a chunk grows to the size and reserves nothing",
    "JSONDescriptor.": "DescriptorTests has the extremes",
    "JSONNumber.init(": "a value; the tests of numbers have the extremes",
    "JSONWriter.double(": "a value; the tests of numbers have the extremes",
    "JSONWriter.float(": "a value; the tests of numbers have the extremes",
    "JSONWriter.integer(": "a value; the tests of numbers have the extremes",
    "RawJSON.double(": "a value; the tests of numbers have the extremes",
    "RawJSON.integer(": "a value; the tests of numbers have the extremes",
    "RawJSON.number(": "a value; the tests of numbers have the extremes",
    "RawJSON.init(floatLiteral:": "a value; the tests of numbers have the extremes",
    "JSONPattern.Step.": "PatternMatchTests has the extremes, and a property random ones",
    "JSONPointer.Step.init(integerLiteral:": "the same as JSONPointer.Step.index",
    "JSONSourceLocation.init(line:": "kept, and never computed with",
    "JSONPatch.Failure.": "described only; the limit and the index have a row",
    "JSONStreamError.Kind.": "described only",
    "JSONValueError.": "described only; the kinds with numbers and the offset have a row",
    "JSONWritingError.Kind.": "described only",
    "ServerSentEvent.offset": "the same as in the initializer, which has a row",
    "APS.Failure.": "described only",
    "APS.SizeLimit.": "compared with the length only",
    "APS.Sound.critical(": "a value that is encoded",
    "APS.badge": "a value that is encoded",
    "APS.relevanceScore": "a value that is encoded",
    "Pocket.HTTPStore.Response.init(": "compared with codes only",
    "Pocket.DataLimit.": "compared with the length only",
    "Pocket.Failure.": "described only",
  ]

  struct Number: Hashable {
    /// Such as `JSONLines.init(_:maximumLength:)`.
    var member: String
    /// Such as `JSONLines.maximumLength`.
    var name: String
  }

  /// The numbers that a program may set in a text like `Docs/PublicInterface.txt`.
  static func numbers(in text: String) -> [Number] {
    var found: [Number] = []
    var top = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard line.hasPrefix("    ") else {
        top = String(line)
        continue
      }
      var parts = line.dropFirst(4).split(separator: " › ")
      let declaration = parts.removeLast()
      let type = ([Substring(top)] + parts).joined(separator: ".")
      if let match = declaration.wholeMatch(of: /(?:\w+ )*var (\w+): (.+?)( \{ get set \})?/) {
        if isNumber(match.2) {
          found.append(Number(member: "\(type).\(match.1)", name: "\(type).\(match.1)"))
        }
        continue
      }
      guard
        let match = declaration.firstMatch(
          of: /^(?:@?\w+ )*?(init|subscript|(?:func|case) \w+)\??(?:<[^(]*>)?\(/)
      else { continue }
      let parameters = parameters(declaration[match.range.upperBound...])
      let member = match.1.split(separator: " ").last ?? ""
      let labels = parameters.map { "\($0.label):" }.joined()
      // Bit sets and codes: each number is a set, or no case.
      for parameter in parameters where isNumber(parameter.type) && parameter.label != "rawValue" {
        found.append(
          Number(member: "\(type).\(member)(\(labels))", name: "\(type).\(parameter.label)"))
      }
    }
    return found
  }

  private static func isNumber(_ type: some StringProtocol) -> Bool {
    String(type).wholeMatch(
      of: /(?:U?Int\d*|Double|Float|TimeInterval|Duration|Range<Int>)\??/) != nil
  }

  /// The parameters up to the parenthesis that closes them. A value of a case may have no label.
  private static func parameters(_ text: Substring) -> [(label: String, type: String)] {
    var depth = 0
    var pieces = [""]
    for character in text {
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      if depth < 0 { break }
      if character == ",", depth == 0 {
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(character)
      }
    }
    return pieces.filter { !$0.isEmpty }.map { piece in
      guard let match = piece.firstMatch(of: /^ ?(\w+)(?: \w+)?: (.+?)(?: = .*)?$/) else {
        return ("_", piece.trimmingPrefix(" ").description)
      }
      return (String(match.1), String(match.2))
    }
  }

  private static func untested() throws -> [Number] {
    let tables = Set(
      try PackageTree.files(in: "Tests/RushJSONCoreTests/Extremes")
        .flatMap { try PackageTree.text(of: $0).split(separator: "\"").map(String.init) })
    let others = try [
      "Tests/RushJSONTests/Streams/ExtremeFileTests.swift",
      "Tests/RushJSONPocketTests/HTTP/ExtremeTimeTests.swift",
    ].map { try PackageTree.code(of: $0).names }
    return numbers(in: try PackageTree.text(of: "Docs/PublicInterface.txt")).filter { number in
      let parts = number.name.split(separator: ".").suffix(2).map(String.init)
      let plain = number.member.prefix { $0 != "(" }
      return ![number.name, number.member, String(plain)].contains { tables.contains($0) }
        && !others.contains { names in parts[1] != "_" && parts.allSatisfy(names.contains) }
    }
  }

  @Test func eachNumberHasATest() throws {
    for number in try Self.untested() {
      let hasReason = Self.reasons.keys.contains { number.member.hasPrefix($0) }
      #expect(hasReason, "no test gives \(number.member) extreme numbers (\(number.name))")
    }
  }

  @Test func eachReasonIsNeeded() throws {
    let untested = try Self.untested()
    for start in Self.reasons.keys {
      let isNeeded = untested.contains { $0.member.hasPrefix(start) }
      #expect(isNeeded, "\(start)")
    }
  }

  @Test func theTestReadsDeclarations() {
    let text = """
      ## A module: 1 names at top level

      Kettle
          init(_ water: Double = f(1, 2), then rest: [Int], limit: Int? = nil) throws
          var size: Int
          var weight: Int { get }
          let height: Int
          Lid › var pause: Duration { get set }
          Lid › case open(Int, by: String)
          mutating func pour<T>(at place: Range<Int>) -> T  [where T : Cup]
      """
    #expect(
      Self.numbers(in: text).map { "\($0.member) \($0.name)" } == [
        "Kettle.init(_:then:limit:) Kettle._", "Kettle.init(_:then:limit:) Kettle.limit",
        "Kettle.size Kettle.size", "Kettle.Lid.pause Kettle.Lid.pause",
        "Kettle.Lid.open(_:by:) Kettle.Lid._", "Kettle.pour(at:) Kettle.at",
      ])
  }
}
