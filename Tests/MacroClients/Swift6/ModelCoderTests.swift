import Foundation
import RushJSON
import RushJSONCore
import RushJSONFiles
import RushJSONMacros
import RushJSONStreams
import Testing

/// A model goes wherever a `Codable` type goes, with every coder, and is the same everywhere.
@Suite struct ModelCoderTests {
  private static let trip = Trip(
    line: 7, stops: [Stop(name: "Nord", at: Date(timeIntervalSinceReferenceDate: 60))],
    state: .late(minutes: 3), bytes: Data([1, 2, 255]), note: nil, prices: [.child: 2, .adult: 4])
  private static let text =
    #"{"line":7,"stops":[{"name":"Nord","at":60}],"state":{"late":{"minutes":3}},"#
    + #""bytes":"AQL\/","prices":{"child":2}}"#

  private var trip: Trip {
    var trip = Self.trip
    trip.prices = [.child: 2]
    return trip
  }

  // MARK: - This library

  @Test func sourcesOfBytesAndValuesGiveTheSameModel() throws {
    let decoder = RushJSONDecoder()
    let bytes = Array(Self.text.utf8)
    let tree = try RawJSON(parsing: Self.text)
    let found: [Trip] = [
      try decoder.decode(from: Self.text), try decoder.decode(from: bytes),
      try decoder.decode(Trip.self, from: Data(bytes)),
      try decoder.decode(from: JSONDocument(parsingChunks: [bytes[..<9], bytes[9...]])),
      try decoder.decode(from: JSONDocument(parsing: bytes)), try decoder.decode(from: tree),
      try tree.decode(), try JSONDocument(parsing: "[\(Self.text)]").value(at: "/0"),
    ]
    #expect(found.allSatisfy { $0 == trip })
  }

  @Test func collectionsGiveTheSameModels() throws {
    let (text, decoder) = (Self.text, RushJSONDecoder())
    #expect(try decoder.decode([Trip].self, from: "[\(text),\(text)]") == [trip, trip])
    #expect(try decoder.decode([Trip?].self, from: "[\(text),null]") == [trip, nil])
    #expect(try decoder.decode([String: Trip].self, from: #"{"a":\#(text)}"#) == ["a": trip])
    #expect(try decoder.decode([String: [Trip]].self, from: #"{"a":[\#(text)]}"#) == ["a": [trip]])
    #expect(try decoder.decode(Trip?.self, from: text) == trip)
    #expect(try decoder.decode(Set<Fare>.self, from: #"["child","child"]"#) == [.child])
    let encoder = RushJSONEncoder()
    #expect(try encoder.encodeToString([trip, trip]) == "[\(text),\(text)]")
    #expect(try encoder.encodeToString([trip, nil]) == "[\(text),null]")
    #expect(try encoder.encodeToString(["a": trip]) == #"{"a":\#(text)}"#)
    #expect(try encoder.encodeToString(["a": [trip]]) == #"{"a":[\#(text)]}"#)
    #expect(try encoder.encodeToString(Set([Fare.child])) == #"["child"]"#)
    var pieces: [UInt8] = []
    try encoder.encode([trip, trip]) { for index in $0.indices { pieces.append($0[index]) } }
    #expect(String(decoding: pieces, as: UTF8.self) == "[\(text),\(text)]")
  }

