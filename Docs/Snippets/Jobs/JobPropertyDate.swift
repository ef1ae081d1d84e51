// One property has a date format of its own.
import Foundation
import RushJSON
import RushJSONProperties

struct Invoice: Codable {
  var issued: Date  // in the format of the coder
  @Formatted<DayMonthYear> var due: Date
  @Formatted<JSONStyles.SecondsSince1970?> var paid: Date?
  @Formatted<LocalTime> var sent: Date
}

// A format of the library, with options, is a style of one line.
enum LocalTime: JSONStyles.DateStyle {
  typealias Value = Date
  static var format: JSONDateFormat { .rfc3339(.offset(.ahead(hours: 1))) }
}

// Any other style has two functions.
enum DayMonthYear: JSONStyles.Style {
  static func decode(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = try format().date(from: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a day like 21.12.2026")
    }
    return date
  }

  static func encode(_ value: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(try format().format(value))
  }

  static func format() throws -> JSONDateFormat {
    try .pattern("dd.MM.yyyy")
  }
}

let decoder = RushJSONDecoder()
decoder.dateFormat = .rfc3339
let encoder = RushJSONEncoder()
encoder.dateFormat = .rfc3339
let invoice = try decoder.decode(
  Invoice.self,
  from: """
    {"issued": "2026-11-21T10:12:13Z", "due": "21.12.2026",
     "paid": 1795255933, "sent": "2026-10-01T08:00:00Z"}
    """)
print(try encoder.encodeToString(invoice))
// {"issued":"2026-11-21T10:12:13Z","due":"21.12.2026","paid":1795255933,
//  "sent":"2026-10-01T09:00:00+01:00"}

do {
  _ = try decoder.decode(
    Invoice.self,
    from: #"{"issued": "2026-11-21T10:12:13Z", "due": "tomorrow"}"#)
} catch DecodingError.dataCorrupted(let context) {
  print(context.codingPath.map(\.stringValue), context.debugDescription)
  // ["due"] expected a day like 21.12.2026
}
