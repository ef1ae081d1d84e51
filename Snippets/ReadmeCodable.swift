// The README's section on Codable.
import Foundation
import RushJSON

struct Flight: Codable, Equatable {
  var number: Int
  var departure: Date
  var seats: [String]?
}

let decoder = RushJSONDecoder()  // was: JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
decoder.keyDecodingStrategy = .convertFromSnakeCase
let encoder = RushJSONEncoder()  // was: JSONEncoder()
encoder.dateEncodingStrategy = .iso8601
encoder.outputFormatting = .sortedKeys

let text = #"{"departure":"2026-11-21T10:12:13Z","number":1815,"seats":["1A"]}"#
let flight = try decoder.decode(Flight.self, from: Data(text.utf8))
print(try encoder.encode(flight) == Data(text.utf8))  // true

do {
  _ = try decoder.decode([Flight].self, from: Data(#"[{"number": "1815"}]"#.utf8))
} catch DecodingError.typeMismatch(_, let context) {
  // [0].number, and where in the text
  print(context.codingPath.map(\.stringValue), context.underlyingError ?? "")
}
