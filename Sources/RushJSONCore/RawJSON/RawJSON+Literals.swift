extension RawJSON: ExpressibleByNilLiteral {
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension RawJSON: ExpressibleByBooleanLiteral {
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension RawJSON: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal, exactly. See ``JSONNumber/init(integerLiteral:)``.
  public init(integerLiteral value: JSONNumber.IntegerLiteralType) {
    self = .number(JSONNumber(integerLiteral: value))
  }
}

extension RawJSON: ExpressibleByFloatLiteral {
  /// Creates a number from a literal with a decimal point or an exponent, which the compiler converts
  /// to a `Double`.
  public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
}

extension RawJSON: ExpressibleByStringInterpolation {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension RawJSON: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: RawJSON...) { self = .array(JSONArray(elements)) }
}

extension RawJSON: ExpressibleByDictionaryLiteral {
  /// Creates an object. Of several members of the same name, the last one gives the value and the
  /// first one the place.
  public init(dictionaryLiteral members: (String, RawJSON)...) {
    self = .dictionary(JSONObject(pairs: members))
  }
}
