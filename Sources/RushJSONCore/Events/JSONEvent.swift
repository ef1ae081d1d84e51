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

  /// Whether both are the same. Inlined, because it is asked for every token.
  @inlinable
  public static func == (a: JSONEvent, b: JSONEvent) -> Bool {
    switch (a, b) {
    case (.bool(let a), .bool(let b)): a == b
    case (.beginObject, .beginObject), (.endObject, .endObject), (.beginArray, .beginArray),
      (.endArray, .endArray), (.name, .name), (.string, .string), (.number, .number),
      (.null, .null):
      true
    default: false
    }
  }
}
