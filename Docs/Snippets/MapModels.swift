// Maps a flight to the extra data of a chat message, [String: RawJSON]: by hand, then as Codable.
import Foundation
import RushJSON

struct Passenger: Codable, Hashable {
  var name: String
  var age: Int
}

struct BookingFlight: Codable, Hashable {
  var flightNumber: Double
  var departureDate: Date
  var arrivalDate: Date
  var price: Double
  var passengers: [Passenger]
  var destinations: [String]
}

// MARK: - By hand

let dates = JSONDateFormat.rfc3339

extension Passenger {
  init?(extraData: [String: RawJSON]) {
    // `intValue` is an exact integer or nil; `Int(numberValue)` would trap for 1e300.
    guard let name = extraData["name"]?.stringValue, let age = extraData["age"]?.intValue else {
      return nil
    }
    self.init(name: name, age: age)
  }

  func toExtraData() -> [String: RawJSON] {
    ["name": .string(name), "age": .integer(age)]
  }
}

extension BookingFlight {
  init?(extraData: [String: RawJSON]) {
    guard let number = extraData["flightNumber"]?.numberValue,
      let price = extraData["price"]?.numberValue,
      let departure = extraData["departureDate"]?.stringValue.flatMap(dates.date(from:)),
      let arrival = extraData["arrivalDate"]?.stringValue.flatMap(dates.date(from:))
    else { return nil }
    let passengers = extraData["passengers"]?.arrayValue ?? []
    self.init(
      flightNumber: number, departureDate: departure, arrivalDate: arrival, price: price,
      passengers: passengers.compactMap(\.dictionaryValue).compactMap(Passenger.init(extraData:)),
      destinations: extraData["destinations"]?.stringArrayValue ?? [])
  }

  func toExtraData() -> [String: RawJSON] {
    [
      "flightNumber": .number(flightNumber),
      "departureDate": .string(dates.dateString(from: departureDate)),
      "arrivalDate": .string(dates.dateString(from: arrivalDate)),
      "price": .double(price),
      "passengers": .array(passengers.map { .dictionary($0.toExtraData()) }),
      "destinations": .array(destinations.map(RawJSON.string)),
    ]
  }
}

/// The model of another service.
struct ChatMessage {
  var extraData: [String: RawJSON] = [:]
}

extension ChatMessage {
  var bookingFlight: BookingFlight? {
    (extraData["flight"]?.dictionaryValue).flatMap { BookingFlight(extraData: $0) }
  }
}

let flight = BookingFlight(
  flightNumber: 1815, departureDate: Date(timeIntervalSince1970: 1_763_704_000),
  arrivalDate: Date(timeIntervalSince1970: 1_763_711_200.5), price: 99.9,
  passengers: [Passenger(name: "Ada", age: 36), Passenger(name: "Charles", age: 60)],
  destinations: ["London", "Turin"])

let byHand = ChatMessage(extraData: ["flight": .dictionary(flight.toExtraData())])
print(byHand.bookingFlight == flight)  // true

// MARK: - As Codable

let decoder = RushJSONDecoder()
decoder.dateFormat = .rfc3339
let encoder = RushJSONEncoder()
encoder.dateEncodingStrategy = .custom { date, encoder in
  var container = encoder.singleValueContainer()
  try container.encode(dates.dateString(from: date))
}

extension ChatMessage {
  /// The flight, or an error with the fault and its place.
  func decodedFlight() throws -> BookingFlight? {
    try extraData["flight"]?.decode(decoder: decoder)
  }

  mutating func setFlight(_ flight: BookingFlight) throws {
    extraData["flight"] = try RawJSON(encoding: flight, encoder: encoder)
  }
}

var asCodable = ChatMessage()
try asCodable.setFlight(flight)
print(asCodable.extraData == byHand.extraData)  // true
print(try asCodable.decodedFlight() == flight)  // true

// Mapping by hand drops a wrong value; a decoder says why it is wrong.
asCodable.extraData["flight"]?["passengers"]?[1]?["age"] = 1e300
print(asCodable.bookingFlight?.passengers.count ?? 0)  // 1
do {
  _ = try asCodable.decodedFlight()
} catch DecodingError.dataCorrupted(let context) {
  print(context.underlyingError.map { "\($0)" } ?? "")
}

// MARK: - Members that a type does not declare

/// A message type that keeps the members it does not declare.
struct Message: Decodable {
  var text: String
  @ExtraFields var extraData: [String: RawJSON]
}

let message = try RushJSONDecoder().decode(
  Message.self, from: #"{"text": "Boarding", "gate": "B12", "seats": [12, 13]}"#)
print(message.extraData["gate"]?.stringValue ?? "-", message.extraData.count)  // B12 2
