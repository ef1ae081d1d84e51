import Foundation
import Synchronization

/// A server for HTTP/1.1 on this machine, which answers as a script says, mostly wrongly.
///
/// Each connection has one request and one answer, on a thread of its own, so one that hangs keeps
/// nobody else waiting.
final class LoopbackServer: Sendable {
  /// A request as it came.
  struct Request: Sendable {
    var method = ""
    /// Path and query as they were sent.
    var target = ""
    var headers: [String: String] = [:]
    var body: [UInt8] = []
  }

  let port: UInt16
  private let listener: Int32
  private let state: Mutex<State>

  private struct State {
    var script: [LoopbackAnswer]
    var requests: [Request] = []
    var connections = 0
    var isStopped = false
  }

  /// Answers the first request by the first answer of the script and so on; the last one stays.
  init(_ script: LoopbackAnswer...) throws {
    (listener, port) = try Sockets.listen()
    state = Mutex(State(script: script))
    Thread.detachNewThread { [self] in acceptAll() }
  }

  var base: URL {
    get throws {
      guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw Sockets.Failure("URL") }
      return url
    }
  }

  var requests: [Request] { state.withLock { $0.requests } }
  var connections: Int { state.withLock { $0.connections } }

  func stop() {
    state.withLock { $0.isStopped = true }
    Sockets.shutDown(listener)
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func acceptAll() {
    while let connection = Sockets.accept(listener) {
      if isStopped {
        Sockets.close(connection)
        break
      }
      state.withLock { $0.connections += 1 }
      Thread.detachNewThread { [self] in
        serve(connection)
        Sockets.close(connection)
      }
    }
    Sockets.close(listener)
  }

  private func serve(_ connection: Int32) {
    guard let request = read(connection) else { return }
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.script.count > 1 ? state.script.removeFirst() : state.script.first
    }
    for step in answer?.steps ?? [] {
      switch step {
      case .send(let bytes): if !Sockets.send(bytes, connection) { return }
      case .wait(let milliseconds): usleep(UInt32(milliseconds) * 1000)
      case .hang: while !isStopped, Sockets.isOpen(connection) { usleep(5000) }
      case .reset: Sockets.resetOnClose(connection)
      }
    }
  }

  /// Reads a request with all of its body; `nil` if the other side closes before.
  private func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    var head: Int?
    while head == nil {
      guard let more = Sockets.receive(connection) else { return nil }
      bytes += more
      head = bytes.indices.first { bytes[$0...].starts(with: end) }
    }
    guard let head else { return nil }
    let lines = String(decoding: bytes[..<head], as: UTF8.self).components(separatedBy: "\r\n")
    var request = Request()
    let first = lines[0].components(separatedBy: " ")
    guard first.count == 3 else { return nil }
    (request.method, request.target) = (first[0], first[1])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      request.headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    request.body = Array(bytes[(head + end.count)...])
    let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
    while request.body.count < length {
      guard let more = Sockets.receive(connection) else { return nil }
      request.body += more
    }
    return request
  }
}

/// What the server does when it has read a request. Afterwards it closes the connection.
struct LoopbackAnswer: Sendable {
  enum Step: Sendable {
    case send([UInt8])
    /// In milliseconds.
    case wait(Int)
    /// Does nothing until the server is stopped or the other side has gone.
    case hang
    /// Closes the connection by a reset, not by an orderly end.
    case reset
  }

  var steps: [Step]

  static func text(_ text: String) -> LoopbackAnswer {
    LoopbackAnswer(steps: [.send(Array(text.utf8))])
  }

  /// A text, and more, again and again.
  static func text(_ text: String, then steps: [Step], times: Int) -> LoopbackAnswer {
    LoopbackAnswer(
      steps: [.send(Array(text.utf8))] + (0..<times).flatMap { _ in steps })
  }

  /// An answer as it should be.
  static func status(_ status: Int, _ body: String, headers: [String] = []) -> LoopbackAnswer {
    text(head(status, length: body.utf8.count, headers) + body)
  }

  static func head(_ status: Int, length: Int, _ headers: [String] = []) -> String {
    let lines =
      [
        "HTTP/1.1 \(status) Whatever", "Content-Type: application/json",
        "Content-Length: \(length)", "Connection: close",
      ] + headers
    return lines.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  /// The same after a while.
  func after(milliseconds: Int) -> LoopbackAnswer {
    LoopbackAnswer(steps: [.wait(milliseconds)] + steps)
  }

  func then(_ step: Step) -> LoopbackAnswer { LoopbackAnswer(steps: steps + [step]) }

  static let nothing = LoopbackAnswer(steps: [])
  static let hang = LoopbackAnswer(steps: [.hang])
  static let reset = LoopbackAnswer(steps: [.reset])
}
