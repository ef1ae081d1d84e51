// The parts of the article "Macros".
// snippet.unknown
import RushJSON
import RushJSONMacros

// The value is the name of a case: "open".
@JSONModel(tag: .value)
enum DoorState {
  case open, closed
  @Unknown case other(RawJSON)
}

@JSONModel(tag: .internal("type"))
enum Message {
  case text(body: String)
  @Unknown case other(RawJSON.Object)
}

let messages = try RushJSONDecoder().decode(
  [Message].self,
  from: #"[{"type": "text", "body": "hi"}, {"type": "poll", "n": 1.0}]"#)
for case .other(let object) in messages { print(object["type"] ?? "-") }  // "poll"
print(try RushJSONEncoder().encodeToString(messages))
// [{"type":"text","body":"hi"},{"type":"poll","n":1.0}]
// snippet.end
