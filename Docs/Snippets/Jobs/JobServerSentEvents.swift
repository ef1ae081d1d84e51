// Server-sent events, as language models send them.
import RushJSON
import RushJSONStreams

// What the service sends in each event.
struct Delta: Decodable {
  struct Choice: Decodable {
    struct Contents: Decodable { var content: String? }
    var delta: Contents
  }
  var choices: [Choice]
}

// Any sequence of chunks, with or without waiting: here, a body that has
// arrived.
let body = [
  "data: {\"choices\": [{\"delta\": {\"content\": \"Hel\"}}]}\n\ndata: {\"choic",
  "es\": [{\"delta\": {\"content\": \"lo\"}}]}\n\n: a comment\n\ndata: [DONE]\n\n",
]

var answer = ""
for delta in ServerSentEvent.Stream(body, endingWith: "[DONE]").values(
  of: Delta.self)
{
  answer += try delta.get().choices.first?.delta.content ?? ""
}
print(answer)  // Hello

// The same over a network, for any asynchronous sequence of chunks.
func read<Chunks: AsyncSequence>(_ chunks: Chunks) async throws -> String
where Chunks.Element: JSONChunk {
  var answer = ""
  let events = ServerSentEvent.Stream(chunks, endingWith: "[DONE]")
  for try await delta in events.values(of: Delta.self) {
    answer += try delta.get().choices.first?.delta.content ?? ""
  }
  return answer
}

// `jsonChunks()` makes chunks of a sequence of bytes, which
// `URLSession.bytes(for:)` is on Apple systems, …
let bytes = AsyncStream<UInt8> { continuation in
  for byte in body.joined().utf8 { continuation.yield(byte) }
  continuation.finish()
}
print(try await read(bytes.jsonChunks()))  // Hello

// … and of a sequence of pieces. A body of NIO, AsyncHTTPClient, Vapor or
// Hummingbird has elements of type ByteBuffer:
//   read(body.map(\.readableBytesView).jsonChunks())
let pieces = AsyncStream<ContiguousArray<UInt8>> { continuation in
  for piece in body { continuation.yield(ContiguousArray(piece.utf8)) }
  continuation.finish()
}
print(try await read(pieces.jsonChunks()))  // Hello

// Events with their names and identifiers.
for event in ServerSentEvent.Stream(["event: ping\nid: 7\ndata: {}\n\n"]).events() {
  let event = try event.get()
  print(event.event, event.id, event.text)  // ping 7 {}
}
