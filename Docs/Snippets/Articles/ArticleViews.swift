// The parts of the article "Choosing a view": one document, seen in each way.
// snippet.text
import RushJSON

let json = Array(
  #"{"user": {"name": "Ada", "scores": [9.5, 10]}, "active": true}"#.utf8)
// snippet.end

// snippet.validate
try JSONDocument.validate(json)  // throws the first fault
// snippet.end

// snippet.document
let document = try JSONDocument(parsing: json)
let name = try document.root.value(at: "/user/name").string()
print(name, document.root["active"]?.kind ?? .null)  // Ada boolean
// snippet.end

// snippet.cursor
var sum = 0.0
var cursor = document.cursor()
while cursor.advance() {
  if let number = cursor.double { sum += number }
}
print(sum)  // 19.5
// snippet.end

// snippet.numbers
let shape = try JSONDocument(parsing: #"{"coordinates": [[[8.5, 47.25], [8.5, 47.5]]]}"#)
var latitudes = 0.0
for ring in try shape.root.value(at: "/coordinates").elements() {
  for point in try ring.elements() { latitudes += try point[1]?.double() ?? 0 }
}
print(latitudes)  // 94.75
// snippet.end

// snippet.reader
var documents = JSONDocument.Reader()
var size = 0
for message in [#"{"size": 3}"#, #"{"size": 4}"#] {
  let document = try documents.parse(message)
  size += try document.root["size"]?.int() ?? 0
}
print(size)  // 7
// snippet.end

// snippet.type
struct User: Decodable {
  var name: String
  var scores: [Double]
}
let user = try RushJSONDecoder().decode(User.self, from: json, at: "/user")
let same = try document.root["user"]?.decode(User.self)
// without another pass over the input
print(user.scores == same?.scores)  // true
// snippet.end

// snippet.tree
var tree = try RawJSON(parsing: json)
tree["active"] = false
tree["user"]?["scores"]?[0] = 9.75
print(tree)  // {"user":{"name":"Ada","scores":[9.75,10]},"active":false}
// snippet.end

// snippet.events
var reader = JSONEventReader()
for piece in [json[..<20], json[20...]] {
  reader.feed(piece)
  while let event = try reader.next() {
    if event == .name { print(reader.string() ?? "") }
    // user, name, scores, active
  }
}
reader.finish()
while try reader.next() != nil {}
// snippet.end
