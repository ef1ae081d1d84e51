import RushJSONCore
import Testing

@Suite struct RawJSONTests {
  @Test func sizes() {
    #expect(MemoryLayout<RawJSON>.stride == 24)
    #expect(MemoryLayout<RawJSON?>.stride == 24)
    #expect(MemoryLayout<RawJSON.Array>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<RawJSON.Object>.size == MemoryLayout<Int>.size)
  }

  static let examples: [(RawJSON, JSONKind)] = [
    (.null, .null), (true, .bool), (1, .number), ("a", .string), ([], .array), ([:], .object),
  ]

  @Test(arguments: examples)
  func kinds(_ value: RawJSON, _ kind: JSONKind) {
    #expect(value.kind == kind)
    #expect(value.isNull == (kind == .null))
    #expect(value.isNil == (kind == .null))
    #expect((value.boolValue != nil) == (kind == .bool))
    #expect((value.numberValue != nil) == (kind == .number))
    #expect((value.jsonNumberValue != nil) == (kind == .number))
    #expect((value.stringValue != nil) == (kind == .string))
    #expect((value.arrayValue != nil) == (kind == .array))
    #expect((value.jsonArrayValue != nil) == (kind == .array))
    #expect((value.dictionaryValue != nil) == (kind == .object))
    #expect((value.objectValue != nil) == (kind == .object))
    #expect((value.stringArrayValue != nil) == (kind == .array))
    #expect((value.lossyArray(of: String.self) != nil) == (kind == .array))
  }

  // MARK: - Literals (R10, R11)

  @Test func literals() {
    #expect(([:] as RawJSON) == .dictionary(RawJSON.Object()))
    #expect((["price": 23] as RawJSON) == .dictionary(["price": .number(23)]))
    #expect(([20, 30] as RawJSON) == .array([.number(20), .number(30)]))
    #expect(("Hello" as RawJSON) == .string("Hello"))
    #expect((23.5 as RawJSON) == .number(23.5))
    #expect((23 as RawJSON) == .number(23))
    #expect((true as RawJSON) == .bool(true))
    #expect((nil as RawJSON) == .null)
    let name = "world"
    #expect(("Hello, \(name) \(1)" as RawJSON) == .string("Hello, world 1"))
    #expect(RawJSON.nil == .null)
  }

  static let exact: [(RawJSON, String)] = [
    (9_007_199_254_740_993, "9007199254740993"),
    (9_223_372_036_854_775_807, "9223372036854775807"),
    (-9_223_372_036_854_775_808, "-9223372036854775808"),
    (18_446_744_073_709_551_615, "18446744073709551615"),
    (123_456_789_012_345_678_901_234_567_890, "123456789012345678901234567890"),
  ]

  @Test(arguments: exact)
  func integerLiteralsAreExact(_ value: RawJSON, _ text: String) {
    #expect(value.description == text)
  }

  @Test func otherSpellings() {
    let elements: [RawJSON] = [1, "a"]
    let members: [String: RawJSON] = ["a": 1]
    #expect(RawJSON.array(elements) == [1, "a"])
    #expect(RawJSON.dictionary(members) == ["a": 1])
    let double = 2.5
    let integer = 7
    #expect(RawJSON.number(double) == .double(2.5))
    #expect(RawJSON.number(integer) == .integer(7))
    #expect(RawJSON.number(JSONNumber(7)) == 7)
    #expect(["a", "b"].map(RawJSON.string) == ["a", "b"])
    #expect([members].map(RawJSON.dictionary) == [["a": 1]])
    #expect([elements].map(RawJSON.array) == [[1, "a"]])
  }

  @Test func patterns() {
    let values: [RawJSON] = [.null, true, 1, "a", [1], ["a": 1]]
    var seen = ""
    for value in values {
      switch value {
      case .null: seen += "n"
      case .bool(let bool): seen += bool ? "t" : "f"
      case .number(let number): seen += number.text
      case .string(let string): seen += string
      case .array(let array): seen += "[\(array.count)]"
      case .dictionary(let object): seen += "{\(object.count)}"
      }
    }
    #expect(seen == "nt1a[1]{1}")
  }

  // MARK: - Accessors

