import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

@Suite struct RawJSONPointerTests {
  static let tree: RawJSON = [
    "a": ["b": 1, "": 2, "x/y": 3, "m~n": 4], "l": [10, [20, 21], ["k": 30]], "n": nil, "s": "text",
  ]

  static let found: [(JSONPointer, RawJSON)] = [
    ("", tree), ("/a/b", 1), ("/a/", 2), ("/a/x~1y", 3), ("/a/m~0n", 4), ("/l/0", 10),
    ("/l/1/1", 21), ("/l/2/k", 30), ("/n", nil), ("/s", "text"),
  ]

  @Test(arguments: found)
  func isFound(_ pointer: JSONPointer, _ value: RawJSON) throws {
    #expect(Self.tree[pointer] == .some(value))
    #expect(try Self.tree.value(at: pointer) == value)
    #expect(Self.tree.field(at: pointer) == (value.isNull ? .null : .value(value)))
  }

  static let lost: [(JSONPointer, JSONValueError.Kind, at: JSONPointer)] = [
    ("/z", .missingName("z"), ""),
    ("/a/z/y", .missingName("z"), "/a"),
    ("/l/3", .indexOutOfRange(3, count: 3), "/l"),
    ("/l/-", .indexOutOfRange(3, count: 3), "/l"),
    ("/l/01", .invalidIndex("01"), "/l"),
    ("/l/-1", .invalidIndex("-1"), "/l"),
    ("/l/1e0", .invalidIndex("1e0"), "/l"),
    ("/l/1/k", .invalidIndex("k"), "/l/1"),
    ("/l/99999999999999999999", .invalidIndex("99999999999999999999"), "/l"),
    ("/s/0", .wrongKind(expected: .object, found: .string), "/s"),
    ("/n/k", .wrongKind(expected: .object, found: .null), "/n"),
  ]

  @Test(arguments: lost)
  func isNotFound(_ pointer: JSONPointer, _ kind: JSONValueError.Kind, at: JSONPointer) {
    let error = JSONValueError(kind, at: at)
    #expect(Self.tree[pointer] == nil)
    #expect(Self.tree.field(at: pointer) == .missing)
    #expect(throws: error) { try Self.tree.value(at: pointer) }
    var tree = Self.tree
    #expect(throws: error) { try tree.remove(at: pointer) }
    #expect(tree.description == Self.tree.description)
  }

