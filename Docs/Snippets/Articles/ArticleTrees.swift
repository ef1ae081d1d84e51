// The parts of the article "Extra data" that are about trees.
// snippet.numbers
import Foundation
import RushJSON

let price = try RawJSON(parsing: "1.10")
print(price)  // 1.10: the digits that were read are written
print(price == 1.1, price.doubleValue ?? 0, price.intValue as Any)
// true 1.1 nil
print(try RawJSON(parsing: "9007199254740993").intValue ?? 0)
// 9007199254740993
// snippet.end

// snippet.money
struct Invoice: Codable {
  var total: Decimal
  var rate: JSONNumber
}
let invoice = try RushJSONDecoder().decode(
  Invoice.self, from: #"{"total": 19.90, "rate": 1.10}"#)
print(invoice.total * 3, invoice.rate)  // 59.7 1.10
print(try RushJSONEncoder().encodeToString(invoice))
// {"total":19.9,"rate":1.10}
let long = try RawJSON(
  parsing: "0.12345678901234567890123456789012345678901")
print(long.decimalValue as Any)  // nil: no Decimal equals it
// snippet.end

// snippet.edit
var ticket: RawJSON = ["name": "Concert", "seats": [12, 13]]
ticket["name"] = "Opera"
ticket["seats"]?[0] = 14
ticket["/seats/-" as JSONPointer] = 15  // appends
ticket[path: "buyer", "address", "town"] = "Graz"  // makes what is missing
try ticket.set(true, at: "/paid")  // throws where a path leads nowhere
ticket["name"] = nil  // removes the member; `.null` is a value
print(ticket)
// {"seats":[14,13,15],"buyer":{"address":{"town":"Graz"}},"paid":true}
// snippet.end

// snippet.names
var api: RawJSON = ["paths": ["/users": ["get": true]]]
let get = JSONPointer(tokens: ["paths", "/users", "get"])
print(get, api[get] ?? nil)  // /paths/~1users/get true
api["/paths/~1users/get" as JSONPointer] = false
// snippet.end

// snippet.variables
let (row, discount): (Int, Double?) = (7, nil)
var order: RawJSON = ["seats": RawJSON([12, row]), "discount": 2.5]
order["row"] = row
order["discount"] = discount  // no value: removes the member
let seat: Int? = order["seats"]?[1]  // exactly that type, or nil
print(order.count, seat ?? 0)  // 2 7
if let members = order.objectValue {
  for (name, value) in members.pairs { print(name, value) }
  // seats [12,7]
  // row 7
}
// snippet.end

// snippet.visit
ticket.transform { value in
  if case .string(let text) = value { value = .string(text.uppercased()) }
}
ticket.walk { pointer, value in
  if value.kind == .string { print(pointer, value) }
  // /buyer/address/town "GRAZ"
  return .descend
}
// snippet.end

// snippet.convert
let dictionary: [String: Any] = [
  "on": NSNumber(value: true), "count": 1, "list": [1.5, "x"],
]
let converted = try RawJSON(converting: dictionary)
print(
  converted["on"]?.boolValue ?? false, converted["count"]?.intValue ?? 0)
// true 1
let object = try converted.foundationObject()
print(object is [String: Any])  // true
// snippet.end
