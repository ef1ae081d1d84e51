// Extra data of a chat: a program's own fields on another service's models, as [String: RawJSON], built
// and read by hand.
import Foundation
import RushJSON

// MARK: - Stand-ins for the client of the service

struct ChatUser {
  var extraData: [String: RawJSON] = [:]
}

struct ChatMessage {
  var text = ""
  var extraData: [String: RawJSON] = [:]
}

struct ChannelController {
  func createNewMessage(text: String, extraData: [String: RawJSON]) -> ChatMessage {
    ChatMessage(text: text, extraData: extraData)
  }
}

/// The service's dates.
enum StreamDateFormatter {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static func dateString(from date: Date) -> String { date.formatted(style) }

  static func date(from text: String) -> Date? {
    do { return try style.parse(text) } catch { return nil }
  }
}

// MARK: - Adding

let user = ChatUser(extraData: ["email": .string("ada@example.org")])

let spelledOut: [String: RawJSON] = [
  "parcel": .dictionary([
    "label": .string("Books"),
    "weight": .double(2.5),
  ])
]
let short: [String: RawJSON] = [
  "parcel": [
    "label": .string("Books"),
    "weight": .double(2.5),
  ]
]
let controller = ChannelController()
let message = controller.createNewMessage(text: "On its way", extraData: spelledOut)

// MARK: - Reading

extension ChatUser {
  var email: String? {
    extraData["email"]?.stringValue
  }

  var emailByPattern: String {
    guard case .string(let value) = extraData["email"] else { return "" }
    return value
  }
}

let parcel = message.extraData["parcel"]?.dictionaryValue
let label = parcel?["label"]?.stringValue ?? ""
let weight = parcel?["weight"]?.doubleValue ?? 0.0
let sameLabel = message.extraData["parcel"]?["label"]?.stringValue ?? ""
let sameWeight = message.extraData["parcel"]?["weight"]?.doubleValue ?? 0.0

// MARK: - Models

struct Shipment {
  let number: Double
  let sentOn: Date
  let price: Double
  let stops: [Stop]
  let tags: [String]
}

struct Stop {
  let town: String
  let order: Int
}

extension Stop {
  init?(extraData: [String: RawJSON]) {
    guard let town = extraData["town"]?.stringValue else { return nil }
    // An exact `Int` or nil; `Int(numberValue)` would trap for 1e300.
    guard let order = extraData["order"]?.intValue else { return nil }
    self.town = town
    self.order = order
  }

  func toExtraData() -> [String: RawJSON] {
    [
      "town": .string(town),
      "order": .number(Double(order)),
    ]
  }
}

extension Shipment {
  init?(extraData: [String: RawJSON]) {
    guard let number = extraData["number"]?.numberValue else { return nil }
    guard let price = extraData["price"]?.numberValue else { return nil }
    guard let sentOn = extraData["sentOn"]?.stringValue else { return nil }
    guard let date = StreamDateFormatter.date(from: sentOn) else { return nil }
    let tags = extraData["tags"]?.stringArrayValue ?? []
    let stops =
      extraData["stops"]?.arrayValue?
      .compactMap(\.dictionaryValue)
      .compactMap(Stop.init(extraData:))
      ?? []

    self.number = number
    self.price = price
    self.sentOn = date
    self.tags = tags
    self.stops = stops
  }

  func toExtraData() -> [String: RawJSON] {
    [
      "number": .number(number),
      "sentOn": .string(
        StreamDateFormatter.dateString(from: sentOn)
      ),
      "price": .double(price),
      "tags": .array(tags.map(RawJSON.string)),
      "stops": .array(
        stops
          .map({ $0.toExtraData() })
          .map(RawJSON.dictionary)
      ),
    ]
  }
}

extension ChatMessage {
  var shipment: Shipment? {
    guard let extraData = extraData["shipment"]?.dictionaryValue else { return nil }
    return Shipment(extraData: extraData)
  }
}

let shipment = Shipment(
  number: 17, sentOn: Date(timeIntervalSince1970: 1_767_323_045.25), price: 9.9,
  stops: [Stop(town: "Graz", order: 1), Stop(town: "Linz", order: 2)], tags: ["fragile"])
let extraData: [String: RawJSON] = ["shipment": .dictionary(shipment.toExtraData())]
let second = controller.createNewMessage(text: "Sent", extraData: extraData)

print(user.email ?? "-", user.emailByPattern == user.email)
print(spelledOut == short, label, weight, sameLabel == label, sameWeight == weight)
print(second.shipment?.stops.map(\.town) ?? [], second.shipment?.sentOn == shipment.sentOn)
