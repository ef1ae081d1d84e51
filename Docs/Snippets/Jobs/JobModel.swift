// A model that is decoded and encoded by RushJSON in place of Foundation.
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
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]

let json = Data(
  #"{"departure":"2026-11-21T10:12:13Z","number":1815,"seats":["1A"]}"#.utf8
)
let flight = try decoder.decode(Flight.self, from: json)
print(try encoder.encode(flight) == json)  // true

// The errors are Foundation's, and also say where in the input.
do {
  _ = try decoder.decode(
    [Flight].self, from: Data(#"[{"number": "1815"}]"#.utf8))
} catch DecodingError.typeMismatch(_, let context) {
  print(context.codingPath.map(\.stringValue))  // ["Index 0", "number"]
  print(context.underlyingError ?? "")
  // … found a string at /0/number (byte 12, line 1, column 13)
}

// Input need not be Data.
let line = #"{"number": 7, "departure": "2026-01-01T00:00:00Z"}"#
let other = try decoder.decode(Flight.self, from: line)
print(try encoder.encodeToString(other))
// {"departure":"2026-01-01T00:00:00Z","number":7}

// A function that takes the decoder of either library.
func flights(in data: Data, decoder: some JSONDataDecoding) throws
  -> [Flight]
{
  try decoder.decode([Flight].self, from: data)
}
print(try flights(in: Data("[]".utf8), decoder: JSONDecoder()).count)  // 0
print(try flights(in: Data("[]".utf8), decoder: decoder).count)  // 0
