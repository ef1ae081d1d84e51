import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Types that use their encoder as none should: they get errors or JSON, and no trap.
@Suite("Types that misuse their encoder", .serialized)
struct HostileEncodingTests {
  private typealias Name = RandomCalls.Name

  /// Everything that encoders handed out, kept for use at the wrong time.
  private final class Hoard {
    var generator: SeededGenerator
    var encoders: [any Encoder] = []
    var keyed: [KeyedEncodingContainer<Name>] = []
    var unkeyed: [any UnkeyedEncodingContainer] = []
    var single: [any SingleValueEncodingContainer] = []
    var calls = 0

    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// One call on anything that is here.
    func use(_ depth: Int) {
      calls += 1
      if calls > 400 { return }
      switch generator.integer(in: 0...3) {
      case 0: useEncoder()
      case 1: useKeyed(depth)
      case 2: useUnkeyed(depth)
      default: useSingle(depth)
      }
    }

    private func value(_ depth: Int) -> any Encodable {
      switch generator.integer(in: 0...(depth > 3 ? 5 : 7)) {
      case 0: return 1
      case 1: return "text"
      case 2: return Double.nan
      case 3: return ["a": [1, 2]]
      case 4: return Int?.none
      case 5: return Date(timeIntervalSince1970: 0)
      default: return Hostile(hoard: self, depth: depth + 1)
      }
    }

    private func useEncoder() {
      guard !encoders.isEmpty else { return }
      let encoder = generator.element(of: encoders)
      _ = encoder.codingPath.count
      switch generator.integer(in: 0...2) {
      case 0: keyed.append(encoder.container(keyedBy: Name.self))
      case 1: unkeyed.append(encoder.unkeyedContainer())
      default: single.append(encoder.singleValueContainer())
      }
    }

    private func useKeyed(_ depth: Int) {
      guard !keyed.isEmpty else { return }
      let index = generator.integer(in: 0...(keyed.count - 1))
      var container = keyed[index]
      let key = Name(stringValue: generator.element(of: ["a", "b", "c", "super"]))
      _ = container.codingPath.count
      switch generator.integer(in: 0...7) {
      case 0: keyed.append(container.nestedContainer(keyedBy: Name.self, forKey: key))
      case 1: unkeyed.append(container.nestedUnkeyedContainer(forKey: key))
      case 2: encoders.append(container.superEncoder())
      case 3: encoders.append(container.superEncoder(forKey: key))
      case 4: try? container.encodeNil(forKey: key)
      case 5: try? container.encode(7, forKey: key)
      default: try? container.encode(Erased(value(depth)), forKey: key)
      }
    }

    private func useUnkeyed(_ depth: Int) {
      guard !unkeyed.isEmpty else { return }
      let index = generator.integer(in: 0...(unkeyed.count - 1))
      var container = unkeyed[index]
      _ = container.codingPath.count + container.count
      switch generator.integer(in: 0...6) {
      case 0: keyed.append(container.nestedContainer(keyedBy: Name.self))
      case 1: unkeyed.append(container.nestedUnkeyedContainer())
      case 2: encoders.append(container.superEncoder())
      case 3: try? container.encodeNil()
      case 4: try? container.encode("seven")
      default: try? container.encode(Erased(value(depth)))
      }
      // Its own value, so that its count is sometimes an old one.
      if generator.chance(1, in: 2), index < unkeyed.count { unkeyed[index] = container }
    }

    private func useSingle(_ depth: Int) {
      guard !single.isEmpty else { return }
      let index = generator.integer(in: 0...(single.count - 1))
      var container = single[index]
      _ = container.codingPath.count
      switch generator.integer(in: 0...2) {
      case 0: try? container.encodeNil()
      case 1: try? container.encode(1.5)
      default: try? container.encode(Erased(value(depth)))
      }
    }
  }

  private struct Erased: Encodable {
    let value: any Encodable
    init(_ value: any Encodable) { self.value = value }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private struct Hostile: Encodable {
    let hoard: Hoard
    let depth: Int

    func encode(to encoder: any Encoder) throws {
      hoard.encoders.append(encoder)
      if hoard.generator.chance(1, in: 2) {
        hoard.keyed.append(encoder.container(keyedBy: Name.self))
      }
      for _ in 0..<hoard.generator.integer(in: 0...8) { hoard.use(depth) }
      if hoard.generator.chance(1, in: 4) { throw RandomCalls.Failure() }
    }
  }

  @Test("79: whatever is called, the text is JSON or there is an error")
  func anyCalls() throws {
    var generator = SeededGenerator(seed: 79)
    let encoder = RushJSONEncoder()
    var texts = 0
    for round in 0..<2000 {
      let seed = generator.next()
      let hoard = Hoard(seed)
      encoder.outputFormatting = round.isMultiple(of: 2) ? [] : [.sortedKeys, .prettyPrinted]
      encoder.keyEncodingStrategy =
        round.isMultiple(of: 3) ? .convertToSnakeCase : .useDefaultKeys
      do {
        let text = try encoder.encodeToBytes(Hostile(hoard: hoard, depth: 0))
        let isJSON = (try? RawJSON(parsing: text)) != nil
        try #require(isJSON, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
        texts += 1
      } catch is EncodingError {
      } catch is RandomCalls.Failure {
      }
      // The encoding is over, and what it handed out has to stand it.
      hoard.calls = 0
      for _ in 0..<30 { hoard.use(9) }
      #expect(try encoder.encodeToString(["aB": [1]]).contains("aB"), "seed \(seed)")
      for _ in 0..<10 { hoard.use(9) }
    }
    #expect(texts > 100)
  }

