// Trees as the values of Swift and Foundation.

internal import Foundation
public import RushJSONCore

extension RawJSON {
  /// The value as `JSONSerialization` would return it: `String`, `NSNumber`, `NSNull`, `[Any]`,
  /// `[String: Any]`.
  ///
  /// - Throws: As ``sendableValue()``.
  /// - Complexity: O(*n*) in values.
  public func foundationObject() throws(JSONConversionError) -> Any {
    try ObjectMaking.foundationObject(self, depth: 0, [])
  }

  /// The value as values of Swift: `String`, `Bool`, a number, `NSNull`, `[any Sendable]`,
  /// `[String: any Sendable]`.
  ///
  /// A number is an `Int` if it has that value exactly, else a `UInt64`, else a `Double` with the same
  /// shortest digits, else a `Decimal`, else the nearest `Double`.
  /// - Throws: ``JSONConversionError``: ``JSONConversionError/Kind/tooDeep(limit:)`` for what nests
  ///   deeper than 512 levels, as Swift releases such values recursively;
  ///   ``JSONConversionError/Kind/notFinite(_:)`` for a number beyond the largest `Double`.
  /// - Complexity: O(*n*) in values.
  public func sendableValue() throws(JSONConversionError) -> any Sendable {
    try ObjectMaking.sendableValue(self, depth: 0, [])
  }
}

extension Dictionary where Key == String, Value == any Sendable {
  /// The members of an object as values of Swift. See `RawJSON.sendableValue()`.
  ///
  /// - Throws: As that.
  public init(converting object: JSONObject) throws(JSONConversionError) {
    self = try ObjectMaking.members(object, depth: 0, [], ObjectMaking.sendableValue)
  }
}

private enum ObjectMaking {
  static func foundationObject(
    _ value: RawJSON, depth: Int, _ path: [String]
  ) throws(JSONConversionError) -> Any {
    switch value {
    case .null: return NSNull()
    case .bool(let bool): return NSNumber(value: bool)
    case .string(let string): return string
    case .number(let number):
      if let integer = number.int64 { return NSNumber(value: integer) }
      if let integer = number.uint64 { return NSNumber(value: integer) }
      if let double = exactDouble(number) { return NSNumber(value: double) }
      if let decimal = number.decimal { return NSDecimalNumber(decimal: decimal) }
      return NSNumber(value: try nearest(number, path))
    case .array(let array): return try elements(array, depth: depth, path, foundationObject)
    case .dictionary(let object): return try members(object, depth: depth, path, foundationObject)
    }
  }

  static func sendableValue(
    _ value: RawJSON, depth: Int, _ path: [String]
  ) throws(JSONConversionError) -> any Sendable {
    switch value {
    case .null: return NSNull()
    case .bool(let bool): return bool
    case .string(let string): return string
    case .number(let number):
      if let integer = number.int { return integer }
      if let integer = number.uint64 { return integer }
      if let double = exactDouble(number) { return double }
      if let decimal = number.decimal { return decimal }
      return try nearest(number, path)
    case .array(let array): return try elements(array, depth: depth, path, sendableValue)
    case .dictionary(let object): return try members(object, depth: depth, path, sendableValue)
    }
  }

  private static func exactDouble(_ number: JSONNumber) -> Double? {
    guard let double = number.double, JSONNumber(double) == number else { return nil }
    return double
  }

  private static func nearest(
    _ number: JSONNumber, _ path: [String]
  ) throws(JSONConversionError) -> Double {
    guard let double = number.double, double.isFinite else {
      throw JSONConversionError(
        .notFinite(String(number.text.prefix(60))), at: JSONPointer(tokens: path))
    }
    return double
  }

  typealias Make<Value> = (RawJSON, Int, [String]) throws(JSONConversionError) -> Value

  static func elements<Value>(
    _ array: JSONArray, depth: Int, _ path: [String], _ make: Make<Value>
  ) throws(JSONConversionError) -> [Value] {
    try check(depth, path)
    var elements: [Value] = []
    elements.reserveCapacity(array.count)
    for (index, element) in array.enumerated() {
      elements.append(try make(element, depth + 1, path + ["\(index)"]))
    }
    return elements
  }

  static func members<Value>(
    _ object: JSONObject, depth: Int, _ path: [String], _ make: Make<Value>
  ) throws(JSONConversionError) -> [String: Value] {
    try check(depth, path)
    var members: [String: Value] = [:]
    members.reserveCapacity(object.count)
    for member in object {
      members[member.name] = try make(member.value, depth + 1, path + [member.name])
    }
    return members
  }

  private static func check(_ depth: Int, _ path: [String]) throws(JSONConversionError) {
    if depth >= RawJSON.deepestConversion {
      throw JSONConversionError(
        .tooDeep(limit: RawJSON.deepestConversion), at: JSONPointer(tokens: path))
    }
  }
}
