// Explains why input is not JSON: the fault, its place, and the line.
import RushJSON

let json = #"{"a": [1, 2, 4 5]}"#
do throws(JSONSyntaxError) {
  try JSONDocument.validate(json)
} catch {
  print(error.kind, error.offset)
  print(error.report(in: json))
}