  @Test("an encoder that is used by what it encodes")
  func encodingWithin() throws {
    let encoder = RushJSONEncoder()
    let value = [
      Scripted { inner in
        var list = inner.unkeyedContainer()
        try list.encode(1)
        try list.encode(encoder.encodeToString(["a": [2]]))
        try list.encode(RawJSON(encoding: [Scripted { try [3].encode(to: $0) }], encoder: encoder))
        try list.encode(4)
      }
    ]
    #expect(try encoder.encodeToString(value) == #"[[1,"{\"a\":[2]}",[[3]],4]]"#)
  }

  // MARK: - Depth (81)

  /// An array in an array, and so on, without a call within a call.
  private struct Deep: Encodable {
    let depth: Int
    /// Whether something is added to the outermost array at the end.
    let isLate: Bool

    func encode(to encoder: any Encoder) throws {
      var first = encoder.unkeyedContainer()
      var last = first
      for level in 1..<depth {
        last = level == 1 ? first.nestedUnkeyedContainer() : last.nestedUnkeyedContainer()
      }
      if isLate { try first.encode(1) }
    }
  }

  private final class Cycle: Encodable {
    enum Key: CodingKey { case next }
    let isLate: Bool
    init(_ isLate: Bool) { self.isLate = isLate }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      if isLate { try container.encode(1, forKey: .next) }
      try container.encode(self, forKey: .next)
    }
  }

  @Test("81: the limit counts arrays and objects, in whatever order they are filled")
  func depth() throws {
    let encoder = RushJSONEncoder()
    for isLate in [false, true] {
      let suffix = isLate ? ",1]" : "]"
      for depth in [2, 511, 512] {
        let text = try encoder.encodeToString(Deep(depth: depth, isLate: isLate))
        #expect(
          text == String(repeating: "[", count: depth) + String(repeating: "]", count: depth - 1)
            + suffix)
      }
      for depth in [513, 514, 1500, 200_000] {
        #expect(throws: EncodingError.self, "\(depth), \(isLate)") {
          try encoder.encodeToBytes(Deep(depth: depth, isLate: isLate))
        }
      }
      #expect(throws: EncodingError.self) { try encoder.encodeToBytes(Cycle(isLate)) }
      #expect(throws: EncodingError.self) { try encoder.encodeToBytes([Cycle(isLate)]) }
    }
    // What is in a tree counts too.
    var tree: RawJSON = 1
    for _ in 0..<512 { tree = [tree] }
    #expect(try encoder.encodeToString(tree).count == 1025)
    #expect(throws: EncodingError.self) { try encoder.encodeToString([tree]) }
  }

  @Test("81: the limit as it is set", arguments: [0, -1, Int.min, 1, 2, 3, .max])
  func limit(_ maximumDepth: Int) throws {
    let encoder = RushJSONEncoder()
    encoder.maximumDepth = maximumDepth
    #expect(try encoder.encodeToString(1) == "1")
    let values: [(Int, any Encodable)] = [
      (1, [1]), (2, [[1.5]]), (2, ["a": [1]]), (3, ["a": ["b": ["c"]]]), (2, [["x": 1]]),
      (1, Scripted { _ = $0.unkeyedContainer() }),
      (
        2,
        Scripted {
          var list = $0.unkeyedContainer(); _ = list.superEncoder()
        }
      ),
    ]
    for (depth, value) in values {
      if depth <= maximumDepth {
        #expect(throws: Never.self) { try encoder.encodeToBytes(Erased(value)) }
      } else {
        #expect(throws: EncodingError.self) { try encoder.encodeToBytes(Erased(value)) }
      }
    }
  }

  // MARK: - Threads (84)

  @Test("84: one encoder in many tasks, while its options change")
  func concurrency() async throws {
    // Dictionaries of the same content may differ in their order.
    let encoder = RushJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let value = ["aB": [RandomCalls(seed: 4), RandomCalls(seed: 9)]]
    let expected = try encoder.encodeToString(value)
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let pretty = try encoder.encodeToString(value)
    #expect(pretty != expected)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          let value = ["aB": [RandomCalls(seed: 4), RandomCalls(seed: 9)]]
          var wrong = 0
          for round in 0..<200 {
            if task == 0 {
              encoder.outputFormatting =
                round % 2 == 0 ? .sortedKeys : [.sortedKeys, .prettyPrinted]
            }
            let text = try? encoder.encodeToString(value)
            if text != expected, text != pretty { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}
