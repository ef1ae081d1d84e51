// Tests of JSON: values and faults.
import RushJSON
import RushJSONMacros

@JSONModel
struct Order: Equatable {
  var id: Int
  var items: [String] = []
}

// What is written is read back, and has the value that others expect.
let order = Order(id: 7, items: ["a"])
let text = try RushJSONEncoder().encodeToString(order)
let copy = try RushJSONDecoder().decode(Order.self, from: text)
let written = try RawJSON(parsing: text)
let expected = try RawJSON(parsing: #"{"items": ["a"], "id": 7.0}"#)
precondition(copy == order && written == expected)

// What is refused, and where.
let faults = try RushJSONDecoder().faults(of: Order.self, in: #"{"items": [1]}"#.utf8)
precondition(faults.map { "\($0.pointer)" } == ["/id", "/items/0"])
