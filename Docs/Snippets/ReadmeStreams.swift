// The README's section on streams.
import RushJSONStreams

struct Entry: Decodable {
  var id: Int
}

// Any sequence of chunks that are cut anywhere: arrays, files, pipes, sockets.
let pieces = ["{\"id\": 1}\n{\"i", "d\": 2}\n"]
for entry in JSONLines(pieces).values(of: Entry.self) {
  print(try entry.get().id)  // 1, 2
}