  /// A text, a pointer, and the text after 0 is set there; `nil` if that is refused.
  static let set: [(String, JSONPointer, String?)] = [
    (#"{"a":1}"#, "", "0"),
    (#"{"a":1,"b":2}"#, "/a", #"{"a":0,"b":2}"#),
    (#"{"a":1}"#, "/b", #"{"a":1,"b":0}"#),
    (#"{"a":{"b":[1,2]}}"#, "/a/b/0", #"{"a":{"b":[0,2]}}"#),
    (#"{"a":{"b":[1,2]}}"#, "/a/b/2", #"{"a":{"b":[1,2,0]}}"#),
    (#"{"a":{"b":[1,2]}}"#, "/a/b/-", #"{"a":{"b":[1,2,0]}}"#),
    (#"{"a":{"b":[1,2]}}"#, "/a/b/3", nil),
    (#"{"a":{"b":[1,2]}}"#, "/a/b/x", nil),
    (#"{"a":{"b":[1,2]}}"#, "/a/c/d", nil),
    (#"{"a":"x"}"#, "/a/b", nil),
    (#"[]"#, "/-", "[0]"),
    (#"[[]]"#, "/0/0", "[[0]]"),
    (#"{}"#, "/-", #"{"-":0}"#),
  ]

  @Test(arguments: set)
  func isSet(_ text: String, _ pointer: JSONPointer, _ result: String?) throws {
    var value = try RawJSON(parsing: text)
    if let result {
      try value.set(0, at: pointer)
      #expect(value.description == result)
    } else {
      #expect(throws: JSONValueError.self) { try value.set(0, at: pointer) }
      #expect(value.description == text)
    }
    // The subscript does the same, or nothing if the value cannot be set.
    var other = try RawJSON(parsing: text)
    other[pointer] = 0
    #expect(other == value)
    var third = try RawJSON(parsing: text)
    change(&third[pointer]) { $0 = 0 }
    #expect(third == value)
  }

  private func change(_ value: inout RawJSON?, _ body: (inout RawJSON?) -> Void) { body(&value) }

  @Test func settingNilRemovesMembersOnly() {
    var value: RawJSON = ["a": ["b": 1, "c": [1, 2]], "d": 2]
    value["/a/b" as JSONPointer] = nil
    value["/a/c/0" as JSONPointer] = nil
    value["/x/y" as JSONPointer] = nil
    value[path: "d"] = nil
    value[path: "a", "c", 0] = nil
    value[path: "a", "c", .pastTheEnd] = nil
    value[path: "q", "c", .pastTheEnd] = nil
    #expect(value.description == #"{"a":{"c":[1,2]}}"#)
  }

  /// The value itself cannot go, so it becomes `null` in every way to remove it.
  @Test func settingNilAtTheRootMakesNull() throws {
    var values = [RawJSON](repeating: ["a": 1], count: 6)
    values[0]["" as JSONPointer] = nil
    values[1][path: []] = nil
    let steps: [JSONPointer.Step] = []
    values[2][path: steps] = nil
    try values[3].remove(at: "")
    change(&values[4]["" as JSONPointer]) { $0 = nil }
    change(&values[5][path: []]) { $0 = nil }
    #expect(values.allSatisfy { $0 == .null }, "\(values)")
  }

  static let inserted: [(String, JSONPointer, String?)] = [
    ("[1,2]", "/0", "[0,1,2]"), ("[1,2]", "/1", "[1,0,2]"), ("[1,2]", "/2", "[1,2,0]"),
    ("[1,2]", "/-", "[1,2,0]"), ("[1,2]", "/3", nil), ("[1,2]", "/-1", nil),
    (#"{"a":1,"b":2}"#, "/a", #"{"a":0,"b":2}"#), ("{}", "/a", #"{"a":0}"#), ("null", "/a", nil),
    ("1", "", "0"),
  ]

  @Test(arguments: inserted)
  func isInserted(_ text: String, _ pointer: JSONPointer, _ result: String?) throws {
    var value = try RawJSON(parsing: text)
    if let result {
      try value.insert(0, at: pointer)
      #expect(value.description == result)
    } else {
      #expect(throws: JSONValueError.self) { try value.insert(0, at: pointer) }
      #expect(value.description == text)
    }
  }

  @Test func removing() throws {
    var value = Self.tree
    #expect(try value.remove(at: "/l/1/0") == 20)
    #expect(try value.remove(at: "/a/b") == 1)
    #expect(try value.remove(at: "/n") == nil as RawJSON)
    #expect(
      value.description == #"{"a":{"":2,"x/y":3,"m~n":4},"l":[10,[21],{"k":30}],"s":"text"}"#)
    let all = value
    #expect(try value.remove(at: "") == all)
    #expect(value.isNull)
  }

  static let created: [(String, JSONPointer, String?)] = [
    ("null", "/a/b/c", #"{"a":{"b":{"c":0}}}"#),
    ("{}", "/a/b", #"{"a":{"b":0}}"#),
    (#"{"a":null}"#, "/a/b", #"{"a":{"b":0}}"#),
    (#"{"a":{"b":null}}"#, "/a/b", #"{"a":{"b":0}}"#),
    (#"{"a":[null]}"#, "/a/0/x", #"{"a":[{"x":0}]}"#),
    (#"{"a":[1]}"#, "/a/-", #"{"a":[1,0]}"#),
    (#"{"a":[1]}"#, "/a/-/b", nil),
    (#"{"a":1}"#, "/a/b", nil),
  ]

  @Test(arguments: created)
  func objectsAreCreated(_ text: String, _ pointer: JSONPointer, _ result: String?) throws {
    var value = try RawJSON(parsing: text)
    if let result {
      try value.set(0, at: pointer, creatingObjects: true)
      #expect(value.description == result)
    } else {
      #expect(throws: JSONValueError.self) {
        try value.set(0, at: pointer, creatingObjects: true)
      }
      #expect(value.description == text)
    }
  }

  /// A text, a path, and the text after 0 is set there.
  static let paths: [(String, [JSONPointer.Step], String)] = [
    ("null", [], "0"),
    ("null", ["users", .pastTheEnd, "name"], #"{"users":[{"name":0}]}"#),
    ("null", [0, 0], "[[0]]"),
    ("null", [1], "null"),
    ("null", ["a", 1], "null"),
    (#"{"a":{}}"#, ["a", "b", "c"], #"{"a":{"b":{"c":0}}}"#),
    (#"{"a":null}"#, ["a", .pastTheEnd, .pastTheEnd], #"{"a":[[0]]}"#),
    (#"{"a":[1]}"#, ["a", 1], #"{"a":[1,0]}"#),
    (#"{"a":[1]}"#, ["a", 2], #"{"a":[1]}"#),
    (#"{"a":[1]}"#, ["a", -1], #"{"a":[1]}"#),
    (#"{"a":[1]}"#, ["a", "b"], #"{"a":[1]}"#),
    (#"{"a":[1]}"#, ["a", 0, "b"], #"{"a":[1]}"#),
    (#"{"a":[1,{"b":2}]}"#, ["a", 1, "b"], #"{"a":[1,{"b":0}]}"#),
    (#"{"a":{"b":1}}"#, ["a", 0], #"{"a":{"b":1}}"#),
    (#"{"a":{"b":1}}"#, ["a", .pastTheEnd], #"{"a":{"b":1}}"#),
  ]

  @Test(arguments: paths)
  func pathsMakeWhatIsMissing(
    _ text: String, _ path: [JSONPointer.Step], _ result: String
  ) throws {
    var value = try RawJSON(parsing: text)
    value[path: path] = 0
    #expect(value.description == result)
    #expect(value[path: path] == 0 || result == text || path.contains(.pastTheEnd))
    var other = try RawJSON(parsing: text)
    change(&other[path: path]) { $0 = 0 }
    #expect(other.description == result)
    // Reading and leaving creates nothing.
    var third = try RawJSON(parsing: text)
    change(&third[path: path]) { _ in }
    third[path: path]?["q"]?["r"] = 1
    #expect(third.description == text)
  }

  @Test func fields() {
    let object: RawJSON.Object = ["a": nil, "b": 1]
    let value = RawJSON.dictionary(object)
    let dictionary = Dictionary(object)
    for (name, field) in [("a", .null), ("b", .value(1)), ("c", .missing)]
      as [(String, JSONField<RawJSON>)]
    {
      #expect(object.field(name) == field)
      #expect(value.field(name) == field)
      #expect(dictionary.field(name) == field)
      #expect(JSONField(field.rawJSON) == field)
      #expect(field.isNull == (field == .null))
      #expect(field.isMissing == (field == .missing))
    }
    #expect(([] as RawJSON).field("a") == .missing)
  }

  // MARK: - In place

  private func memory(_ value: RawJSON?) -> ObjectIdentifier? {
    value?.storage.map { ObjectIdentifier($0) }
  }

  /// A tree with objects of 100,000 members at several levels.
  private static func large() -> RawJSON {
    var members = RawJSON.Object()
    for index in 0..<100_000 { members["member \(index)"] = .number(index) }
    return ["top": .dictionary(members), "list": [["inner": .dictionary(members)]]]
  }

  static let changes: [(String, @Sendable (inout RawJSON) throws -> Void)] = [
    ("subscripts", { $0["top"]?["member 1"] = 1.5 }),
    ("pointer", { $0["/top/member 1" as JSONPointer] = 1.5 }),
    ("pointer, deep", { $0["/list/0/inner/member 1" as JSONPointer] = 1.5 }),
    ("path", { $0[path: "list", 0, "inner", "member 1"] = 1.5 }),
    ("set", { try $0.set(1.5, at: "/list/0/inner/member 1") }),
    ("insert", { try $0.insert(1.5, at: "/list/0/inner/member 1") }),
    ("patch", { try $0.apply([.replace("/top/member 1", 1.5)]) }),
    (
      "patch with a test",
      { try $0.apply([.test("/top/member 2", 2), .add("/top/member 1", 1.5)]) }
    ),
    ("merge patch", { $0.applyMergePatch(["top": ["member 1": 1.5]]) }),
    (
      "refused patch",
      { value in
        let patch: JSONPatch = [.replace("/top/member 1", 0), .test("/top/member 2", "no")]
        #expect(throws: JSONPatch.Failure.self) { try value.apply(patch) }
        value["top"]?["member 1"] = 1.5
      }
    ),
  ]

  @Test func oneMemberOfManyIsSetInPlace() throws {
    var value = Self.large()
    // Both share their members, so the first change copies them once.
    value[path: "top", "member 0"] = "changed"
    let paths: [[JSONPointer.Step]] = [[], ["top"], ["list"], ["list", 0], ["list", 0, "inner"]]
    let before = paths.map { memory(value[path: $0]) }
    for (name, change) in Self.changes {
      try change(&value)
      #expect(paths.map { memory(value[path: $0]) } == before, "\(name)")
      #expect(
        value["top"]?["member 1"] == 1.5 || value["list"]?[0]?["inner"]?["member 1"] == 1.5)
      value["top"]?["member 1"] = 1
      value["list"]?[0]?["inner"]?["member 1"] = 1
    }
  }

  @Test func sharedTreesStayApart() throws {
    let original = Self.tree
    let text = original.description
    var copy = original
    copy["/l/2/k" as JSONPointer] = 31
    copy[path: "a", "b"] = 2
    try copy.apply([.move(from: "/l/1", to: "/moved"), .copy(from: "/a", to: "/l/0")])
    copy.sortNames()
    copy.transform { if case .number = $0 { $0 = .null } }
    #expect(original.description == text)
    #expect(copy != original)
  }
}
