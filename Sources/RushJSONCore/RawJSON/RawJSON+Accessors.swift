// The content of a value by kind, or `nil` if the value is of another kind. Nothing is converted: the
// string "1" is not a number, and the number 1 is not a boolean.

extension RawJSON {
  /// The kind of the value.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .dictionary: .object
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  // MARK: - Scalars

  /// The string, or `nil` if the value is not a string.
  public var stringValue: String? { if case .string(let string) = self { string } else { nil } }

  /// The boolean, or `nil` if the value is not a boolean.
  public var boolValue: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// The number as it was written, or `nil` if the value is not a number.
  public var jsonNumberValue: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The nearest `Double`, or `nil` if the value is not a number or is beyond the largest finite one.
  ///
  /// ``jsonNumberValue`` gives the exact number.
  public var doubleValue: Double? { jsonNumberValue?.double }

  /// The number as an `Int`, or `nil` if the value is not a number or an `Int` cannot hold it exactly.
  ///
  /// `3.0` and `3e0` are 3; `3.5` and `1e300` are not integers.
  public var intValue: Int? { jsonNumberValue?.int }

  /// The number as an `Int64`, or `nil` if the value is not a number or does not fit exactly.
  public var int64Value: Int64? { jsonNumberValue?.int64 }

  /// The number as a `UInt64`, or `nil` if the value is not a number or does not fit exactly.
  public var uint64Value: UInt64? { jsonNumberValue?.uint64 }

  /// The number as an integer of any type, or `nil` if it is not a number or does not fit exactly.
  public func integerValue<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
    jsonNumberValue?.exactly(type)
  }

  /// The nearest `Float`, rounded once, or `nil` if the value is not a number or is out of range.
  public var floatValue: Float? { jsonNumberValue?.float }

  // MARK: - Arrays and objects

  /// The number of elements of an array or members of an object; 0 for any other value.
  /// - Complexity: O(1).
  public var count: Int { childCount }

  /// The elements of an array, or `nil` if the value is not an array.
  /// - Complexity: O(1).
  public var jsonArrayValue: JSONArray? { if case .array(let array) = self { array } else { nil } }

  /// The members of an object in their order, or `nil` if the value is not an object.
  /// - Complexity: O(1).
  public var objectValue: JSONObject? {
    if case .dictionary(let object) = self { object } else { nil }
  }
}
