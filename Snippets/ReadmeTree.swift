// The README's section on trees.
import RushJSON

var ticket = try RawJSON(parsing: #"{"name": "Concert", "price": 1.10, "seats": [12, 13]}"#)
let before = ticket

ticket["name"] = "Opera"
ticket["seats"]?[0] = 14  // in place, at any depth
ticket["/seats/-" as JSONPointer] = 15  // appends
ticket[path: "buyer", "address", "town"] = "Graz"  // makes what is missing
try ticket.set(true, at: "/paid")  // throws if the path leads nowhere
try ticket.apply([.test("/name", "Opera"), .replace("/price", 25)])  // RFC 6902: all or nothing
ticket.applyMergePatch(["buyer": nil])  // RFC 7396
print(ticket)  // {"name":"Opera","price":25,"seats":[14,13,15],"paid":true}
print(try before.applying(ticket.difference(from: before)) == ticket)  // true
