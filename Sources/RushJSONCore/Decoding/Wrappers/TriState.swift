/// A member that may be missing, `null`, or have a value, which are three things in a partial update.
///
/// ```swift
/// struct Update: Codable {
///   var name: TriState<String>      // {"name": null} is .null, {} is .missing
/// }
/// ```
///
/// Decoded and encoded as such by synthesised code with any coder: a missing member is not encoded.
public enum TriState<Value> {
  /// There is no such member.
  case missing
  /// The member is `null`.
  case null
  /// The member has a value.
  case value(Value)

  /// The value, or `nil` if there is none.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// What becomes of `old` in a partial update: a missing member keeps it, `null` clears it, and a value
  /// replaces it.
  public func updating(_ old: inout Value?) {
    switch self {
    case .missing: break
    case .null: old = nil
    case .value(let value): old = value
    }
  }
}

extension TriState: Sendable where Value: Sendable {}
extension TriState: Equatable where Value: Equatable {}
extension TriState: Hashable where Value: Hashable {}

extension TriState: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
  }
}

extension TriState: Encodable where Value: Encodable {
  /// Encodes the value, or `null`: alone or in an array there is no way to be missing.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .value(let value) = self {
      try container.encode(value)
    } else {
      try container.encodeNil()
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member that may be missing; synthesised code finds this by the type.
  public func decode<Value: Decodable>(_ type: TriState<Value>.Type, forKey key: Key) throws
    -> TriState<Value>
  {
    if !contains(key) { return .missing }
    return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member that may be missing; synthesised code finds this by the type.
  public mutating func encode<Value: Encodable>(_ field: TriState<Value>, forKey key: Key) throws {
    switch field {
    case .missing: break
    case .null: try encodeNil(forKey: key)
    case .value(let value): try encode(value, forKey: key)
    }
  }
}
