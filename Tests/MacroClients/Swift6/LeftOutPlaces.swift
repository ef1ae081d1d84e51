import Foundation
import RushJSON
import RushJSONEditing
import RushJSONMacros
import RushJSONProperties
import Testing

// Members and objects that are left out, and what reads them back.

@JSONModel struct LeftOutPlaces: Equatable {
  var id = 1
  @Name(at: "/m/a", leavingOutEmpty: true) var a: Int?
  @Name(at: "/m/field") var field: JSONField<Int> = .missing
  @Name(at: "/m/deep/list", leavingOutEmpty: true) var list: [Int]?
  @Name(at: "/n/kept") var kept: Int?
}

/// The outer object of these is written, and the inner one is not.
@JSONModel struct LeftOutInside: Equatable {
  @Name(at: "/m/x") var x: Int
  @Name(at: "/m/deep/y", leavingOutEmpty: true) var y: Int?
}

@JSONModel struct WrappedPlaces: Equatable {
  var count = 7
  @Name(at: "/m/count") @DefaultValue<JSONDefaults.Zero> var inner: Int
  @Name(at: "/m/deep/count") @LossyArray var list: [Int] = []
}

@JSONModel struct DemandingPlace: Equatable {
  var count: Int?
  @Name(at: "/m/count") @Stringified var inner: Int
}

@JSONModel struct InnerNil: Equatable {
  var d: Int?? = .some(nil)
  var e: String?? = Optional(.none)
  var f: Int??
}

@JSONModel struct MergedFont: Equatable {
  var font: String? = "Menlo"
  var size = 12
  var field: JSONField<Int> = .missing
  var inner = MergedInner()

  @JSONModel struct MergedInner: Equatable {
    var note: String? = "n"
    var other: Int? = 3
    var names: [String: Int] = [:]
  }
}

@JSONModel(tag: .untagged) enum LooseExtra: Equatable {
  case none
  case point(x: Int, y: Int)
  case label(text: String)
}

@JSONModel(tag: .untagged) enum LooseAround: Equatable {
  case extra(LooseExtra)
  case tree(RawJSON)
}

@JSONModel struct WithLooseExtra: Equatable {
  var id: Int
  @Flattened var extra: LooseExtra
}

@Suite struct LeftOutPlaceTests {
  @Test func objectsWithoutMembersAreLeftOut() throws {
    try expectBoth(#"{"id":1,"n":{}}"#, LeftOutPlaces())
    try expectBoth(#"{"id":1,"m":{"a":2},"n":{}}"#, LeftOutPlaces(a: 2))
    try expectBoth(#"{"id":1,"m":{"field":null},"n":{}}"#, LeftOutPlaces(field: .null))
    try expectBoth(
      #"{"id":1,"m":{"deep":{"list":[]}},"n":{"kept":3}}"#, LeftOutPlaces(list: [], kept: 3))
    try expectBoth(#"{"m":{"x":1}}"#, LeftOutInside(x: 1))
    try expectBoth(#"{"m":{"x":1,"deep":{"y":2}}}"#, LeftOutInside(x: 1, y: 2))
    let foundation = try JSONEncoder().encode(LeftOutPlaces())
    #expect(try RawJSON(parsing: foundation) == ["id": 1, "n": [:]])
  }

  /// Not the member of the same name in the object around it.
  @Test func wrapperInAMissingObjectHasItsDefault() throws {
    for text in [#"{"count":7}"#, #"{"count":7,"m":null}"#, #"{"count":7,"m":{}}"#] {
      let value = try RushJSONDecoder().decode(WrappedPlaces.self, from: text)
      #expect(value.count == 7 && value.inner == 0 && value.list == [], "\(text)")
      let other = try JSONDecoder().decode(WrappedPlaces.self, from: Data(text.utf8))
      #expect(other == value, "\(text)")
    }
    let snake = RushJSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try snake.decode(WrappedPlaces.self, from: #"{"count":7}"#).inner == 0)
    let text = #"{"count":1,"m":{"count":2,"deep":{"count":[3,"x"]}}}"#
    let value = try RushJSONDecoder().decode(WrappedPlaces.self, from: text)
    #expect(value.inner == 2 && value.list == [3])
    for text in [#"{"count":7}"#, #"{"count":7,"m":{}}"#] {
      #expect(throws: DecodingError.self) {
        try RushJSONDecoder().decode(DemandingPlace.self, from: text)
      }
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(DemandingPlace.self, from: Data(text.utf8))
      }
    }
  }

  @Test(arguments: [nil, .some(nil), .some(5)] as [Int??])
  func innerNilIsReadBack(_ d: Int??) throws {
    for e in [nil, .some(nil), .some("e")] as [String??] {
      let value = InnerNil(d: d, e: e)
      let text = try value.jsonString()
      #expect(try RushJSONDecoder().decode(InnerNil.self, from: text) == value, "\(text)")
      #expect(try RushJSONEncoder().encodeToString(value) == text)
    }
    #expect(try InnerNil().jsonString() == "{}")
  }

  @Test func mergedNullMakesAnOptionalNil() throws {
    func merged(_ patch: RawJSON) throws -> MergedFont {
      var value = MergedFont(font: "Times", size: 9, field: .value(1))
      try RushJSONDecoder().merge(patch, into: &value)
      return value
    }
    #expect(try merged(["font": nil]).font == nil)
    #expect(try merged(["size": nil]).size == 12)
    #expect(try merged(["field": nil]).field == .missing)
    let both = try merged(["font": nil, "size": nil, "inner": ["note": nil, "names": ["a": nil]]])
    #expect(both.font == nil && both.size == 12 && both.inner.note == nil && both.inner.other == 3)
    #expect(try merged(["inner": nil]).inner == MergedFont.MergedInner())
    #expect(try merged(["font": "a"]).font == "a")
  }

  @Test func caseWithoutValuesHasNoMembers() throws {
    for (text, extra) in [
      (#"{"id":1}"#, LooseExtra.none), (#"{"id":1,"x":1,"y":2}"#, .point(x: 1, y: 2)),
      (#"{"id":1,"text":"a"}"#, .label(text: "a")),
    ] {
      try expectBothByRushJSON(text, WithLooseExtra(id: 1, extra: extra))
    }
    // A case whose members are there is not passed over.
    for text in [#"{"id":1,"x":1}"#, #"{"id":1,"text":5}"#] {
      #expect(throws: DecodingError.self, "\(text)") {
        try RushJSONDecoder().decode(WithLooseExtra.self, from: text)
      }
    }
    // Alone, it is null.
    try expectBothByRushJSON("null", LooseExtra.none)
    #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(LooseExtra.self, from: "{}")
    }
    try expectBothByRushJSON("{}", LooseAround.tree([:]))
    try expectBothByRushJSON("null", LooseAround.extra(.none))
  }
}
