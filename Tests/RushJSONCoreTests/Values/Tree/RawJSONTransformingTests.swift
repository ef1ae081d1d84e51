import Testing

@testable import RushJSONCore

@Suite struct RawJSONTransformingTests {
  static let tree: RawJSON = ["b": [1, ["d": nil, "c": "x"]], "a": [], "é": [[2]], "": 3]

  @Test func walkGoesInTheOrderOfTheText() {
    var seen: [String] = []
    Self.tree.walk { pointer, value in
      seen.append("\(pointer)=\(value)")
      return .descend
    }
    #expect(
      seen == [
        "=\(Self.tree)", #"/b=[1,{"d":null,"c":"x"}]"#, "/b/0=1", #"/b/1={"d":null,"c":"x"}"#,
        "/b/1/d=null", #"/b/1/c="x""#, "/a=[]", "/é=[[2]]", "/é/0=[2]", "/é/0/0=2", "/=3",
      ])
  }

  @Test func walkSkipsAndStops() {
    var seen: [String] = []
    Self.tree.walk { pointer, value in
      seen.append(pointer.description)
      if pointer == "/b/1" { return .skip }
      return pointer == "/é/0" ? .stop : .descend
    }
    #expect(seen == ["", "/b", "/b/0", "/b/1", "/a", "/é", "/é/0"])
    var count = 0
    (1 as RawJSON).walk { pointer, _ in
      count += pointer.isEmpty ? 1 : 100
      return .descend
    }
    #expect(count == 1)
    // Each pointer leads to the value that is visited with it.
    Self.tree.walk { pointer, value in
      #expect(Self.tree[pointer] == .some(value))
      return .descend
    }
  }

  @Test func transformGoesFromTheInside() {
    var seen: [String] = []
    var value = Self.tree
    value.transform { value in
      seen.append(value.description)
      if case .number(let number) = value { value = .string(number.text) }
      if case .array(let array) = value { value = ["count": .integer(array.count)] }
    }
    #expect(seen.prefix(3) == ["1", "null", #""x""#])
    #expect(
      value.description
        == #"{"b":{"count":2},"a":{"count":0},"é":{"count":1},"":"3"}"#)
    #expect(Self.tree.transformed { _ in }.description == Self.tree.description)
  }

  @Test func transformThatThrowsLosesNothing() {
    struct Refusal: Error {}
    var value = Self.tree
    #expect(throws: Refusal.self) {
      try value.transform { value in
        if value == "x" { throw Refusal() }
        if value == 1 { value = 9 }
      }
    }
    #expect(value.description == Self.tree.description.replacing("[1,", with: "[9,"))
  }

  @Test func sorting() {
    var value = Self.tree
    value.sortNames()
    #expect(
      value.description == #"{"":3,"a":[],"b":[1,{"c":"x","d":null}],"é":[[2]]}"#)
    #expect(Self.tree.withSortedNames() == Self.tree)
    // The order is by scalars, unlike Swift's order of strings: U+FF61 comes before U+1F600, and
    // "e\u{301}" before "f" and "é".
    let names: RawJSON.Object = [
      "\u{1f600}": 1, "\u{ff61}": 2, "f": 3, "é": 4, "e\u{301}": 5, "B": 6,
    ]
    var sorted = names
    sorted.sortNames()
    #expect(
      sorted.names.map { Array($0.unicodeScalars) }
        == ["B", "e\u{301}", "f", "é", "\u{ff61}", "\u{1f600}"].map { Array($0.unicodeScalars) })
    #expect(sorted == names)
    sorted.sort { $0.value.intValue ?? 0 > $1.value.intValue ?? 0 }
    #expect(sorted.values.map(\.intValue) == [6, 5, 4, 3, 2, 1])
  }

  @Test func sortedObjectsKeepTheirMemory() {
    var value: RawJSON.Object = ["a": ["x": 1, "y": 2], "b": 2]
    let before = value.storage.map { ObjectIdentifier($0) }
    value.sortNames()
    #expect(value.storage.map { ObjectIdentifier($0) } == before)
  }

  @Test func mapping() {
    let object: RawJSON.Object = ["a": 1, "b": nil, "c": 3]
    #expect(object.mapValues { [$0] }.description == #"{"a":[1],"b":[null],"c":[3]}"#)
    #expect(object.compactMapValues { $0.isNull ? .none : $0 }.description == #"{"a":1,"c":3}"#)
    #expect(RawJSON.dictionary(object).mapValues { _ in 0 }.description == #"{"a":0,"b":0,"c":0}"#)
    let array: RawJSON = [1, nil, "x"]
    #expect(array.mapValues { [$0] }.description == #"[[1],[null],["x"]]"#)
    #expect(array.compactMapValues { $0.isNull ? .none : $0 }.description == #"[1,"x"]"#)
    #expect(("s" as RawJSON).mapValues { _ in 1 } == "s")
    #expect((nil as RawJSON).compactMapValues { _ in nil }.isNull)
    #expect(array.filterValues { !$0.isNull }.description == #"[1,"x"]"#)
    #expect((1 as RawJSON).filterValues { _ in false } == 1)
    var deep: RawJSON = ["a": nil, "b": [nil, ["c": nil, "d": 1]]]
    deep.transform { $0 = $0.filterValues { !$0.isNull } }
    #expect(deep.description == #"{"b":[{"d":1}]}"#)
  }

  @Test(arguments: [0, 1, 4, 5, 50, 99, 100])
  func removingMembers(_ removed: Int) {
    // Small enough to compare, large enough for a table of names.
    var object = RawJSON.Object()
    for index in 0..<100 { object["\(index)"] = .number(index) }
    let copy = object
    object.removeAll { $0.value.intValue ?? 0 < removed }
    #expect(object.names.map { $0 } == (removed..<100).map { "\($0)" })
    for index in 0..<100 {
      #expect((object["\(index)"] == nil) == (index < removed))
    }
    #expect(copy.count == 100)
  }

  @Test func insertingMembers() {
    var object: RawJSON.Object = ["a": 1, "b": 2]
    object.insert(.init(name: "c", value: 3), at: 0)
    object.insert(.init(name: "d", value: 4), at: 2)
    object.insert(.init(name: "e", value: 5), at: 4)
    object.insert(.init(name: "b", value: 6), at: 0)
    #expect(object.description == #"{"c":3,"a":1,"d":4,"b":6,"e":5}"#)
  }
}
