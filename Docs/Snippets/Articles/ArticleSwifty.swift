// Code from SwiftyJSON and AnyCodable, and the same with RawJSON.
import RushJSON

let json = try RawJSON(
  parsing: #"{"user": {"id": "7", "tags": ["a", "b"]}, "ok": 1}"#)

// SwiftyJSON's json["user"]["id"].stringValue, which is "" if nothing is there.
print(json["user"]?["id"]?.stringValue ?? "")  // 7
// Its intValue reads "7", too: here that is lenientInt.
print(json["user"]?["id"]?.intValue as Any)  // nil
print(json["user"]?["id"]?.lenientInt ?? 0)  // 7
print(json["ok"]?.lenientBool ?? false)  // true
print(json["user"]?["tags"]?[1]?.stringValue ?? "")  // b
print(try json.value(at: "/user/tags/0"))  // "a", by pointer

// AnyCodable as the type of a property: RawJSON is Codable, and Hashable.
struct Event: Codable {
  var name: String
  var payload: RawJSON
}
let event = try RushJSONDecoder().decode(
  Event.self, from: #"{"name": "sale", "payload": {"price": 1.10}}"#)
print(event.payload["price"]?.doubleValue ?? 0)  // 1.1
print(try RushJSONEncoder().encodeToString(event))
// {"name":"sale","payload":{"price":1.10}}
if case .dictionary(let members) = event.payload { print(members.names.count) }  // 1
