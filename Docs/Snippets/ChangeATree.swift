// Changes a tree in place, by path and by patch, and makes the patch between two versions.
import RushJSON
import RushJSONEditing

var ticket: RawJSON = ["name": "Concert", "seats": [12, 13], "note": nil]
let before = ticket

ticket["name"] = "Opera"
ticket["/seats/-" as JSONPointer] = 14
ticket[path: "buyer", "address", "town"] = "Graz"  // makes what is missing
try ticket.set(false, at: "/paid")  // or throws, and says where the path ends

// A partial update must tell a missing member, null and a value apart.
for name in ["note", "name", "price"] {
  switch ticket.field(name) {
  case .missing: print(name, "is not there")
  case .null: print(name, "is null")
  case .value(let value): print(name, "is", value)
  }
}

// RFC 6902: all operations, or none.
let changes = ticket.difference(from: before)
print(changes)
print(try before.applying(changes) == ticket)
do {
  try ticket.apply([.remove("/paid"), .test("/name", "Ballet")])
} catch {
  print(error)  // patch operation 1 (test "/name") failed: the value is another one
}

// RFC 7396: null removes.
ticket.applyMergePatch(["note": nil, "buyer": ["name": "Ada"]])

// Every value, from the inside out.
ticket.transform { value in
  if case .string(let text) = value { value = .string(text.uppercased()) }
}
ticket.sortNames()
print(ticket)
