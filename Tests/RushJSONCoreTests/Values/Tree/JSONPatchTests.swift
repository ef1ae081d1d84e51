import Testing

@testable import RushJSONCore
@testable import RushJSONEditing

/// JSON Patch (RFC 6902).
@Suite struct JSONPatchTests {
  private static func patch(_ text: String) throws -> JSONPatch {
    try JSONPatch(try RawJSON(parsing: text))
  }

  /// Value, patch, result.
  static let applied: [(String, String, String)] = [
    (#"{"a":1}"#, "[]", #"{"a":1}"#),
    // add (§4.1)
    (#"{"a":1}"#, #"[{"op":"add","path":"/b","value":2}]"#, #"{"a":1,"b":2}"#),
    (#"{"a":1,"b":2}"#, #"[{"op":"add","path":"/a","value":null}]"#, #"{"a":null,"b":2}"#),
    ("[1,3]", #"[{"op":"add","path":"/1","value":2}]"#, "[1,2,3]"),
    ("[1]", #"[{"op":"add","path":"/1","value":2}]"#, "[1,2]"),
    ("[1]", #"[{"op":"add","path":"/-","value":[2]}]"#, "[1,[2]]"),
    (
      "[[]]", #"[{"op":"add","path":"/0/-","value":1},{"op":"add","path":"/0/0","value":0}]"#,
      "[[0,1]]"
    ),
    (#"{"a":1}"#, #"[{"op":"add","path":"","value":[5]}]"#, "[5]"),
    (#"{}"#, #"[{"op":"add","path":"/","value":1}]"#, #"{"":1}"#),
    (#"{"-":1}"#, #"[{"op":"add","path":"/-","value":2}]"#, #"{"-":2}"#),
    // remove (§4.2)
    (#"{"a":1,"b":2,"c":3}"#, #"[{"op":"remove","path":"/b"}]"#, #"{"a":1,"c":3}"#),
    ("[1,2,3]", #"[{"op":"remove","path":"/1"}]"#, "[1,3]"),
    (#"{"a":1}"#, #"[{"op":"remove","path":""}]"#, "null"),
    // replace (§4.3)
    (
      #"{"a":1,"b":2}"#, #"[{"op":"replace","path":"/a","value":{"c":[]}}]"#,
      #"{"a":{"c":[]},"b":2}"#
    ),
    ("[1,2]", #"[{"op":"replace","path":"/0","value":"x"}]"#, #"["x",2]"#),
    ("[1,2]", #"[{"op":"replace","path":"","value":1}]"#, "1"),
    // move (§4.4)
    (
      #"{"a":{"b":1},"c":{}}"#, #"[{"op":"move","from":"/a/b","path":"/c/d"}]"#,
      #"{"a":{},"c":{"d":1}}"#
    ),
    ("[1,2,3,4]", #"[{"op":"move","from":"/1","path":"/3"}]"#, "[1,3,4,2]"),
    ("[1,2,3,4]", #"[{"op":"move","from":"/3","path":"/0"}]"#, "[4,1,2,3]"),
    (#"{"a":1}"#, #"[{"op":"move","from":"/a","path":"/a"}]"#, #"{"a":1}"#),
    (#"{"a":{"b":1}}"#, #"[{"op":"move","from":"/a/b","path":"/a"}]"#, #"{"a":1}"#),
    (#"{"a":[7]}"#, #"[{"op":"move","from":"/a/0","path":""}]"#, "7"),
    // copy (§4.5)
    (#"{"a":{"b":1}}"#, #"[{"op":"copy","from":"/a","path":"/c"}]"#, #"{"a":{"b":1},"c":{"b":1}}"#),
    ("[1,2]", #"[{"op":"copy","from":"/0","path":"/-"}]"#, "[1,2,1]"),
    (#"{"a":1}"#, #"[{"op":"copy","from":"","path":"/b"}]"#, #"{"a":1,"b":{"a":1}}"#),
    (
      #"{"a":{"b":1}}"#,
      #"[{"op":"copy","from":"/a","path":"/c"},{"op":"add","path":"/c/b","value":2}]"#,
      #"{"a":{"b":1},"c":{"b":2}}"#
    ),
    // test (§4.6)
    (#"{"a":1.0}"#, #"[{"op":"test","path":"/a","value":1}]"#, #"{"a":1.0}"#),
    (
      #"[{"a":1,"b":2}]"#, #"[{"op":"test","path":"","value":[{"b":2,"a":1}]}]"#,
      #"[{"a":1,"b":2}]"#
    ),
    (#"{"a":null}"#, #"[{"op":"test","path":"/a","value":null}]"#, #"{"a":null}"#),
    // Names with ~ and /, and unknown members of operations.
    (
      #"{"a/b":1,"m~n":2}"#,
      #"[{"op":"remove","path":"/a~1b"},{"op":"replace","path":"/m~0n","value":3}]"#, #"{"m~n":3}"#
    ),
    (#"{"a":1}"#, #"[{"op":"remove","path":"/a","value":2,"note":"x"}]"#, "{}"),
  ]

  @Test(arguments: applied)
  func applies(_ text: String, _ patch: String, _ result: String) throws {
    let value = try RawJSON(parsing: text)
    let patch = try Self.patch(patch)
    #expect(try value.applying(patch).description == result)
    #expect(value.description == text)
    // The patch survives a round trip through JSON.
    #expect(try JSONPatch(patch.rawJSON) == patch)
    // With a failing operation at its end, everything is undone, including the order.
    var other = value
    var failing = patch
    failing.operations.append(.test("/no such member", 1))
    #expect(throws: JSONPatch.Failure.self) { try other.apply(failing) }
    #expect(other.description == text)
  }

  typealias Refusal = (
    value: String, patch: JSONPatch, kind: JSONPatch.Failure.Kind, index: Int, pointer: JSONPointer
  )

  static let refused: [Refusal] = [
    (#"{"a":1}"#, [.test("/a", 2)], .testFailed, 0, "/a"),
    (#"{"a":"1"}"#, [.test("/a", 1)], .testFailed, 0, "/a"),
    (#"{"a":[1,2]}"#, [.test("/a", [2, 1])], .testFailed, 0, "/a"),
    (
      #"{"a":1}"#, [.add("/b", 1), .test("/c", 2)],
      .notFound(JSONValueError(.missingName("c"))), 1, "/c"
    ),
    (
      #"{"a":1}"#, [.remove("/a"), .remove("/a")],
      .notFound(JSONValueError(.missingName("a"))), 1, "/a"
    ),
    (#"{}"#, [.replace("/a", 1)], .notFound(JSONValueError(.missingName("a"))), 0, "/a"),
    (#"{}"#, [.add("/a/b", 1)], .notFound(JSONValueError(.missingName("a"))), 0, "/a/b"),
    (
      "[1]", [.add("/2", 1)], .notFound(JSONValueError(.indexOutOfRange(2, count: 1))), 0, "/2"
    ),
    ("[1]", [.add("/01", 1)], .notFound(JSONValueError(.invalidIndex("01"))), 0, "/01"),
    (
      "[1]", [.remove("/-")], .notFound(JSONValueError(.indexOutOfRange(1, count: 1))), 0, "/-"
    ),
    (
      "[[1]]", [.replace("/0/1", 1)],
      .notFound(JSONValueError(.indexOutOfRange(1, count: 1), at: "/0")), 0, "/0/1"
    ),
    (
      #"{"a":1}"#, [.add("/a/b", 1)],
      .notFound(JSONValueError(.wrongKind(expected: .object, found: .number), at: "/a")), 0, "/a/b"
    ),
    (
      #"{"a":{"b":1}}"#, [.move(from: "/a", to: "/a/b")], .moveIntoItself, 0, "/a/b"
    ),
    (#"{"a":{}}"#, [.move(from: "", to: "/a")], .moveIntoItself, 0, "/a"),
    (
      #"{"a":1,"b":2}"#, [.move(from: "/a", to: "/c/d")],
      .notFound(JSONValueError(.missingName("c"))), 0, "/c/d"
    ),
    (
      "[1,2,3]", [.move(from: "/0", to: "/3")],
      .notFound(JSONValueError(.indexOutOfRange(3, count: 2))), 0, "/3"
    ),
    (
      #"{"a":1}"#, [.move(from: "/x", to: "/x")], .notFound(JSONValueError(.missingName("x"))), 0,
      "/x"
    ),
    (
      #"{"a":1}"#, [.copy(from: "/x", to: "/y")], .notFound(JSONValueError(.missingName("x"))), 0,
      "/x"
    ),
  ]

  @Test(arguments: refused)
  func refuses(_ refusal: Refusal) throws {
    var value = try RawJSON(parsing: refusal.value)
    let operation = refusal.patch.operations[refusal.index].kind
    let expected = JSONPatch.Failure(
      refusal.kind, index: refusal.index, operation: operation, pointer: refusal.pointer)
    #expect(throws: expected) { try value.apply(refusal.patch) }
    #expect(value.description == refusal.value)
  }

  @Test func everythingIsUndone() throws {
    let text = #"{"a":{"b":[1,2,3],"c":"x"},"d":4,"e":{"f":5},"g":6}"#
    var value = try RawJSON(parsing: text)
    let patch: JSONPatch = [
      .add("/a/b/1", 9), .add("/a/b/-", 9), .add("/h", 1), .add("/d", 2), .remove("/a/b/0"),
      .remove("/a"), .replace("/e/f", 7), .move(from: "/e", to: "/g"), .move(from: "/d", to: "/z"),
      .copy(from: "/g", to: "/d"), .copy(from: "/g", to: "/g/g"), .move(from: "/g/g/f", to: "/a"),
      .replace("", [1, 2]), .move(from: "/0", to: "/-"), .remove(""), .add("", ["k": [1]]),
      .move(from: "/k", to: ""), .test("", [2]),
    ]
    let error = JSONPatch.Failure(
      .testFailed, index: patch.operations.count - 1, operation: .test, pointer: "")
    #expect(throws: error) { try value.apply(patch) }
    #expect(value.description == text)
    try value.apply(JSONPatch(Array(patch.operations.dropLast())))
    #expect(value.description == "[1]")
  }

  @Test func copiesHaveALimit() throws {
    // Each operation doubles the value, so 2^40 values would not fit in memory.
    var value: RawJSON = ["a": 1]
    let doubling = JSONPatch((0..<40).map { .copy(from: "", to: JSONPointer(tokens: ["\($0)"])) })
    let error = #expect(throws: JSONPatch.Failure.self) { try value.apply(doubling) }
    #expect(error?.kind == .copiesTooLarge(limit: 1 << 20))
    #expect(value.description == #"{"a":1}"#)
    // Two values, then four values.
    let two = JSONPatch(Array(doubling.operations.prefix(2)))
    #expect(throws: JSONPatch.Failure.self) { try value.apply(two, maximumCopiedValues: 5) }
    try value.apply(two, maximumCopiedValues: 6)
    #expect(value.description == #"{"a":1,"0":{"a":1},"1":{"a":1,"0":{"a":1}}}"#)
  }

  static let malformed: [(String, JSONPatch.Failure)] = [
    ("{}", JSONPatch.Failure(.wrongKind(expected: .array, found: .object))),
    ("[1]", JSONPatch.Failure(.wrongKind(expected: .object, found: .number), index: 0)),
    ("[{}]", JSONPatch.Failure(.missingMember("op"), index: 0)),
    (#"[{"op":1}]"#, JSONPatch.Failure(.wrongKind(expected: .string, found: .number), index: 0)),
    (#"[{"op":"spam","path":""}]"#, JSONPatch.Failure(.unknownOperation("spam"), index: 0)),
    (#"[{"op":"add"}]"#, JSONPatch.Failure(.missingMember("path"), index: 0, operation: .add)),
    (
      #"[{"op":"remove","path":null}]"#,
      JSONPatch.Failure(.wrongKind(expected: .string, found: .null), index: 0, operation: .remove)
    ),
    (
      #"[{"op":"remove","path":""},{"op":"remove","path":"a"}]"#,
      JSONPatch.Failure(
        .invalidPointer(JSONValueError(.invalidPointer(.expectedSlash), offset: 0)), index: 1,
        operation: .remove)
    ),
    (
      #"[{"op":"test","path":"/a"}]"#,
      JSONPatch.Failure(.missingMember("value"), index: 0, operation: .test, pointer: "/a")
    ),
    (
      #"[{"op":"move","path":"/a"}]"#,
      JSONPatch.Failure(.missingMember("from"), index: 0, operation: .move, pointer: "/a")
    ),
    (
      #"[{"op":"copy","path":"/a","from":"/~"}]"#,
      JSONPatch.Failure(
        .invalidPointer(JSONValueError(.invalidPointer(.invalidEscape), offset: 1)), index: 0,
        operation: .copy,
        pointer: "/a")
    ),
  ]

  @Test(arguments: malformed)
  func isNoPatch(_ text: String, _ error: JSONPatch.Failure) {
    #expect(throws: error) { try Self.patch(text) }
  }

  @Test func errorsAreSentences() {
    let lost = JSONPatch.Failure(
      .notFound(JSONValueError(.missingName("price"), at: "/ticket")), index: 2,
      operation: .replace, pointer: "/ticket/price")
    #expect(
      lost.description == """
        patch operation 2 (replace "/ticket/price") failed: no member is named "price" in the object \
        at /ticket
        """)
    #expect(
      JSONPatch.Failure(.wrongKind(expected: .array, found: .null)).description
        == "not a JSON patch: expected an array, found null")
  }

  @Test func operationsSayWhatTheyAre() {
    let operations: [JSONPatch.Operation] = [
      .add("/a", 1), .remove("/a"), .replace("/a", 1), .move(from: "/b", to: "/a"),
      .copy(from: "/b", to: "/a"), .test("/a", 1),
    ]
    #expect(operations.map(\.kind) == JSONPatch.Operation.Kind.allCases)
    #expect(operations.allSatisfy { $0.path == "/a" })
    #expect(operations.map { $0.from != nil } == [false, false, false, true, true, false])
    #expect(operations.map { $0.value != nil } == [true, false, true, false, false, true])
    #expect(
      JSONPatch(operations).description == """
        [{"op":"add","path":"/a","value":1},{"op":"remove","path":"/a"},\
        {"op":"replace","path":"/a","value":1},{"op":"move","from":"/b","path":"/a"},\
        {"op":"copy","from":"/b","path":"/a"},{"op":"test","path":"/a","value":1}]
        """)
  }
}
