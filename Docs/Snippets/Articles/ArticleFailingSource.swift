// A source of chunks that can fail.
import RushJSON
import RushJSONStreams

struct BrokenConnection: Error {}

// A `Result` of a chunk is a chunk. The first failure ends the stream.
let received: [Result<String, BrokenConnection>] = [
  .success("{\"id\": 1}\n{\"i"), .success("d\": 2}\n"),
  .failure(BrokenConnection()),
]
struct Row: Decodable { var id: Int }
do {
  for row in JSONLines(received).values(of: Row.self) {
    print(try row.get().id)  // 1, then 2
  }
} catch {
  print(error)  // BrokenConnection() (after line 3, byte 20)
}
