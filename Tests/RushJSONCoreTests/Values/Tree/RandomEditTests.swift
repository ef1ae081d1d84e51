import CorpusGenerator
import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

/// Trees that were read are edited, copied, compared and freed like trees that were made value by value.
@Suite struct RandomEditTests {
  private static let text: String = {
    let long = String(repeating: "é漢x ", count: 70)
    let records = (0..<60).map { index in
      let letters = String(repeating: "abcdefgh", count: index % 7 + 2)
      let many = (0..<(index % 20)).map { "\"\(letters)\($0)\":[\($0),\"\(letters)\"]" }
      return """
        {"id":\(index),"name":"\(letters)\\n","place":[1.5,\(index)],"same":"\(long)","nothing":[],
        "deep":[[{"a":[[{"b":{"c":["\(letters)",{}]}}]]}]],"members of many names":{\(many.joined(separator: ","))}}
        """
    }
    return "[\(records.joined(separator: ","))]"
  }()

  // MARK: - One owner

  @Test(arguments: 0..<6 as Range<UInt64>)
  func editsAreThoseOfRebuiltTrees(seed: UInt64) throws {
    var tree = try RawJSON(parsing: Self.text)
    var expected = tree.apart
    var kept: [(RawJSON, RawJSON)] = []
    for round in 0..<150 {
      var random = SeededGenerator(seed: seed << 32 + UInt64(round))
      var again = random
      tree.edit(using: &random)
      expected.edit(using: &again)
      if round % 9 == 0 {
        // An older state keeps its values, and shares them with the newer one.
        kept.append((tree, tree.apart))
        if kept.count > 3 { kept.removeFirst() }
        #expect(tree == expected, "seed \(seed), round \(round)")
        #expect(tree.hashValue == expected.hashValue)
      }
    }
    #expect(tree.description == expected.description)
    for (state, copy) in kept { #expect(state == copy, "seed \(seed)") }
  }

  @Test func patchesBetweenEditedTrees() throws {
    var changed = try RawJSON(parsing: Self.text)
    let tree = try RawJSON(parsing: Self.text)
    #expect(tree == changed && tree.hashValue == changed.hashValue)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<40 { changed.edit(using: &random) }
    let patch = changed.difference(from: tree)
    #expect(try tree.applying(patch) == changed)
    #expect(try RawJSON(parsing: tree.description) == tree)
  }

  // MARK: - Many owners

  /// Threads share one tree: each edits a copy, keeps a leaf, and may be the last to release a value.
  @Test func threadsEditSharedTrees() async throws {
    for round in 0..<4 as Range<UInt64> {
      var tree: RawJSON? = try RawJSON(parsing: Self.text)
      let whole = try #require(tree)
      tree = nil
      let leaves = try await withThrowingTaskGroup(of: [RawJSON].self) { group in
        for task in 0..<6 as Range<UInt64> {
          group.addTask {
            var own = whole
            var random = SeededGenerator(seed: round << 8 + task)
            var leaves: [RawJSON] = []
            for _ in 0..<40 {
              own.edit(using: &random)
              if let count = own.jsonArrayValue?.count, count > 0 {
                let record = own[Int.random(in: 0..<count, using: &random)]
                if let leaf = record?["name"] ?? record?["place"] { leaves.append(leaf) }
              }
            }
            #expect(own == own.apart)
            return leaves
          }
        }
        var all: [RawJSON] = []
        for try await leaves in group { all += leaves }
        return all
      }
      #expect(leaves.allSatisfy { $0 == $0.apart })
      #expect(try whole == RawJSON(parsing: Self.text))
    }
  }
}
