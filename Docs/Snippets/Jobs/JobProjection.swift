// A few values of a file that is too large for memory.
import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams

struct Item: Codable, Sendable {
  var id: Int
  var name: String
}

// A file of the usual shape: some members, and one long array.
let path = NSTemporaryDirectory() + "export-\(UUID().uuidString).json"
var export: RawJSON = ["meta": ["version": 3], "items": []]
for id in 1...1000 {
  export["/items/-" as JSONPointer] = try RawJSON(
    encoding: Item(id: id, name: "item \(id)"))
}
try export.writeJSON(to: URL(fileURLWithPath: path))

// The values at some paths. The rest is checked and skipped, a chunk at a
// time.
var reader = JSONProjection.Reader(
  JSONProjection(["/meta/version", "/items/999/name"]))
for chunk in JSONFileChunks(path: path) {
  reader.feed(try chunk.get())
  while let match = try reader.next() {
    print(match.pointer, match.value)
    // /meta/version 3, then /items/999/name "item 1000"
  }
}
reader.finish()
while let match = try reader.next() { print(match.pointer, match.value) }

// The same for bytes in memory. A path that leads nowhere gives nil.
let projection = JSONProjection(["/meta/version", "/meta/author"])
print(try projection.values(in: export.jsonBytes()).map { $0 ?? "nowhere" })
// [3, "nowhere"]

// The elements of the array, one at a time, as a type.
var last: Item?
for item in JSONElements(at: "/items", in: JSONFileChunks(path: path))
  .values(of: Item.self)
{
  last = try item.get()
}
print(last?.id ?? 0)  // 1000

// The same on all cores.
var sum = 0
for item in JSONElementsFile(path, at: "/items").values(of: Item.self) {
  sum += try item.get().id
}
print(sum)  // 500500
try FileManager.default.removeItem(atPath: path)