  @Test func numbers() {
    // R7, R33
    #expect((30 as RawJSON).numberValue == 30)
    #expect((30 as RawJSON).stringValue == nil)
    #expect(("true" as RawJSON).boolValue == nil)
    #expect((1e300 as RawJSON).numberValue == 1e300)
    #expect((1e300 as RawJSON).intValue == nil)
    #expect((3.0 as RawJSON).intValue == 3)
    #expect((3.5 as RawJSON).intValue == nil)
    #expect((3.5 as RawJSON).doubleValue == 3.5)
    #expect((9_223_372_036_854_775_807 as RawJSON).int64Value == .max)
    #expect((9_223_372_036_854_775_808 as RawJSON).int64Value == nil)
    #expect((18_446_744_073_709_551_615 as RawJSON).uint64Value == .max)
    #expect((-1 as RawJSON).uint64Value == nil)
  }

  @Test func typedArrays() {
    // R8, R9: strict and lossy
    let numbers: RawJSON = [10, 20]
    #expect(numbers.numberArrayValue == [10, 20])
    #expect(("x" as RawJSON).numberArrayValue == nil)
    let mixed: RawJSON = [10, "wrong", false]
    #expect(mixed.numberArrayValue == nil)
    #expect(mixed.stringArrayValue == nil)
    #expect(mixed.boolArrayValue == nil)
    #expect(mixed.lossyArray(of: Double.self) == [10])
    #expect(mixed.lossyArray(of: String.self) == ["wrong"])
    #expect(mixed.lossyArray(of: Bool.self) == [false])
    #expect((["a", "b"] as RawJSON).stringArrayValue == ["a", "b"])
    #expect(([true] as RawJSON).boolArrayValue == [true])
    #expect(([] as RawJSON).stringArrayValue == [])
  }

  // MARK: - Text

  static let texts: [(RawJSON, String)] = [
    (nil, "null"), (true, "true"), (false, "false"), (1.5, "1.5"), ([], "[]"), ([:], "{}"),
    ("a\"\\/\n\r\t\u{1}\u{1f}é\u{2028}", #""a\"\\/\n\r\t\u0001\u001fé"# + "\u{2028}\""),
    ([1, [], [[2]], "x"], #"[1,[],[[2]],"x"]"#),
    (["b": ["c": nil, "d\n": []], "a": 1], #"{"b":{"c":null,"d\n":[]},"a":1}"#),
  ]

  @Test(arguments: texts)
  func describesItself(_ value: RawJSON, _ text: String) throws {
    #expect(value.description == text)
    #expect(try RawJSON(parsing: text) == value)
    #expect(try RawJSON(parsing: value.debugDescription) == value)
  }

  @Test func debugDescriptionHasLines() throws {
    let value: RawJSON = [
      "ticket": ["name": "Rock Concert", "price": 20, "seats": [12, 13]], "empty": [[], [:]],
      "long": .string(String(repeating: "x", count: 70)),
      "list": .array(
        RawJSON.Array((0..<3).map { ["id": .number($0), "name": "a name of some length"] })),
    ]
    let text = #"""
      {
        "ticket": {"name": "Rock Concert", "price": 20, "seats": [12, 13]},
        "empty": [[], {}],
        "long": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "list": [
          {"id": 0, "name": "a name of some length"},
          {"id": 1, "name": "a name of some length"},
          {"id": 2, "name": "a name of some length"}
        ]
      }
      """#
    #expect(value.debugDescription == text)
    #expect(value.objectValue?.debugDescription == text)
    #expect(try RawJSON(parsing: text) == value)
    #expect(([1, "a"] as RawJSON.Array).debugDescription == #"[1, "a"]"#)
  }

  @Test func dumps() {
    let value: RawJSON = ["a": [1, nil], "b": ["c": "x"]]
    var text = ""
    dump(value, to: &text)
    #expect(
      text == #"""
        ▿ 2 elements
          ▿ a: 2 elements
            - 1
            - null
          ▿ b: 1 element
            - c: "x"

        """#)
  }

  @Test func mirrors() {
    let value: RawJSON = ["a": [1, 2], "b": "x"]
    let mirror = Mirror(reflecting: value)
    #expect(mirror.children.map(\.label) == ["a", "b"])
    #expect(mirror.descendant("a", 1) as? RawJSON == 2)
    #expect(Mirror(reflecting: 1 as RawJSON).children.isEmpty)
  }
}
