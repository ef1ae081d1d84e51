extension RawJSON {
  /// A type whose values can be taken out of a tree, either exactly or not at all.
  ///
  /// Nothing is converted: the string "1" is not a number, the number 1 is not a boolean, and 1.5 is not an
  /// integer. `Optional` reads `null` as `nil`.
  public protocol Extractable {
    /// Reads a value, or returns `nil` if `rawJSON` is not of this type.
    init?(rawJSON: RawJSON)
  }
}

extension RawJSON {
  /// The elements of an array, or `nil` if the value is not an array or has an element of another type.
  ///
  /// ```swift
  /// json["seats"]?.array(of: Int.self)            // nil if one is not an integer
  /// json["seats"]?.lossyArray(of: Int.self)       // only the integers
  /// ```
  /// - Complexity: O(*n*).
  public func array<T: RawJSON.Extractable>(of type: T.Type) -> [T]? {
    guard let array = jsonArrayValue else { return nil }
    var result: [T] = []
    result.reserveCapacity(array.count)
    for element in array {
      guard let value = T(rawJSON: element) else { return nil }
      result.append(value)
    }
    return result
  }

  /// The elements of an array that are of the type, or `nil` if the value is not an array.
  /// - Complexity: O(*n*).
  public func lossyArray<T: RawJSON.Extractable>(of type: T.Type) -> [T]? {
    jsonArrayValue?.compactMap { T(rawJSON: $0) }
  }

  /// The members of an object, or `nil` if the value is not an object or has a member of another type.
  /// - Complexity: O(*n*).
  public func dictionary<T: RawJSON.Extractable>(of type: T.Type) -> [String: T]? {
    guard let object = objectValue else { return nil }
    var result: [String: T] = [:]
    result.reserveCapacity(object.count)
    for member in object {
      guard let value = T(rawJSON: member.value) else { return nil }
      result[member.name] = value
    }
    return result
  }

  /// The members of an object whose values are of the type, or `nil` if the value is not an object.
  /// - Complexity: O(*n*).
  public func lossyDictionary<T: RawJSON.Extractable>(of type: T.Type) -> [String: T]? {
    guard let object = objectValue else { return nil }
    var result: [String: T] = [:]
    for member in object { result[member.name] = T(rawJSON: member.value) }
    return result
  }
}

// MARK: - The types

extension RawJSON.Extractable {
  /// Unwraps the result of an accessor. All conformances below are one call of this.
  package init?(unwrapping value: Self?) {
    guard let value else { return nil }
    self = value
  }
}

extension RawJSON: RawJSON.Extractable {
  /// The same value.
  public init(rawJSON: RawJSON) { self = rawJSON }
}

extension String: RawJSON.Extractable {
  /// The string, or `nil` if the value is not a string.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.stringValue) }
}

extension Bool: RawJSON.Extractable {
  /// The boolean, or `nil` if the value is not a boolean.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.boolValue) }
}

extension JSONNumber: RawJSON.Extractable {
  /// The number as it was written, or `nil` if the value is not a number.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.jsonNumberValue) }
}

extension RawJSON.Array: RawJSON.Extractable {
  /// The array, or `nil` if the value is not an array.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.jsonArrayValue) }
}

extension RawJSON.Object: RawJSON.Extractable {
  /// The object, or `nil` if the value is not an object.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.objectValue) }
}

extension Double: RawJSON.Extractable {
  /// The nearest `Double`, or `nil` if the value is not a number or is beyond the largest finite one.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.doubleValue) }
}

extension Float: RawJSON.Extractable {
  /// The nearest `Float`, or `nil` if the value is not a number or is beyond the largest finite one.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.floatValue) }
}

extension FixedWidthInteger {
  /// The integer, or `nil` if the value is not a number, has a fraction, or is out of range.
  public init?(rawJSON: RawJSON) {
    guard let value = rawJSON.integerValue(Self.self) else { return nil }
    self = value
  }
}

extension Optional: RawJSON.Extractable where Wrapped: RawJSON.Extractable {
  /// `.some(nil)` for `null`, or the wrapped type's value; `nil` if the value is of neither kind.
  public init?(rawJSON: RawJSON) {
    if rawJSON.isNull {
      self = .none
      return
    }
    guard let value = Wrapped(rawJSON: rawJSON) else { return nil }
    self = .some(value)
  }
}

extension Array: RawJSON.Extractable where Element: RawJSON.Extractable {
  /// The elements, or `nil` if the value is not an array or has an element of another type.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.array(of: Element.self)) }
}

extension Dictionary: RawJSON.Extractable where Key == String, Value: RawJSON.Extractable {
  /// The members, or `nil` if the value is not an object or has a member of another type.
  public init?(rawJSON: RawJSON) { self.init(unwrapping: rawJSON.dictionary(of: Value.self)) }
}
