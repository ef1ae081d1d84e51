// The README's section on documents.
import RushJSON

let document = try JSONDocument(
  parsing: #"{"user": {"name": "Ada", "scores": [9.5, 10]}, "note": "a \"quoted\" word"}"#)

print(try document.root["user"]?["name"]?.string() ?? "nobody")  // Ada
for score in try document.root.value(at: "/user/scores").elements() {
  print(try score.double())  // 9.5, 10.0
}
