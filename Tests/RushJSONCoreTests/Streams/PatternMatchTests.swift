import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

/// What patterns select, compared with an evaluator that walks a tree once for each pattern.
@Suite struct PatternMatchTests {
  struct Found: Hashable {
    var path: [String]
    var value: RawJSON
  }

  /// The values of one pattern, in the order of the tree.
  static func naive(_ steps: ArraySlice<JSONPattern.Step>, _ value: RawJSON, _ path: [String] = [])
    -> [Found]
  {
    guard let step = steps.first else { return [Found(path: path, value: value)] }
    let rest = steps.dropFirst()
    switch value {
    case .array(let array):
      return array.enumerated().flatMap { index, element -> [Found] in
        let isSelected =
          switch step {
          case .name: false
          case .index(let wanted): index == (wanted < 0 ? wanted + array.count : wanted)
          case .token(let token): token == "\(index)"
          case .slice(let start, let end, let step):
            selected(start, end, step, array.count).contains(index)
          case .wildcard: true
          }
        return isSelected ? naive(rest, element, path + ["\(index)"]) : []
      }
    case .dictionary(let object):
      return object.flatMap { member -> [Found] in
        let isSelected =
          switch step {
          case .name(let name), .token(let name): name.utf8.elementsEqual(member.name.utf8)
          case .index, .slice: false
          case .wildcard: true
          }
        return isSelected ? naive(rest, member.value, path + [member.name]) : []
      }
    default: return []
    }
  }

  /// The indexes that a slice selects, by the procedure of RFC 9535 §2.3.4.2.2.
  private static func selected(_ start: Int, _ end: Int?, _ step: Int, _ count: Int) -> [Int] {
    func normalized(_ number: Int) -> Int { number < 0 ? number + count : number }
    if step == 0 { return [] }
    let end = end.map(normalized) ?? (step > 0 ? count : -1)
    var (index, found) = (normalized(start), [Int]())
    if step > 0 {
      index = min(max(index, 0), count)
      while index < min(max(end, 0), count) {
        found.append(index)
        index = index.addingReportingOverflow(step).overflow ? count : index + step
      }
    } else {
      index = min(max(index, -1), count - 1)
      while index > min(max(end, -1), count - 1) {
        found.append(index)
        index = index.addingReportingOverflow(step).overflow ? -1 : index + step
      }
    }
    return found
  }

  static func grouped(_ matches: [JSONProjection.Match], count: Int) -> [[Found]] {
    var groups = [[Found]](repeating: [], count: count)
    for match in matches {
      groups[match.position].append(Found(path: match.pointer.tokens, value: match.value))
    }
    return groups
  }

  static func streamed(
    _ projection: JSONProjection, _ chunks: [ArraySlice<UInt8>]
  ) throws -> [JSONProjection.Match] {
    var matches: [JSONProjection.Match] = []
    var reader = JSONProjection.Reader(projection, options: .strict, pieceSize: 24)
    for chunk in chunks {
      reader.feed(chunk)
      while let match = try reader.next() { matches.append(match) }
    }
    reader.finish()
    while let match = try reader.next() { matches.append(match) }
    return matches
  }

  static let patterns: [JSONPattern] = [
    "/items/*/id", "$.items[*].id", "$.items[0:10:2]", "$.items[1:].tags[*]", "/items/1/tags/0",
    "/*/*", "/*", "$", "$[*][*][*]", "$['a b'][0]", "$.map.*.id", "/map/x/id", "/map/*/n/0",
    "$.items[:2].id", "$.items[5:2]", "$.items[::3]['0']", "$.map['0']", "/map/0", "$.map[0]",
    "/0/*", "$[1:3]", "$[::2][0]", "$[1].id", "/*/id", "/*/*/id", "$.items[9007199254740991]",
    "$['']", "$['*']", "$.ab", "/items/*/tags/*", "$.items[*].tags[::2]",
  ]

