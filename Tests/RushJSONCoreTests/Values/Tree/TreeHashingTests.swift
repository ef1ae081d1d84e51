import CorpusGenerator
import Testing

@testable import RushJSONCore

@Suite struct TreeHashingTests {
  private static func hash(_ value: RawJSON, limit: Int = TreeHashing.limit) -> Int {
    var hasher = Hasher()
    TreeHashing.hash(value, into: &hasher, limit: limit)
    return hasher.finalize()
  }

  /// A value inside `depth` arrays and objects, each of which has another child too.
  private static func nested(_ innermost: RawJSON, depth: Int) -> RawJSON {
    var value = innermost
    for level in 0..<depth {
      value = level % 2 == 0 ? [1, value] : ["id": 1, "next": value, "tags": [1, 2]]
    }
    return value
  }

  @Test(arguments: [1, 63, 64, 65, 66, 500, 3000])
  func treesThatDifferAtAnyDepthHashDifferently(depth: Int) {
    let hashes = Set((0..<50).map { Self.hash(Self.nested(.number($0), depth: depth)) })
    #expect(hashes.count == 50)
  }

  @Test func treesThatDifferInKindOrNameBelowHashDifferently() {
    let innermost: [RawJSON] = [
      nil, false, true, 0, "", "0", [], [:], [nil], ["a": nil], ["b": nil], [[]], [[:]], [1, 2],
      [2, 1], ["a": ["b": 1]], ["a": ["c": 1]], ["b": ["a": 1]], ["a": 1, "b": 2],
      ["a": 2, "b": 1], [[1], [2]], [[1, 2]], [[], [1, 2]],
    ]
    for depth in [0, 100] {
      let hashes = Set(innermost.map { Self.hash(Self.nested($0, depth: depth)) })
      #expect(hashes.count == innermost.count)
    }
  }

  /// The same tree with another order of members and other spellings of numbers.
  private static func shuffled(_ value: RawJSON, _ random: inout SeededGenerator) -> RawJSON {
    switch value {
    case .array(let array):
      return .array(RawJSON.Array(array.map { shuffled($0, &random) }))
    case .dictionary(let object):
      var members = object.map { member in
        RawJSON.Object.Member(name: member.name, value: shuffled(member.value, &random))
      }
      for index in members.indices.dropFirst() {
        members.swapAt(index, random.integer(in: 0...index))
      }
      return .dictionary(RawJSON.Object(members))
    case .number(let number):
      // Other digits for the same value.
      return number.int == nil ? value : .number(JSONNumber(number.text + ".0") ?? number)
    default: return value
    }
  }

  @Test(arguments: PropertySeed.all(count: 6))
  func equalTreesHashAlikeWhateverTheLimit(_ seed: PropertySeed) {
    var generator = TreeGenerator(seed: seed.value)
    var random = SeededGenerator(seed: seed.value)
    for _ in 0..<20 {
      let tree = generator.tree()
      for depth in [0, 70] {
        let tree = Self.nested(tree, depth: depth)
        let other = Self.shuffled(tree, &random)
        #expect(tree == other)
        for limit in [1, 2, 3, 5, 17, 100, 1 << 22] {
          #expect(Self.hash(tree, limit: limit) == Self.hash(other, limit: limit))
        }
      }
    }
  }

  @Test func ofTooManyValuesSomeCountAtAllPlaces() {
    let elements = (0..<1000).map { RawJSON.number($0) }
    let array = RawJSON.array(RawJSON.Array(elements))
    var differences = 0
    for index in 0..<1000 {
      var other = array
      other[index] = "x"
      if Self.hash(other, limit: 200) != Self.hash(array, limit: 200) { differences += 1 }
    }
    #expect(differences == 200)
  }

  /// A tree of 2¹⁰⁰ values in a hundred allocations.
  @Test func treesThatShareTheirMemoryAreHashedWithinTheLimit() {
    var value: RawJSON = 1
    var other: RawJSON = 2
    for _ in 0..<100 {
      value = [value, value]
      other = ["a": other, "b": other]
    }
    #expect(Self.hash(value, limit: 1000) == Self.hash(value, limit: 1000))
    #expect(Self.hash(value, limit: 1000) != Self.hash(other, limit: 1000))
  }
}
