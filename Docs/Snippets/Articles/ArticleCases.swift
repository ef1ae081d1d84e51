// The cases of a tree.
import RushJSON

func kind(of value: RawJSON) -> String {
  switch value {
  case .null: "null"
  case .bool(let flag): "a boolean, \(flag)"
  case .number(let number): "a number, \(number.text)"
  case .string(let text): "a string, \(text)"
  case .array(let elements): "an array of \(elements.count)"
  case .dictionary(let members): "an object of \(members.count)"
  }
}

let values: RawJSON = [nil, true, 1.5, "a", [1, 2], ["b": 1]]
for value in values.jsonArrayValue ?? [] { print(kind(of: value)) }
// null
// a boolean, true
// a number, 1.5
// a string, a
// an array of 2
// an object of 1
