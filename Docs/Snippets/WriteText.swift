// Writes JSON from a tree, from a document, and token by token.
import RushJSON

let order: RawJSON = ["id": 9_007_199_254_740_993, "price": 1.1, "tags": ["a/b", "é"]]
print(try order.jsonString())
print(try order.jsonString(.pretty))
print(try order.jsonString(.canonical))
print(try order.jsonLength(in: .characters))

// Numbers are written digit for digit as they were read.
print(try JSONDocument(parsing: "[1.10, 1E400, 0.0001]").jsonString())  // [1.10,1E400,0.0001]

// Token by token, with the length limited.
var options = JSONWritingOptions()
options.maximumLength = 1000
options.escaping = [.html, .lineSeparators]
var writer = JSONWriter(options: options)
try writer.beginObject()
try writer.name("total")
try writer.double(0.1 + 0.2)
try writer.name("rows")
try writer.beginArray()
for row in 1...3 { try writer.integer(row) }
try writer.endArray()
do throws(JSONWritingError) {
  try writer.null()
} catch {
  print(error)  // expected a name or the end of the object, not a value at /rows
}
try writer.endObject()
print(try writer.finishString())
