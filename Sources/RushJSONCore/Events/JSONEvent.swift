/// A token of a document, as a reader tells it.
public enum JSONEvent: Sendable, Hashable {
  /// `{`: names and values follow, up to the end of the object.
  case beginObject
  /// `}`
  case endObject
  /// `[`: values follow, up to the end of the array.
  case beginArray
  /// `]`
  case endArray
  /// The name of a member; its value follows. ``JSONEventReader/string()`` has the name.
  case name
  /// A string, which ``JSONEventReader/string()`` and ``JSONEventReader/withUTF8(_:)`` have.
  case string
  /// A number, which ``JSONEventReader/number()`` and ``JSONEventReader/double()`` have.
  case number
  /// `true` or `false`.
  case bool(Bool)
  /// `null`
  case null
}
