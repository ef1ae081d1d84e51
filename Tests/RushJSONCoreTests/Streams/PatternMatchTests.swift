import CorpusGenerator
import RushJSONCore
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
          case .index(let wanted): index == wanted
          case .token(let token): token == "\(index)"
          case .slice(let start, let end, let step):
            step > 0
              && stride(from: start, to: end ?? .max, by: step).prefix(array.count + 1)
                .contains(index)
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

  @Test func duplicateNames() throws {
    let text = Array(#"{"a":{"id":1},"a":{"id":2,"id":3}}"#.utf8)
    let inside = JSONProjection(patterns: ["/*/id"])
    #expect(try inside.matches(in: text).map(\.value) == [1, 2, 3])
    #expect(inside.matches(in: try JSONDocument(parsing: text).root).map(\.value) == [3])
    let both = JSONProjection(patterns: ["/a", "/*/id"])
    #expect(try both.matches(in: text).map(\.value) == [["id": 1], 1, ["id": 3], 3])
    #expect(try inside.values(in: text) == [3])
    #expect(
      try inside.values(in: text, options: JSONReadingOptions(duplicateNames: .firstWins)) == [1])
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
