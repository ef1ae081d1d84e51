// A tool of a language model, whose answer is shown while it arrives and may end anywhere.
import RushJSON
import RushJSONMacros
import RushJSONStreams

/// Books a table.
@JSONModel(partial: true, schema: true)
struct Booking {
  /// The name of the restaurant.
  var place: String
  @Schema(minimum: 1, maximum: 12) var guests: Int
  var mood: Mood?
  var wishes: [String] = []

  @JSONModel(partial: true, schema: true)
  enum Mood: String { case calm, lively }
}

print(try Booking.jsonSchema(for: .strict))  // {"description":"Books a …
let answer = #"""
  {"place": "Zum Löwen", "guests": 10, "mood": "calm", "wishes": ["late"]}
  """#
let whole = try RushJSONDecoder().decode(Booking.self, from: answer)

// Pieces of 7 bytes, of an answer that ends after each byte.
for end in 1...answer.utf8.count {
  var call = PartialJSON()
  for start in stride(from: 0, to: end, by: 7) {
    try call.feed(answer.utf8.prefix(end).dropFirst(start).prefix(7))
  }
  do { try call.finish() } catch { print(error) }
  guard let part = try call.snapshot(as: Booking.Partial.self) else { continue }
  // Strings and arrays grow. Everything else is there when it is complete.
  precondition(whole.place.hasPrefix(part.place ?? ""))
  precondition([nil, whole.guests].contains(part.guests))
  precondition([nil, whole.mood].contains(part.mood))
  precondition("late".hasPrefix(part.wishes?.first ?? ""))
}
