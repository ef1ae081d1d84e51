import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// Types that share an object, and objects inside it: each of these is written once.
@Suite struct SharedPlaceTests {
  private static let two = TwoPlaces(first: PlaceX(x: 1), second: PlaceY(y: 2))

  @Test func placesOfTwoPartsAreOneObject() throws {
    try expectBoth(#"{"m":{"x":1,"y":2},"between":"b"}"#, Self.two)
    try expectBoth(
      #"{"m":{"x":1},"between":"b"}"#, TwoPlaces(first: PlaceX(x: 1), second: PlaceY()))
    try expectBoth(
      #"{"list":[{"m":{"x":1,"y":2},"between":"b"},{"m":{"x":1,"y":2},"between":"b"}]}"#,
      PlaceInArray(list: [Self.two, Self.two]))
    try expectBoth(#"{"kind":"two","m":{"x":1,"y":2},"between":"b"}"#, PlaceCase.two(Self.two))
  }

  @Test func placesOfATypeAndItsPartsAreOneObject() throws {
    try expectBoth(
      #"{"m":{"z":3,"x":1,"y":2}}"#, OwnPlace(first: PlaceX(x: 1), z: 3, second: PlaceY(y: 2)))
    try expectBoth(#"{"m":{"z":3,"x":1}}"#, OwnPlace(first: PlaceX(x: 1), z: 3))
    try expectBoth(
      #"{"m":{"a":{"r":4,"p":"q"},"x":1,"y":2},"between":"b","n":{"q":1},"k":[{"m":{}}]}"#,
      DeepPlaces(two: Self.two, deep: PlaceDeep(p: "q"), r: 4, rest: ["k": [["m": [:]]]]))
  }

  /// A part is there if one of its members is, also if that is in an object which another part has.
  @Test func partsThatMayBeMissingAreReadBack() throws {
    try expectBoth(
      #"{"m":{"x":1,"y":2}}"#, OptionalPlaces(first: PlaceX(x: 1), second: PlaceY(y: 2)))
    try expectBoth(#"{"m":{"x":1}}"#, OptionalPlaces(first: PlaceX(x: 1)))
    try expectBoth(#"{"m":{"y":2}}"#, OptionalPlaces(second: PlaceY(y: 2)))
    try expectBoth("{}", OptionalPlaces())
    #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(OptionalPlaces.self, from: #"{"m":{"x":"1"}}"#)
    }
  }

  @Test func layoutsAreThoseOfTheTree() throws {
    let value = DeepPlaces(
      two: Self.two, deep: PlaceDeep(p: "q"), r: 4, rest: ["a": 1, "z": nil])
    let tree = try RawJSON(parsing: value.jsonString())
    for options in [JSONWritingOptions.compact, .pretty, .canonical] {
      #expect(try value.jsonString(options) == tree.jsonString(options))
    }
    var sorted = JSONWritingOptions.pretty
    sorted.nameOrder = .utf8
    #expect(try value.jsonString(sorted) == tree.jsonString(sorted))
    let encoder = RushJSONEncoder()
    for formatting in [[], .sortedKeys, .prettyPrinted, [.prettyPrinted, .sortedKeys]]
      as [RushJSONEncoder.OutputFormatting]
    {
      encoder.outputFormatting = formatting
      let text = try encoder.encodeToString(value)
      #expect(try text == encoder.encodeToString(tree))
      #expect(try RushJSONDecoder().decode(DeepPlaces.self, from: text) == value)
    }
    let pieces = Pieces()
    var writer = JSONWriter(sink: { for index in $0.indices { pieces.bytes.append($0[index]) } })
    try writer.value(value)
    try writer.finish()
    #expect(try String(decoding: pieces.bytes, as: UTF8.self) == value.jsonString())
  }

  private final class Pieces { var bytes: [UInt8] = [] }

  @Test func refusedMembersAreThoseOfNoType() throws {
    try expectBoth(#"{"m":{"z":3,"x":1}}"#, StrictPlaces(first: PlaceX(x: 1), z: 3))
    #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(StrictPlaces.self, from: #"{"m":{"z":3,"x":1},"n":1}"#)
    }
  }

  /// The declared member of the outer type counts, as for any other name.
  @Test func memberOfTheOuterTypeTakesTheName() throws {
    let value = TakenPlace(m: ["x": 5], first: PlaceX(x: 1))
    #expect(try value.jsonString() == #"{"m":{"x":5}}"#)
  }

  @Test func schemaHasTheMembersOfAllParts() throws {
    for schema in [TwoPlaces.jsonSchema, OwnPlace.jsonSchema] {
      let properties = try #require(schema["/properties/m/properties" as JSONPointer]?.objectValue)
      #expect(properties["x"] != nil && properties["y"] != nil)
    }
    #expect(OwnPlace.jsonSchema["/properties/m/properties/z" as JSONPointer] != nil)
    #expect(TwoPlaces.jsonSchema["/properties/m/required" as JSONPointer] == ["x"])
  }
}
