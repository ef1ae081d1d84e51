// Visits every value the fastest way, with a cursor over the document.
import RushJSON

let document = try JSONDocument(parsing: "[1, [2.5, \"three\"], {\"four\": 4}]")
var sum = 0.0
var stringBytes = 0

var cursor = document.cursor()
while cursor.advance() {
  switch cursor.kind {
  case .number: sum += cursor.double ?? 0
  case .string: stringBytes += cursor.withUTF8 { $0.count }
  default: break
  }
}
print(sum, stringBytes)  // 7.5 9
