import RushJSONCore
import Testing

/// One table of texts through every reader: tokens, documents, trees, decoders, events, elements,
/// lines, partial values.
///
/// The rows are in `SyntaxTable`; the readers, and the few texts on which one has to differ, in
/// `Readers`.
@Suite struct EveryReaderTests {
  @Test(arguments: SyntaxTable.all)
  func everyReaderGivesTheVerdictOfTheRow(_ row: SyntaxCase) { row.check() }

  /// The test above can fail: each reader disagrees with each row that is wrong.
  @Test(arguments: Readers.all)
  func aWrongRowFails(_ reader: Reader) {
    let wrong = [
      accepts("[1 2]"),
      rejects("[1 2▸]", .expectedCommaOrArrayEnd),
      rejects("[1 ▸2]", .expectedValue),
      rejects("[1, ▸2]", .expectedValue),
      rejects("[1,▸]", .trailingComma, .trailingCommas),
    ]
    for row in wrong {
      let found = reader.disagreement(with: row.verdict, on: row.bytes, options: row.options)
      #expect(found != nil, "\(row)")
    }
  }

  /// Each exception of a reader covers a row; otherwise it can go.
  @Test(arguments: Readers.all)
  func everyExceptionIsNeeded(_ reader: Reader) {
    for exception in reader.exceptions {
      let rows = SyntaxTable.all.filter { row in
        let own = reader.verdict(of: row.bytes, options: row.options)
        return own != row.verdict
          && exception.covers(
            Disagreement(reader: reader.name, text: row.bytes, expected: row.verdict, own: own))
      }
      #expect(!rows.isEmpty, "\(exception.reason)")
    }
  }

  /// Each kind of error is in the table, but for one that takes a text of 8 GiB, and one of streams.
  @Test func everyKindOfErrorHasARow() {
    let kinds = Set(SyntaxTable.all.compactMap(\.verdict.kind))
    #expect(
      kinds == Set(JSONSyntaxError.Kind.allCases).subtracting([.tooManyValues, .expectedComma]))
  }

  /// A fault is found at the same place in the middle of a long text, which the fast pass reads.
  @Test func faultsAreFoundAmongManyTokens() {
    let before = Array(("[" + String(repeating: "0,[\"a\"],", count: 20)).utf8)
    let after = Array((String(repeating: ",{\"b\": 12.5}", count: 20) + "]").utf8)
    let rows = SyntaxTable.strings + SyntaxTable.utf8 + SyntaxTable.literals + SyntaxTable.numbers
    for row in rows {
      guard case .refused(let error) = row.verdict, error.offset < row.bytes.count else { continue }
      let found = verdict(of: before + row.bytes + after)
      #expect(found == Verdict(error.kind, at: before.count + error.offset), "\(row.name)")
    }
  }
}
