import CorpusGenerator
import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

@Suite struct TreeDifferenceTests {
  /// Old, new, and the patch between them.
  static let differences: [(String, String, JSONPatch)] = [
    ("1", "1.0", []), ("1", "2", [.replace("", 2)]), ("[]", "{}", [.replace("", [:])]),
    ("null", "[1]", [.replace("", [1])]),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, []),
    (#"{"a":1,"b":2}"#, #"{"b":3,"c":4}"#, [.remove("/a"), .replace("/b", 3), .add("/c", 4)]),
    (#"{"a":{"b":[1,{"c":2}]}}"#, #"{"a":{"b":[1,{"c":3}]}}"#, [.replace("/a/b/1/c", 3)]),
    (#"{"a":1}"#, #"{"a":null}"#, [.replace("/a", nil)]),
    (#"{"a/b":1,"~":[]}"#, #"{"a/b":2,"~":[1]}"#, [.replace("/a~1b", 2), .add("/~0/0", 1)]),
    ("[1,2,3,4]", "[1,3,4]", [.remove("/1")]),
    ("[1,3,4]", "[1,2,3,4]", [.add("/1", 2)]),
    ("[1,2,3]", "[1,2,3,4,5]", [.add("/3", 4), .add("/4", 5)]),
    ("[1,2,3,4,5]", "[1,2,3]", [.remove("/4"), .remove("/3")]),
    ("[1,2,3]", "[1,9,3]", [.replace("/1", 9)]),
    ("[1,2,3,4,5,6]", "[0,1,2,4,9,6]", [.add("/0", 0), .remove("/3"), .replace("/4", 9)]),
    (
      #"[{"id":1,"n":"a"},{"id":2,"n":"b"},{"id":3,"n":"c"}]"#,
      #"[{"id":1,"n":"a"},{"id":2,"n":"x"},{"id":3,"n":"c"}]"#, [.replace("/1/n", "x")]
    ),
    // An element changes after an inserted one.
    (#"[{"a":1},2]"#, #"[0,{"a":1},3]"#, [.add("/0", 0), .replace("/2", 3)]),
    // Replacement is shorter.
    (#"{"a":1,"b":2,"c":3}"#, #"{"d":4}"#, [.replace("", ["d": 4])]),
    ("[1,2,3,4]", "[]", [.replace("", [])]),
  ]

  /// A patch of very many deep changes would be hundreds of times as large as the value.
  @Test func manyDeepChangesReplaceTheWhole() throws {
    /// Every `step`th number is negative.
    func value(_ count: Int, _ depth: Int, _ step: Int = .max) -> RawJSON {
      let numbers = (0..<count).map { RawJSON.integer($0 % step == step - 1 ? -1 - $0 : $0) }
      return (0..<depth).reduce(.array(RawJSON.Array(numbers))) { value, _ in .array([value]) }
    }
    let new = value(2000, 400, 4)
    #expect(new.difference(from: value(2000, 400)) == [.replace(.root, new)])
    // Few changes, or changes that are not deep, are found one by one.
    #expect(value(600, 400, 10).difference(from: value(600, 400)).operations.count == 60)
    #expect(value(2000, 10, 4).difference(from: value(2000, 10)).operations.count == 500)
  }

  /// A patch is many times as large as the values that it changes.
  @Test func changesOfMostValuesReplaceTheWhole() throws {
    func value(_ count: Int, _ offset: Int) -> RawJSON {
      .array(
        RawJSON.Array(
          (0..<count).map { ["a": .integer($0 + offset), "b": [], "c": "d", "e": nil] as RawJSON }))
    }
    let few = value(60, 1000).difference(from: value(60, 0))
    #expect(few.operations.count == 60)
    // One of five values changes, and then all of them.
    #expect(value(1000, 5000).difference(from: value(1000, 0)).operations.count == 1000)
    let old = RawJSON.array(RawJSON.Array((0..<200).map { .integer($0) }))
    let other = RawJSON.array(RawJSON.Array((0..<200).map { .integer(-1 - $0) }))
    #expect(other.difference(from: old) == [.replace(.root, other)])
    // An array inside of another value alone.
    let rest = value(100, 0)
    let (outer, before): (RawJSON, RawJSON) = (["a": other, "b": rest], ["a": old, "b": rest])
    #expect(outer.difference(from: before) == [.replace("/a", other)])
  }

  /// The search for inserted and removed elements stops early in unlike arrays, and finds few differences in
  /// large ones.
  @Test(arguments: [(0, 0), (10, 10), (32, 32), (64, 32), (400, 60), (10_000, 300), (40_000, 512)])
  func searchIsBounded(elements: Int, most: Int) {
    #expect(ArrayDifference.maximumDifferences(among: elements) == most)
  }

  @Test(arguments: differences)
  func isFound(_ old: String, _ new: String, _ patch: JSONPatch) throws {
    let old = try RawJSON(parsing: old)
    let new = try RawJSON(parsing: new)
    let found = new.difference(from: old)
    #expect(found == patch, "\(found)")
    #expect(try old.applying(found) == new)
  }

  @Test(arguments: PropertySeed.all(count: 12))
  func appliedItGivesTheOther(_ seed: PropertySeed) throws {
    var generator = TreeGenerator(seed: seed.value)
    for _ in 0..<60 {
      let old = generator.tree()
      for new in [generator.changed(old), generator.tree(depth: 3, bytes: 200)] {
        let patch = new.difference(from: old)
        #expect(try old.applying(patch) == new, "\(old)\n\(new)\n\(patch)")
        #expect((patch.operations.isEmpty) == (old == new))
        #expect(try JSONPatch(try RawJSON(parsing: patch.description)) == patch)
      }
    }
  }

  /// Short arrays of few different elements, for which the shortest script must be found.
  @Test(arguments: PropertySeed.all(count: 4))
  func shortestWay(_ seed: PropertySeed) {
    var random = SeededGenerator(seed: seed.value)
    for _ in 0..<1500 {
      let old = (0..<random.integer(in: 0...9)).map { _ in random.integer(in: 0...3) }
      let new = (0..<random.integer(in: 0...9)).map { _ in random.integer(in: 0...3) }
      let runs = ArrayDifference(from: old, to: new).runs
      var result: [Int] = []
      var next = 0
      var steps = 0
      for run in runs {
        result += old[next..<run.removed.lowerBound]
        #expect(result.count == run.inserted.lowerBound)
        result += new[run.inserted]
        next = run.removed.upperBound
        steps += run.removed.count + run.inserted.count
      }
      result += old[next...]
      #expect(result == new, "\(old) \(new) \(runs)")
      #expect(steps == old.count + new.count - 2 * commonLength(old, new), "\(old) \(new) \(runs)")
    }
  }

  /// The length of the longest common subsequence, by dynamic programming.
  private func commonLength(_ a: [Int], _ b: [Int]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (index, y) in b.enumerated() {
        let above = row[index + 1]
        row[index + 1] = x == y ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[b.count]
  }

  @Test func largeArraysAreBounded() throws {
    // No common elements, reverse order, and a few changes far apart.
    let numbers = RawJSON.Array((0..<20_000).map { RawJSON.number($0) })
    let old = RawJSON.array(numbers)
    var few = numbers
    few.remove(at: 17_000)
    few.insert("new", at: 9_000)
    few[100] = "changed"
    let news: [(RawJSON, most: Int)] = [
      (.array(RawJSON.Array(numbers.reversed())), 20_000),
      (.array(RawJSON.Array((0..<20_000).map { RawJSON.string("\($0)") })), 20_000),
      (.array(few), 3),
      ([], 1),
    ]
    for (new, most) in news {
      let patch = new.difference(from: old)
      #expect(patch.operations.count <= most)
      #expect(try old.applying(patch) == new)
    }
  }
}
