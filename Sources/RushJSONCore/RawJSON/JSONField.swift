/// What an object has under a name: nothing, `null`, or a value.
///
/// A partial update has to tell the three apart: leave, clear, set.
///
/// ```swift
/// switch changes.field("nickname") {
/// case .missing: break
/// case .null: user.nickname = nil
/// case .value(let value): user.nickname = value.stringValue
/// }
/// ```
public enum JSONField: Sendable, Hashable {
  /// There is no such member.
  case missing
  /// The member's value is `null`.
  case null
  /// The member has a value other than `null`.
  case value(RawJSON)

  /// What an optional value says: `nil` is ``missing``, `.null` is ``null``.
  public init(_ value: RawJSON?) {
    switch value {
    case .none: self = .missing
    case .some(.null): self = .null
    case .some(let value): self = .value(value)
    }
  }

  /// The value, `.null` if it is `null`, and `nil` if it is missing: what the subscripts take and give.
  public var rawJSON: RawJSON? {
    // No conditional expression here: its `nil` would be the literal for `.null`.
    switch self {
    case .missing: return nil
    case .null: return .some(.null)
    case .value(let value): return value
    }
  }

  /// Whether there is no such member.
  public var isMissing: Bool { self == .missing }

  /// Whether the member's value is `null`.
  public var isNull: Bool { self == .null }
}

extension RawJSON {
  /// What the object has under a name; ``JSONField/missing`` if the value is no object.
  ///
  /// - Complexity: That of the subscript by name.
  public func field(_ name: String) -> JSONField { JSONField(self[name]) }

  /// What there is at `pointer`.
  ///
  /// - Complexity: That of the subscript by pointer.
  public func field(at pointer: JSONPointer) -> JSONField { JSONField(self[pointer]) }
}

extension JSONObject {
  /// What the object has under a name.
  ///
  /// - Complexity: That of the subscript by name.
  public func field(_ name: String) -> JSONField { JSONField(self[name]) }
}

extension Dictionary where Key == String, Value == RawJSON {
  /// What the dictionary has under a name.
  public func field(_ name: String) -> JSONField { JSONField(self[name]) }
}
