import RushJSONCore
import Testing

// Typical code for extra data: dictionaries of RawJSON, built and read by hand.

private struct Booking: Equatable {
  var number: Double
  var departure: String
  var passengers: [Passenger]
  var destinations: [String]

  init(number: Double, departure: String, passengers: [Passenger], destinations: [String]) {
    self.number = number
    self.departure = departure
    self.passengers = passengers
    self.destinations = destinations
  }

  init?(extraData: [String: RawJSON]) {
    guard let number = extraData["number"]?.numberValue else { return nil }
    guard let departure = extraData["departure"]?.stringValue else { return nil }
    self.number = number
    self.departure = departure
    destinations = extraData["destinations"]?.stringArrayValue ?? []
    passengers =
      extraData["passengers"]?.arrayValue?
      .compactMap(\.dictionaryValue)
      .compactMap(Passenger.init(extraData:))
      ?? []
  }

  func toExtraData() -> [String: RawJSON] {
    [
      "number": .number(number),
      "departure": .string(departure),
      "price": .double(number),
      "destinations": .array(destinations.map(RawJSON.string)),
      "passengers": .array(
        passengers
          .map({ $0.toExtraData() })
          .map(RawJSON.dictionary)
      ),
    ]
  }
}

private struct Passenger: Equatable {
  var name: String
  var age: Int

  init(name: String, age: Int) {
    self.name = name
    self.age = age
  }

  init?(extraData: [String: RawJSON]) {
    guard let name = extraData["name"]?.stringValue else { return nil }
    guard let age = extraData["age"]?.intValue else { return nil }
    self.name = name
    self.age = age
  }

  func toExtraData() -> [String: RawJSON] {
    ["name": .string(name), "age": .number(Double(age))]
  }
}

@Suite struct ExtraDataGuideTests {
  @Test func ticket() {
    let extraData: [String: RawJSON] = [
      "ticket": .dictionary([
        "name": .string("Rock Concert"),
        "price": .double(20),
      ])
    ]
    let ticket = extraData["ticket"]?.dictionaryValue
    #expect(ticket?["name"]?.stringValue ?? "" == "Rock Concert")
    #expect(ticket?["price"]?.doubleValue ?? 0 == 20)
    #expect(extraData["ticket"]?["name"]?.stringValue ?? "" == "Rock Concert")
    #expect(extraData["ticket"]?["price"]?.doubleValue ?? 0 == 20)

    let literal: [String: RawJSON] = [
      "ticket": [
        "name": .string("Rock Concert"),
        "price": .double(20),
      ]
    ]
    #expect(literal == extraData)

    let email: [String: RawJSON] = ["email": .string("john.doe@example.com")]
    guard case .string(let value) = email["email"] else {
      Issue.record("not a string")
      return
    }
    #expect(value == "john.doe@example.com")
  }

  @Test func modelsThereAndBack() {
    let booking = Booking(
      number: 42, departure: "2026-01-02T03:04:05Z",
      passengers: [Passenger(name: "Ann", age: 30), Passenger(name: "Bob", age: 4)],
      destinations: ["Madrid", "Lisbon"])
    #expect(Booking(extraData: booking.toExtraData()) == booking)
    let extraData: [String: RawJSON] = ["flight": .dictionary(booking.toExtraData())]
    #expect(extraData["flight"]?.dictionaryValue.flatMap(Booking.init(extraData:)) == booking)
  }
}
