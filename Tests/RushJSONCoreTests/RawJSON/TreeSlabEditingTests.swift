import CorpusGenerator
import Testing

@testable import RushJSONCore

/// Trees in slabs are edited, copied, compared and freed like trees that have memory of their own.
@Suite struct TreeSlabEditingTests {
  /// A text of more than 8 KiB whose containers and strings are in slabs, apart from the largest.
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

  /// The same value, of which nothing is in a slab or shared.
  private static func apart(_ value: RawJSON) -> RawJSON {
    switch value {
    case .string(let string): .string(String(decoding: Array(string.utf8), as: UTF8.self))
    case .array(let array): .array(JSONArray(array.map(apart)))
    case .dictionary(let object):
      .dictionary(
        JSONObject(
          object.map {
            JSONObject.Member(
              name: String(decoding: Array($0.name.utf8), as: UTF8.self), value: apart($0.value))
          }))
    default: value
    }
  }

  // MARK: - One owner

  /// A new object never takes the class of one in a slab, whose destroyer would look for a slab.
  @Test func copiesHaveMemoryOfTheirOwn() throws {
    let tree = try RawJSON(parsing: Self.text)
    let isUsed = TreeSlab.isAvailable
    for index in 0..<60 {
      for storage in [tree[index]?["place"]?.storage, tree[index]?["deep"]?[0]?.storage] {
        let storage = try #require(storage)
        #expect(Self.isInSlab(storage) == isUsed)
        #expect(!Self.isInSlab(storage.copy(capacity: storage.count)))
        #expect(!Self.isInSlab(storage.copy(capacity: 100)))
        let copy = storage.copy(capacity: 3)
        #expect(!Self.isInSlab(copy.move(capacity: 7)))
      }
    }
    var other: RawJSON? = try RawJSON(parsing: Self.text)
    let place = try #require(other?[3]?["place"]?.storage)
    other = nil
    #expect(!Self.isInSlab(place.move(capacity: 9)))
    #expect(place.count == 0)
  }

  private static func isInSlab(_ storage: TreeStorage) -> Bool {
    // The addresses are only compared, and the storage lives as long as its reference.
    unsafe SlabReleases.isInSlab(Unmanaged.passUnretained(storage).toOpaque())
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func editsAreThoseOfTreesWithoutSlabs(seed: UInt64) throws {
    var tree = try RawJSON(parsing: Self.text)
    var expected = Self.apart(tree)
    var kept: [(RawJSON, RawJSON)] = []
    for round in 0..<150 {
      var random = SeededGenerator(seed: seed << 32 + UInt64(round))
      var again = random
      Self.edit(&tree, &random)
      Self.edit(&expected, &again)
      if round % 9 == 0 {
        // An older state keeps its values, and shares them with the newer one.
        kept.append((tree, Self.apart(tree)))
        if kept.count > 3 { kept.removeFirst() }
        #expect(tree == expected, "seed \(seed), round \(round)")
        #expect(tree.hashValue == expected.hashValue)
      }
    }
    #expect(tree.description == expected.description)
    for (state, copy) in kept { #expect(state == copy, "seed \(seed)") }
  }

  /// Changes a value somewhere. Which one depends on the tree and on `random` alone.
  private static func edit(_ value: inout RawJSON, _ random: inout SeededGenerator) {
    let choice = Int.random(in: 0..<14, using: &random)
    switch value {
    case .array(var array):
      value = .null
      let place = array.isEmpty ? 0 : Int.random(in: array.indices, using: &random)
      switch array.isEmpty ? 0 : choice {
      case 0: array.append("a string that was added")
      case 1: array[place] = ["changed", 2, "a string in an array"]
      case 2: array.remove(at: place)
      case 3: array.append(array[array.count - 1 - place])
      case 4: array.replaceSubrange(0..<min(place, 2), with: [1, "and a string in an array"])
      case 5: array.reserveCapacity(array.count + 10)
      default: edit(&array[place], &random)
      }
      value = .array(array)
    case .dictionary(var object):
      value = .null
      let place = object.isEmpty ? 0 : Int.random(in: object.indices, using: &random)
      let name = object.isEmpty ? "none" : object[place].name
      switch object.isEmpty ? 0 : choice {
      case 0: object["a name that was added"] = "added"
      case 1: object[name] = ["changed"]
      case 2: object.removeValue(forName: name)
      case 3: object["same again"] = object[name]
      case 4: for number in 0..<30 { object["member \(number)"] = [.number(JSONNumber(number))] }
      default: edit(&object[name, default: 1], &random)
      }
      value = .dictionary(object)
    case .string(var string):
      value = .null
      switch choice % 3 {
      case 0: string += " and more"
      case 1: string.removeLast(min(3, string.count))
      default: string.insert("é", at: string.startIndex)
      }
      value = .string(string)
    default: value = ["in place of a scalar", value]
    }
  }

  @Test func patchesBetweenTreesInSlabs() throws {
    var changed = try RawJSON(parsing: Self.text)
    let tree = try RawJSON(parsing: Self.text)
    #expect(tree == changed && tree.hashValue == changed.hashValue)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<40 { Self.edit(&changed, &random) }
    let patch = changed.difference(from: tree)
    #expect(try tree.applying(patch) == changed)
    #expect(try RawJSON(parsing: tree.description) == tree)
  }

  // MARK: - Many owners

  /// Threads share one tree: each edits a copy, keeps a leaf, and may be the last to release a slab.
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
              Self.edit(&own, &random)
              if let count = own.jsonArrayValue?.count, count > 0 {
                let record = own[Int.random(in: 0..<count, using: &random)]
                if let leaf = record?["name"] ?? record?["place"] { leaves.append(leaf) }
              }
            }
            #expect(own == Self.apart(own))
            return leaves
          }
        }
        var all: [RawJSON] = []
        for try await leaves in group { all += leaves }
        return all
      }
      #expect(leaves.allSatisfy { $0 == Self.apart($0) })
      #expect(try whole == RawJSON(parsing: Self.text))
    }
  }
}
