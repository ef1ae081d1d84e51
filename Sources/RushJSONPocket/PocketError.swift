public import Foundation

/// Why a pocket was not saved, or not read.
public enum PocketError: Error, Sendable {
  // MARK: - The pocket

  /// The data are longer as JSON than ``Pocket.DataLimit`` allows; both in its unit.
  case sizeLimitExceeded(limit: Int, actual: Int)
  /// The data hold a value that is not JSON.
  case notJSON(JSONConversionError)
  /// The pocket has no text, because a number in the data is NaN or infinite, or they nest too deep.
  case notWritable(JSONWritingError)

  // MARK: - A file

  /// The file could not be read or written: which operation failed, on which file, and the system's
  /// error number (`errno`).
  case file(operation: String, path: String, code: Int32)
  /// What is in the file is no pocket. The reason is a `JSONSyntaxError` or a `JSONValueError`.
  case invalidFile(path: String, reason: any Error)

  // MARK: - A server

  /// The address of the server is no URL for HTTP.
  case invalidURL(String)
  /// There is no user who is logged in, or the token cannot stand in a header; the reason, if the
  /// provider of the token threw.
  case noToken(reason: (any Error)?)
  /// No answer came: refused, lost, or broken off. Nothing is known of what the server has done, unless
  /// the connection was not made.
  case connection(URLError)
  /// The answer was not complete in time, in seconds.
  case timedOut(after: Double)
  /// The task that asked was cancelled.
  case cancelled
  /// The server refused: an answer with another status than 2xx. (Redirections, too, which are not
  /// followed: they would turn a PUT into a GET, and hand the token to another server.)
  case status(HTTPPocketStore.Response)
  /// The answer has more bytes than the store takes.
  case tooLarge(limit: Int)
  /// The answer is no pocket. The reason is a `JSONSyntaxError` or a `JSONValueError`.
  case invalidBody(HTTPPocketStore.Response, reason: any Error)
  /// The answer is not one of HTTP.
  case notHTTP
}

extension HTTPPocketStore {
  /// What a server answered.
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

    /// The value of the header of this name, without regard to the case of letters.
    public func header(_ name: String) -> String? {
      headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// What the server says is wrong: `{"error": {"message": "…"}}`, or `nil` if it says nothing in this
    /// form.
    public var message: String? {
      do throws(JSONSyntaxError) {
        return try RawJSON(parsing: body)["error"]?["message"]?.stringValue
      } catch {
        return nil
      }
    }
  }
}

extension PocketError {
  /// The server's answer, if there was one.
  public var response: HTTPPocketStore.Response? {
    switch self {
    case .status(let response), .invalidBody(let response, _): response
    default: nil
    }
  }
}

extension PocketError: CustomStringConvertible {
  /// What went wrong, as a sentence.
  public var description: String {
    switch self {
    case .sizeLimitExceeded(let limit, let actual):
      "the data of the pocket have a length of \(actual), and the limit is \(limit)"
    case .notJSON(let error): "the data of the pocket are not JSON: \(error)"
    case .notWritable(let error): "the pocket cannot be written: \(error)"
    case .file(let operation, let path, let code):
      "cannot \(operation) \(path): \(POSIXError.text(of: code))"
    case .invalidFile(let path, let reason): "\(path) is no pocket: \(reason)"
    case .invalidURL(let text): "\"\(text)\" is no URL for HTTP"
    case .noToken(let reason):
      "there is no token of a user who is logged in" + (reason.map { ": \($0)" } ?? "")
    case .connection(let error):
      "no answer from the server: \(error.localizedDescription) (\(error.code.rawValue))"
    case .timedOut(let seconds): "no answer from the server within \(seconds) s"
    case .cancelled: "cancelled"
    case .status(let response):
      "the server answered with status \(response.status)"
        + (response.message.map { ": \($0)" } ?? "")
    case .tooLarge(let limit): "the answer of the server has more than \(limit) bytes"
    case .invalidBody(let response, let reason):
      "the answer of the server (status \(response.status)) is no pocket: \(reason)"
    case .notHTTP: "the answer of the server is not HTTP"
    }
  }
}

extension PocketError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension POSIXError {
  /// The system's text for an error number.
  fileprivate static func text(of code: Int32) -> String {
    guard let known = POSIXErrorCode(rawValue: code) else { return "error \(code)" }
    return "\(POSIXError(known).localizedDescription) (\(code))"
  }
}
