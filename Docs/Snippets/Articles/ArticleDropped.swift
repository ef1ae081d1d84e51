// One list of all that the wrappers of a payload drop.
import RushJSON
import RushJSONProperties

struct Basket: Decodable {
  @LossyArray var items: [Item]
  @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var total: Int
  @Stringified var coupon: Int?
}

struct Item: Decodable { var id: Int }

let payload = #"{"items": [{"id": 1}, {"id": "2"}, 0], "total": "?"}"#
var dropped: [SkippedValue] = []
let basket = try RushJSONDecoder().decode(
  Basket.self, from: payload.utf8, dropped: &dropped)
for value in dropped { print(value.path, value.place, value.rawJSON ?? "-") }
// ["items"] index(1) {"id":"2"}
// ["items"] index(2) 0
// [] name("total") "?"
print(basket.items.count, basket.total)  // 1 0
