import CorpusGenerator
import Testing

@testable import RushJSONCore
@testable import RushJSONEditing
@testable import RushJSONStreams

/// Snapshots share complete values with each other and with the reader, without visible effects.
@Suite struct PartialSnapshotTests {
  typealias Duplicates = JSONReadingOptions.DuplicateNames

  private struct Kept {
    var end: Int
    var snapshot: RawJSON?
    /// The snapshot after an edit, and an independent tree after the same edit.
    var edited: (found: RawJSON, expected: RawJSON)?
  }

  static let shapes = [
    "[1,2,3,[4,5,[6,7,{\"a\":8,\"b\":[9,10],\"c\":\"d\"}],11],12,\"thirteen of them\",14]",
    "{\"a\":[1,{\"b\":\"cdefg\",\"h\":[2,3]}],\"i\":{\"j\":\"k\"},\"long name of a member\":[[]]}",
    "{\"a\":{\"x\":[1]},\"b\":2,\"a\":{\"y\":[2,{\"z\":\"w\"}]},\"b\":\"long enough to be cut\",\"c\":[]}",
    "{\"a\":1,\"b\":[{\"c\":1,\"c\":{\"d\":1,\"d\":[2,\"two\"]},\"c\":3}],\"a\":{\"a\":1,\"a\":2},\"a\":[1]}",
    "[\"a \\\\ \\\"string\\\" with \\u00e9scapes \\ud83d\\ude00 and \u{1f600} characters of é many bytes\",[]]",
    "[[[[\"deep\"],[]],{}],[[1,[2,[3,[4,[5]]]]]],\"end\"]", "\"only a string, é\"", " [ ] ",
    "{\(members(0..<67)),\(members(20..<24)),\"x\":{\(members(60..<63))}}",
    "{\(String(repeating: "\"a\":[1,2],\"b\":\"x\",", count: 8))\"c\":[]}",
  ]

  private static func members(_ range: Range<Int>) -> String {
    range.map { "\"\($0)\":\($0 % 3 == 0 ? "[\($0)]" : "\($0)")" }.joined(separator: ",")
  }

  private static let texts: [[UInt8]] =
    shapes.map { Array($0.utf8) }
    + (0..<24 as Range<UInt64>).map { seed in
      var generator = DocumentGenerator(seed: 9_000 + seed, finiteNumbers: false)
      return generator.document(maximumDepth: 7, maximumBytes: 120)
    }

  /// All ways to look at a tree see the same.
  private static func expectSame(
    _ found: RawJSON?, _ expected: RawJSON?, _ text: ArraySlice<UInt8>
  ) throws {
    guard let found, let expected else {
      #expect(found == nil && expected == nil, "\(visible(text))")
      return
    }
    let message: Comment = "\(visible(text))"
    #expect(try found.jsonString() == expected.jsonString(), message)
    #expect(try found.jsonString(.canonical) == expected.jsonString(.canonical), message)
    #expect(found == expected && expected == found, message)
    #expect(found.hashValue == expected.hashValue, message)
    #expect(found.description == expected.description, message)
    #expect(found.debugDescription == expected.debugDescription, message)
    #expect(found.apart == expected, message)
    #expect(expected.difference(from: found).operations.isEmpty, message)
    expected.walk { pointer, value in
      #expect(found[pointer] == value, message)
      return .descend
    }
  }

  /// Every snapshot, kept to the end, equals that of a fresh reading of the same beginning, although
  /// other snapshots were edited.
  @Test(arguments: [Duplicates.keepLast, .keepFirst], [0, 1, 2, 3])
  func everyKeptSnapshotStaysAsItWas(_ duplicates: Duplicates, _ part: Int) throws {
    var reading = JSONReadingOptions.strict
    reading.duplicateNames = duplicates
    var random = SeededGenerator(seed: UInt64(part))
    for (index, text) in Self.texts.enumerated() where index % 4 == part {
      for mostBytes in [1, 9] {
        let keeps = index % 5 != 0
        let options = PartialJSON.Options(readingOptions: reading, keepsUnfinishedStrings: keeps)
        var partial = PartialJSON(options)
        var kept: [Kept] = []
        var at = 0
        while at < text.count {
          let end = min(text.count, at + Int.random(in: 1...mostBytes, using: &random))
          try partial.feed(text[at..<end])
          at = end
          // Some are let go at once, so that their memory is used again.
          if Int.random(in: 0..<4, using: &random) == 0 {
            _ = partial.snapshot()
            continue
          }
          var one = Kept(end: end, snapshot: partial.snapshot())
          if let snapshot = one.snapshot, Bool.random(using: &random) {
            var (found, expected) = (snapshot, snapshot.apart)
            var again = random
            found.edit(using: &random)
            expected.edit(using: &again)
            one.edited = (found, expected)
          }
          kept.append(one)
        }
        try partial.finish()
        let whole = partial.snapshot()
        try Self.expectSame(whole, RawJSON(parsing: text, options: reading), text[...])
        for one in kept {
          let start = Array(text[..<one.end])
          let expected = PartialReference.snapshot(
            of: start, keepsStrings: keeps, firstWins: duplicates == .keepFirst)
          try Self.expectSame(one.snapshot, expected, start[...])
          var fresh = PartialJSON(options)
          try fresh.feed(start)
          let again = fresh.snapshot()
          #expect(again == expected, "\(visible(start))")
          if let edited = one.edited {
            try Self.expectSame(edited.found, edited.expected, start[...])
          }
        }
      }
    }
  }

  /// A part of a snapshot that is kept, alone, in another tree, or in a tree of its own kind.
  @Test func partsOfSnapshotsStayAsTheyWere() throws {
    let text = Array("{\"a\":[1,[2,{\"b\":[3,\"four\",5]},6],7],\"c\":\"d\"}".utf8)
    for part in ["", "/a", "/a/1", "/a/1/1", "/a/1/1/b"] {
      let pointer = try JSONPointer(part)
      var partial = PartialJSON()
      var kept: [(found: RawJSON?, around: RawJSON, expected: RawJSON?)] = []
      for (index, byte) in text.enumerated() {
        try partial.feed([byte])
        let found = partial.snapshot()?[pointer]
        let expected = PartialReference.snapshot(of: Array(text[...index]), keepsStrings: true)
        var around: RawJSON = ["x": [1]]
        around["x"]?[0] = found ?? 0
        kept.append((found, around, expected?[pointer]))
      }
      for one in kept {
        try Self.expectSame(one.found, one.expected, text[...])
        try Self.expectSame(one.around, ["x": [one.expected ?? 0]], text[...])
      }
    }
  }

  // MARK: - Cost

  private static let growing: [(name: String, text: String)] = [
    ("array", "[" + String(repeating: "1,", count: 3_000)),
    ("object", "{" + (0..<1_000).map { "\"\($0)\":\($0)," }.joined()),
    ("string", "[\"" + String(repeating: "abcdé", count: 1_000)),
    ("escapes", "{\"a\":\"" + String(repeating: "\\n", count: 2_000)),
    ("below", "[[" + String(repeating: "[[]],", count: 1_000)),
    (
      "duplicates",
      "{" + (0..<200).map { "\"\($0)\":0," }.joined() + (0..<200).map { "\"\($0)\":1," }.joined()
    ),
  ]

  /// Kept snapshots share what is complete inside the open containers.
  @Test func keptSnapshotsShareWhatIsComplete() throws {
    var partial = PartialJSON()
    try partial.feed(#"{"a":{"b":[[1,2]"#)
    let first = partial.snapshot()
    var kept = [first]
    for byte in #",{"c":[3]}],"d":"e"},"f":["g"]"#.utf8 {
      try partial.feed([byte])
      kept.append(partial.snapshot())
    }
    let shared = kept.map { $0?["a"]?["b"]?[0]?.storage.map(ObjectIdentifier.init) }
    #expect(Set(shared).count == 1 && shared.first != .some(nil))
    #expect(first == ["a": ["b": [[1, 2]]]])
  }

  /// If no caller keeps a snapshot, the next one has its memory, which moves only when it has doubled.
  @Test(arguments: growing.indices)
  func snapshotsThatAreLetGoAreUsedAgain(_ index: Int) throws {
    let (name, text) = Self.growing[index]
    var partial = PartialJSON()
    var last: ObjectIdentifier?
    var moves = 0
    for byte in text.utf8 {
      try partial.feed([byte])
      let next = partial.snapshot()?.storage.map(ObjectIdentifier.init)
      if next != last { moves += 1 }
      last = next
    }
    #expect(moves < 20, "\(name)")
  }

  /// Deep snapshots are let go without recursion.
  @Test func deepSnapshotsAreReleased() throws {
    try onSmallStack {
      var reading = JSONReadingOptions.strict
      reading.maximumDepth = 200_000
      var partial = PartialJSON(.init(readingOptions: reading))
      try partial.feed([UInt8](repeating: 0x5b, count: 100_000))
      let first = partial.snapshot()
      try partial.feed("1,")
      let second = partial.snapshot()
      #expect(first != second)
      var writing = JSONWritingOptions.compact
      writing.maximumDepth = 200_000
      #expect(try second?.jsonBytes(writing).count == 200_001)
    }
  }
}
