// The program of the core's documentation: no Foundation.
import RushJSONCore
import RushJSONProperties

struct Visit: Codable {
  @Formatted<JSONStyles.RFC3339> var start: JSONTimestamp
  var rooms: [String]
}

let json = #"{"start": "2026-11-21T10:12:13Z", "rooms": ["A4"]}"#
let visit = try RushJSONCoreDecoder().decode(Visit.self, from: json)
print(visit.start.seconds)  // 1795255933
print(try RushJSONCoreEncoder().encodeToString(visit))
