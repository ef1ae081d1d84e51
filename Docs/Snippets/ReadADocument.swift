// Reads a few values of a document without building the rest.
import RushJSON

let json = """
  {"user": {"name": "Ada", "scores": [9.5, 10]}, "note": "a \\"quoted\\" word"}
  """

let document = try JSONDocument(parsing: json)
let user = try document.root.value(at: "/user")
print(try user["name"]?.string() ?? "nobody")
for score in try user.value(at: "/scores").elements() {
  print(try score.double())
}

// The error says what was expected, what was found, and where.
do {
  _ = try document.root.value(at: "/user/scores/0").string()
} catch {
  print(error)  // expected a string, found a number at /user/scores/0 (byte 36, line 1, column 37)
}
