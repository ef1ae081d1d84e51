// Conversions between kinds, for services that do not keep them apart. Each says so in its name; all
// other accessors are exact.

extension RawJSON {
  /// The boolean, or the meaning of the numbers 0 and 1 and of the strings "true", "false", "yes", "no",
  /// "1" and "0" in upper or lower case; `nil` for anything else.
  public var lenientBool: Bool? {
    switch self {
    case .bool(let value): return value
    case .number(let number):
      switch number.int {
      case 0: return false
      case 1: return true
      default: return nil
      }
    case .string(let string): return Bool(lenient: string)
    default: return nil
    }
  }

  /// The ``lenientNumber`` as an `Int`, or `nil` if there is none or an `Int` cannot hold it exactly.
  public var lenientInt: Int? { lenientNumber?.int }

  /// The ``lenientNumber`` as the nearest `Double`, or `nil` if there is none or it is beyond the
  /// largest finite `Double`.
  public var lenientDouble: Double? { lenientNumber?.double }

  /// The number, the number that a string spells in JSON, 1 for `true`, 0 for `false`; else `nil`.
  public var lenientNumber: JSONNumber? {
    switch self {
    case .number(let number): number
    case .string(let string): JSONNumber(string)
    case .bool(let bool): JSONNumber(bool ? 1 : 0)
    default: nil
    }
  }

  /// The string, or the text of a number or boolean; `nil` for anything else.
  public var lenientString: String? {
    switch self {
    case .string(let string): string
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    default: nil
    }
  }

  /// The array, an empty array for `null`, or an array of only this value.
  ///
  /// Some services write a list of one element as that element, and an empty list as `null`.
  public var lenientArray: JSONArray {
    switch self {
    case .array(let array): array
    case .null: []
    default: [self]
    }
  }
}

extension Bool {
  /// Reads "true", "yes" and "1", or "false", "no" and "0", in upper or lower case.
  init?(lenient string: String) {
    // The longest word has five letters.
    guard string.utf8.count <= 5 else { return nil }
    switch string.lowercased() {
    case "true", "yes", "1": self = true
    case "false", "no", "0": self = false
    default: return nil
    }
  }
}
