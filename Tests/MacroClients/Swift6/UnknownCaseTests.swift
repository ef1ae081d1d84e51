import Foundation
import RushJSON
import Testing

/// Enums that keep what a newer server sends, and write it back.
@Suite struct UnknownCaseTests {
  @Test(arguments: [
    #"{"square":{"side":2}}"#, #"{"x":1,"y":[1.10,{"circle":{}}]}"#, "{}", #""circle""#, "null",
    "-0.50", "1e400", "[]", "true", #"{"Circle":{"radius":1}}"#,
  ])
  func unknownExternalTagsAreKept(text: String) throws {
    try expectBothByRushJSON(text, OpenExternal.other(RawJSON(parsing: text)))
  }

  @Test func knownExternalTagsAreRead() throws {
    try expectBothByRushJSON(#"{"circle":{"radius":1.5}}"#, OpenExternal.circle(radius: 1.5))
    try expectBothByRushJSON(#"{"none":{}}"#, OpenExternal.none)
    // A member of a newer server beside a known tag does not matter, as without an unknown case.
    #expect(
      try RushJSONDecoder().decode(OpenExternal.self, from: #"{"new":1,"none":{}}"#) == .none)
    expectError(
      OpenExternal.self, #"{"circle":{"radius":"1"}}"#, at: ["circle", "radius"], offset: 20)
    expectError(OpenExternal.self, #"{"circle":{}}"#, at: ["circle"], offset: 10)
    expectError(OpenExternal.self, #" {"circle":{},"none":{}}"#, at: [], offset: 1)
  }

  @Test(arguments: [
    #"{"type":"square","side":2.0}"#, #"{"side":2}"#, "{}", #"{"type":1,"radius":1}"#,
    #"{"type":null}"#, #"{"type":["circle"],"radius":1}"#, "[]", "null", "7", #""circle""#,
    #"{"a":{"type":"circle"},"type":"squ\u0061re"}"#,
  ])
  func unknownInternalTagsAreKept(text: String) throws {
    let value = OpenInternal.other(try RawJSON(parsing: text))
    #expect(try RushJSONDecoder().decode(OpenInternal.self, from: text) == value)
    #expect(try RawJSON(parsing: value.jsonString()) == RawJSON(parsing: text))
  }

  @Test func knownInternalTagsAreRead() throws {
    try expectBothByRushJSON(#"{"type":"circle","radius":1.5}"#, OpenInternal.circle(radius: 1.5))
    try expectBothByRushJSON(
      #"{"type":"point","x":1,"y":2}"#, OpenInternal.point(Point(x: 1, y: 2)))
    try expectBothByRushJSON(#"{"type":"nothing"}"#, OpenInternal.none)
    #expect(try RushJSONDecoder().decode(OpenInternal.self, from: #"{"type":"nil"}"#) == .none)
    #expect(
      try RushJSONDecoder().decode(OpenInternal.self, from: #"{"type":"n\u0069l"}"#) == .none)
    expectError(OpenInternal.self, #"{"type":"circle"}"#, at: [], offset: 0)
    expectError(OpenInternal.self, #"{"type":"point","x":1,"y":""}"#, at: ["y"], offset: 26)
  }

  @Test func adjacentTags() throws {
    try expectBothByRushJSON(#"{"t":"list","c":[1,2]}"#, OpenAdjacent.list([1, 2]))
    try expectBothByRushJSON(#"{"t":"none"}"#, OpenAdjacent.none)
    for text in [#"{"t":"set","c":[1.0,"a"]}"#, #"{"c":[1]}"#, "[1]"] {
      try expectBothByRushJSON(text, OpenAdjacent.other(RawJSON(parsing: text)))
    }
    expectError(OpenAdjacent.self, #"{"t":"list","c":{}}"#, at: ["c"], offset: 16)
  }

  /// Members of known cases are refused, those of an unknown one are kept. Its type refuses other kinds.
  @Test func refusedMembers() throws {
    try expectBothByRushJSON(#"{"type":"a","x":1}"#, OpenRefusing.a(x: 1))
    try expectBothByRushJSON(#"{"type":"b","y":[]}"#, OpenRefusing.other(["type": "b", "y": []]))
    expectError(OpenRefusing.self, #"{"type":"a","x":1,"y":2}"#, at: ["y"], offset: 18)
    expectError(OpenRefusing.self, "[1]", at: [], offset: 0)
    try expectBothByRushJSON(#"{"a":{"x":1}}"#, OpenRefusingExternal.a(x: 1))
    try expectBothByRushJSON(
      #"{"b":{"x":1},"c":2}"#, OpenRefusingExternal.other(["b": ["x": 1], "c": 2]))
    expectError(OpenRefusingExternal.self, #"{"a":{"x":1},"b":2}"#, at: ["b"], offset: 13)
    expectError(OpenRefusingExternal.self, #"{"a":{"x":1,"z":2}}"#, at: ["a", "z"], offset: 12)
  }

  @Test func names() throws {
    try expectBothByRushJSON(#""in-progress""#, Word.inProgress)
    try expectBothByRushJSON(#""done""#, Word.done)
    try expectBothByRushJSON(#""späť""#, Word.returned)
    #expect(try RushJSONDecoder().decode(Word.self, from: #""d\u006fne""#) == .done)
    for text in [#""inProgress""#, #""""#, #""Done""#, "1", "null", "{}", #"["done"]"#, "true"] {
      expectError(Word.self, " \(text)", at: [], offset: 1)
    }
  }

  @Test(arguments: [
    #""archived""#, #""""#, #""Active""#, "1", "1.0", "null", #"{"active":true}"#, #"["active"]"#,
    #""activ""#, #""active ""#, #""a\u0000""#,
  ])
  func unknownNamesAreKept(text: String) throws {
    try expectBothByRushJSON(text, OpenWord.other(RawJSON(parsing: text)))
    try expectBothByRushJSON(
      "[\(text),\"closed\"]", [OpenWord.other(RawJSON(parsing: text)), .closed])
  }

  @Test func theTypeOfTheValueDecides() throws {
    try expectBothByRushJSON(#""archived""#, OpenString.other("archived"))
    try expectBothByRushJSON(#""active""#, OpenString.active)
    expectError(OpenString.self, " 1", at: [], offset: 1)
    expectError([OpenString].self, #"["a",null]"#, at: ["Index 1"], offset: 5)
    try expectBothByRushJSON(#"{"type":"new","n":1}"#, OpenCodable.other(.init(type: "new", n: 1)))
    expectError(OpenCodable.self, #"{"type":"new","n":"1"}"#, at: ["n"], offset: 18)
    try expectBothByRushJSON("5", OpenGeneric.other(5))
    try expectBothByRushJSON(#""a""#, OpenGeneric<Int>.a)
    // A known name counts first, whatever the type of the other value.
    try expectBothByRushJSON(#""b""#, OpenGeneric.other("b"))
  }

  @Test func membersOfOtherTypesAreNotKept() throws {
    try expectBothByRushJSON(
      #"{"id":1,"type":"square","side":2}"#,
      FlatOpenTag(id: 1, shape: .other(["type": "square", "side": 2])))
    try expectBothByRushJSON(
      #"{"id":1,"type":"circle","radius":2.5}"#, FlatOpenTag(id: 1, shape: .circle(radius: 2.5)))
    expectError(FlatOpenTag.self, #"{"type":"circle","radius":2.5}"#, at: [], offset: 0)
    try expectBothByRushJSON(
      #"{"id":1,"type":"b","y":2}"#,
      // As every flattened tree, it is written when all other names are known.
      FlatOpenTagWithRest(shape: .other(["type": "b", "y": 2]), rest: [:], id: 1))
    try expectBothByRushJSON(
      #"{"type":"a","x":2,"id":1,"z":3}"#,
      FlatOpenTagWithRest(shape: .a(x: 2), rest: ["z": 3], id: 1))
    // Nothing but an object has members.
    #expect(throws: (any Error).self) { try FlatOpenTag(id: 1, shape: .other(5)).jsonString() }
  }

  @Test func placesOfUnknownCases() throws {
    try expectBothByRushJSON(
      #"{"state":"new","states":["closed",5],"shapes":{"a":{"type":"x"}}}"#,
      Ticket(
        state: .other("new"), states: [.closed, .other(5)], shapes: ["a": .other(["type": "x"])]))
    #expect(
      try RushJSONDecoder().decode(Ticket.self, from: #"{"state":null}"#) == Ticket(state: nil))
  }

  @Test func openEnumsAndLossyDefaultsInModels() throws {
    try expectBothByRushJSON(
      #"{"code":200,"codes":[404,500,"x"],"count":3}"#,
      Answer(code: .known(.ok), codes: [.known(.missing), .unknown(500), .unknown("x")], count: 3))
    for text in [
      #"{"code":null,"count":"many"}"#, #"{"code":null}"#, #"{"code":null,"count":1.5}"#,
    ] {
      #expect(
        try RushJSONDecoder().decode(Answer.self, from: text)
          == Answer(code: .unknown(.null), codes: nil, count: 0))
    }
    expectError(Answer.self, #"{"count":1}"#, at: [], offset: 0)
  }

  /// Key strategies and forms change no kept value.
  @Test func keptValuesAreNotConverted() throws {
    let text = #"{"the_type":{"some_key":1.50,"B":[],"a":1}}"#
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = RushJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let value = try decoder.decode(OpenExternal.self, from: text)
    #expect(try encoder.encodeToString(value) == text)
    #expect(try RawJSON(parsing: text).decode(OpenExternal.self) == value)
  }
}
