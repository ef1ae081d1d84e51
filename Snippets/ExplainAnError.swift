// A text that is not JSON: what is wrong, where, and the line to look at.
import RushJSON

let text = #"{"a": [1, 2, 4 5]}"#
do throws(JSONSyntaxError) {
  try JSONTokenizer.validate(text)
} catch {
  print(error.kind, error.offset)
  print(error.report(in: text))
}
