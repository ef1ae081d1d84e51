// The parts of the article "Dates".
// snippet.strategy
import Foundation
import RushJSON

struct Visit: Codable {
  var start: Date
}

let decoder = RushJSONDecoder()
decoder.dateFormat = .rfc3339  // with or without fractions, in any offset
let encoder = RushJSONEncoder()
encoder.dateFormat = .rfc3339(.fraction(.fixed(3)))

let visit = try decoder.decode(
  Visit.self, from: #"{"start": "2026-11-21T11:12:13.5+01:00"}"#)
print(try encoder.encodeToString(visit))
// {"start":"2026-11-21T10:12:13.500Z"}
// snippet.end

// snippet.others
// Mail and HTTP: the weekday has to match, and zones have names.
decoder.dateFormat = .anyOf(
  try .pattern("EEE, d MMM yyyy HH:mm:ss Z"),
  try .pattern("d MMM yyyy HH:mm Z"))
print(try decoder.decode(Date.self, from: #""Sat, 21 Nov 2026 05:12:13 EST""#))

// ASP.NET and WCF: milliseconds; the offset does not change the instant.
decoder.dateFormat = .aspNet
encoder.dateFormat = .aspNet(offset: .ahead(hours: 1))
let seen = try decoder.decode(Date.self, from: #""\/Date(1795255933500+0100)\/""#)
print(try encoder.encodeToString(seen))  // "\/Date(1795255933500+0100)\/"
// snippet.end

// snippet.list
// The first format that fits reads; the first one of the list writes.
decoder.dateFormat = .anyOf(
  .rfc3339(.allowMissingZone(), .allowSpaceSeparator),
  try .pattern("dd.MM.yyyy"),
  .unix(.milliseconds))
for text in [#""2026-11-21 10:12:13""#, #""21.11.2026""#, "1795255933500"] {
  print(try decoder.decode(Date.self, from: text).timeIntervalSince1970)
}
// snippet.end

// snippet.formatter
let format = try JSONDateFormat.pattern(
  "d MMM yyyy, HH:mm", offset: .ahead(hours: 1))
print(try format.format(visit.start))  // 21 Nov 2026, 11:12
print(format.date(from: "tomorrow") as Any)
// nil; parse(_:) throws, and says why
// snippet.end

// snippet.timestamp
let instant = try JSONDateFormat.rfc3339.parse(
  "2026-11-21T10:12:13.123456789Z")
print(instant.seconds, instant.nanoseconds)  // 1795255933 123456789
print(Date(instant).timeIntervalSince1970)  // to the precision of a Double
// snippet.end
