import Foundation
import RushJSON
import RushJSONEditing
import Testing

/// Every kind of error that is not about syntax, from every reader and writer that can meet it, at a pinned
/// place. `EveryReaderTests` has those about syntax.
@Suite struct ErrorKindTests {
  @Test(
    arguments: [
      ErrorTable.values, ErrorTable.pointers, ErrorTable.dates, ErrorTable.datePatterns,
      ErrorTable.writing, ErrorTable.patches, ErrorTable.streams,
    ].flatMap { $0 })
  func theErrorIsThatOfTheRow(_ row: ErrorRow) async {
    #expect(await row.found() == row.expected, "\(row.reader)")
  }

  /// The kinds that the sources declare, each with a row.
  @Test(
    arguments: [
      ("RushJSONCore/Ground/Errors/JSONValueError.swift", "Kind", ErrorTable.values),
      ("RushJSONCore/Ground/Errors/JSONValueError.swift", "PointerFault", ErrorTable.pointers),
      ("RushJSONCore/Ground/Errors/JSONValueError.swift", "DateFault", ErrorTable.dates),
      (
        "RushJSONCore/Ground/Errors/JSONValueError.swift", "DatePatternFault",
        ErrorTable.datePatterns
      ),
      ("RushJSONCore/Text/Writing/JSONWritingError.swift", "Kind", ErrorTable.writing),
      ("RushJSONEditing/Patches/JSONPatch+Failure.swift", "Kind", ErrorTable.patches),
      ("RushJSONCore/Events/JSONStreamError.swift", "Kind", ErrorTable.streams),
    ])
  func everyKindHasARow(file: String, type: String, rows: [ErrorRow]) throws {
    let kinds = try Self.cases(of: type, in: file)
    #expect(kinds.count > 3)
    #expect(Set(kinds).subtracting(rows.map(\.kind)) == [], "without a row")
    #expect(Set(rows.map(\.kind)).subtracting(kinds) == [], "not a kind")
  }

  /// The names of the cases that an enum declares.
  private static func cases(of type: String, in file: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let url = root.appending(path: "Sources/\(file)")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let declaration = lines.drop { !$0.contains("public enum \(type):") }
    let end = (declaration.first?.prefix { $0 == " " } ?? "") + "}"
    let body = declaration.dropFirst().prefix { $0 != end }
    return body.compactMap { line in
      let words = line.split(separator: " ")
      guard words.first == "case", words.count > 1 else { return nil }
      return String(words[1].prefix { $0 != "(" })
    }
  }
}
