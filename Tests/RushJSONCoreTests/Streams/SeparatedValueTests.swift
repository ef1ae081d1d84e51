import CorpusGenerator
import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

/// Values of a stream that have a comma between each two.
@Suite struct SeparatedValueTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var outcome: [String]
    var options = JSONReadingOptions.stream
    var limit = 1000
    var testDescription: String { text }

    init(
      _ text: String, _ outcome: [String], _ options: JSONReadingOptions = .stream,
      limit: Int = 1000
    ) {
      (self.text, self.outcome, self.options, self.limit) = (text, outcome, options, limit)
    }
  }

  private static let lenient = {
    var options = JSONReadingOptions.json5
    options.maximumLength = .max
    return options
  }()

  static let rows: [Row] = [
    Row("", []), Row(" \n", []), Row("1", ["0:1"]), Row("1,2", ["0:1", "2:2"]),
    Row(
      " {\"a\":[1,2]} ,\n\"x,y\",[ ] , true,null",
      ["1:{\"a\":[1,2]}", "15:\"x,y\"", "21:[ ]", "27:true", "32:null"]),
    Row("{\"a\":1},\n{\"a\":2},\n", ["0:{\"a\":1}", "9:{\"a\":2}", "trailingComma at 18"]),
    Row("1,", ["0:1", "trailingComma at 2"]), Row("[1],  ", ["0:[1]", "trailingComma at 6"]),
    Row("1 2", ["0:1", "expectedComma at 2"]), Row("{}\n{}", ["0:{}", "expectedComma at 3"]),
    Row("[1][2]", ["0:[1]", "expectedComma at 3"]),
    Row("1,,2", ["0:1", "expectedValue at 2"]), Row(",1", ["expectedValue at 0"]),
    Row(",", ["expectedValue at 0"]), Row("1:2", ["0:1", "expectedComma at 1"]),
    Row("1]", ["0:1", "expectedComma at 1"]), Row("1,]", ["0:1", "expectedValue at 2"]),
    Row("[1,2", ["unexpectedEnd at 4"]), Row("1,tru", ["0:1", "unexpectedEnd at 5"]),
    Row("1,[2,]", ["0:1", "trailingComma at 5"]),
    Row("\"a\"\"b\"", ["0:\"a\"", "expectedComma at 3"]),
    Row("1,2,", ["0:1", "2:2"], lenient), Row("1,,", ["0:1", "expectedValue at 2"], lenient),
    Row("1/*,*/,/**/2// ,\n,3", ["0:1", "11:2", "18:3"], lenient),
    Row("1/**/2", ["0:1", "expectedComma at 5"], lenient),
    Row("1,/*", ["0:1", "unterminatedComment at 2"], lenient),
    Row("1/", ["invalidNumber at 1"], lenient),
    Row("12345,[1,2],6", ["too long at 0", "too long at 6", "12:6"], limit: 4),
    Row("\"12345\" 6", ["too long at 0", "expectedComma at 8"], limit: 4),
  ]

  private static func read(
    _ text: [UInt8], cuts: [Int], _ options: JSONReadingOptions = .stream, limit: Int = 1000
  ) -> [String] {
    let chunks = zip([0] + cuts, cuts + [text.count]).map { text[$0..<$1] }
    let elements = JSONElements(
      concatenated: chunks, hasCommas: true, options: options, policy: .deliver,
      maximumLength: limit)
    return outcomes(of: elements.records())
  }

  /// The array's error for a missing comma stands for that of the stream.
  private static let names: [UInt8: String] = [
    JSONSyntaxError.Kind.expectedComma.rawValue: "expectedComma",
    JSONSyntaxError.Kind.expectedCommaOrArrayEnd.rawValue: "expectedComma",
    JSONSyntaxError.Kind.expectedValue.rawValue: "expectedValue",
    JSONSyntaxError.Kind.trailingComma.rawValue: "trailingComma",
    JSONSyntaxError.Kind.unexpectedEnd.rawValue: "unexpectedEnd",
    JSONSyntaxError.Kind.invalidNumber.rawValue: "invalidNumber",
    JSONSyntaxError.Kind.unterminatedComment.rawValue: "unterminatedComment",
  ]

  private static func outcomes(
    of results: some Sequence<Result<JSONRecord, JSONStreamError>>, shift: Int = 0
  ) -> [String] {
    results.map { result in
      do throws(JSONStreamError) {
        let record = try result.get()
        return "\(record.offset - shift):\(String(decoding: record.bytes, as: UTF8.self))"
      } catch {
        if error.kind == .recordTooLong { return "too long at \(error.offset - shift)" }
        let kind = error.syntaxError?.kind.rawValue
        return "\(kind.flatMap { names[$0] } ?? "kind \(kind ?? 255)") at \(error.offset - shift)"
      }
    }
  }

  private static func expectSame(
    _ text: [UInt8], as outcome: [String], _ options: JSONReadingOptions = .stream,
    limit: Int = 1000
  ) {
    #expect(read(text, cuts: [], options, limit: limit) == outcome, "\(visible(text))")
    #expect(
      read(text, cuts: Array(text.indices), options, limit: limit) == outcome,
      "byte by byte: \(visible(text))")
    for cut in 0...text.count {
      #expect(
        read(text, cuts: [cut], options, limit: limit) == outcome, "cut at \(cut): \(visible(text))"
      )
    }
  }

  @Test(arguments: rows)
  func outcomeHoweverCut(_ row: Row) {
    Self.expectSame(Array(row.text.utf8), as: row.outcome, row.options, limit: row.limit)
  }

  private static let fragments = [
    "1", "\"a,\"", "{\"b\":[2,3]}", "[4]", ",", ",", ",", " ", "\n", "null", "-5.0e1",
  ]

  /// The values are the elements of the array that the text becomes in brackets.
  @Test func valuesAreThoseOfAnArray() {
    var random = SeededGenerator(seed: 8)
    #if DEBUG
      let count = 1_000
    #else
      let count = 50_000
    #endif
    for _ in 0..<count {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        Self.fragments[Int.random(in: Self.fragments.indices, using: &random)]
      }.joined()
      // Two numbers without whitespace between them are one number, or none.
      if text.contains("0e1-") || text.contains("1-") || text.contains("l-") { continue }
      let array = JSONElements(at: .root, in: ["[" + text + "]"], policy: .deliver)
      Self.expectSame(Array(text.utf8), as: Self.outcomes(of: array.records(), shift: 1))
    }
  }

  /// A long stream is read in pieces, some of it in blocks.
  @Test(arguments: [1, 63, 5000, 1 << 20])
  func longStreams(_ size: Int) throws {
    let value = "{\"id\":17,\"text\":\"a, b\",\"list\":[1,2,{\"x\":null}]}"
    let count = size == 1 ? 500 : 5000
    let text = Array(repeating: value, count: count).joined(separator: ",\n")
    let elements = JSONElements(
      concatenated: Chunks.of(size, Array(text.utf8)), hasCommas: true)
    let expected = try RawJSON(parsing: value)
    var found = 0
    for tree in elements.trees() {
      #expect(try tree.get() == expected)
      found += 1
    }
    #expect(found == count)
  }

  @Test func eventsOfSeparatedValues() throws {
    var reader = JSONEventReader(.commaSeparatedValues)
    reader.feed(Array("1,\"a\"".utf8))
    #expect(try reader.next() == .number)
    reader.finish()
    #expect(try reader.next() == .string && reader.string() == "a")
    #expect(try reader.next() == nil && reader.isAtEnd)
  }

  @Test func commasAreAskedFor() throws {
    let plain = JSONElements(concatenated: ["1 2"])
    #expect(!plain.hasCommas)
    #expect(Array(plain.trees()).count == 2)
    let separated = JSONElements(concatenated: ["1 2"], hasCommas: true)
    #expect(separated.hasCommas)
    #expect(throws: JSONStreamError.self) { try separated.trees().map { try $0.get() } }
  }
}
