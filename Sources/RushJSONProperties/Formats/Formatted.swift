public import RushJSONCore

/// A property with a style of its own, which overrides the strategies of coders.
///
/// ```swift
/// struct Flight: Codable {
///   @Formatted<JSONStyles.RFC3339> var departure: Date
///   @Formatted<JSONStyles.SecondsSince1970?> var arrival: Date?
///   @Formatted<[JSONStyles.Base64URL]> var tokens: [Data]
/// }
/// ```
///
/// The style has the shape of the property: optional or an array. An optional property is `nil` if its
/// member is missing or `null`. Works with any coder.
@propertyWrapper
public struct Formatted<Style: JSONStyles.Style> {
  /// The value.
  public var wrappedValue: Style.Value

  /// Creates a value.
  @inlinable public init(wrappedValue: Style.Value) { self.wrappedValue = wrappedValue }
}

extension Formatted: Sendable where Style.Value: Sendable {}
extension Formatted: Equatable where Style.Value: Equatable {}
extension Formatted: Hashable where Style.Value: Hashable {}

// Inlinable, because only the user's module knows the types: no look-up of their metadata.

extension Formatted: Codable {
  @inlinable
  public init(from decoder: any Decoder) throws { wrappedValue = try Style.decode(from: decoder) }

  @inlinable
  public func encode(to encoder: any Encoder) throws { try Style.encode(wrappedValue, to: encoder) }
}

// MARK: - Shapes

extension Optional: JSONStyles.Style where Wrapped: JSONStyles.Style {
  @inlinable
  public static func decode(from decoder: any Decoder) throws -> Wrapped.Value? {
    try decoder.singleValueContainer().decodeNil() ? nil : Wrapped.decode(from: decoder)
  }

  @inlinable
  public static func encode(_ value: Wrapped.Value?, to encoder: any Encoder) throws {
    if let value { return try Wrapped.encode(value, to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

extension Array: JSONStyles.Style where Element: JSONStyles.Style {
  @inlinable
  public static func decode(from decoder: any Decoder) throws -> [Element.Value] {
    var container = try decoder.unkeyedContainer()
    var values: [Element.Value] = []
    // The decoder may be wrong about the count.
    values.reserveCapacity(Swift.min(container.count ?? 0, 1 << 16))
    while !container.isAtEnd {
      values.append(try container.decode(Formatted<Element>.self).wrappedValue)
    }
    return values
  }

  @inlinable
  public static func encode(_ values: [Element.Value], to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for value in values { try container.encode(Formatted<Element>(wrappedValue: value)) }
  }
}

extension Formatted: JSONStyles.DecodableMember where Style.Value: ExpressibleByNilLiteral {
  /// Decodes a member of an optional type, which may be missing or `null`.
  @inlinable
  public init<Key>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    self =
      try container.decodeIfPresent(Formatted.self, forKey: key) ?? Formatted(wrappedValue: nil)
  }
}

extension Formatted: JSONStyles.EncodableMember where Style.Value: ExpressibleByNilLiteral {
  /// Encodes a member of an optional type, which is left out if it is `nil`.
  public func encode<Key>(
    to container: inout KeyedEncodingContainer<Key>, forKey key: Key
  ) throws {
    let isNil = (wrappedValue as? any WritableOptional)?.isNil == true
    try container.encodeIfPresent(isNil ? nil : self, forKey: key)
  }
}

// MARK: - Types without Codable

extension JSONWriter {
  /// Writes a member with a style, which is left out if it is `nil`.
  public mutating func member<Style: JSONStyles.Style>(_ name: JSONName, _ value: Formatted<Style?>)
    throws(JSONWritingError)
  {
    guard let wrapped = value.wrappedValue else { return try absentMember(name) }
    try member(name, Formatted<Style>(wrappedValue: wrapped))
  }

  /// Whether the value is `nil`.
  public static func _isNil<Style: JSONStyles.Style>(_ value: Formatted<Style?>) -> Bool {
    value.wrappedValue == nil
  }
}

extension Formatted: ValueOfMissing where Style.Value: ValueOfMissing {
  package static var ofMissing: Formatted { Formatted(wrappedValue: Style.Value.ofMissing) }
}
