// An answer of a language model, shown while it arrives.
import RushJSON
import RushJSONMacros
import RushJSONStreams

@JSONModel(partial: true)
struct Story {
  var title: String
  var mood: Mood
  var chapters: [Chapter]
}

@JSONModel(partial: true)
struct Chapter {
  var name: String
  var pages: Int
}

@JSONModel(partial: true)
enum Mood: String { case calm, stormy }

// Pieces of an answer, cut anywhere, with prose and a fence around the
// JSON.
let pieces = [
  "Sure! Here it is:\n```json\n{\"title\": \"The Vo", "yage\", \"mood\": \"st",
  "ormy\", \"chapters\": [{\"name\": \"Lea", "ving\", \"pages\": 12}, {\"na",
  "me\": \"Storm\", \"pages\": 9}]}\n```\nAnything else?",
]

var partial = PartialJSON(.init(allowsProse: true))
for piece in pieces {
  try partial.feed(piece)
  guard let story = try partial.snapshot(as: Story.Partial.self) else {
    continue
  }
  let names = story.chapters?.map { $0.name ?? "…" } ?? []
  let isWhole = partial.isComplete(at: "/title")
  print(story.title ?? "…", isWhole, story.mood?.rawValue ?? "…", names)
}
// The Vo false … []
// The Voyage true … []
// The Voyage true stormy ["Lea"]
// The Voyage true stormy ["Leaving", "…"]
// The Voyage true stormy ["Leaving", "Storm"]
try partial.finish()  // throws if the answer was cut off
if let story = try partial.snapshot(as: Story.self) {
  print(story.chapters.map(\.pages))  // [12, 9]
}
