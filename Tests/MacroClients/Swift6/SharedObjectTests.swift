import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// Types that share one object: what is written has no name twice and is read back equal, and every type knows
/// the members of the others.
@Suite struct SharedObjectTests {
  private func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try RushJSONDecoder().decode(T.self, from: Data(text.utf8))
  }

  /// Reads a text, and writes and reads it again.
  private func roundTrip<T: Codable & JSONWritable & Equatable>(
    _ value: T, _ text: String
  ) throws {
    #expect(try read(T.self, text) == value)
    try expectText(value, text)
    #expect(try read(T.self, value.jsonString()) == value)
  }

  /// Checks the text of a value, by all ways of writing.
  private func expectText<T: Encodable & JSONWritable>(_ value: T, _ text: String) throws {
    #expect(try value.jsonString() == text)
    #expect(try RushJSONEncoder().encodeToString(value) == text)
    let tree = try RawJSON(parsing: text, options: .unique)
    for options in [JSONWritingOptions.pretty, .canonical] {
      let other = try value.jsonString(options)
      #expect(try RawJSON(parsing: other, options: .unique) == tree)
    }
    var pieces = ""
    try value.writeJSON {
      pieces += unsafe $0.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
    #expect(pieces == text)
  }

  private func refuses<T: Decodable>(
    _ type: T.Type, _ text: String, _ path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
      try read(T.self, text)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    let place = context.underlyingError as? JSONValueError
    #expect(place?.pointer.description == path, sourceLocation: sourceLocation)
    #expect(
      place?.kind == .unknownName(context.codingPath.last?.stringValue ?? ""),
      sourceLocation: sourceLocation)
  }

  // MARK: - Tags and payloads

  @Test func payloadsDoNotKeepTheTag() throws {
    let open = OpenPart(x: 1, rest: ["z": 2])
    try roundTrip(Tagged.open(open), #"{"type":"open","x":1,"z":2}"#)
    try roundTrip(
      Tagged.extra(ExtraPart(rest: ["z": 2], x: 1)), #"{"type":"extra","x":1,"z":2}"#)
    try roundTrip(Tagged.strict(StrictPart(x: 1)), #"{"type":"strict","x":1}"#)
    try roundTrip(Tagged.tree(["x": 1, "y": [2]]), #"{"type":"tree","x":1,"y":[2]}"#)
    try roundTrip(Tagged.value(["x": 1]), #"{"type":"value","x":1}"#)
    try roundTrip(Tagged.dictionary(["x": 1]), #"{"type":"dictionary","x":1}"#)
    try roundTrip(
      Tagged.nested(.open(open)), #"{"type":"nested","kind":"open","x":1,"z":2}"#)
    try roundTrip(
      FlatTag(id: 7, tagged: .nested(.open(open))),
      #"{"id":7,"type":"nested","kind":"open","x":1,"z":2}"#)
    refuses(Tagged.self, #"{"type":"strict","x":1,"z":2}"#, "/z")
  }

  @Test func theTagWinsOverMembersOfThePayload() throws {
    try roundTrip(
      Tagged.typed(TypedPart(type: "typed", x: 1)), #"{"type":"typed","x":1}"#)
    try expectText(Tagged.typed(TypedPart(type: "other", x: nil)), #"{"type":"typed"}"#)
    try expectText(
      Tagged.open(OpenPart(x: 1, rest: ["type": 2, "x": 3, "y": 4])),
      #"{"type":"open","x":1,"y":4}"#)
    try expectText(Tagged.tree(["type": [1], "x": 2]), #"{"type":"tree","x":2}"#)
    try expectText(Tagged.dictionary(["type": 1]), #"{"type":"dictionary"}"#)
  }

  @Test func enumsThatRefuseMembersKnowTheirTags() throws {
    try roundTrip(StrictTagged.strict(StrictPart(x: 1)), #"{"type":"strict","x":1}"#)
    try roundTrip(
      StrictTagged.open(OpenPart(x: 1, rest: ["z": 2])), #"{"type":"open","x":1,"z":2}"#)
    try roundTrip(StrictTagged.point(Point(x: 1, y: 2)), #"{"type":"point","x":1,"y":2}"#)
    try roundTrip(StrictTagged.labelled(x: 1), #"{"type":"labelled","x":1}"#)
    for text in [
      #"{"type":"strict","x":1,"z":2}"#, #"{"z":2,"type":"point","x":1,"y":2}"#,
      #"{"type":"labelled","x":1,"z":{}}"#, #"{"z":2,"type":"none"}"#,
    ] {
      refuses(StrictTagged.self, text, "/z")
    }
    try roundTrip(StrictExternal.a(x: 1), #"{"a":{"x":1}}"#)
    try roundTrip(StrictExternal.b, #"{"b":{}}"#)
    refuses(StrictExternal.self, #"{"a":{"x":1},"z":1}"#, "/z")
    refuses(StrictExternal.self, #"{"a":{"x":1,"z":1}}"#, "/a/z")
    refuses(StrictExternal.self, #"{"b":{"z":1}}"#, "/b/z")
    refuses(StrictExternal.self, #"{"z":1,"b":{}}"#, "/z")
    try roundTrip(StrictAdjacent.a(x: 1), #"{"t":"a","c":{"x":1}}"#)
    try roundTrip(StrictAdjacent.point(Point(x: 1, y: 2)), #"{"t":"point","c":{"x":1,"y":2}}"#)
    try roundTrip(StrictAdjacent.b, #"{"t":"b"}"#)
    refuses(StrictAdjacent.self, #"{"t":"a","c":{"x":1,"z":1}}"#, "/c/z")
    refuses(StrictAdjacent.self, #"{"t":"a","c":{"x":1},"z":1}"#, "/z")
    refuses(StrictAdjacent.self, #"{"z":1,"t":"point","c":{"x":1,"y":2}}"#, "/z")
    refuses(StrictAdjacent.self, #"{"t":"b","c":{}}"#, "/c")
  }

  // MARK: - Flattened properties

  @Test func flattenedTypesKnowTheMembersAroundThem() throws {
    let open = OpenPart(x: 1, rest: ["z": 2])
    try roundTrip(FlatOpen(part: open, id: 3, note: "n"), #"{"x":1,"id":3,"note":"n","z":2}"#)
    try roundTrip(FlatStrict(id: 1, part: StrictPart(x: 2)), #"{"id":1,"x":2}"#)
    refuses(FlatStrict.self, #"{"x":2,"z":3,"id":1}"#, "/z")
    try roundTrip(
      FlatStrictOpen(id: 1, part: StrictPart(x: 2), rest: ["z": 3]), #"{"id":1,"x":2,"z":3}"#)
    try roundTrip(StrictFlat(id: 1, point: Point(x: 2, y: 3)), #"{"id":1,"x":2,"y":3}"#)
    refuses(StrictFlat.self, #"{"id":1,"x":2,"y":3,"z":4}"#, "/z")
    try roundTrip(FlatTree(id: 1, members: ["z": 2]), #"{"id":1,"z":2}"#)
    try roundTrip(BothOpen(rest: [:], part: open, id: 4), #"{"x":1,"id":4,"z":2}"#)
    try roundTrip(
      Siblings(
        open: open, typed: TypedPart(type: "t", x: 1), strict: StrictPart(x: 1), value: [true]),
      #"{"x":1,"type":"t","value":[true],"z":2}"#)
    let text = #"{"x":1,"label":"l","id":5,"z":2}"#
    let object = try read(SiblingClass.self, text)
    #expect(object.open == open && object.point.label == "l")
    #expect(try object.jsonString() == text)
  }

  @Test func declaredMembersWinOverUnknownOnes() throws {
    try roundTrip(RestFirst(rest: ["z": 1], a: 2, b: 3), #"{"z":1,"a":2,"b":3}"#)
    try expectText(RestFirst(rest: ["a": 5, "b": 6, "z": 1], a: 2, b: nil), #"{"z":1,"a":2}"#)
    let open = OpenPart(x: 1, rest: ["id": 5, "note": 6, "z": 7, "x": 8])
    try expectText(FlatOpen(part: open, id: 3, note: nil), #"{"x":1,"id":3,"z":7}"#)
    try expectText(
      BothOpen(rest: ["x": 0, "z": 9, "y": 9], part: open, id: 4),
      #"{"x":1,"id":4,"note":6,"z":7,"y":9}"#)
    try expectText(
      Siblings(
        open: OpenPart(x: 1, rest: ["type": 1, "value": 2]), typed: TypedPart(type: "t", x: 3),
        strict: StrictPart(x: 4), value: 5),
      #"{"x":1,"type":"t","value":5}"#)
    try expectText(FlatTree(id: 1, members: ["id": 2]), #"{"id":1}"#)
  }

  @Test func convertedNamesAreCompared() throws {
    let encoder = RushJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let part = OpenPart(x: 1, rest: ["created_at": 2, "createdAt": 3])
    let text = try encoder.encodeToString(CamelOpen(createdAt: 4, part: part))
    #expect(text == #"{"created_at":4,"x":1,"createdAt":3}"#)
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let value = try decoder.decode(
      CamelOpen.self, from: #"{"created_at":4,"x":1,"some_thing":3}"#)
    #expect(value == CamelOpen(createdAt: 4, part: OpenPart(x: 1, rest: ["some_thing": 3])))
  }

  @Test func partsThatFailLeaveNoNames() throws {
    struct Either: JSONReadable, Decodable, Equatable {
      var open: OpenPart?
      var label: OpenLabel?
      init(from reader: inout JSONReader) throws {
        do { open = try reader.read() } catch { label = try reader.read() }
      }
      init(from decoder: any Decoder) throws {
        var reader = try JSONReader(decoder, for: Self.self)
        try self.init(from: &reader)
      }
    }
    let value = try read(Either.self, #"{"label":"l","x":"not a number"}"#)
    #expect(value.open == nil && value.label?.rest == ["x": "not a number"])
  }

  @Test func textStaysUntilItsObjectEnds() throws {
    // More than a window of text, of which a member in the middle is taken back.
    let long = String(repeating: "x", count: 50_000)
    let part = OpenPart(
      x: 1, rest: ["a": .string(long), "type": .string(long), "b": .string(long)])
    try expectText([Tagged.open(part)], #"[{"type":"open","x":1,"a":"\#(long)","b":"\#(long)"}]"#)
    try expectText(
      [Tagged.typed(TypedPart(type: long, x: 1)), .open(part)],
      #"[{"type":"typed","x":1},{"type":"open","x":1,"a":"\#(long)","b":"\#(long)"}]"#)
  }
}

@JSONModel struct OpenLabel: Equatable {
  var label: String
  @Unknown var rest: RawJSON.Object
}

extension JSONReadingOptions {
  /// Refuses two members of one name.
  fileprivate static var unique: JSONReadingOptions {
    var options = JSONReadingOptions()
    options.duplicateNames = .refuse
    return options
  }
}
