import Testing

@testable import RushJSONCore

@Suite struct TreeObjectTests {
  @Test func keepsItsOrder() {
    var object: RawJSON.Object = ["b": 1, "a": 2, "c": 3]
    object["d"] = 4
    object["a"] = 5
    #expect(object.map(\.name) == ["b", "a", "c", "d"])
    #expect(Array(object.names) == ["b", "a", "c", "d"])
    #expect(Array(object.values) == [1, 5, 3, 4])
    #expect(object.removeValue(forName: "b") == 1)
    #expect(object.removeValue(forName: "b") == nil)
    #expect(object.description == #"{"a":5,"c":3,"d":4}"#)
    #expect(object.index(ofName: "c") == 1)
    #expect(object[1] == RawJSON.Object.Member(name: "c", value: 3))
    #expect(object.updateValue(6, forName: "c") == 3)
    object["list", default: []][0] = 1
    #expect(object["list"] == [])
    object["n", default: 0] = 9
    #expect(object["n"] == 9)
    object.removeAll()
    #expect(object.isEmpty && object == [:])
  }

  @Test func lastOfDuplicatesInLiteralsWins() {
    let object = RawJSON.Object(dictionaryLiteral: ("a", 1), ("b", 2), ("a", 3))
    #expect(object.description == #"{"a":3,"b":2}"#)
    let members = [("a", 1), ("a", 2)].map { RawJSON.Object.Member(name: $0, value: .integer($1)) }
    #expect(RawJSON.Object(members).description == #"{"a":2}"#)
    #expect(RawJSON(dictionaryLiteral: ("a", 1), ("a", 3)) == ["a": 3])
  }

  @Test func convertsToAndFromDictionaries() {
    let dictionary: [String: RawJSON] = ["a": 1, "b": ["c": nil]]
    let object = RawJSON.Object(dictionary)
    #expect(object == ["b": ["c": nil], "a": 1])
    #expect(Dictionary(object) == dictionary)
  }

  // RFC 8259 §8.3: names are compared code unit by code unit.
  @Test func namesAreComparedByScalars() {
    var object: RawJSON.Object = ["\u{e9}": 1, "e\u{301}": 2]
    #expect(object.count == 2)
    #expect(object["\u{e9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    // Canonically equivalent and of the same length.
    object["a\u{301}\u{323}"] = 3
    #expect(object["a\u{323}\u{301}"] == nil)
    #expect(RawJSON.string("\u{e9}") != .string("e\u{301}"))
    #expect(Dictionary(object).count == 2)
  }

  @Test func namesWithRoomToGrowAreFound() {
    var name = ""
    name.reserveCapacity(100)
    name += "short"
    var object: RawJSON.Object = ["x": 0, "short": 1]
    #expect(object[name] == 1)
    object[name] = nil
    object[name] = 2
    #expect(object["short"] == 2 && object[name] == 2 && object.count == 2)
    var long = "a name that is too long to be held in place"
    object[long] = 3
    long.reserveCapacity(200)
    #expect(object[long] == 3)
    object[long] = 4
    #expect(object.count == 3)
  }

  @Test func copiesAreIndependent() {
    for count in [2, 40, 64, 65, 200] {
      let original = wide(count)
      var copy = original
      copy["0"] = "changed"
      copy["new"] = 1
      copy["1"] = nil
      #expect(original == wide(count))
      #expect(copy.count == count)
      #expect(copy["0"] == "changed" && copy["1"] == nil && copy["new"] == 1)
    }
  }

  private func wide(_ count: Int) -> RawJSON.Object {
    var object = RawJSON.Object()
    for index in 0..<count { object["\(index)"] = .integer(index) }
    return object
  }

  @Test(arguments: [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000])
  func lookUpsFindEachName(_ count: Int) {
    let object = wide(count)
    #expect(object.count == count)
    for index in 0..<count {
      #expect(object["\(index)"] == .integer(index))
      #expect(object.index(ofName: "\(index)") == index)
    }
    #expect(object["\(count)"] == nil && object[""] == nil)
    let room = object.storage?.room ?? 0
    #expect((object.storage?.tableBits ?? 0 > 0) == (room > PositionTable.threshold))
  }

  /// Random additions, insertions, changes and removals, compared with a list of pairs.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func agreesWithAListOfPairs(_ seed: UInt64) {
    var state = seed
    func random(_ bound: Int) -> Int {
      // Knuth's MMIX constants; the high bits are good enough here.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var object = RawJSON.Object()
    var list: [(String, Int)] = []
    for step in 0..<3000 {
      // The size varies around the threshold for a table.
      let name = String(repeating: "n", count: random(3) * 9) + "\(random(100))"
      let at = list.firstIndex { $0.0 == name }
      if random(10) < (list.count > PositionTable.threshold ? 6 : 3) {
        object[name] = nil
        if let at { list.remove(at: at) }
      } else if random(2) == 0 {
        let position = random(list.count + 1)
        object.insert(RawJSON.Object.Member(name: name, value: .integer(step)), at: position)
        if let at { list[at].1 = step } else { list.insert((name, step), at: position) }
      } else {
        object[name] = .integer(step)
        if let at { list[at].1 = step } else { list.append((name, step)) }
      }
      if step % 50 == 0 {
        #expect(object.map(\.name) == list.map(\.0), "seed \(seed), step \(step)")
        for (name, value) in list { #expect(object[name]?.intValue == value) }
      }
    }
  }

  @Test(arguments: [1, 64, 65, 5000])
  func insertionsMoveTheMembersAfterThem(_ count: Int) {
    for position in Set([0, 1, count / 2, count - 40, count - 1, count]) where position >= 0 {
      var object = wide(count)
      let before = object
      for name in ["new", "a name that is not in a string's own words"] {
        object.insert(RawJSON.Object.Member(name: name, value: [true]), at: position)
        #expect(object.index(ofName: name) == position)
      }
      #expect(object.count == count + 2)
      #expect(object.indices.allSatisfy { object.index(ofName: object[$0].name) == $0 })
      object.remove(at: position)
      object.remove(at: position)
      #expect(object.elementsEqual(before))
      #expect(before.elementsEqual(wide(count)))
    }
  }

  @Test func hundredThousandMembers() throws {
    let count = 100_000
    var text = "{"
    for index in 0..<count { text += "\(index == 0 ? "" : ",")\"member \(index)\":\(index)" }
    text += "}"
    let parsed = try #require(try RawJSON(parsing: text).objectValue)
    var built = RawJSON.Object()
    for index in 0..<count { built["member \(index)"] = .integer(index) }
    #expect(parsed.count == count && built.count == count)
    var found = 0
    for index in 0..<count {
      let name = "member \(index)"
      if parsed[name]?.intValue == index, built[name]?.intValue == index { found += 1 }
    }
    #expect(found == count)
    #expect(parsed == built)
    #expect(parsed.hashValue == built.hashValue)
  }
}
