public import RushJSONCore

/// A value that JSON holds directly or in a string: `5`, or `"5"`. A `String` is held in a string, or is the text of a
/// number.
///
/// ```swift
/// struct Order: Codable {
///   @Stringified var id: String        // {"id": "a7"}, and {"id": 7} is "7"
///   @Stringified var count: Int        // {"count": 3}, and {"count": "3"} is 3
/// }
/// ```
///
/// Encoded as a string if it was decoded from one, and directly otherwise: the text of a number as that number, with
/// its digits. A `String` that is no number of JSON any more is encoded as a string. Works with any coder; only
/// those of this library keep digits that are not needed, as in `1.50`.
///
/// A string has to be the whole text of a value: no spaces, no unit, and nothing out of the range of the type. A number is
/// spelled as JSON spells it, so `"0x10"`, `"+5"` and `"007"` are errors. Infinities and NaN are as the coder's strategy for
/// them says. An optional property, `@Stringified var count: Int?`, is `nil` if its member is missing or `null`, and left out
/// then; for any other property, `null` is an error. The type is a `LosslessStringConvertible`; a value of any other type is held
/// directly.
@propertyWrapper
public struct Stringified<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Whether the value is encoded in a string.
  public var projectedValue: Bool

  /// Creates a value that is encoded in a string.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
    projectedValue = true
  }
}

extension Stringified: Sendable where Value: Sendable {}
extension Stringified: Equatable where Value: Equatable {
  /// Whether both values are equal, in strings or not.
  public static func == (a: Stringified, b: Stringified) -> Bool {
    a.wrappedValue == b.wrappedValue
  }
}

extension Stringified: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
  /// Creates a number that is encoded in a string.
  public init(integerLiteral value: Value.IntegerLiteralType) {
    self.init(wrappedValue: Value(integerLiteral: value))
  }
}

extension Stringified: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    if let type = Value.self as? any StringifiedContent.Type {
      let (value, isString) = try type.stringified(from: decoder)
      // Invariant of the protocol: the value is of the type.
      guard let value = value as? Value else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: ""))
      }
      wrappedValue = value
      projectedValue = isString
      return
    }
    let container = try decoder.singleValueContainer()
    let itself = Result { try container.decode(Value.self) }
    if case .success(let value) = itself, !(value is String) {
      wrappedValue = value
      projectedValue = false
      return
    }
    if Value.self == String.self, case .failure = itself,
      case .success(let number) = Result(catching: { try container.decode(JSONNumber.self) }),
      let value = number.text as? Value
    {
      wrappedValue = value
      projectedValue = false
      return
    }
    guard case .success(let text) = Result(catching: { try container.decode(String.self) }) else {
      try container.refuseNull(Value.self)
      // The error of decoding the value directly says more than that of decoding a string.
      wrappedValue = try itself.get()
      projectedValue = false
      return
    }
    let type = Value.self as? any LosslessStringConvertible.Type
    guard isSpelling(text, of: Value.self), let converted = type?.init(text),
      !converted.isOverflow(of: text),
      let value = converted as? Value
    else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "The string is not the text of a value of type \(Value.self).")
    }
    wrappedValue = value
    projectedValue = true
  }
}

/// A type that holds the value that may be in a string: an optional, or a ``DefaultValue``.
protocol StringifiedContent {
  /// The value, which is of this type, and whether it was in a string.
  static func stringified(from decoder: any Decoder) throws -> (value: Any, isString: Bool)

  /// The value that it holds, for its text.
  var content: Any { get }
}

extension Optional: StringifiedContent where Wrapped: Decodable {
  static func stringified(from decoder: any Decoder) throws -> (value: Any, isString: Bool) {
    if try decoder.singleValueContainer().decodeNil() { return (Wrapped?.none as Any, true) }
    let value = try Stringified<Wrapped>(from: decoder)
    return (Wrapped?.some(value.wrappedValue) as Any, value.projectedValue)
  }

  // An optional casts to the types of its value.
  var content: Any { self as Any }
}

extension Stringified: JSONStyles.DecodableMember
where Value: Decodable & ExpressibleByNilLiteral {
  /// Decodes a member of an optional type, which may be missing or `null`.
  public init<Key>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    self =
      try container.decodeIfPresent(Stringified.self, forKey: key) ?? Stringified(wrappedValue: nil)
  }
}

extension Stringified: JSONStyles.EncodableMember
where Value: Encodable & ExpressibleByNilLiteral {
  /// Encodes a member of an optional type, which is left out if it is `nil`.
  public func encode<Key>(
    to container: inout KeyedEncodingContainer<Key>, forKey key: Key
  ) throws {
    let isNil = (wrappedValue as? any WritableOptional)?.isNil == true
    try container.encodeIfPresent(isNil ? nil : self, forKey: key)
  }
}

extension Stringified: ValueOfMissing where Value: ValueOfMissing {
  package static var ofMissing: Stringified { Stringified(wrappedValue: Value.ofMissing) }
}

extension JSONWriter {
  /// Writes a member that is left out if it is `nil`.
  public mutating func member<Value: Encodable>(
    _ name: JSONName, _ value: Stringified<Value?>
  ) throws(JSONWritingError) {
    if value.wrappedValue == nil { return try absentMember(name) }
    try self.name(name)
    try self.value(value)
  }

  /// Whether the value is `nil`.
  public static func _isNil<Value: Encodable>(_ value: Stringified<Value?>) -> Bool {
    value.wrappedValue == nil
  }
}

extension Stringified: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let content = (wrappedValue as? any StringifiedContent)?.content ?? wrappedValue
    if projectedValue, let value = content as? any LosslessStringConvertible,
      case let text = value.description, isSpelling(text, of: type(of: value))
    {
      try container.encode(text)
    } else if let text = content as? String, let number = JSONNumber(text) {
      try container.encode(number)
    } else {
      try container.encode(wrappedValue)
    }
  }
}

/// Whether a text is a value of a type as JSON spells it. Types of numbers take more: `0x1p3`, `nan`, `+5`, `007`.
private func isSpelling(_ text: String, of type: any Any.Type) -> Bool {
  !(type is any Numeric.Type) || JSONNumber(text) != nil
}

extension LosslessStringConvertible {
  /// Whether a text of digits has become an infinity.
  fileprivate func isOverflow(of text: String) -> Bool {
    guard let number = self as? any FloatingPoint, number.isInfinite else { return false }
    return text.utf8.contains { $0 ^ .digit0 < 10 }
  }
}

extension JSONStyles {
  /// A value that JSON holds directly or in a string, for optional properties and arrays:
  /// `@Formatted<JSONStyles.Stringified<Int>?> var count: Int?`.
  ///
  /// Reads as the wrapper `@Stringified` does, and always writes a string.
  public enum Stringified<Value: Codable & LosslessStringConvertible>: JSONStyles.Style {
    public static func decode(from decoder: any Decoder) throws -> Value {
      try RushJSONProperties.Stringified<Value>(from: decoder).wrappedValue
    }

    public static func encode(_ value: Value, to encoder: any Encoder) throws {
      try RushJSONProperties.Stringified(wrappedValue: value).encode(to: encoder)
    }
  }
}

// MARK: - A missing member

extension Stringified: NullIsMissing where Value: NullIsMissing {}
