/// A JSON value that owns its content. You can read, build, edit and compare it.
///
/// ```swift
/// let ticket: RawJSON = ["name": "Rock Concert", "price": 20, "seats": [12, 13]]
/// ticket["name"]?.stringValue         // "Rock Concert"
/// ticket["seats"]?[1]?.intValue       // 13
/// ```
///
/// A value takes 24 bytes. Scalars and strings of up to 15 bytes are stored inline. An array or an
/// object is one allocation, shared by its copies until one of them changes.
///
/// Two values are equal if they have the same kind and the same content. Numbers compare by value
/// (`3 == 3.0`), and strings by their Unicode scalars, so "é" differs from "e\u{301}" (RFC 8259
/// §8.3). The order of an object's members does not matter.
///
/// A tree of any depth can be built, compared, hashed, described and released on any stack.
public enum RawJSON: Sendable {
  /// `null`. (A missing value is Swift's `nil`.)
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, exactly as it was written.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array(RawJSON.Array)
  /// An object, with its members in the order of the text.
  case dictionary(RawJSON.Object)
}

extension RawJSON {
  /// The storage of an array or object; `nil` for scalars and for empty containers without memory.
  @inline(__always)
  package var storage: TreeStorage? {
    switch self {
    case .array(let array): array.storage
    case .dictionary(let object): object.storage
    default: nil
    }
  }

  /// An upper bound of the nesting: 0 for scalars, 1 for an array of scalars.
  @inline(__always)
  package var height: UInt32 {
    switch self {
    case .array(let array): array.storage?.height ?? 1
    case .dictionary(let object): object.storage?.height ?? 1
    default: 0
    }
  }
}
