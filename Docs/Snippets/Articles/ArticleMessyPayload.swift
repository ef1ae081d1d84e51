// A payload that three versions of a server have written.
import RushJSON
import RushJSONMacros
import RushJSONProperties

@JSONModel
struct Account: Decodable {
  @Name("userName", also: "user_name", "username") var name: String
  @Stringified var credit = 0
  @LenientBool var isActive = true
  @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> @Stringified
  var visits: Int
  @LossyArray var orders: [Order] = []

  @JSONModel
  struct Order: Decodable { var id: Int }
}

let messy = """
  [{"userName": "ada", "credit": "0", "isActive": 0, "visits": null},
   {"user_name": "bob", "credit": null, "visits": "7",
    "orders": [{"id": 1}, {"id": "2"}]},
   {"username": "cy", "credit": 0, "isActive": "yes", "visits": "?",
    "orders": [null]}]
  """
var leftOut: [SkippedValue] = []
let accounts = try RushJSONDecoder().decode(
  [Account].self, from: messy.utf8, dropped: &leftOut)
for account in accounts {
  print(account.name, account.credit, account.isActive, account.visits)
}
// ada 0 false 0
// bob 0 true 7
// cy 0 true 0
for value in leftOut { print(value.path, value.place, value.rawJSON ?? "-") }
// ["Index 1", "orders"] index(1) {"id":"2"}
// ["Index 2"] name("visits") "?"
// ["Index 2", "orders"] index(0) null
