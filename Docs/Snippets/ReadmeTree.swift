// The README's section on trees.
import RushJSONEditing

var ticket = try RawJSON(parsing: #"{"name": "Concert", "price": 1.10, "seats": [12, 13]}"#)
let before = ticket

ticket["name"] = "Opera"
ticket["seats"]?[0] = 14  // in place, at any depth
ticket[path: "buyer", "address", "town"] = "Graz"  // makes what is missing
try ticket.apply([.test("/name", "Opera"), .replace("/price", 25)])  // RFC 6902: all or nothing
print(ticket.difference(from: before))  // a patch that makes the same changes
