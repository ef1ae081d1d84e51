/// The kinds of JSON values (RFC 8259 §3).
public enum JSONKind: UInt8, Sendable, Hashable, CaseIterable {
  /// `null`
  case null
  /// `true` or `false`
  case bool
  /// A number of any size.
  case number
  /// Text in quotes.
  case string
  /// A list of elements.
  case array
  /// A list of members, each with a name.
  case object

  /// The kind as a phrase in a sentence: `a string`, `an array`, `null`.
  public var phrase: String {
    switch self {
    case .null: description
    case .array, .object: "an \(self)"
    case .bool, .number, .string: "a \(self)"
    }
  }
}

extension JSONKind: CustomStringConvertible {
  /// The name of the kind: `string`.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
