// Changes as data: JSON Patch (RFC 6902), JSON Merge Patch (RFC 7396), and partial updates.
import RushJSON
import RushJSONEditing

let before: RawJSON = [
  "name": "Concert", "price": 20, "seats": [12, 13], "note": nil,
]

// The difference of two values is a patch, and a patch is JSON.
var after = before
after["name"] = "Opera"
after["/seats/-" as JSONPointer] = 14
let patch = after.difference(from: before)
print(patch)  // [{"op":"replace","path":"/name","value":"Opera"},…]
print(try before.applying(patch) == after)  // true

// A patch from a client: decoded, then applied in full or not at all.
let received = try RushJSONDecoder().decode(
  JSONPatch.self,
  from:
    #"[{"op": "test", "path": "/price", "value": 20}, {"op": "remove", "path": "/note"}]"#
)
var ticket = before
try ticket.apply(received)
do {
  try ticket.apply([.replace("/price", 25), .test("/name", "Ballet")])
} catch {
  print(error.index ?? 0, ticket["price"] ?? nil)
  // 1 20: nothing has changed
}

// A merge patch replaces members, and null removes them.
ticket.applyMergePatch(["price": 25, "seats": nil])
print(ticket)  // {"name":"Concert","price":25}

// The patch of two values, and a merge patch for a value.
struct Profile: Codable {
  var name: String
  var city: String?
}
var profile = Profile(name: "Ada", city: "Linz")
print(try JSONPatch(from: profile, to: Profile(name: "Ada", city: nil)))
// [{"op":"remove","path":"/city"}]
try RushJSONDecoder().merge(["city": "Wien"], into: &profile)
print(profile.city ?? "-")  // Wien

// A partial update tells a missing member, null and a value apart.
struct Update: Codable {
  var name: JSONField<String>
  var note: JSONField<String>
}
let update = try RushJSONDecoder().decode(
  Update.self, from: #"{"note": null}"#)
print(update.name.isMissing, update.note.isNull)  // true true
