import Testing

@testable import RushJSONCore

@Suite struct RawJSONSubscriptTests {
  @Test func reading() {
    let value: RawJSON = ["a": nil, "list": ["Hello", "World"]]
    // R5, R15
    #expect(value["a"] == .some(.null))
    #expect(value["a"]?.isNil == true)
    #expect(value["b"] == nil)
    #expect(value["list"]?[1] == "World")
    #expect(value["list"]?[0]?.stringValue == "Hello")
  }

  static let outOfRange = [-1, 2, .min, .max]

  @Test(arguments: outOfRange)
  func indexOutOfRangeIsNil(_ index: Int) {
    var value: RawJSON = [1, 2]
    #expect(value[index] == nil)
    value[index] = 3
    value[index]?["a"] = 3
    #expect(value == [1, 2])
  }

  // R14
  @Test func otherKindsHaveNeitherAndDoNotChange() {
    for original in ["str", 1, true, [1]] as [RawJSON] {
      var value = original
      #expect(value["k"] == nil)
      value["k"] = 1
      value["k"]?["l"] = 1
      value["k"] = nil
      #expect(value == original)
    }
    for original in ["str", 1, true, nil, ["k": 1]] as [RawJSON] {
      var value = original
      #expect(value[0] == nil)
      value[0] = 1
      value[0] = nil
      #expect(value == original)
    }
  }

  @Test func nullBecomesAnObject() {
    var value: RawJSON = nil
    value["k"] = nil
    #expect(value == nil as RawJSON)
    value["k"] = 1
    #expect(value == ["k": 1])
    value["l"] = .null
    value["l"]?["m"] = "n"
    #expect(value == ["k": 1, "l": ["m": "n"]])
  }

  // R12, R13
  @Test func membersAreSetInPlace() {
    var value: RawJSON = ["destination": "Lisbon", "price": 20]
    value["destination"] = "Madrid"
    value["x"] = 1
    #expect(value.description == #"{"destination":"Madrid","price":20,"x":1}"#)
    value["price"] = nil
    value["z"] = .null
    #expect(value.description == #"{"destination":"Madrid","x":1,"z":null}"#)
    value["none"] = nil
    #expect(value.objectValue?.count == 3)
  }

  // R15
  @Test func elementsAreSetInPlace() {
    var value: RawJSON = ["Hello", "World"]
    value[1] = "Stream"
    #expect(value == ["Hello", "Stream"])
    value[0] = nil
    #expect(value == ["Hello", "Stream"])
    value[0] = .null
    #expect(value == [nil, "Stream"])
  }

  /// The identity of a container's memory, which shows whether it was copied.
  private func memory(_ value: RawJSON?) -> ObjectIdentifier? {
    value?.storage.map { ObjectIdentifier($0) }
  }

  @Test func nestedChangesCopyNothing() {
    var value: RawJSON = ["a": [["b": [1, 2, 3]], 5], "c": 1]
    let paths: [(RawJSON) -> RawJSON?] = [
      { $0 }, { $0["a"] }, { $0["a"]?[0] }, { $0["a"]?[0]?["b"] },
    ]
    let before = paths.map { memory($0(value)) }
    value["a"]?[0]?["b"]?[1] = "changed"
    value["a"]?[1] = 6
    value["c"] = nil
    #expect(paths.map { memory($0(value)) } == before)
    #expect(value == ["a": [["b": [1, "changed", 3]], 6]])
  }

  @Test func copiesAreIndependent() {
    let original: RawJSON = ["a": [["b": 1]], "c": ["d": 2]]
    let text = original.description
    var copy = original
    copy["a"]?[0]?["b"] = 9
    copy["e"] = 3
    #expect(original.description == text)
    #expect(copy == ["a": [["b": 9]], "c": ["d": 2], "e": 3])
    // Unchanged parts are still shared.
    #expect(memory(copy["c"]) == memory(original["c"]))
  }

  @Test func changesThatThrowLeaveTheValue() {
    struct Refusal: Error {}
    func refuse(_ value: inout RawJSON?) throws {
      value?["x"] = 1
      throw Refusal()
    }
    func changeFirst(_ value: inout RawJSON?) throws {
      if var list = value {
        value = nil
        defer { value = list }
        try refuse(&list[0])
      }
    }
    var value: RawJSON = ["a": ["b": 1], "l": [["c": 2]]]
    #expect(throws: Refusal.self) { try refuse(&value["a"]) }
    #expect(throws: Refusal.self) { try changeFirst(&value["l"]) }
    #expect(value == ["a": ["b": 1, "x": 1], "l": [["c": 2, "x": 1]]])
  }
}