  static let texts = [
    #"{"items":[{"id":1,"tags":["a","b","c"]},{"id":2,"tags":[]},{"tags":[0],"id":{"id":3}},4,"#
      + #"[5,{"id":6}],{"0":7,"id":null}],"a b":[8,9],"map":{"x":{"id":10,"n":[11,12]},"y":[13,"#
      + #"{"id":14}],"0":{"n":{"0":15}},"z":16},"":17,"*":18,"a\u0062":19}"#,
    #"[0,[1,{"id":2}],{"id":3,"x":{"id":4}},[[5]],[],{},"six"]"#, "1", "[]", "{}", #""text""#,
    #"[ { "id" : 1 , "s" : "{\"id\":2}" } , { "s" : "id" , "id" : [ ] } ]"#,
    #"{"id":{"id":{"id":1}},"items":{"0":{"id":2},"id":3}}"#,
  ]

  @Test(arguments: texts.indices, [JSONProjection.Skipping.checked, .unchecked])
  func tableOfPatterns(_ index: Int, _ skipping: JSONProjection.Skipping) throws {
    let text = Array(Self.texts[index].utf8)
    let tree = try RawJSON(parsing: text)
    let expected = Self.patterns.map { Self.naive($0.steps[...], tree) }
    for (pattern, found) in zip(Self.patterns, expected) {
      let projection = JSONProjection(patterns: [pattern], skipping: skipping)
      for size in [1, 5, text.count] {
        let matches = try Self.streamed(projection, Chunks.of(size, text))
        #expect(Self.grouped(matches, count: 1) == [found], "\(pattern), chunks of \(size)")
      }
    }
    let all = JSONProjection(patterns: Self.patterns, skipping: skipping)
    #expect(Self.grouped(all.matches(in: tree), count: expected.count) == expected)
    let document = try JSONDocument(parsing: text)
    #expect(all.matches(in: document.root) == all.matches(in: tree))
    #expect(try all.matches(in: text) == all.matches(in: tree))
    // Without the whole text, which would be read as a tree.
    let most = JSONProjection(
      patterns: Self.patterns.filter { !$0.steps.isEmpty }, skipping: skipping)
    let wanted = zip(Self.patterns, expected).filter { !$0.0.steps.isEmpty }.map(\.1)
    let whole = try most.matches(in: text)
    #expect(whole == most.matches(in: tree))
    for cut in 0...text.count {
      let matches = try Self.streamed(most, Chunks.cut(text, at: cut))
      #expect(matches == whole, "cut at \(cut)")
    }
    for size in [1, 2, 3, 7, 64] {
      let matches = try Self.streamed(most, Chunks.of(size, text))
      #expect(Self.grouped(matches, count: wanted.count) == wanted, "chunks of \(size)")
    }
  }

  /// Random patterns, made of the paths of random documents.
  @Test(arguments: PropertySeed.all(count: 6))
  func randomPatterns(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    for _ in 0..<5 {
      // The tree has no two members of the same name.
      let tree = try RawJSON(parsing: generator.document(maximumDepth: 5, maximumBytes: 3000))
      let text = try tree.jsonBytes()
      var patterns: [JSONPattern] = []
      for path in tree.paths() where Int.random(in: 0..<6, using: &random) == 0 {
        patterns.append(Self.blurred(path, using: &random))
      }
      let projection = JSONProjection(patterns: patterns)
      let matches = try Self.streamed(
        projection, Chunks.random(text, largest: 1500, using: &random))
      let found = Self.grouped(matches, count: patterns.count)
      for (pattern, values) in zip(patterns, found) {
        #expect(values == Self.naive(pattern.steps[...], tree), "\(pattern) of \(visible(text))")
      }
    }
  }

  private static func blurred(
    _ path: JSONPointer, using random: inout SeededGenerator
  ) -> JSONPattern {
    JSONPattern(
      steps: path.tokens.map { token in
        let index = JSONPointer.index(of: token)
        switch (Int.random(in: 0..<8, using: &random), index) {
        case (0, _), (1, _): return .wildcard
        case (2, let index?): return .slice(start: index, end: nil, step: 1)
        case (3, let index?): return .slice(start: index % 3, end: index + 1, step: 3)
        case (4, let index?): return .index(index)
        case (5, nil): return .name(token)
        default: return .token(token)
        }
      })
  }

