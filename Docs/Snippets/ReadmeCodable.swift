// The README's section on types.
import Foundation
import RushJSON

struct Flight: Codable {
  var number: Int
  var departure: Date
}

let decoder = RushJSONDecoder()  // was: JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let json = Data(#"{"number": 1815, "departure": "2026-11-21T10:12:13Z"}"#.utf8)
print(try decoder.decode(Flight.self, from: json).number)  // 1815
