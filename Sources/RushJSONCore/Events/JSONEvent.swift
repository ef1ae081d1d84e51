/// One token of a JSON text, as ``JSONEventReader`` delivers it.
public enum JSONEvent: Sendable, Hashable {
  /// `{`: names and values follow, up to the end of the object.
  case beginObject
  /// `}`
  case endObject
  /// `[`: values follow, up to the end of the array.
  case beginArray
  /// `]`
  case endArray
  /// The name of a member, whose value follows. ``JSONEventReader/string()`` returns the name.
  case name
  /// A string. ``JSONEventReader/string()`` and ``JSONEventReader/withUTF8(_:)`` return it.
  case string
  /// A number. ``JSONEventReader/number()`` and ``JSONEventReader/double()`` return it.
  case number
  /// `true` or `false`.
  case bool(Bool)
  /// `null`
  case null

  /// Whether both events are the same. Inlined, because readers compare every token.
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
