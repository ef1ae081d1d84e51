// The parts of the article "Defaults and leniencies".
// snippet.unknown
import RushJSON
import RushJSONProperties

enum Status: String { case active, closed }

struct Ticket: Codable {
  var status: OpenEnum<Status>  // what the enum has no case for is kept
  @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var priority: Int
}

let ticket = try RushJSONDecoder().decode(
  Ticket.self, from: #"{"status": "archived", "priority": "high"}"#)
switch ticket.status {
case .known(let status): print(status)
case .unknown(let value): print("new:", value)  // new: "archived"
}
print(try RushJSONEncoder().encodeToString(ticket))
// {"status":"archived","priority":0}
// snippet.end
