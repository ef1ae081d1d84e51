import RushJSONCore
import Testing

/// Every reader meets every kind of syntax error, at the offset of a row of the table.
@Suite struct ReaderKindTests {
  /// Kinds that a reader cannot give for a row, with the reason.
  private static let exceptions: [(readers: String, kinds: Set<JSONSyntaxError.Kind>, String)] = [
    ("", [.tooManyValues], "It takes 2³² values; `ValueBoundTests` lowers the bound."),
    ("document of a string", [.invalidUTF8], "A string is always UTF-8."),
    ("values", [.emptyText, .expectedEnd], "A stream may have no value, or several."),
    ("separated values", [.emptyText, .expectedEnd], "A stream may have no value, or several."),
    ("", [.expectedComma], "Only streams have values with commas: `SeparatedValueTests`."),
  ]

  private static func expected(of reader: Reader) -> Set<JSONSyntaxError.Kind> {
    exceptions.reduce(into: Set(JSONSyntaxError.Kind.allCases)) { kinds, exception in
      if reader.name.hasPrefix(exception.readers) { kinds.subtract(exception.kinds) }
    }
  }

  @Test(arguments: Readers.all)
  func everyReaderMeetsEveryKind(_ reader: Reader) {
    var met: Set<JSONSyntaxError.Kind> = []
    for row in SyntaxTable.all {
      guard let kind = row.verdict.kind, !met.contains(kind) else { continue }
      if reader.verdict(of: row.bytes, options: row.options) == row.verdict { met.insert(kind) }
    }
    let expected = Self.expected(of: reader)
    #expect(expected.subtracting(met) == [], "without a row")
    #expect(met.subtracting(expected) == [], "no exceptions")
  }
}
