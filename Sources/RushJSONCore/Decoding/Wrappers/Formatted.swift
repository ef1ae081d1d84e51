/// How a property is written: a type, since that is what a property wrapper can be told.
///
/// There are styles for dates (``JSONStyles.DateStyle``) and for bytes (``JSONStyles.BytesStyle``) in ``JSONStyles``;
/// one of your own says both directions for any type. It has to work with every coder.
public protocol JSONStyle {
  /// What the property is.
  associatedtype Value

  /// Decodes a value. What is none is a `DecodingError` with the decoder's path.
  static func decode(from decoder: any Decoder) throws -> Value

  /// Encodes a value. One that the style cannot write is an `EncodingError` with the encoder's path.
  static func encode(_ value: Value, to encoder: any Encoder) throws
}

/// The styles of this package.
public enum JSONStyles {}

/// A property that is written in a style of its own, whatever the coder does with its type.
///
/// ```swift
/// struct Flight: Codable {
///   @Formatted<JSONStyles.RFC3339> var departure: Date
///   @Formatted<JSONStyles.SecondsSince1970?> var arrival: Date?
///   @Formatted<[JSONStyles.Base64URL]> var tokens: [Data]
/// }
/// ```
///
/// The style has the shape of the property: that of an optional or of an array is written like it. An
/// optional property is `nil` if its member is missing or `null`, and is encoded as the encoder does
/// with `nil`. Works with any coder.
@propertyWrapper
public struct Formatted<Style: JSONStyle> {
  /// The value.
  public var wrappedValue: Style.Value

  /// Creates a value.
  @inlinable public init(wrappedValue: Style.Value) { self.wrappedValue = wrappedValue }
}

extension Formatted: Sendable where Style.Value: Sendable {}
extension Formatted: Equatable where Style.Value: Equatable {}
extension Formatted: Hashable where Style.Value: Hashable {}

// Inlinable, since only the user's module knows the types: elsewhere their metadata would be looked up
// for every value.

extension Formatted: Codable {
  @inlinable
  public init(from decoder: any Decoder) throws { wrappedValue = try Style.decode(from: decoder) }

  @inlinable
  public func encode(to encoder: any Encoder) throws {
    try Style.encode(wrappedValue, to: encoder)
  }
}

// MARK: - Shapes

extension Optional: JSONStyle where Wrapped: JSONStyle {
  /// Decodes a value, or `nil` from `null`.
  @inlinable
  public static func decode(from decoder: any Decoder) throws -> Wrapped.Value? {
    try decoder.singleValueContainer().decodeNil() ? nil : Wrapped.decode(from: decoder)
  }

  /// Encodes a value, or `nil` as `null`.
  @inlinable
  public static func encode(_ value: Wrapped.Value?, to encoder: any Encoder) throws {
    if let value { return try Wrapped.encode(value, to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

extension Array: JSONStyle where Element: JSONStyle {
  /// Decodes an array, each element in its style.
  @inlinable
  public static func decode(from decoder: any Decoder) throws -> [Element.Value] {
    var container = try decoder.unkeyedContainer()
    var values: [Element.Value] = []
    // A decoder's count is only worth so much.
    values.reserveCapacity(Swift.min(container.count ?? 0, 1 << 16))
    while !container.isAtEnd {
      values.append(try container.decode(Formatted<Element>.self).wrappedValue)
    }
    return values
  }

  /// Encodes an array, each element in its style.
  @inlinable
  public static func encode(_ values: [Element.Value], to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for value in values { try container.encode(Formatted<Element>(wrappedValue: value)) }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member that may be missing or `null`; synthesised code finds this by the type.
  @inlinable
  public func decode<Style: JSONStyle>(_ type: Formatted<Style?>.Type, forKey key: Key) throws
    -> Formatted<Style?>
  {
    Formatted(wrappedValue: try decodeIfPresent(Formatted<Style>.self, forKey: key)?.wrappedValue)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member that may have no value; synthesised code finds this by the type.
  @inlinable
  public mutating func encode<Style: JSONStyle>(_ member: Formatted<Style?>, forKey key: Key) throws
  {
    try encodeIfPresent(
      member.wrappedValue.map { Formatted<Style>(wrappedValue: $0) }, forKey: key)
  }
}
