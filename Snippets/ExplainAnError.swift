// Explains why a text is not JSON: the fault, its place, and the line.
import RushJSON

let text = #"{"a": [1, 2, 4 5]}"#
do throws(JSONSyntaxError) {
  try JSONTokenizer.validate(text)
} catch {
  print(error.kind, error.offset)
  print(error.report(in: text))
}
