import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

// Short elements of an array are read together if enough bytes are at hand. A reader that gets few bytes at a time reads none
// of them together, so it says what the others must find.

struct ProjectionBatchTests {
  private struct Outcome: Equatable {
    var matches: [JSONProjection.Match] = []
    var hasDuplicates = false
    var error: JSONStreamError?

    var summary: String {
      "\(matches.count) matches, \(hasDuplicates), \(error.map { "\($0) \($0.pointer ?? .root)" } ?? "-")"
    }
  }

  private static func read(
    _ text: [UInt8], in size: Int, _ projection: JSONProjection, _ options: JSONReadingOptions
  ) -> Outcome {
    var outcome = Outcome()
    var reader = JSONProjection.Reader(projection, options: options)
    do throws(JSONStreamError) {
      for start in stride(from: 0, to: text.count, by: size) {
        reader.feed(text[start..<min(text.count, start + size)])
        while let match = try reader.next() { outcome.matches.append(match) }
      }
      reader.finish()
      while let match = try reader.next() { outcome.matches.append(match) }
    } catch {
      outcome.error = error
    }
    outcome.hasDuplicates = reader.hasDuplicates
    return outcome
  }

  private static let patterns: [JSONPattern] = [
    "/items/*/id", "/items/*/a/b", "/items/*", "$.items[2:9].id", "$.items[::3].a", "/*/*",
    "$.items[*].*", "/items/3/a", "$[*].id", "$.items[40:].b[*]", "$.items[*].a[1]", "/more/b",
    "/items/*/*/id", "$.items[7]", "/items/5000/id",
  ]

  private static func value(_ random: inout SeededGenerator, _ depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 6 : 10), using: &random) {
    case 0: return "\(Int.random(in: -9...99_999, using: &random))"
    case 1: return "true"
    case 2: return "1.5e3"
    case 3: return #""x\n\u00e9""#
    case 4:
      return "\"" + String(repeating: "né", count: Int.random(in: 0..<40, using: &random)) + "\""
    case 5: return "null"
    case 6:
      let count = Int.random(in: 0..<4, using: &random)
      return "[\((0..<count).map { _ in value(&random, depth + 1) }.joined(separator: ","))]"
    default: return object(&random, depth)
    }
  }

  private static func object(_ random: inout SeededGenerator, _ depth: Int) -> String {
    var names = ["id", "a", "b", "c", #"\u0069d"#, "text"].shuffled(using: &random)
    names.removeLast(Int.random(in: 0...3, using: &random))
    if Int.random(in: 0..<40, using: &random) == 0 { names.append(names[0]) }
    return "{"
      + names.map { "\"\($0)\": \(value(&random, depth + 1))" }.joined(separator: ", ") + "}"
  }

  /// Whatever the chunks, a reader finds the same values, paths and errors.
  @Test(arguments: 0..<12)
  func chunksDoNotMatter(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for round in 0..<60 {
      let count = Int.random(in: 1..<200, using: &random)
      let isLong = Int.random(in: 0..<count, using: &random)
      let elements = (0..<count).map { index in
        round % 4 == 0 && index == isLong
          ? "[\(String(repeating: "[7], ", count: 2000))\(Self.object(&random, 0))]"
          : Int.random(in: 0..<8, using: &random) == 0
            ? Self.value(&random, 0) : Self.object(&random, 0)
      }
      let list = "[\(elements.joined(separator: round % 3 == 0 ? " ,\r\n" : ","))]"
      var text = Array(
        (round % 5 == 0 ? list : "{\"items\": \(list), \"more\": {\"b\": 1}}").utf8)
      if round % 2 == 1 {
        text = Mutation.edited(text, count: 1, using: &random)
      }
      var options = JSONReadingOptions.strict
      options.duplicateNames = [.keepLast, .keepFirst, .refuse][round % 7 % 3]
      if round % 11 == 10 { options.maximumDepth = Int.random(in: 2..<6, using: &random) }
      if round % 11 == 9 { options.maximumStringLength = 30 }
      if round % 11 == 8 { options.maximumLength = Int.random(in: 0...text.count, using: &random) }
      let chosen = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.patterns.randomElement(using: &random)!
      }
      // Without checks, texts that are not JSON may be read to any end.
      let isPlain = round % 2 == 0 && options == .strict
      let projection = JSONProjection(
        patterns: chosen, skipping: isPlain && round % 6 == 4 ? .unchecked : .checked)
      let expected = Self.read(text, in: 60, projection, options)
      for size in [text.count + 1, 4096, Int.random(in: 512..<9000, using: &random)] {
        let outcome = Self.read(text, in: size, projection, options)
        #expect(
          outcome == expected,
          """
          seed \(seed), round \(round), chunks of \(size), \(chosen)
          \(outcome.summary)
          \(expected.summary)
          """)
        if outcome != expected { return }
      }
    }
  }

  /// If duplicates are refused, tokens that were read ahead keep their names.
  @Test func refusedDuplicates() {
    var options = JSONReadingOptions.strict
    options.duplicateNames = .refuse
    let element = #"{"id": 1, "name": "x", "b": {"c": 1}}"#
    let list = Array(repeating: element, count: 300).joined(separator: ",")
    let valid = Array(#"{"items": [\#(list)], "id": 1, "name": 2, "b": 3, "c": 4}"#.utf8)
    let twice = Array(#"{"items": [\#(list)], "items": []}"#.utf8)
    for skipping in [JSONProjection.Skipping.checked, .unchecked] {
      let projection = JSONProjection(patterns: ["/items/*/id"], skipping: skipping)
      for size in [1, 60, 600, 4096, valid.count] {
        let outcome = Self.read(valid, in: size, projection, options)
        #expect(outcome.error == nil && outcome.matches.count == 300, "\(skipping), \(size)")
        let refused = Self.read(twice, in: size, projection, options)
        #expect(refused.error?.kind == .syntax(.duplicateName), "\(skipping), \(size)")
      }
    }
  }

  /// Long elements are not read together, and both kinds alternate.
  @Test func longAndShortElements() throws {
    let long = String(repeating: "x", count: 5000)
    let elements = (0..<400).map { index in
      index % 50 < 40 ? #"{"id": \#(index)}"# : #"{"text": "\#(long)", "id": \#(index)}"#
    }
    let text = Array("[\(elements.joined(separator: ","))]".utf8)
    let matches = try JSONProjection(patterns: ["/*/id"]).matches(in: text)
    #expect(matches.map(\.value) == (0..<400).map { RawJSON($0) })
    #expect(matches.map(\.pointer) == (0..<400).map { JSONPointer(tokens: ["\($0)", "id"]) })
  }
}
