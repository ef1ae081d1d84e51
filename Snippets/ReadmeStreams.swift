// The README's section on streams.
import RushJSON

struct Entry: Decodable {
  var id: Int
  var words: [String]?
}

// Lines from any sequence of chunks: arrays, files, pipes, sockets.
let pieces = ["{\"id\": 1}\n{\"i", "d\": 2, \"words\": [\"caf", "é\"]}\n"].map { Array($0.utf8) }
for entry in JSONLines(pieces).values(of: Entry.self) {
  print(try entry.get().id)  // 1, 2
}

// The elements of an array anywhere in a text, which need not fit in memory.
let page = [Array(#"{"meta": {}, "data": {"items": [{"id": 3}, {"id": 4}]}}"#.utf8)]
for item in JSONElements(at: "/data/items", in: page).values(of: Entry.self) {
  print(try item.get().id)  // 3, 4
}

// What has arrived of an answer that is still coming, with other text around it.
var partial = PartialJSON(.init(allowsProse: true))
try partial.feed(#"Sure! Here it is: {"title": "The Vo"#)
print(partial.snapshot() ?? nil)  // {"title":"The Vo"}

// Some values of a text; the rest is checked and skipped.
let projection = JSONProjection(["/data/items/1/id", "/meta"])
print(try projection.values(in: page[0]).map { $0 ?? nil })  // [4, {}]

// All values that a pattern selects: a pointer with wildcards, or a path of RFC 9535.
for match in try JSONProjection(patterns: ["/data/items/*/id"]).matches(in: page[0]) {
  print(match.pointer, match.value)  // /data/items/0/id 3, /data/items/1/id 4
}

// Token by token.
var reader = JSONEventReader()
reader.feed(page[0])
reader.finish()
var names = 0
while let event = try reader.next() {
  if event == .name { names += 1 }
}
print(names)  // 5
