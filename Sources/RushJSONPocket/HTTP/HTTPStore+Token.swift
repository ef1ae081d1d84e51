extension Pocket.HTTPStore {
  /// The user's credentials: the value of the `Authorization` header (RFC 9110 §11.6.2).
  public struct Token: Sendable, Hashable {
    /// The scheme, by default `Bearer` (RFC 6750 §2.1).
    public let type: String
    /// The token itself.
    public let value: String

    /// Creates a token.
    public init(_ value: String, type: String = "Bearer") {
      self.type = type
      self.value = value
    }

    /// The header's value, or `nil` if a part has characters that a header must not have. With a line break
    /// in a token, an attacker could write the other headers.
    var header: String? {
      let parts = [type, value]
      let isPrintable = parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (0x21...0x7e).contains($0) }
      }
      return isPrintable ? parts.joined(separator: " ") : nil
    }
  }
}

extension Pocket.HTTPStore.Token: CustomStringConvertible {
  /// Only the scheme, because tokens do not belong in logs.
  public var description: String { "\(type) …" }
}
