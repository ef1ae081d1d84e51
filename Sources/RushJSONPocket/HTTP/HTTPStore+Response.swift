public import Foundation

extension Pocket.HTTPStore {
  /// The answer of a server.
  public struct Response: Sendable {
    /// The status code (RFC 9110 §15).
    public let status: Int
    /// The names and values of the headers.
    public let headers: [String: String]
    /// The content.
    public let body: Data

    /// Creates an answer.
    public init(status: Int, headers: [String: String], body: Data) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    /// The value of the header named `name`, in upper or lower case.
    public func header(_ name: String) -> String? {
      headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// The server's error message, from a body of the form `{"error": {"message": "…"}}`; `nil` for any
    /// other body.
    public var message: String? {
      do throws(JSONSyntaxError) {
        return try RawJSON(parsing: body)["error"]?["message"]?.stringValue
      } catch {
        return nil
      }
    }
  }
}
