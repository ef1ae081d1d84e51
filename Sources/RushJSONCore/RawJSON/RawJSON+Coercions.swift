// Values of one kind taken for another, for services that do not keep them apart. Each says so in its
// name; everything else is exact.

extension RawJSON {
  /// The boolean; or what the numbers 0 and 1, and the strings "true", "false", "yes", "no", "1" and
  /// "0" in letters of any case, say. `nil` for anything else.
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

  /// The number as an `Int`; or that of a string which is a JSON number; or 1 for `true` and 0 for
  /// `false`. `nil` for anything else, and for what an `Int` does not have exactly.
  public var lenientInt: Int? { lenientNumber?.int }

  /// The number as the nearest `Double`; or that of a string which is a JSON number; or 1 for `true`
  /// and 0 for `false`. `nil` for anything else, and for what is beyond the largest finite `Double`.
  public var lenientDouble: Double? { lenientNumber?.double }

  /// The number; or that of a string which is a JSON number; or 1 for `true` and 0 for `false`.
  public var lenientNumber: JSONNumber? {
    switch self {
    case .number(let number): number
    case .string(let string): JSONNumber(string)
    case .bool(let bool): JSONNumber(bool ? 1 : 0)
    default: nil
    }
  }

  /// The string; or the text of a number or boolean. `nil` for anything else.
  public var lenientString: String? {
    switch self {
    case .string(let string): string
    case .number(let number): number.text
    case .bool(let bool): bool ? "true" : "false"
    default: nil
    }
  }

  /// The array; or an array of the value alone; or none for `null`.
  ///
  /// Some services write a list of one element as that element, and an empty one as `null`.
  public var lenientArray: JSONArray {
    switch self {
    case .array(let array): array
    case .null: []
    default: [self]
    }
  }
}

extension Bool {
  /// What a string says: "true", "yes" and "1", or "false", "no" and "0", in letters of any case.
  init?(lenient string: String) {
    // The longest of the words has five letters.
    guard string.utf8.count <= 5 else { return nil }
    switch string.lowercased() {
    case "true", "yes", "1": self = true
    case "false", "no", "0": self = false
    default: return nil
    }
  }
}
