// An answer of a language model, shown while it arrives.
import RushJSON
import RushJSONProperties
import RushJSONStreams

struct Story: Decodable {
  @DefaultValue<JSONDefaults.Empty> var title: String
  @DefaultValue<JSONDefaults.Empty> var chapters: [String]
}

// Pieces of an answer, cut anywhere, with prose and a fence around the
// JSON.
let pieces = [
  "Sure! Here it is:\n```json\n{\"title\": \"The Vo", "yage\", \"chapt",
  "ers\": [\"Le",
  "aving\", \"Sto", "rm\"]}\n```\nAnything else?",
]

var partial = PartialJSON(.init(allowsProse: true))
for piece in pieces {
  try partial.feed(piece)
  guard let snapshot = partial.snapshot() else { continue }
  let story = try snapshot.decode(Story.self)
  print(story.title, story.chapters, partial.isComplete(at: "/title"))
}
// The Vo [] false
// The Voyage [] true
// The Voyage ["Le"] true
// The Voyage ["Leaving", "Sto"] true
// The Voyage ["Leaving", "Storm"] true
try partial.finish()  // throws if the answer was cut off
print(partial.isComplete)  // true
