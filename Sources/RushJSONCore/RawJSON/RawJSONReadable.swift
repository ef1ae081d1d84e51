/// A type whose values can be read from a tree: exactly, or not at all.
///
/// Nothing is converted: the string "1" is no number, the number 1 no boolean, and 1.5 no integer.
/// `Optional` reads `null` as `nil`.
public protocol RawJSONReadable {
  /// The value that `rawJSON` is, or `nil` if it is none of this type.
  init?(rawJSON: RawJSON)
}

extension RawJSON {
  /// The elements of an array, or `nil` if the value is no array, or has an element that is none of
  /// the type.
  ///
  /// ```swift
  /// json["seats"]?.array(of: Int.self)            // nil if one of them is no integer
  /// json["seats"]?.lossyArray(of: Int.self)       // those that are
  /// ```
  ///
  /// - Complexity: O(*n*).
  public func array<T: RawJSONReadable>(of type: T.Type) -> [T]? {
    guard let array = jsonArrayValue else { return nil }
    var result: [T] = []
    result.reserveCapacity(array.count)
    for element in array {
      guard let value = T(rawJSON: element) else { return nil }
      result.append(value)
    }
    return result
  }

  /// Those elements of an array that are of the type, or `nil` if the value is no array.
  ///
  /// - Complexity: O(*n*).
  public func lossyArray<T: RawJSONReadable>(of type: T.Type) -> [T]? {
    jsonArrayValue?.compactMap { T(rawJSON: $0) }
  }

  /// The members of an object, or `nil` if the value is no object, or has a member whose value is none
  /// of the type.
  ///
  /// - Complexity: O(*n*).
  public func dictionary<T: RawJSONReadable>(of type: T.Type) -> [String: T]? {
    guard let object = objectValue else { return nil }
    var result: [String: T] = [:]
    result.reserveCapacity(object.count)
    for member in object {
      guard let value = T(rawJSON: member.value) else { return nil }
      result[member.name] = value
    }
    return result
  }

  /// Those members of an object whose values are of the type, or `nil` if the value is no object.
  ///
  /// - Complexity: O(*n*).
  public func lossyDictionary<T: RawJSONReadable>(of type: T.Type) -> [String: T]? {
    guard let object = objectValue else { return nil }
    var result: [String: T] = [:]
    for member in object { result[member.name] = T(rawJSON: member.value) }
    return result
  }
}

// MARK: - The types that JSON has

extension RawJSON: RawJSONReadable {
  /// The same value.
  public init(rawJSON: RawJSON) { self = rawJSON }
}

extension String: RawJSONReadable {
  /// The string, or `nil` if the value is none.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.stringValue else { return nil }
    self = value
  }
}

extension Bool: RawJSONReadable {
  /// The boolean, or `nil` if the value is none.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.boolValue else { return nil }
    self = value
  }
}

extension JSONNumber: RawJSONReadable {
  /// The number as it was written, or `nil` if the value is none.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.jsonNumberValue else { return nil }
    self = value
  }
}

extension JSONArray: RawJSONReadable {
  /// The array, or `nil` if the value is none.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.jsonArrayValue else { return nil }
    self = value
  }
}

extension JSONObject: RawJSONReadable {
  /// The object, or `nil` if the value is none.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.objectValue else { return nil }
    self = value
  }
}

extension Double: RawJSONReadable {
  /// The nearest `Double`, or `nil` if the value is no number or is beyond the largest finite one.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.doubleValue else { return nil }
    self = value
  }
}

extension Float: RawJSONReadable {
  /// The nearest `Float`, or `nil` if the value is no number or is beyond the largest finite one.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.floatValue else { return nil }
    self = value
  }
}

extension FixedWidthInteger {
  /// The integer, or `nil` if the value is no number, has a fraction, or is out of range.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.integerValue(Self.self) else { return nil }
    self = value
  }
}

extension Int: RawJSONReadable {}
extension Int8: RawJSONReadable {}
extension Int16: RawJSONReadable {}
extension Int32: RawJSONReadable {}
extension Int64: RawJSONReadable {}
extension Int128: RawJSONReadable {}
extension UInt: RawJSONReadable {}
extension UInt8: RawJSONReadable {}
extension UInt16: RawJSONReadable {}
extension UInt32: RawJSONReadable {}
extension UInt64: RawJSONReadable {}
extension UInt128: RawJSONReadable {}

extension Optional: RawJSONReadable where Wrapped: RawJSONReadable {
  /// `nil` for `null`; else the value, which must be one of the type.
  public init?(rawJSON: RawJSON) {
    if rawJSON.isNull {
      self = .none
      return
    }
    guard let value = Wrapped(rawJSON: rawJSON) else { return nil }
    self = .some(value)
  }
}

extension Array: RawJSONReadable where Element: RawJSONReadable {
  /// The elements, or `nil` if the value is no array, or has an element that is none of the type.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.array(of: Element.self) else { return nil }
    self = value
  }
}

extension Dictionary: RawJSONReadable where Key == String, Value: RawJSONReadable {
  /// The members, or `nil` if the value is no object, or has a member whose value is none of the type.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.dictionary(of: Value.self) else { return nil }
    self = value
  }
}
