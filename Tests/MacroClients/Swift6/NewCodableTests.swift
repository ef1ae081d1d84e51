import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// The table of `Docs/NewCodable.md`: behaviours that the tests of Swift's experimental `@JSONCodable` require.
@Suite struct NewCodableTests {
  private func roundTrip<T: Codable & JSONWritable & Equatable>(
    _ value: T, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let written = try RushJSONEncoder().encodeToString(value)
    #expect(written == text, sourceLocation: sourceLocation)
    #expect(
      try RushJSONDecoder().decode(T.self, from: text) == value, sourceLocation: sourceLocation)
  }

  // MARK: - The same

  @Test func structsHaveTheirMembersInOrder() throws {
    try roundTrip(Cyclist(name: "Ida", gears: 21), #"{"name":"Ida","gears":21}"#)
    try roundTrip(NoMembers(), "{}")
    #expect(
      try RushJSONDecoder().decode(OnlyRead.self, from: #"{"name":"a","gears":2}"#)
        == OnlyRead(name: "a", gears: 2))
  }

  @Test func namesDefaultsAndOtherNamesAreRead() throws {
    let ride = Ride(start: "2026", notes: ["a"], pace: 4.5)
    try roundTrip(ride, #"{"started_at":"2026","notes":["a"],"pace":4.5,"kind":"tour"}"#)
    let old = #"{"started":"2026","notes":["a"],"pace":4.5}"#
    #expect(try RushJSONDecoder().decode(Ride.self, from: old) == ride)
    let null = #"{"started_at":"2026","notes":["a"],"pace":null,"kind":"tour"}"#
    #expect(try RushJSONDecoder().decode(Ride.self, from: null).pace == nil)
  }

  @Test func enumsAreTaggedByTheOnlyMember() throws {
    try roundTrip(Signal.go, #"{"go":{}}"#)
    try roundTrip(Signal.slowDown, #"{"slow_down":{}}"#)
    #expect(try RushJSONDecoder().decode(Signal.self, from: #"{"slow":{}}"#) == .slowDown)
    try roundTrip(Signal.limit(speed: 2.5), #"{"limit":{"speed":2.5}}"#)
    try roundTrip(Signal.pair("a", 9), #"{"pair":{"_0":"a","_1":9}}"#)
  }

  @Test func propertiesHaveFormats() throws {
    let half = Date(timeIntervalSince1970: 1_768_473_000.5)
    let formats = RideFormats(
      date: half, bytes: Data([0xde, 0xad]), dates: [half], parts: [Data([0xca, 0xfe]), Data()],
      price: try #require(JSONNumber("49.90")))
    try roundTrip(
      formats,
      #"{"date":"2026-01-15T10:30:00.5Z","bytes":"3q0=","dates":["2026-01-15T10:30:00.5Z"],"#
        + #""parts":["yv4=",""],"price":49.90}"#)
  }

  // MARK: - Not the same

  @Test func aMissingMemberIsAnErrorOfAnotherTypeWithItsName() throws {
    let error = try #require(throws: DecodingError.self) {
      try RushJSONDecoder().decode(Ride.self, from: "{}")
    }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record(error)
      return
    }
    #expect(key.stringValue == "started_at")
    #expect(context.debugDescription.contains("started_at"))
  }

  @Test func membersWithoutAValueAreNotWritten() throws {
    try roundTrip(
      Ride(start: "2026", notes: [], pace: nil), #"{"started_at":"2026","notes":[],"kind":"tour"}"#)
    // JSONField writes what it is.
    try roundTrip(Pace(value: .null), #"{"value":null}"#)
  }

  @Test func keysOfDictionariesAreStringsAndIntegersWithoutOrder() throws {
    try roundTrip(Scores(scores: [7: "a"]), #"{"scores":{"7":"a"}}"#)
    let date = Date(timeIntervalSince1970: 0)
    try roundTrip(Plan(dates: [1: [date]]), #"{"dates":{"1":["1970-01-01T00:00:00Z"]}}"#)
    // As with Codable, keys of other types make an array.
    #expect(try RushJSONEncoder().encodeToString([UInt8(7): "a"]) == #"[7,"a"]"#)
  }
}

@JSONModel struct Cyclist: Equatable {
  let name: String
  let gears: Int
}

@JSONModel struct NoMembers: Equatable {}

@JSONModel(only: .reading) struct OnlyRead: Equatable {
  let name: String
  let gears: Int
}

@JSONModel struct Ride: Equatable {
  @Name("started_at", also: "started") let start: String
  let notes: [String]
  let pace: Double?
  var kind = "tour"
}

@JSONModel enum Signal: Equatable {
  case go
  @Name("slow_down", also: "slow") case slowDown
  case limit(speed: Double)
  case pair(String, Int)
}

@JSONModel struct RideFormats: Equatable {
  @Format(.rfc3339) var date: Date
  @Format(.base64) var bytes: Data
  @Format(.rfc3339) var dates: [Date]
  @Format(.base64) var parts: [Data]
  var price: JSONNumber
}

@JSONModel struct Pace: Equatable { var value: JSONField<Int> }
@JSONModel struct Scores: Equatable { var scores: [Int: String] }
@JSONModel struct Plan: Equatable { @Format(.rfc3339) var dates: [Int: [Date]] }
