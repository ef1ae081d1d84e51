// Tests of JSON: values and faults.
import RushJSON
import RushJSONMacros

@JSONModel
struct Order: Equatable {
  var id: Int
  var items: [String] = []
}

// The encoder writes what services expect, and the decoder reads it back.
let order = Order(id: 7, items: ["a"])
let text = try RushJSONEncoder().encodeToString(order)
let copy = try RushJSONDecoder().decode(Order.self, from: text)
let written = try RawJSON(parsing: text)
let expected = try RawJSON(parsing: #"{"items": ["a"], "id": 7.0}"#)
precondition(copy == order && written == expected)

// The decoder refuses wrong data and says where it is.
let faults = try RushJSONDecoder().faults(of: Order.self, in: #"{"items": [1]}"#.utf8)
precondition(faults.map { "\($0.pointer)" } == ["/id", "/items/0"])
