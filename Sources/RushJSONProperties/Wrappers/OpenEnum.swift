public import RushJSONCore

/// A case of an enum with raw values, or the JSON value that no case has as its raw value.
///
/// A newer server may send values that an older program does not know. They are kept, and written back unchanged:
///
/// ```swift
/// enum Status: String { case active, closed }
/// struct Ticket: Codable {
///   var status: OpenEnum<Status>             // {"status": "archived"} is .unknown("archived")
/// }
/// switch ticket.status {
/// case .known(.active): open(ticket)
/// case .known(.closed): break
/// case .unknown(let value): log(value)
/// }
/// ```
///
/// Every value is read, also one of another kind, such as `null` or a number in place of a string. An optional
/// property is `nil` if its member is missing or `null`. Works with any coder. The enum needs no `Codable`.
///
/// For enums with payloads, `@JSONModel` has a case marked `@Unknown`.
public enum OpenEnum<Known: RawRepresentable> {
  /// A value that the enum has a case for.
  case known(Known)
  /// A value that the enum has no case for.
  case unknown(RawJSON)

  /// The case, or `nil` if the enum has none for the value.
  public var known: Known? { if case .known(let known) = self { known } else { nil } }
}

extension OpenEnum: Sendable where Known: Sendable {}
extension OpenEnum: Equatable where Known: Equatable {}
extension OpenEnum: Hashable where Known: Hashable {}

extension OpenEnum: Decodable where Known.RawValue: Decodable {
  /// Decodes a raw value, or any other value.
  /// - Throws: Only what a decoder of another library throws for a value, such as a number out of range.
  /// - Complexity: O(*n*) in the bytes of the value. An unknown value is copied.
  public init(from decoder: any Decoder) throws {
    // A text that is still coming may become another case.
    try (decoder as? ValueDecoder)?.requireComplete()
    let container = try decoder.singleValueContainer()
    // `null` and kinds that differ cost an error that nobody sees.
    if case .success(let rawValue) = Result(catching: { try container.decode(Known.RawValue.self) }),
      let known = Known(rawValue: rawValue)
    {
      self = .known(known)
    } else {
      self = .unknown(try container.decode(RawJSON.self))
    }
  }
}

extension OpenEnum: Encodable where Known.RawValue: Encodable {
  /// Encodes the raw value, or the unknown value as it was decoded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .known(let known): try container.encode(known.rawValue)
    case .unknown(let value): try container.encode(value)
    }
  }
}
