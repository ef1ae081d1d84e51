// The README's section on errors.
import RushJSON

let text = #"{"a": [1, 2, 4 5]}"#
do throws(JSONSyntaxError) {
  try JSONTokenizer.validate(text)
} catch {
  print(error.report(in: text))
  // expected ',' or ']' after an array element, found '5' at byte 15 (line 1, column 16) in /a/2
  // {"a": [1, 2, 4 5]}
  //                ^
}
