/// A token of a document, as a reader tells it.
public enum JSONEvent: Sendable, Hashable {
  case beginObject
  case endObject
  case beginArray
  case endArray
  /// The name of a member; its value follows.
  case name
  case string
  case number
  case bool(Bool)
  case null
}
