extension HTTPPocketStore {
  /// What proves to the server who the user is: the value of the `Authorization` header (RFC 9110 §11.6.2).
  public struct Token: Sendable, Hashable {
    /// The scheme; `Bearer` by default (RFC 6750 §2.1).
    public let type: String
    /// The token itself.
    public let value: String

    /// Creates a token.
    public init(_ value: String, type: String = "Bearer") {
      self.type = type
      self.value = value
    }

    /// The header's value, or `nil` if one of the two parts has characters that no header may have: with
    /// a line break in a token, somebody else would write the rest of the headers.
    var header: String? {
      let parts = [type, value]
      let isPrintable = parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (0x21...0x7e).contains($0) }
      }
      return isPrintable ? parts.joined(separator: " ") : nil
    }
  }
}

extension HTTPPocketStore.Token: CustomStringConvertible {
  /// The scheme alone: tokens are no matter for logs.
  public var description: String { "\(type) …" }
}
