// The parts of the article "Errors".
// snippet.syntax
import RushJSON
import RushJSONStreams

let json = #"{"a": [1, 2, 4 5]}"#
do throws(JSONSyntaxError) {
  try JSONDocument.validate(json)
} catch {
  print(error.kind == .expectedCommaOrArrayEnd, error.offset)  // true 15
  print(error.report(in: json))
  // expected ',' or ']' after an array element, found '5' at byte 15 (line 1, column 16) in /a/2
  // {"a": [1, 2, 4 5]}
  //                ^
}
// snippet.end

// snippet.value
let document = try JSONDocument(parsing: #"{"scores": [9.5, 10]}"#)
do throws(JSONValueError) {
  _ = try document.root.value(at: "/scores/0").string()
} catch {
  print(error)  // expected a string, found a number at /scores/0 (byte 12, line 1, column 13)
  if case .wrongKind(let expected, let found) = error.kind {
    print(expected, found)
  }
}
// snippet.end

// snippet.decoding
struct Game: Decodable {
  var scores: [Int]
}

do {
  _ = try RushJSONDecoder().decode(
    Game.self, from: #"{"scores": [9, 9.5]}"#)
} catch DecodingError.dataCorrupted(let context),
  DecodingError.typeMismatch(_, let context)
{
  print(context.codingPath.map(\.stringValue))  // ["scores", "Index 1"]
  switch context.underlyingError {
  case let error as JSONSyntaxError: print("not JSON:", error)
  case let error as JSONValueError:
    print("at", error.pointer, "byte", error.offset ?? 0)
  default: print(context.debugDescription)
  }
}
// snippet.end

// snippet.report
enum Mode: String, Decodable, CaseIterable { case solo, team }
struct Match: Decodable { var mode: Mode }

let text = #"{"mode": "taem"}"#
do {
  _ = try RushJSONDecoder().decode(Match.self, from: text)
} catch {
  print(error.jsonReport(in: text))
  // expected a valid Mode, found "taem" at /mode (byte 9, line 1, column 10); the cases are "solo" and "team"
  // {"mode": "taem"}
  //          ^
}
// snippet.end

// snippet.stream
for line in JSONLines(["[1]\n[2\n"]).trees() {
  do {
    print(try line.get())
  } catch {
    print(error.kind, error.line ?? 0, error.offset)
    // the line and the byte of the whole stream
  }
}
// snippet.end
