import Foundation
import RushJSON
import Testing

/// Trees from Swift and Foundation values, and back.
@Suite("Conversion of objects")
struct ConversionTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var value: Any
    var tree: RawJSON
    var testDescription: String { name }
  }

  // Computed for each test, because `Any` is not Sendable.
  private static var cases: [Case] {
    let nothing: Any? = nil
    let nested: Any?? = .some(.none)
    let full: Any?? = "x"
    return [
      Case(name: "String", value: "é", tree: "é"),
      Case(name: "Substring", value: "abc".dropFirst(), tree: "bc"),
      Case(name: "NSString", value: NSString(string: "x"), tree: "x"),
      Case(name: "A18 NSNumber(true)", value: NSNumber(value: true), tree: true),
      Case(name: "A18 NSNumber(1)", value: NSNumber(value: 1), tree: 1),
      Case(name: "A18 NSNumber(1.0)", value: NSNumber(value: 1.0), tree: 1),
      Case(name: "NSNumber(false)", value: NSNumber(value: false), tree: false),
      Case(name: "NSNumber(0)", value: NSNumber(value: 0), tree: 0),
      Case(name: "NSNumber(Int8)", value: NSNumber(value: Int8(1)), tree: 1),
      Case(
        name: "NSNumber(UInt64)", value: NSNumber(value: UInt64.max),
        tree: 18_446_744_073_709_551_615),
      Case(
        name: "NSNumber(Int64)", value: NSNumber(value: Int64.min), tree: -9_223_372_036_854_775_808
      ),
      Case(
        name: "NSNumber(2⁵³ + 1)", value: NSNumber(value: 9_007_199_254_740_993),
        tree: 9_007_199_254_740_993),
      Case(name: "NSNumber(Float)", value: NSNumber(value: Float(0.1)), tree: 0.1),
      Case(
        name: "NSDecimalNumber", value: NSDecimalNumber(string: "123456789012345678901234567890"),
        tree: 123_456_789_012_345_678_901_234_567_890),
      Case(name: "Decimal", value: Decimal(string: "0.1") as Any, tree: 0.1),
      Case(name: "Bool", value: true, tree: true),
      Case(name: "Int", value: 1, tree: 1),
      Case(name: "Double", value: 9.5, tree: 9.5),
      Case(name: "Float", value: Float(0.1), tree: 0.1),
      Case(name: "CGFloat", value: CGFloat(2.5), tree: 2.5),
      Case(name: "UInt8", value: UInt8(255), tree: 255),
      Case(name: "Int128", value: Int128(1) << 70, tree: 1_180_591_620_717_411_303_424),
      Case(name: "A19 NSNull", value: NSNull(), tree: nil),
      Case(name: "A19 nothing", value: nothing as Any, tree: nil),
      Case(name: "A19 nothing in nothing", value: nested as Any, tree: nil),
      Case(name: "something in an optional", value: full as Any, tree: "x"),
      Case(name: "typed optional", value: Int?.none as Any, tree: nil),
      Case(name: "AnyHashable", value: AnyHashable("x"), tree: "x"),
      Case(name: "[Any]", value: [1, "x", NSNull()] as [Any], tree: [1, "x", nil]),
      Case(name: "[Int?]", value: [1, nil, 3], tree: [1, nil, 3]),
      Case(name: "NSArray", value: NSArray(array: [1, "x"]), tree: [1, "x"]),
      // Swift values in boxes, which objects have for them on Darwin, and `AnyObject` on every system.
      Case(name: "RawJSON in a box", value: RawJSON.null as AnyObject, tree: nil),
      Case(
        name: "RawJSON.Object in a box", value: (["a": 1] as RawJSON.Object) as AnyObject,
        tree: ["a": 1]),
      Case(name: "RawJSON.Array in a box", value: ([1] as RawJSON.Array) as AnyObject, tree: [1]),
      Case(name: "JSONNumber in a box", value: (1.5 as JSONNumber) as AnyObject, tree: 1.5),
      Case(name: "Substring in a box", value: "abc".dropFirst() as AnyObject, tree: "bc"),
      Case(name: "Int128 in a box", value: Int128(5) as AnyObject, tree: 5),
      Case(
        name: "trees in NSArray", value: NSArray(array: [RawJSON.null, ["a": 1] as RawJSON]),
        tree: [nil, ["a": 1]]),
      Case(
        name: "trees in NSDictionary", value: NSDictionary(dictionary: ["a": RawJSON.bool(true)]),
        tree: ["a": true]),
      Case(name: "[String: Int]", value: ["a": 1], tree: ["a": 1]),
      Case(name: "[String: Any?]", value: ["a": nothing], tree: ["a": nil]),
      Case(
        name: "[AnyHashable: Any]", value: ["a": [AnyHashable("b"): true] as [AnyHashable: Any]],
        tree: ["a": ["b": true]]),
      Case(
        name: "NSDictionary",
        value: NSDictionary(dictionary: ["a": ["b": 1, "c": true] as [String: Any]]),
        tree: ["a": ["b": 1, "c": true]]),
      Case(name: "RawJSON", value: ["a": RawJSON.number(1)], tree: ["a": 1]),
      Case(name: "RawJSON.Object", value: [RawJSON.Object(["b": nil])], tree: [["b": nil]]),
      Case(name: "empty", value: [[:] as [String: Any], [] as [Any]] as [Any], tree: [[:], []]),
    ]
  }

  @Test(arguments: 0..<cases.count) func converts(index: Int) throws {
    let item = Self.cases[index]
    let tree = try RawJSON(converting: item.value)
    #expect(tree == item.tree, "\(item.name)")
    // Also inside a container, where the same types are boxed differently.
    #expect(try RawJSON(converting: ["k": [item.value]]) == ["k": [item.tree]], "\(item.name)")
    #expect(
      try RawJSON(converting: NSDictionary(dictionary: ["k": item.value])) == ["k": item.tree],
      "\(item.name)")
    let userInfo: [AnyHashable: Any] = ["k": item.value]
    #expect(try RawJSON(converting: userInfo) == ["k": item.tree], "\(item.name)")
    #expect(try RawJSON.Object(converting: userInfo) == ["k": item.tree], "\(item.name)")
  }

  @Test func whatJSONSerializationReturns() throws {
    let text =
      #"{"a":[true,false,null,1,-1,1.5,9007199254740993,18446744073709551615,"é\n",{}],"b":{"c":[]}}"#
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(try RawJSON(converting: object) == RawJSON(parsing: text))
  }

  // MARK: - Refused values

  private struct Custom {}

  private static var refused: [(Any, JSONWritingError)] {
    [
      (Date(), JSONWritingError(.unsupportedType("Date"), at: .root)),
      (Data(), JSONWritingError(.unsupportedType("Data"), at: .root)),
      (["u": URL(filePath: "/")], JSONWritingError(.unsupportedType("URL"), at: "/u")),
      (["a": [1, ["b": Custom()]]], JSONWritingError(.unsupportedType("Custom"), at: "/a/1/b")),
      (["a": Date() as Any?], JSONWritingError(.unsupportedType("Date"), at: "/a")),
      ([UUID()], JSONWritingError(.unsupportedType("UUID"), at: "/0")),
      ([Set([1])], JSONWritingError(.unsupportedType("Set<Int>"), at: "/0")),
      (
        ["a": [AnyHashable(1): 2]],
        JSONWritingError(.nameNotString("1", type: "Int"), at: "/a")
      ),
      ([1: 2], JSONWritingError(.nameNotString("1", type: "Int"), at: .root)),
      (["x": Double.nan], JSONWritingError(.notRepresentable(number: "NaN"), at: "/x")),
      (
        ["x": NSNumber(value: Double.infinity)],
        JSONWritingError(.notRepresentable(number: "Infinity"), at: "/x")
      ),
      ([Decimal.nan], JSONWritingError(.notRepresentable(number: "NaN"), at: "/0")),
    ]
  }

  @Test("A17: refused with the path", arguments: 0..<refused.count) func a17(index: Int) {
    let (value, expected) = Self.refused[index]
    #expect(throws: expected) { try RawJSON(converting: value) }
    let below = JSONWritingError(
      expected.kind, at: JSONPointer(tokens: ["k", "0"] + (expected.pointer ?? .root).tokens))
    let userInfo: [AnyHashable: Any] = ["k": [value]]
    #expect(throws: below) { try RawJSON(converting: userInfo) }
  }

  @Test func deepObjectsAreRefused() throws {
    func nested(_ depth: Int) -> Any {
      var value: Any = "x"
      for level in 0..<depth { value = level % 2 == 0 ? [value] : ["k": value] }
      return value
    }
    let tree = try RawJSON(converting: nested(512))
    #expect(try tree.jsonString().utf8.count == 256 * 2 + 256 * 6 + 3)
    #expect(throws: JSONWritingError.self) { try RawJSON(converting: nested(513)) }
    do {
      _ = try RawJSON(converting: nested(1000))
    } catch {
      #expect(error.kind == .tooDeep(limit: 512))
      #expect(error.pointer?.tokens.count == 512)
    }
  }

  // MARK: - To Swift and Foundation values

  @Test func backToFoundation() throws {
    let text =
      #"{"a":[true,null,1,-1,1.5,18446744073709551615,"é"],"b":{"c":123456789012345678901234567890}}"#
    let tree = try RawJSON(parsing: text)
    let object = try #require(try tree.foundationObject() as? [String: Any])
    let again = try JSONSerialization.data(withJSONObject: object)
    #expect(try RawJSON(parsing: again) == tree)
    #expect(try RawJSON(converting: object) == tree)
    let list = try #require(object["a"] as? [Any])
    #expect(list[1] is NSNull)
    // A Foundation number can be cast to any number type.
    #expect(list[2] as? Double == 1)
    #expect(list[2] as? Int == 1)
  }

  @Test func backToSendableValues() throws {
    let text = #"{"a":[true,null,1,1.5,18446744073709551615],"b":{"c":1e400}}"#
    let tree = try RawJSON(parsing: text)
    let array = try #require(try tree["a"]?.sendableValue() as? [any Sendable])
    #expect(array[0] as? Bool == true)
    #expect(array[1] is NSNull)
    #expect(array[2] as? Int == 1)
    #expect(array[3] as? Double == 1.5)
    #expect(array[4] as? UInt64 == .max)
    #expect(throws: JSONWritingError(.notRepresentable(number: "1e400"), at: "/b/c")) {
      try tree.sendableValue()
    }
    let object: RawJSON.Object = ["x": ["y": 0.1]]
    let dictionary = try [String: any Sendable](converting: object)
    #expect((dictionary["x"] as? [String: any Sendable])?["y"] as? Double == 0.1)
    #expect(try RawJSON(converting: dictionary) == ["x": ["y": 0.1]])
    var deep: RawJSON = 1
    for _ in 0..<513 { deep = [deep] }
    #expect(throws: JSONWritingError.self) { try deep.sendableValue() }
    #expect(throws: JSONWritingError.self) { try deep.foundationObject() }
  }

  @Test func errorsAreSentences() {
    #expect(
      "\(JSONWritingError(.unsupportedType("Date"), at: "/a/1"))"
        == "a value of type Date is not a JSON value; convert it to a string, a number, an array or a dictionary "
        + "at /a/1")
  }
}
