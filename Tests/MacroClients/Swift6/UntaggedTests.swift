import Foundation
import RushJSON
import RushJSONMacros
import RushJSONProperties
import Testing

/// Enums without a tag are the first case that fits.
@Suite struct UntaggedTests {
  private func fault<T: Decodable>(_ type: T.Type, _ text: String) -> JSONValueError? {
    do {
      _ = try RushJSONDecoder().decode(type, from: text)
      return nil
    } catch DecodingError.typeMismatch(_, let context) {
      return context.underlyingError as? JSONValueError
    } catch { return nil }
  }

  @Test func valueIsThatOfTheFirstCaseThatFits() throws {
    try expectBoth("true", Setting.flag(true))
    try expectBoth("7", Setting.count(7))
    try expectBoth("7.5", Setting.ratio(7.5))
    try expectBoth(#""1970-01-01T00:00:00Z""#, Setting.since(Date(timeIntervalSince1970: 0)))
    try expectBoth(#""1970""#, Setting.text("1970"))
    try expectBoth("[1,[true],null]", Setting.list([.count(1), .list([.flag(true)]), .off]))
    try expectBoth(#"{"from":1,"to":2}"#, Setting.range(from: 1, to: 2))
    try expectBoth(#"{"from":1}"#, Setting.range(from: 1, to: nil))
    try expectBoth(#"{"x":1}"#, Setting.spot(Spot(x: 1)))
    try expectBoth("null", Setting.off)
    try expectBoth(
      #"{"first":1,"all":{"a":"b"}}"#, UntaggedMembers(first: .count(1), all: ["a": .text("b")]))
    try expectBoth("[1,2]", UntaggedGeneric.many([1, 2]))
  }

  @Test func refusedMembersTellCasesApart() throws {
    try expectBoth(#"{"href":"a"}"#, Reference.link(href: "a"))
    try expectBoth(#"{"_0":"n","href":"a"}"#, Reference.named("n", href: "a"))
    try expectBoth(#"{"a":1}"#, Reference.other(["a": 1]))
    #expect(fault(Reference.self, #"{"href":"a","b":2}"#) != nil)
  }

  @Test func membersOfAFlattenedCaseAreNotUnknown() throws {
    try expectBoth(
      #"{"id":1,"_0":"n","href":"a"}"#, FlatUntagged(id: 1, reference: .named("n", href: "a")))
    try expectBoth(#"{"id":1,"a":3}"#, FlatUntagged(id: 1, reference: .other(["a": 3])))
    // The type around keeps unknown members, so it decides about them.
    try expectBoth(
      #"{"id":1,"href":"a","_0":"n","more":2}"#,
      FlatUntaggedWithRest(id: 1, reference: .link(href: "a"), rest: ["_0": "n", "more": 2]))
  }

  @Test func errorSaysWhyNoCaseFits() throws {
    let error = try #require(fault([String: Setting].self, #"{"a":{"from":"x"}}"#))
    #expect(error.offset == 5)
    #expect(
      "\(error)" == """
        an object is not a valid Setting at /a (byte 5, line 1, column 6); \
        flag: expected a boolean, found an object at /a; \
        count: expected a number, found an object at /a; \
        ratio: expected a number, found an object at /a; \
        since: expected a string, found an object at /a; \
        text: expected a string, found an object at /a; \
        list: expected an array, found an object at /a; \
        range: expected a number, found a string at /a/from; \
        spot: no member is named "x" in the object at /a; \
        off: expected null, found an object at /a
        """)
  }

  /// Each level of the value is tried for two cases, so without a memory the work would double with each.
  @Test(arguments: [1, 2, 20, 200])
  func workGrowsWithTheTextNotWithTheDepth(depth: Int) throws {
    let start = String(repeating: #"{"left":"#, count: depth)
    let text = start + "1" + String(repeating: #","label":"a"}"#, count: depth)
    let expected = (0..<depth).reduce(Branch.leaf(1)) { tree, _ in .labelled(left: tree, label: "a")
    }
    #expect(try RushJSONDecoder().decode(Branch.self, from: text) == expected)
    // No case fits at the bottom, so on no level.
    let failing = start + "null" + String(repeating: #","label":"a"}"#, count: depth)
    let error = try #require(fault(Branch.self, failing))
    #expect(error.offset == 0)
    #expect("\(error)".utf8.count < 600)
  }

  @Test(arguments: [1, 2, 20, 200])
  func workGrowsWithTheTextThroughOtherTypes(depth: Int) throws {
    let start = String(repeating: #"[{"child":"#, count: depth)
    let text = start + "1" + String(repeating: #","second":2}]"#, count: depth)
    let expected = (0..<depth).reduce(Nest.leaf(1)) { tree, _ in
      .list([.second(.init(child: tree, second: 2))])
    }
    #expect(try RushJSONDecoder().decode(Nest.self, from: text) == expected)
    #expect(fault(Nest.self, start + "null" + String(repeating: "}]", count: depth)) != nil)
  }

  @Test func valuesAreReadAnewInAnotherDecoding() throws {
    let decoder = RushJSONDecoder()
    for number in 1...3 {
      let text = #"{"left":{"left":\#(number),"right":2},"label":"a"}"#
      let expected = Branch.labelled(left: .pair(left: .leaf(number), right: .leaf(2)), label: "a")
      #expect(try decoder.decode(Branch.self, from: text) == expected)
    }
  }

  @Test func lossyCollectionsSkipValuesThatFitNoCase() throws {
    let values = try RushJSONDecoder().decode(
      LossyArray<Branch>.self, from: #"[1,null,{"left":1},{"left":1,"label":"a"}]"#)
    #expect(values.wrappedValue == [.leaf(1), .labelled(left: .leaf(1), label: "a")])
  }
}
