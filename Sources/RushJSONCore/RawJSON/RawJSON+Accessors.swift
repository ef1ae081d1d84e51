// What a value is, asked by kind: the content, or `nil` if the value is of another kind. Nothing is
// converted: the string "1" is no number, and the number 1 is no boolean.

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
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The same as ``isNull``.
  public var isNil: Bool { isNull }

  // MARK: - Scalars

  /// The string, or `nil` if the value is none.
  public var stringValue: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The boolean, or `nil` if the value is none.
  public var boolValue: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The nearest `Double`, or `nil` if the value is no number or is beyond the largest finite one.
  ///
  /// ``jsonNumberValue`` gives the number exactly.
  public var numberValue: Double? { doubleValue }

  /// The nearest `Double`, or `nil` if the value is no number or is beyond the largest finite one.
  public var doubleValue: Double? { jsonNumberValue?.double }

  /// The number as an `Int`, or `nil` if the value is no number, or none that an `Int` has exactly.
  ///
  /// `3.0` and `3e0` are 3; `3.5` and `1e300` are not integers.
  public var intValue: Int? { jsonNumberValue?.int }

  /// The number as an `Int64`, or `nil` if the value is none that an `Int64` has exactly.
  public var int64Value: Int64? { jsonNumberValue?.int64 }

  /// The number as a `UInt64`, or `nil` if the value is none that a `UInt64` has exactly.
  public var uint64Value: UInt64? { jsonNumberValue?.uint64 }

  /// The number as an integer of any type, or `nil` if the value is none that the type has exactly.
  public func integerValue<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
    jsonNumberValue?.exactly(type)
  }

  /// The nearest `Float`, rounded once, or `nil` if the value is no number or is beyond the largest
  /// finite one.
  public var floatValue: Float? { jsonNumberValue?.float }

  /// The number as it was written, or `nil` if the value is none.
  public var jsonNumberValue: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  // MARK: - Arrays and objects

  /// The elements of an array, or `nil` if the value is none.
  ///
  /// - Complexity: O(1).
  public var jsonArrayValue: JSONArray? {
    if case .array(let array) = self { array } else { nil }
  }

  /// The members of an object in their order, or `nil` if the value is none.
  ///
  /// - Complexity: O(1).
  public var objectValue: JSONObject? {
    if case .dictionary(let object) = self { object } else { nil }
  }

  /// The elements of an array as a Swift array, or `nil` if the value is none.
  ///
  /// - Complexity: O(*n*). The elements are copied, which shares what is in them;
  ///   ``jsonArrayValue`` copies nothing.
  public var arrayValue: [RawJSON]? { jsonArrayValue.map { Array($0) } }

  /// The members of an object as a Swift dictionary, or `nil` if the value is none.
  ///
  /// - Complexity: O(*n*). The values are copied, which shares what is in them; ``objectValue``
  ///   copies nothing and keeps the order.
  public var dictionaryValue: [String: RawJSON]? { objectValue.map { Dictionary($0) } }

  // MARK: - Arrays of one kind

  /// The strings of an array, or `nil` if the value is no array, or has an element that is none.
  public var stringArrayValue: [String]? { array(of: String.self) }

  /// The numbers of an array as `Double`, or `nil` if the value is no array, or has an element
  /// whose ``numberValue`` is `nil`.
  public var numberArrayValue: [Double]? { array(of: Double.self) }

  /// The booleans of an array, or `nil` if the value is no array, or has an element that is none.
  public var boolArrayValue: [Bool]? { array(of: Bool.self) }

  /// The strings among the elements of an array, or `nil` if the value is none.
  public var lossyStringArrayValue: [String]? { lossyArray(of: String.self) }

  /// The numbers among the elements of an array as `Double`, or `nil` if the value is none.
  public var lossyNumberArrayValue: [Double]? { lossyArray(of: Double.self) }

  /// The booleans among the elements of an array, or `nil` if the value is none.
  public var lossyBoolArrayValue: [Bool]? { lossyArray(of: Bool.self) }
}