  /// Keys that give names make an object, wherever the dictionary is.
  @Test func dictionariesWithNamesForKeysAreObjects() throws {
    let (decoder, encoder) = (RushJSONDecoder(), RushJSONEncoder())
    let text = #"{"child":2}"#
    #expect(try decoder.decode([Fare: Int].self, from: text) == [.child: 2])
    #expect(try encoder.encodeToString([Fare.child: 2]) == text)
    #expect(try encoder.encodeToString([[Fare.child: 2]]) == "[\(text)]")
    #expect(try decoder.decode([Fare: Int].self, from: #"["child",2]"#) == [.child: 2])
    #expect(throws: DecodingError.self) {
      try decoder.decode([Fare: Int].self, from: #"{"dog":2}"#)
    }
    let nested = #"{"prices":{"child":2}}"#
    #expect(try decoder.decode(PriceList.self, from: nested).prices == [.child: 2])
    #expect(try encoder.encodeToString(PriceList(prices: [.child: 2])) == nested)
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try encoder.encodeToString(PriceList(prices: [.child: 2])) == nested)
  }

  @Test func streamsGiveTheSameModels() throws {
    let (text, trip) = (Self.text, trip)
    let lines = Array("\(text)\n\(text)\n".utf8)
    #expect(try JSONLines([lines]).values(of: Trip.self).map { try $0.get() } == [trip, trip])
    #expect(
      try JSONElements(at: .root, in: [Array("[\(text)]".utf8)]).values(of: Trip.self)
        .map { try $0.get() } == [trip])
    #expect(
      try ServerSentEvent.Stream([Array("data: \(text)\n\n".utf8)]).values(of: Trip.self)
        .map { try $0.get() } == [trip])
    let url = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID()).jsonl")
    try Data(lines).write(to: url)
    defer { do { try FileManager.default.removeItem(at: url) } catch {} }
    let file = JSONLinesFile(url.path(percentEncoded: false))
    #expect(try file.values(of: Trip.self).map { try $0.get() } == [trip, trip])
    var partial = PartialJSON()
    try partial.feed(text)
    try partial.finish()
    #expect(try partial.snapshot()?.decode(Trip.self) == trip)
    var writer = JSONLinesWriter()
    try writer.write(encoding: trip)
    try writer.write(trip)
    // The writer alone has other options for slashes and dates than an encoder.
    #expect(try writer.finish().starts(with: Array("\(text)\n".utf8)))
  }

  // MARK: - Other coders

  /// A function that knows of Codable alone.
  private func passed<T: Codable>(
    _ value: T, _ encode: (T) throws -> Data, _ decode: (T.Type, Data) throws -> T
  ) throws -> T {
    try decode(T.self, encode(value))
  }

  @Test func everyCoderReadsWhatItHasWritten() throws {
    let trip = Self.trip
    var withoutPrices = trip
    withoutPrices.prices = nil
    #expect(try passed(trip, JSONEncoder().encode, JSONDecoder().decode) == trip)
    #expect(try passed([trip], JSONEncoder().encode, JSONDecoder().decode) == [trip])
    #expect(try passed(trip, RushJSONEncoder().encode, RushJSONDecoder().decode) == trip)
    #expect(try passed(trip, JSONEncoder().encode, RushJSONDecoder().decode) == trip)
    // For Foundation, only strings are names.
    #expect(
      try passed(withoutPrices, RushJSONEncoder().encode, JSONDecoder().decode) == withoutPrices)
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      #expect(try passed(trip, encoder.encode, PropertyListDecoder().decode) == trip)
      #expect(try passed(["a": trip], encoder.encode, PropertyListDecoder().decode) == ["a": trip])
    }
  }

  @Test func textOfFoundationsEncoderIsThatOfCodable() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = try encoder.encode(trip)
    let twin = try JSONDecoder().decode(TripTwin.self, from: text)
    #expect(try encoder.encode(twin) == text)
    var trip = trip
    trip.prices = nil
    let own = RushJSONEncoder()
    own.outputFormatting = [.sortedKeys]
    #expect(try encoder.encode(trip) == own.encode(trip))
  }

  /// The same with the compiler's own code.
  private struct TripTwin: Codable {
    struct Stop: Codable { var name: String; var at: Date }
    enum State: Codable { case onTime, late(minutes: Int) }
    var line: Int
    var stops: [Stop]
    var state: State
    var bytes: Data
    var note: String?
    var prices: [Fare: Int]?
  }

  @Test func strategiesOfFoundationsCodersApply() throws {
    let journey = Journey(
      firstStop: Stop(name: "Nord", at: Date(timeIntervalSince1970: 1)), ticketNumber: .infinity,
      ticketCode: Data([7]), dataNames: ["is_data": 1])
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    encoder.dataEncodingStrategy = .deferredToData
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text =
      #"{"data_names":{"is_data":1},"first_stop":{"at":"1970-01-01T00:00:01Z","name":"Nord"},"#
      + #""ticket_code":[7],"ticket_number":"inf"}"#
    let data = try encoder.encode(journey)
    #expect(String(decoding: data, as: UTF8.self) == text)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    decoder.dataDecodingStrategy = .deferredToData
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    #expect(try decoder.decode(Journey.self, from: data) == journey)
    decoder.keyDecodingStrategy = .custom { path in
      Key(path.last?.stringValue.replacingOccurrences(of: "ticket_", with: "ticket").lowercased())
    }
    #expect(throws: DecodingError.self) { try decoder.decode(Journey.self, from: data) }
    let lower = #"{"FIRST":{"NAME":"Nord","AT":"1970-01-01T00:00:01Z"}}"#
    #expect(
      try decoder.decode(Leg.self, from: Data(lower.utf8)) == Leg(first: journey.firstStop))
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String?) { stringValue = name ?? "" }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// A type that is only Codable, with a model inside.
  private struct Wrapped: Codable { var trips: [Trip] }

  @Test func pathsAreWholeInsideOtherContainers() throws {
    let text = #"{"trips":[{"line":7,"stops":[{"name":7,"at":0}],"state":{"late":{"minutes":3}}}]}"#
    let path = ["trips", "Index 0", "stops", "Index 0", "name"]
    for decode in [
      { try JSONDecoder().decode(Wrapped.self, from: $0) },
      { try RushJSONDecoder().decode(Wrapped.self, from: $0) },
    ] as [(Data) throws -> Wrapped] {
      let error = try #require(throws: DecodingError.self) { _ = try decode(Data(text.utf8)) }
      guard case .typeMismatch(_, let context) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == path)
    }
    struct Endless: Encodable { var values: [Measure] }
    for encode in [{ try JSONEncoder().encode($0) }, { try RushJSONEncoder().encode($0) }]
      as [(Endless) throws -> Data]
    {
      let error = try #require(throws: EncodingError.self) {
        _ = try encode(Endless(values: [Measure(value: 1), Measure(value: .nan)]))
      }
      guard case .invalidValue(_, let context) = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["values", "Index 1", "value"])
    }
  }

  @Test func userInfoOfOtherCodersArrives() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "unit"))
    let decoder = JSONDecoder()
    decoder.userInfo[key] = "km"
    #expect(try decoder.decode(Distance.self, from: Data(#"{"unit":1}"#.utf8)).unit.name == "km")
    let encoder = JSONEncoder()
    encoder.userInfo[key] = "km"
    let distance = Distance(unit: Unit(name: "m"))
    #expect(String(decoding: try encoder.encode(distance), as: UTF8.self) == #"{"unit":"km"}"#)
  }

  // MARK: - Inside own code

  /// A type whose own `init(from:)` calls that of a model, now and after the call.
  private final class Later: Decodable {
    let now: Stop
    let decoder: any Decoder
    init(from decoder: any Decoder) throws {
      now = try Stop(from: decoder)
      self.decoder = decoder
    }
  }

  @Test func ownCodeDecodesModelsFromItsDecoder() throws {
    let text = #"{"name":"Nord","at":60}"#
    let later = try RushJSONDecoder().decode(Later.self, from: text)
    #expect(later.now == Self.trip.stops[0])
    #expect(try Stop(from: later.decoder) == later.now)
    let wrong = try RushJSONDecoder().decode([Later].self, from: "[\(text)]")
    #expect(try Stop(from: wrong[0].decoder) == later.now)
  }

  @Test func classesAreDecodedByOtherCoders() throws {
    let car = try JSONDecoder().decode(Car.self, from: Data(#"{"seats":5}"#.utf8))
    #expect(car.seats == 5)
    #expect(String(decoding: try JSONEncoder().encode(car), as: UTF8.self) == #"{"seats":5}"#)
    #expect(try RushJSONDecoder().decode([Car].self, from: #"[{"seats":2}]"#)[0].seats == 2)
  }
}

@JSONModel nonisolated struct Trip: Equatable, Sendable {
  var line: Int
  var stops: [Stop]
  var state: TripState
  var bytes: Data
  var note: String?
  var prices: [Fare: Int]?
}

@JSONModel nonisolated struct Stop: Equatable, Sendable {
  var name: String
  var at: Date
}

@JSONModel nonisolated enum TripState: Equatable, Sendable {
  case onTime
  case late(minutes: Int)
}

@JSONModel nonisolated enum Fare: String, JSONName.Convertible, Sendable { case child, adult }

nonisolated struct PriceList: Codable { var prices: [Fare: Int] }

@JSONModel nonisolated struct Journey: Equatable {
  var firstStop: Stop
  var ticketNumber: Double
  var ticketCode: Data
  var dataNames: [String: Int]
}

@JSONModel nonisolated struct Leg: Equatable { var first: Stop }

@JSONModel nonisolated struct Measure { var value: Double }

@JSONModel nonisolated struct Distance { var unit: Unit }

/// Only Codable: what it is depends on `userInfo`.
nonisolated struct Unit: Codable {
  var name: String

  init(name: String) { self.name = name }

  private static var key: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "unit") }

  init(from decoder: any Decoder) throws {
    name = Unit.key.flatMap { decoder.userInfo[$0] as? String } ?? ""
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Unit.key.flatMap { encoder.userInfo[$0] as? String } ?? name)
  }
}

@JSONModel nonisolated class Car {
  var seats: Int
  init(seats: Int) { self.seats = seats }
}
