// Server-sent events, as language models send them.
import RushJSON

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

// The same over a network: `URLSession.bytes(for:)` and NIO's bodies are
// asynchronous sequences.
func read<Bytes: AsyncSequence>(_ bytes: Bytes) async throws -> String
where Bytes.Element == UInt8 {
  var answer = ""
  for try await delta in ServerSentEvent.Stream(
    bytes.jsonChunks(), endingWith: "[DONE]"
  )
  .values(of: Delta.self) {
    answer += try delta.get().choices.first?.delta.content ?? ""
  }
  return answer
}
let stream = AsyncStream<UInt8> { continuation in
  for byte in body.joined().utf8 { continuation.yield(byte) }
  continuation.finish()
}
print(try await read(stream))  // Hello

// Events with their names and identifiers.
for event in ServerSentEvent.Stream(["event: ping\nid: 7\ndata: {}\n\n"]).events() {
  let event = try event.get()
  print(event.event, event.id, event.text)  // ping 7 {}
}
