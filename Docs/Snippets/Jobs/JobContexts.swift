// Types that need more than JSON: a context that the compiler checks.
import RushJSON

struct Currency: Sendable {
  var code: String
  var digits: Int
}

struct Price: DecodableWithContext, EncodableWithContext, Equatable {
  var cents: Int
  var currency: String

  init(cents: Int, in currency: Currency) {
    self.cents = cents
    self.currency = currency.code
  }

  init(from decoder: any Decoder, context: Currency) throws {
    self.init(
      cents: try decoder.singleValueContainer().decode(Int.self),
      in: context)
  }

  func encode(to encoder: any Encoder, context: Currency) throws {
    var container = encoder.singleValueContainer()
    try container.encode(cents)
  }
}

struct Order: DecodableWithContext, EncodableWithContext {
  enum CodingKeys: CodingKey { case id, total, extras }
  var id: Int
  var total: Price
  var extras: [Price]?

  init(from decoder: any Decoder, context: Currency) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    // Members that need the context get it; a context of a wrong type does
    // not compile.
    total = try container.decode(
      Price.self, forKey: .total, context: context)
    extras = try container.decodeIfPresent(
      [Price].self, forKey: .extras, context: context)
  }

  func encode(to encoder: any Encoder, context: Currency) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(total.with(context), forKey: .total)
    try container.encodeIfPresent(extras?.with(context), forKey: .extras)
  }
}

let euro = Currency(code: "EUR", digits: 2)
let order = try RushJSONDecoder().decode(
  from: #"{"id": 7, "total": 1250, "extras": [300]}"#
) { try Order(from: $0, context: euro) }
print(order.total.currency, order.extras?.count ?? 0)  // EUR 1
print(try RushJSONEncoder().encodeToString(order.with(euro)))
// {"id":7,"total":1250,"extras":[300]}

// Arrays, dictionaries and optionals of such types have the same context.
let prices = try RushJSONDecoder().decode(
  from: #"{"tea": 250, "cake": 420}"#
) { try [String: Price](from: $0, context: euro) }
print(prices["tea"]?.cents ?? 0)  // 250
