// The README's section on lazy reading.
import RushJSON

let document = try JSONDocument(
  parsing: #"{"user": {"name": "Ada", "scores": [9.5, 10]}, "note": "a \"quoted\" word"}"#)

print(try document.root["user"]?["name"]?.string() ?? "nobody")  // Ada
for score in try document.root.value(at: "/user/scores").elements() {
  print(try score.double())  // 9.5, 10.0
}
do {
  _ = try document.root.value(at: "/user/scores/0").string()
} catch {
  print(error)  // expected a string, found a number at /user/scores/0 (byte 36)
}