  private static let numbers = [
    Int.min, .min + 1, -7, -4, -3, -2, -1, 0, 1, 2, 3, 4, .max - 1, .max,
  ]

  private static let numbered: [JSONPattern] =
    numbers.map { JSONPattern(steps: [.index($0)]) }
    + numbers.flatMap { start in
      ([nil] + numbers.map(Optional.some)).flatMap { end in
        [.min, -4, -3, -2, -1, 0, 1, 2, 3, 4, .max].map { step in
          JSONPattern(steps: [.slice(start: start, end: end, step: step)])
        }
      }
    }

  /// Indexes and slices with every sign, also of numbers that no array has.
  @Test(arguments: ["[]", "[5]", "[5,6]", "[5,[6],7]", "[[],{},7,8]", "{\"0\":1}", "1"])
  func numbersFromBothEnds(_ text: String) throws {
    let bytes = Array(text.utf8)
    let tree = try RawJSON(parsing: bytes)
    let document = try JSONDocument(parsing: bytes)
    for pattern in Self.numbered {
      let projection = JSONProjection(patterns: [pattern])
      let expected = Self.naive(pattern.steps[...], tree)
      #expect(Self.grouped(projection.matches(in: tree), count: 1) == [expected], "\(pattern)")
      #expect(
        Self.grouped(projection.matches(in: document.root), count: 1) == [expected], "\(pattern)")
      #expect(
        Self.grouped(try projection.matches(in: bytes), count: 1) == [expected], "\(pattern)")
      #expect(try projection.values(in: bytes) == [expected.last?.value], "\(pattern)")
      if pattern.countsFromEnd {
        #expect(throws: JSONStreamError(.countsFromEnd(pattern: pattern.description), offset: 0)) {
          try projection.matches(inChunks: [bytes])
        }
      } else {
        #expect(
          Self.grouped(try projection.matches(inChunks: [bytes]), count: 1) == [expected],
          "\(pattern)")
      }
    }
    let all = JSONProjection(patterns: Self.numbered)
    let found = Self.grouped(all.matches(in: document.root), count: Self.numbered.count)
    for (pattern, matches) in zip(Self.numbered, found) {
      #expect(matches == Self.naive(pattern.steps[...], tree), "\(pattern)")
    }
    #expect(all.matches(in: tree) == all.matches(in: document.root))
  }

  @Test func negativeIndexesStayInTheirArray() throws {
    let projection = JSONProjection(patterns: ["$.mine[0]", "$.mine[-1]"])
    let empty = Array(#"{"mine":[],"theirs":"secret"}"#.utf8)
    #expect(projection.matches(in: try JSONDocument(parsing: empty).root) == [])
    #expect(try projection.values(in: empty) == [nil, nil])
    for text in ["\n[]", "\n" + String(repeating: "\t", count: 15) + "[]"] {
      let both = JSONProjection(patterns: ["$[0]", "$[-1]"])
      #expect(both.matches(in: try JSONDocument(parsing: text).root) == [])
    }
    // A text that is read as a stream, because it is long.
    let elements = Array(repeating: #"{"id": 1, "tags": ["a", "b"]}"#, count: 1000)
    let long = Array("[\(elements.joined(separator: ","))]".utf8)
    let last = JSONProjection(patterns: ["$[-1:].tags[-1]", "/999/tags/1"])
    #expect(try last.values(in: long) == ["b", "b"])
    #expect(try last.values(in: AnySequence(long)) == ["b", "b"])
    #expect(try last.matches(in: long).map(\.pointer) == ["/999/tags/1", "/999/tags/1"])
    let error = #expect(throws: JSONStreamError.self) {
      try last.values(in: long.dropLast(2) + Array("x}]".utf8))
    }
    #expect(error?.syntaxError == JSONSyntaxError(.expectedCommaOrObjectEnd, at: long.count - 2))
    #expect(error?.location?.line == 1)
    #expect(error?.pointer == "/999/tags")
  }

  /// A pattern of 20,000 levels, and a value as deep, on a thread with a small stack.
  @Test func deepPatterns() throws {
    let levels = 20_000
    let found = try onSmallStack { () -> [RawJSON?] in
      let text = String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
      var options = JSONReadingOptions.strict
      options.maximumDepth = levels
      let projection = JSONProjection(patterns: [
        JSONPattern(steps: Array(repeating: .index(-1), count: levels)),
        JSONPattern(steps: Array(repeating: .wildcard, count: levels)),
      ])
      let document = try JSONDocument(parsing: text, options: options)
      let tree = try RawJSON(parsing: text, options: options)
      return projection.matches(in: document.root).map(\.value)
        + projection.matches(in: tree).map(\.value)
        + (try projection.values(in: Array(text.utf8), options: options))
    }
    #expect(found == [1, 1, 1, 1, 1, 1])
  }

  /// Each text, how many values the first member has and the last one has, and a pattern.
  private static let duplicates: [(text: String, pattern: JSONPattern, first: [Int], last: [Int])] =
    [
      (#"{"a":1,"a":2}"#, "/a", [1], [2]), (#"{"a":1,"\u0061":2}"#, "/a", [1], [2]),
      (#"{"a":{"b":1},"a":{"c":2}}"#, "/a/b", [1], []),
      (#"{"a":{"c":1},"a":{"b":2}}"#, "/a/b", [], [2]),
      (#"{"a":{"b":1},"a":3}"#, "/a/b", [1], []),
      (#"{"a":{"id":1},"a":{"id":2,"id":3}}"#, "/*/id", [1], [3]),
      (#"{"x":{"id":1},"y":{"id":2},"x":{"n":3}}"#, "/*/id", [1, 2], [2]),
      (#"[{"id":1,"id":2},{"n":0,"id":3},{"id":4,"n":0,"id":5}]"#, "/*/id", [1, 3, 4], [2, 3, 5]),
      (#"{"l":[{"id":1},{"id":2}],"l":[{"id":3}]}"#, "$.l[*].id", [1, 2], [3]),
      (#"{"a":[1],"a":[2]}"#, "$['a'][-1]", [1], [2]),
    ]

  /// Members with the same name, in short and long texts, in chunks, documents and trees.
  @Test(arguments: duplicates.indices, [false, true])
  func duplicateNames(_ index: Int, _ isLong: Bool) throws {
    let row = Self.duplicates[index]
    let text = Array((row.text + String(repeating: " ", count: isLong ? 20_000 : 0)).utf8)
    let projection = JSONProjection(patterns: [row.pattern])
    for (policy, numbers) in [
      (JSONReadingOptions.DuplicateNames.keepFirst, row.first), (.keepLast, row.last),
    ] {
      let options = JSONReadingOptions(duplicateNames: policy)
      let expected = numbers.map { RawJSON($0) }
      let document = try JSONDocument(parsing: text, options: options)
      #expect(projection.matches(in: document.root).map(\.value) == expected)
      let tree = try RawJSON(parsing: text, options: options)
      #expect(projection.matches(in: tree).map(\.value) == expected)
      #expect(try projection.matches(in: text, options: options).map(\.value) == expected)
      let value = policy == .keepFirst ? expected.first : expected.last
      #expect(try projection.values(in: text, options: options) == [value])
      #expect(try projection.values(in: AnySequence(text), options: options) == [value])
      if row.pattern.countsFromEnd { continue }
      for size in [1, 3, text.count] {
        var reader = JSONProjection.Reader(projection, options: options, pieceSize: 24)
        var found: [RawJSON] = []
        for chunk in Chunks.of(size, text) {
          reader.feed(chunk)
          while let match = try reader.next() { found.append(match.value) }
        }
        reader.finish()
        while let match = try reader.next() { found.append(match.value) }
        #expect(reader.hasDuplicates == (policy == .keepLast))
        if policy == .keepFirst { #expect(found == expected) }
      }
    }
    let strict = JSONReadingOptions(duplicateNames: .refuse)
    #expect(throws: JSONStreamError.self) { try projection.values(in: text, options: strict) }
    #expect(throws: JSONStreamError.self) {
      try projection.matches(inChunks: [text], options: strict)
    }
  }

  /// Duplicates in objects that the kernel skips together, and names that are too many for bits.
  @Test func duplicateNamesInManyObjects() throws {
    var objects = (0..<2000).map { #"{"id": \#($0), "text": "some text beside it", "n": 1}"# }
    objects[700] = #"{"id": -1, "text": "some text", "id": -2, "n": 1}"#
    objects[1900] = #"{"id": -3, "id": {"id": 0}, "n": 1}"#
    let text = Array("[\(objects.joined(separator: ", "))]".utf8)
    let projection = JSONProjection(patterns: ["/*/id", "/*/n"])
    for policy in [JSONReadingOptions.DuplicateNames.keepFirst, .keepLast] {
      let options = JSONReadingOptions(duplicateNames: policy)
      let tree = try RawJSON(parsing: text, options: options)
      #expect(try projection.matches(in: text, options: options) == projection.matches(in: tree))
      var reader = JSONProjection.Reader(projection, options: options)
      reader.feed(text)
      reader.finish()
      let count = try reader.countMatches()
      #expect(count == (policy == .keepFirst ? 4000 : 4002))
    }
    let names = (0..<100).map { "n\($0)" }
    let many = JSONProjection(names.map { JSONPointer(tokens: [$0]) })
    let members = (names + names.reversed()).enumerated().map { "\"\($1)\": \($0)" }
    for padding in [0, 20_000] {
      let object = "{\(members.joined(separator: ","))}" + String(repeating: " ", count: padding)
      for policy in [JSONReadingOptions.DuplicateNames.keepFirst, .keepLast] {
        let options = JSONReadingOptions(duplicateNames: policy)
        let expected = (0..<100).map { RawJSON(policy == .keepFirst ? $0 : 199 - $0) }
        #expect(try many.values(in: Array(object.utf8), options: options) == expected)
      }
    }
  }

  /// A value beside the patterns that is not JSON, and patterns that each need another merged node.
  @Test func errorsAndManyStates() throws {
    let projection = JSONProjection(patterns: ["/items/*/id"])
    var reader = JSONProjection.Reader(projection)
    reader.feed(Array(#"{"items":[{"id":1,"x":[tru]}]}"#.utf8))
    reader.finish()
    #expect(try reader.next()?.value == 1)
    let error = #expect(throws: JSONStreamError.self) { _ = try reader.next() }
    #expect(error?.syntaxError == JSONSyntaxError(.invalidLiteral, at: 23))

    // One name at a different level in each pattern: 2⁷ sets of patterns can be alive, and five are kept.
    let depth = 7
    let patterns = (0..<depth).map { level in
      JSONPattern(
        steps: (0..<depth).map { $0 == level ? .name("a") : .wildcard } + [.name("end")])
    }
    func tree(_ level: Int) -> RawJSON {
      if level == depth { return ["end": 1] }
      return ["a": tree(level + 1), "b": tree(level + 1)]
    }
    let many = JSONProjection(patterns: patterns)
    let text = try tree(0).jsonBytes()
    var counts = [Int](repeating: 0, count: depth)
    var limited = JSONProjection.Reader(many, options: .strict, pieceSize: 4096, mergedNodes: 5)
    limited.feed(text)
    limited.finish()
    var found: [JSONProjection.Match] = []
    while let match = try limited.next() { found.append(match) }
    #expect(try found == many.matches(in: text))
    for match in found { counts[match.position] += 1 }
    #expect(counts == [Int](repeating: 1 << (depth - 1), count: depth))
  }
}
