import CorpusGenerator
import Testing

@testable import RushJSONCore
@testable import RushJSONStreams

/// Prose with brackets that are JSON by chance, and the value that the caller wants.
@Suite struct WantedValueTests {
  typealias Wanted = PartialJSON.Options.Wanted

  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var wanted: Wanted
    /// The value. `nil` if there is none, which is an error at the end.
    var value: RawJSON?
    var reading = JSONReadingOptions.strict
    var testDescription: String { "\(wanted) in \(text.prefix(40).debugDescription)" }

    init(_ text: String, _ wanted: Wanted, _ value: RawJSON?) {
      (self.text, self.wanted, self.value) = (text, wanted, value)
    }
  }

  private static let tasks = """
    Done so far (see [12] and [3, 4]):
    - [ ] read the file
    - [x] write {name}
    ```json
    {"a": [1, 2]}
    ```
    [5]
    """

  private static let python = """
    First run ```python
    print([1], {"no": 1})
    ```
    then [2]:

    ```JSON
    [{"yes": 2}]
    ```
    """

  static let rows: [Row] = [
    Row(tasks, .arrayOrObject, [12]), Row(tasks, .object, ["a": [1, 2]]),
    Row(tasks, .array, [12]), Row(tasks, .fencedBlock, ["a": [1, 2]]),
    Row(python, .arrayOrObject, [1]), Row(python, .object, ["no": 1]),
    Row(python, .fencedBlock, [["yes": 2]]),
    Row("- [ ] a\n- [ ] b\n[1]", .array, [1]), Row("- [ ] a", .arrayOrObject, []),
    Row("- [ ] a", .array, nil), Row("[  ]", .array, []), Row("[]", .array, []),
    Row("- [ ] {\"a\":[ ]}", .array, nil), Row("[ ]", .object, nil),
    Row("[12] {\"a\":1}", .object, ["a": 1]), Row("{\"a\":[7]}", .array, [7]),
    Row("[{\"a\":1},{\"b\":2}]", .object, ["a": 1]), Row("[1,{\"a\":", .object, nil),
    Row("{x} {\"a\":[{]} {\"b\":2}", .object, ["b": 2]), Row("{} {\"a\":1}", .object, [:]),
    Row("```json\n[1]\n```", .fencedBlock, [1]), Row("```json[1]```", .fencedBlock, [1]),
    Row("```json5 [1]", .fencedBlock, [1]), Row("````jsonc\r\n\t{}", .fencedBlock, [:]),
    Row("```\n{\"a\":1}\n```", .fencedBlock, ["a": 1]),
    Row("```\npip install x[1]\n```\n```\n[2]\n```", .fencedBlock, [2]),
    Row("```jsonl\n[1]\n```", .fencedBlock, nil), Row("```jsonnet [1]```", .fencedBlock, nil),
    Row("```jso\n[1]", .fencedBlock, nil), Row("``json\n[1]", .fencedBlock, nil),
    Row("`json` [1] ```json\n{}", .fencedBlock, [:]), Row("[1] {\"a\":1}", .fencedBlock, nil),
    Row("```json\nresult: [1]\n```\n```json\n[2]\n```", .fencedBlock, [2]),
    Row("```json\n{x}\n```\n```json\n[2]\n```", .fencedBlock, [2]),
    Row("```sh\nls\n```\n[1]\n```\n[2]\n```", .fencedBlock, [2]),
    Row("```text\n```json\n[3]\n```", .fencedBlock, [3]),
    Row("```json\n```\n[1]\n```json\n[2]", .fencedBlock, [2]),
    Row("```json\n{\"a\":\"```\"}\n```", .fencedBlock, ["a": "```"]),
    Row("```json\n[1", .fencedBlock, nil), Row("", .fencedBlock, nil),
    Row("```", .fencedBlock, nil),
    Row("no value", .object, nil),
  ]

  private struct Outcome: Equatable {
    var error: JSONSyntaxError?
    var location: JSONSourceLocation?
    var value: RawJSON?
    var isComplete = false

    init(_ pieces: [ArraySlice<UInt8>], _ wanted: Wanted, _ reading: JSONReadingOptions) {
      var partial = PartialJSON(.init(readingOptions: reading, allowsProse: true, wanted: wanted))
      do throws(JSONStreamError) {
        for piece in pieces {
          try partial.feed(piece)
          _ = partial.snapshot()
        }
        try partial.finish()
      } catch {
        self.error = error.syntaxError
        location = error.location
      }
      value = partial.snapshot()
      isComplete = partial.isComplete
    }
  }

  private static func expectSame(
    _ text: [UInt8], _ wanted: Wanted, _ reading: JSONReadingOptions = .strict
  ) -> Outcome {
    let whole = Outcome([text[...]], wanted, reading)
    let bytes = text.indices.map { text[$0...$0] }
    #expect(Outcome(bytes, wanted, reading) == whole, "\(wanted), byte by byte: \(visible(text))")
    for cut in text.indices {
      let cutOutcome = Outcome([text[..<cut], text[cut...]], wanted, reading)
      #expect(cutOutcome == whole, "\(wanted), cut at \(cut): \(visible(text))")
    }
    return whole
  }

  @Test(arguments: rows)
  func valueHoweverCut(_ row: Row) {
    let outcome = Self.expectSame(Array(row.text.utf8), row.wanted)
    #expect((outcome.error == nil) == (row.value != nil))
    #expect(outcome.isComplete == (row.value != nil))
    if let value = row.value { #expect(outcome.value == value) }
  }

  private static let fragments = [
    "```", "```json", "json", "`", "\n", " ", "[ ]", "[12]", "[", "]", "{", "}", "{\"a\":1}", "x",
    "\"", "```py\n", "{\"b\":[3]}", "é", "[x]", "5", "1,",
  ]

  @Test(arguments: [Wanted.arrayOrObject, .object, .array, .fencedBlock])
  func cutsOfRandomTextsDoNotMatter(_ wanted: Wanted) {
    var random = SeededGenerator(seed: 44)
    #if DEBUG
      let count = 300
    #else
      let count = 10_000
    #endif
    for _ in 0..<count {
      let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Self.fragments[Int.random(in: Self.fragments.indices, using: &random)]
      }.joined()
      _ = Self.expectSame(Array(text.utf8), wanted, Bool.random(using: &random) ? .strict : .json5)
    }
  }

  /// Brackets that are not wanted cost no more than other prose.
  @Test(
    arguments: [Wanted.object, .array, .fencedBlock],
    ["[[[[x ", "[ ]", "[1]", "{\"a\":[x ", "```json\n[x ", "```json\n{\"a\":[x```"])
  func unwantedBracketsCostWhatTheirBytesTake(_ wanted: Wanted, _ part: String) {
    let text = Array(String(repeating: part, count: 9_000 / part.utf8.count).utf8)
    for size in [1, 1 << 20] {
      var partial = PartialJSON(.init(allowsProse: true, wanted: wanted))
      do throws(JSONStreamError) {
        for chunk in Chunks.of(size, text) { try partial.feed(chunk) }
        try partial.finish()
      } catch {
        // Some of the texts have no value.
      }
      #expect(partial.bytesRead < 100 * text.count)
    }
  }

  /// Without prose, the option has no effect.
  @Test func wholeTextIsReadWithoutProse() throws {
    var partial = PartialJSON(.init(wanted: .object))
    try partial.feed("[1]")
    try partial.finish()
    #expect(partial.snapshot() == [1])
  }
}
