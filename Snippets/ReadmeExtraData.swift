// The README's section on extra data.
import Foundation
import RushJSON

struct Passenger: Codable {
  var name: String
  var age: Int
}

// Data that a service keeps beside its own fields.
var extraData: [String: RawJSON] = [
  "flight": ["number": 1815, "passengers": [["name": "Ada", "age": 36]]]
]

// By hand: the exact value, or nil.
print(extraData["flight"]?["number"]?.intValue ?? 0)  // 1815
extraData["flight"]?["price"] = 99.9

// As a type, or an error with the fault and its place.
let passengers = try extraData["flight"]?["passengers"]?.decode([Passenger].self) ?? []
print(passengers[0].name)  // Ada
