// The parts of the article "Writing JSON".
// snippet.values
import RushJSON

struct Order: Codable {
  var id: Int
  var tags: [String]
}

// A value of a Codable type.
let encoder = RushJSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
print(try encoder.encodeToString(Order(id: 7, tags: ["a/b"])))

// A tree, a document, or part of one.
let tree: RawJSON = ["id": 7, "price": 1.1, "tags": ["a/b", "é"]]
print(try tree.jsonString())  // {"id":7,"price":1.1,"tags":["a/b","é"]}
let document = try JSONDocument(parsing: #"{"rates": [1.10, 1E400]}"#)
print(try document.root["rates"]?.jsonString() ?? "")  // [1.10,1E400]
// snippet.end

// snippet.layouts
print(try tree.jsonString(.pretty))
print(try tree.jsonString(.canonical))  // RFC 8785
var options = JSONWritingOptions()
options.layout = .indented(by: .tabs(1))
options.escaping = [.html, .lineSeparators]
options.maximumLength = 1 << 20  // throws above this many bytes
print(try tree.jsonBytes(options).count)
print(try tree.jsonLength(in: .utf16))  // without writing it
// snippet.end

// snippet.tokens
var writer = JSONWriter()
try writer.beginObject()
try writer.member("total", 0.3)
try writer.name("rows")
try writer.beginArray()
for row in 1...3 { try writer.integer(row) }
try writer.endArray()
do throws(JSONWritingError) {
  try writer.null()
} catch {
  print(error)
  // expected a name or the end of the object, not a value at /rows
}
try writer.endObject()
print(try writer.finishString())  // {"total":0.3,"rows":[1,2,3]}
// snippet.end
