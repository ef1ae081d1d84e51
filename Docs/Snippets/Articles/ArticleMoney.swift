// Money with two digits, and identifiers for JavaScript.
import Foundation
import RushJSON
import RushJSONProperties

/// An amount in cents, written with two digits after the point.
enum Cents: JSONStyles.Style {
  static func decode(from decoder: any Decoder) throws -> Int {
    let amount = try JSONNumber(from: decoder).decimal.map { $0 * 100 }
    guard let amount, let cents = Int(exactly: JSONNumber(amount)) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "not an amount"))
    }
    return cents
  }

  static func encode(_ cents: Int, to encoder: any Encoder) throws {
    let (units, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = cents < 0 ? "-" : ""
    try JSONNumber(text: "\(sign)\(units).\(rest / 10)\(rest % 10)").encode(to: encoder)
  }
}

struct Bill: Codable {
  // Above 2^53, a number is another one in JavaScript: a string is safe.
  @Stringified var id: UInt64
  @Formatted<Cents> var total: Int
}

let bill = Bill(id: 9_007_199_254_740_993, total: 1990)
let billText = try RushJSONEncoder().encodeToString(bill)
print(billText)  // {"id":"9007199254740993","total":19.90}
let known = try RushJSONDecoder().decode(
  Bill.self, from: #"{"id": 7, "total": 0.1}"#)
print(known.id, known.total)  // 7 10

// A tree gets a decimal without a Double between them.
let rate = Decimal(string: "3.133") ?? 0
print(RawJSON.number(JSONNumber(rate)), RawJSON.decimal(rate))  // 3.133 3.133

// RFC 8785 has no numbers but doubles, so canonical JSON rounds.
let large = try RawJSON(parsing: "9007199254740993")
print(try large.jsonString(), try large.jsonString(.canonical))
// 9007199254740993 9007199254740992
