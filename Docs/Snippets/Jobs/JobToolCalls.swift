// A chat completion with tool calls: server-sent events into partial values.
import RushJSON
import RushJSONStreams

// What most services send in each event.
struct Completion: Decodable {
  struct Choice: Decodable { var delta: Delta }
  struct Delta: Decodable {
    var content: String?
    var toolCalls: [ToolCallPiece]?
  }
  struct ToolCallPiece: Decodable {
    struct Function: Decodable { var name, arguments: String? }
    var index: Int
    var id: String?
    var function: Function?
  }
  var choices: [Choice]
}

// The arguments are JSON inside strings, a few characters in each event.
struct ToolCall {
  let id: String
  let name: String
  var arguments = PartialJSON()
}

// The arguments of a tool, when they are complete.
struct Weather: Decodable {
  var city: String
  var days: Int
}

// `URLSession.bytes(for:)`, on Apple systems, is such a sequence.
func complete<Bytes: AsyncSequence>(_ bytes: Bytes) async throws
where Bytes.Element == UInt8 {
  let decoder = RushJSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  var answer = ""
  var calls: [Int: ToolCall] = [:]
  for try await event in ServerSentEvent.Stream(
    bytes.jsonChunks(), endingWith: "[DONE]"
  ).values(of: Completion.self, decoder: decoder) {
    guard let delta = try event.get().choices.first?.delta else { continue }
    answer += delta.content ?? ""
    for piece in delta.toolCalls ?? [] {
      if let id = piece.id, let name = piece.function?.name {
        calls[piece.index] = ToolCall(id: id, name: name)
      }
      // In place: the dictionary's own reader, not a copy.
      try calls[piece.index]?.arguments.feed(piece.function?.arguments ?? "")
    }
    if delta.toolCalls == nil { continue }
    // The arguments so far, to show all calls side by side.
    for index in calls.keys.sorted() {
      guard let name = calls[index]?.name else { continue }
      print(name, calls[index]?.arguments.snapshot() ?? nil)
    }
  }
  print(answer)  // Let me look.
  for (_, var call) in calls.sorted(by: { $0.key < $1.key }) {
    // A call without arguments may have no text at all.
    if call.arguments.isEmpty { try call.arguments.feed("{}") }
    try call.arguments.finish()  // throws if the arguments were cut off
    guard let arguments = call.arguments.snapshot() else { continue }
    switch call.name {
    case "weather":
      let weather = try arguments.decode(Weather.self)
      print(call.id, weather.city, weather.days)  // call_1 Graz 3
    case "now": print(call.id, arguments)  // call_2 {}
    default: print("no such tool: \(call.name)")
    }
  }
}

// A body that arrives byte by byte.
let body = #"""
  data: {"choices": [{"delta": {"content": "Let me look."}}]}

  data: {"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "call_1",
  data:  "function": {"name": "weather", "arguments": "{\"city\": \"Gr"}}]}}]}

  data: {"choices": [{"delta": {"tool_calls": [{"index": 0,
  data:  "function": {"arguments": "az\", \"days\": 3}"}}]}}]}

  data: {"choices": [{"delta": {"tool_calls": [{"index": 1, "id": "call_2",
  data:  "function": {"name": "now", "arguments": ""}}]}}]}

  data: [DONE]


  """#
let bytes = AsyncStream<UInt8> { continuation in
  for byte in body.utf8 { continuation.yield(byte) }
  continuation.finish()
}
try await complete(bytes)
// weather {"city":"Gr"}, weather {"city":"Graz","days":3},
// weather {"city":"Graz","days":3}, now null
