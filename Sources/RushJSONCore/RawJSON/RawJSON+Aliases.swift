// The names of the original extra-data API, so that code written for it compiles here.
//
// This file is the only place for aliases. In new code prefer the names on the right:
//
//   nil, isNil                          null, isNull
//   number(20.5), double, integer       number(JSONNumber(…)), or a literal
//   array([…]), dictionary([…: …])      a literal, JSONArray(…), JSONObject(…)
//   numberValue                         doubleValue, or jsonNumberValue for the exact number
//   arrayValue, dictionaryValue         jsonArrayValue, objectValue, which copy nothing
//   stringArrayValue and its kind       array(of:), lossyArray(of:)

extension RawJSON {
  /// The value ``null``.
  ///
  /// This is not a case of the enum, so the compiler does not count `case .nil` in a `switch`. Write
  /// `case .null` there.
  public static var `nil`: RawJSON { .null }

  /// Creates a number with the value of a `Double`.
  public static func number(_ value: Double) -> RawJSON { .number(JSONNumber(value)) }

  /// Creates a number with the exact value of an `Int`.
  public static func number(_ value: Int) -> RawJSON { .number(JSONNumber(value)) }

  /// Creates a number with the value of a `Double`.
  public static func double(_ value: Double) -> RawJSON { .number(JSONNumber(value)) }

  /// Creates a number with the exact value of an `Int`.
  public static func integer(_ value: Int) -> RawJSON { .number(JSONNumber(value)) }

  /// Creates an array of these elements.
  /// - Complexity: O(*n*). The array shares what is in the elements.
  // Disfavoured, so that a literal becomes a `JSONArray` without a Swift array between.
  @_disfavoredOverload
  public static func array(_ elements: [RawJSON]) -> RawJSON { .array(JSONArray(elements)) }

  /// Creates an object of these members, in the dictionary's order, which is arbitrary.
  /// - Complexity: O(*n*). The object shares what is in the values.
  // Disfavoured, so that a literal becomes a `JSONObject` and keeps its order.
  @_disfavoredOverload
  public static func dictionary(_ members: [String: RawJSON]) -> RawJSON {
    .dictionary(JSONObject(members))
  }

  /// Whether the value is `null`: another name for ``isNull``.
  public var isNil: Bool { isNull }

  /// The nearest `Double`: another name for ``doubleValue``.
  public var numberValue: Double? { doubleValue }

  /// The elements as a Swift array, or `nil` if the value is not an array.
  /// - Complexity: O(*n*). The new array shares what is in the elements. ``jsonArrayValue`` copies
  ///   nothing.
  public var arrayValue: [RawJSON]? { jsonArrayValue.map { Array($0) } }

  /// The members as a Swift dictionary, or `nil` if the value is not an object.
  /// - Complexity: O(*n*). The dictionary shares what is in the values. ``objectValue`` copies
  ///   nothing and keeps the order.
  public var dictionaryValue: [String: RawJSON]? { objectValue.map { Dictionary($0) } }

  /// The strings of an array, or `nil` if the value is not an array or has an element of another kind.
  public var stringArrayValue: [String]? { array(of: String.self) }

  /// The numbers of an array as `Double`, or `nil` if the value is not an array or has an element
  /// without a ``doubleValue``.
  public var numberArrayValue: [Double]? { array(of: Double.self) }

  /// The booleans of an array, or `nil` if the value is not an array of booleans only.
  public var boolArrayValue: [Bool]? { array(of: Bool.self) }
}
