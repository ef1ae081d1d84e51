// Extra data of a chat message, built and read by hand and as types.
import Foundation
import RushJSON

struct Parcel: Codable, Equatable {
  var label: String
  var weight: Double
  var stops: [String]
}

// What a chat service keeps beside its own fields.
struct ChatMessage: Codable {
  var text: String
  var extraData: [String: RawJSON] = [:]
}

// Literals build it.
var message = ChatMessage(
  text: "On its way",
  extraData: [
    "email": "ada@example.org",
    "parcel": [
      "label": "Books", "weight": 2.5, "stops": ["Graz", "Linz"],
    ],
  ])

// Accessors read it: the exact value, or nil.
print(message.extraData["email"]?.stringValue ?? "-")  // ada@example.org
print(message.extraData["parcel"]?["weight"]?.doubleValue ?? 0)  // 2.5
print(message.extraData["parcel"]?["stops"]?.stringArrayValue ?? [])
// ["Graz", "Linz"]
print(message.extraData["parcel"]?["stops"]?[0]?.intValue as Any)
// nil: it is not a number

// Assignments change it in place.
message.extraData["parcel"]?["stops"]?[1] = "Wels"
message.extraData["paid"] = true

// As a type: a value, or an error that says what is wrong and where.
let parcel = try message.extraData["parcel"]?.decode(Parcel.self)
print(parcel?.stops ?? [])  // ["Graz", "Wels"]
message.extraData["parcel"] = try RawJSON(
  encoding: Parcel(label: "Maps", weight: 1, stops: []))

// The message travels with its extra data, in order and digit for digit.
let data = try RushJSONEncoder().encode(message)
let received = try RushJSONDecoder().decode(ChatMessage.self, from: data)
print(received.extraData == message.extraData)  // true

// Members that a type does not declare, in one property, in their order.
struct Channel: Codable {
  var name: String
  @ExtraFields var extraData: [String: RawJSON]
}
let news = Channel(name: "news", extraData: ["topic": "Releases"])
print(try RushJSONEncoder().encodeToString(news))
// {"name":"news","topic":"Releases"}
let channel = try RushJSONDecoder().decode(
  Channel.self,
  from: #"{"name": "general", "topic": "Swift", "pinned": [4, 2]}"#)
print(channel.extraData["pinned"]?.array(of: Int.self) ?? [])  // [4, 2]
