public import Foundation

extension Pocket {
  /// Why a pocket was not saved or not read.
  public enum Failure: Error, Sendable {
    /// The JSON text of the data is longer than ``Pocket/DataLimit`` allows. Both lengths are in its unit.
    case sizeLimitExceeded(limit: Int, actual: Int)
    /// The data cannot be written as JSON: a `Date`, NaN, an infinity, or deep nesting, for example.
    case notWritable(JSONWritingError)

    /// An operation on the file failed, with the system's error number (`errno`).
    case file(operation: String, path: String, code: Int32)
    /// The content of the file is not a pocket. The reason is a `JSONSyntaxError` or a `JSONValueError`.
    case invalidFile(path: String, reason: any Error)

    /// The address of the server is not an HTTP URL.
    case invalidURL(String)
    /// No user is logged in, or the token has characters that a header cannot have. An error of the token's
    /// provider is the reason.
    case noToken(reason: (any Error)?)
    /// The connection failed, or broke before a complete answer. The server may have done what was
    /// requested, unless no connection was made.
    case connection(URLError)
    /// The answer was not complete in time, in seconds.
    case timedOut(after: Double)
    /// The calling task was cancelled.
    case cancelled
    /// The server answered with a status other than 2xx. This includes redirections. They are not followed,
    /// because that would turn a PUT into a GET and send the token to another server.
    case status(Pocket.HTTPStore.Response)
    /// The answer has more bytes than the store accepts.
    case tooLarge(limit: Int)
    /// The answer is not a pocket. The reason is a `JSONSyntaxError` or a `JSONValueError`.
    case invalidBody(Pocket.HTTPStore.Response, reason: any Error)
    /// The answer is not HTTP.
    case notHTTP
  }
}

extension Pocket.Failure {
  /// The server's answer, or `nil` if there was none.
  public var response: Pocket.HTTPStore.Response? {
    switch self {
    case .status(let response), .invalidBody(let response, _): response
    default: nil
    }
  }
}

extension Pocket.Failure: CustomStringConvertible {
  /// What went wrong and what to do, as a sentence.
  public var description: String {
    switch self {
    case .sizeLimitExceeded(let limit, let actual):
      "the data of the pocket have a length of \(actual), and the limit is \(limit); store less"
    case .notWritable(let error): "the pocket cannot be written: \(error)"
    case .file(let operation, let path, let code):
      "cannot \(operation) \(path): \(POSIXError.text(of: code))"
    case .invalidFile(let path, let reason): "\(path) is not a pocket: \(reason)"
    case .invalidURL(let text): "\"\(text)\" is not an HTTP URL"
    case .noToken(let reason):
      "no valid token; log in a user first" + (reason.map { ": \($0)" } ?? "")
    case .connection(let error):
      "no answer from the server: \(error.localizedDescription) (\(error.code.rawValue))"
    case .timedOut(let seconds): "no answer from the server within \(seconds) s"
    case .cancelled: "cancelled"
    case .status(let response):
      "the server answered with status \(response.status)"
        + (response.message.map { ": \($0)" } ?? "")
    case .tooLarge(let limit): "the answer of the server has more than \(limit) bytes"
    case .invalidBody(let response, let reason):
      "the answer of the server (status \(response.status)) is not a pocket: \(reason)"
    case .notHTTP: "the answer of the server is not HTTP"
    }
  }
}

extension Pocket.Failure: LocalizedError {
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
