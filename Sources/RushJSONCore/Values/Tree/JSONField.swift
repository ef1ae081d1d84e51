/// A member that may be missing, may be `null`, or has a value.
///
/// A partial update has to distinguish them: leave, clear, set.
///
/// ```swift
/// struct Update: Codable {
///   var name: JSONField<String>      // {"name": null} is .null, {} is .missing
/// }
/// switch changes.field("nickname") {
/// case .missing: break
/// case .null: user.nickname = nil
/// case .value(let value): user.nickname = value.stringValue
/// }
/// ```
///
/// Synthesised code decodes and encodes all three with any coder, and leaves a missing member out. Types without
/// `Codable` and dictionaries in this library's encoders do the same.
public enum JSONField<Value> {
  /// There is no member with this name.
  case missing
  /// The member is `null`.
  case null
  /// The member has a value other than `null`.
  case value(Value)

  /// The value, or `nil` if the member is missing or `null`.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// Whether there is no member with this name.
  public var isMissing: Bool { if case .missing = self { true } else { false } }

  /// Whether the member is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// Applies a partial update to `old`: missing keeps it, `null` clears it, a value replaces it.
  public func updating(_ old: inout Value?) {
    switch self {
    case .missing: break
    case .null: old = nil
    case .value(let value): old = value
    }
  }
}

extension JSONField: Sendable where Value: Sendable {}
extension JSONField: Equatable where Value: Equatable {}
extension JSONField: Hashable where Value: Hashable {}

// MARK: - Codable

extension JSONField: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
  }
}

extension JSONField: Encodable where Value: Encodable {
  /// Encodes the value, or `null`: a single value or an element cannot be missing. A member, such as an entry
  /// of a dictionary, is left out by this library's encoders.
  public func encode(to encoder: any Encoder) throws {
    if isMissing, let encoder = encoder as? any RawJSONEncoding { try encoder.leaveOut() }
    var container = encoder.singleValueContainer()
    if case .value(let value) = self {
      try container.encode(value)
    } else {
      try container.encodeNil()
    }
  }
}

// MARK: - Fields of dynamic types

/// A type that has a value for a missing member.
package protocol ValueOfMissing {
  static var ofMissing: Self { get }
}

extension Optional: ValueOfMissing {
  package static var ofMissing: Wrapped? { nil }
}

/// The value of a missing member, or `nil` if the type has none.
func valueOfMissing<T>(_ type: T.Type) -> T? {
  // No `Any` on the way: one `nil` of several may become another there.
  func open<Member: ValueOfMissing>(_ type: Member.Type) -> T? { Member.ofMissing as? T }
  if let type = type as? any ValueOfMissing.Type { return open(type) }
  return nil
}

/// A ``JSONField`` of any type.
package protocol AnyField: ValueOfMissing {
  var isMissing: Bool { get }
}

extension JSONField: AnyField {
  package static var ofMissing: JSONField { .missing }
}

// MARK: - Members of trees

extension JSONField<RawJSON> {
  /// Creates a field from the value of a subscript: `nil` is ``missing``, `.null` is ``null``.
  public init(_ value: RawJSON?) {
    switch value {
    case .none: self = .missing
    case .some(.null): self = .null
    case .some(let value): self = .value(value)
    }
  }

  /// The value for a subscript: `.null` if the member is `null`, and `nil` if it is missing.
  public var rawJSON: RawJSON? {
    // No conditional expression here: its `nil` would be the literal for `.null`.
    switch self {
    case .missing: return nil
    case .null: return .some(.null)
    case .value(let value): return value
    }
  }
}

extension RawJSON {
  /// The member of the object with this name; ``JSONField/missing`` if the value is not an object.
  /// - Complexity: As of the subscript by name.
  public func field(_ name: String) -> JSONField<RawJSON> { JSONField(self[name]) }

  /// The value at `pointer`.
  /// - Complexity: As of the subscript by pointer.
  public func field(at pointer: JSONPointer) -> JSONField<RawJSON> { JSONField(self[pointer]) }
}

extension RawJSON.Object {
  /// The member with this name.
  /// - Complexity: As of the subscript by name.
  public func field(_ name: String) -> JSONField<RawJSON> { JSONField(self[name]) }
}

extension Dictionary where Key == String, Value == RawJSON {
  /// The member with this name.
  public func field(_ name: String) -> JSONField<RawJSON> { JSONField(self[name]) }
}
