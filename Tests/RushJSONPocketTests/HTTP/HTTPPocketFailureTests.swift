import Foundation
import RushJSONPocket
import Testing

/// Failures between a store and its server. Each is reported as an error of its own, and no request that
/// the server may have accepted is repeated.
@Suite("Pockets on a server: failures")
struct HTTPPocketFailureTests {
  /// The outcome of an answer.
  enum Expected: Sendable {
    case status(Int)
    case connection
    case timedOut
    case invalidBody
    case tooLarge

    func matches(_ error: Pocket.Failure) -> Bool {
      switch (self, error) {
      case (.status(let status), .status(let response)): status == response.status
      case (.connection, .connection), (.timedOut, .timedOut), (.invalidBody, .invalidBody),
        (.tooLarge, .tooLarge):
        true
      default: false
      }
    }
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: LoopbackAnswer
    var expected: Expected
    /// The number of attempts of a GET and of a PUT, of at most two.
    var gets = 1
    var puts = 1

    var testDescription: String { name }
  }

  private static let good = HTTPPocketStoreTests.text
  private static func head(_ length: Int) -> String { LoopbackAnswer.head(200, length: length) }

  // In parts, because one expression takes Swift 6.2 too long.
  static let failures = connections + redirections + statuses + challenges + repeated

  private static let connections: [Failure] = [
    Failure(name: "no answer", answer: .nothing, expected: .connection, gets: 2),
    Failure(name: "a reset", answer: .reset, expected: .connection, gets: 2),
    Failure(name: "silence", answer: .hang, expected: .timedOut, gets: 2),
    Failure(
      name: "silence after the head", answer: .text(head(50)).then(.hang), expected: .timedOut,
      gets: 2),
    Failure(
      // For longer than a busy machine lets the time limit pass.
      name: "a byte from time to time",
      answer: .text(head(1000), then: [.send([0x20]), .wait(30)], times: 900),
      expected: .timedOut, gets: 2),
    Failure(
      name: "torn in the body", answer: .text(head(good.utf8.count) + good.prefix(20)),
      expected: .connection, gets: 2),
    Failure(
      name: "torn in a chunk",
      answer: .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{\"da"),
      expected: .connection, gets: 2),
    Failure(
      name: "torn without a length",
      answer: .text("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + good.prefix(20)),
      expected: .invalidBody, gets: 2),
    Failure(
      name: "reset in the body",
      answer: .text(head(good.utf8.count) + good.prefix(20)).then(.reset),
      expected: .connection, gets: 2),
    Failure(name: "an empty body", answer: .status(200, ""), expected: .invalidBody, gets: 2),
    Failure(name: "HTML", answer: .status(200, "<html></html>"), expected: .invalidBody, gets: 2),
    Failure(name: "not an object", answer: .status(200, "[]"), expected: .invalidBody),
    Failure(
      name: "not a list", answer: .status(200, #"{"references":{"a":"b"}}"#),
      expected: .invalidBody),
    Failure(
      name: "huge, as announced",
      answer: .text(head(1 << 30) + String(repeating: " ", count: 5000)).then(.hang),
      expected: .tooLarge),
    Failure(
      name: "huge, as announced, and silence", answer: .text(head(4097)).then(.hang),
      expected: .tooLarge),
    Failure(
      name: "huge without end",
      answer: .text(
        "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
        then: [.send([UInt8](repeating: 0x20, count: 4096))], times: 100),
      expected: .tooLarge),
  ]

  private static let redirections: [Failure] = [301, 302, 303, 307, 308].map { status in
    Failure(
      name: "redirection \(status)",
      answer: .status(status, "", headers: ["Location: /api/elsewhere"]),
      expected: .status(status))
  }

  private static let statuses: [Failure] = [400, 401, 403, 404, 409, 413, 418, 501].map { status in
    Failure(
      name: "status \(status)", answer: .status(status, #"{"error":{"message":"no"}}"#),
      expected: .status(status))
  }

  private static let challenges: [Failure] =
    [
      "Basic realm=\"a\"", "basic", "Basic realm=\"a\", Bearer", "Digest realm=\"a\", nonce=\"b\"",
      "Bearer realm=\"a\", error=\"invalid_token\"", "Negotiate", "=", "",
    ].map { challenge in
      Failure(
        name: "status 401, \(challenge)",
        answer: .status(401, "no", headers: ["WWW-Authenticate: \(challenge)"]),
        expected: .status(401))
    }
    + [
      Failure(
        name: "status 407",
        answer: .status(407, "no", headers: ["Proxy-Authenticate: Basic realm=\"a\""]),
        expected: .status(407))
    ]

  private static let repeated: [Failure] =
    [408, 500, 502, 504].map { status in
      Failure(
        name: "status \(status)", answer: .status(status, "x"), expected: .status(status), gets: 2)
    }
    + [429, 503].map { status in
      Failure(
        name: "status \(status)", answer: .status(status, "x"), expected: .status(status), gets: 2,
        puts: 2)
    }

  private static func store(
    _ server: LoopbackServer, timeout: Duration = .milliseconds(1500), attempts: Int = 2
  ) throws -> Pocket.HTTPStore {
    var options = Pocket.HTTPStore.Options()
    options.timeout = timeout
    options.retries = Pocket.HTTPStore.Retries(maximumAttempts: attempts, delay: .milliseconds(10))
    options.maximumBodySize = 4096
    return try Pocket.HTTPStore(base: server.base, options: options) { Pocket.HTTPStore.Token("t") }
  }

  /// A shorter time limit for the cases that must time out.
  private static func timeout(_ failure: Failure) -> Duration {
    if case .timedOut = failure.expected { .milliseconds(200) } else { .seconds(20) }
  }

  @Test(arguments: failures) func ofGET(failure: Failure) async throws {
    let server = try LoopbackServer(failure.answer)
    defer { server.stop() }
    let store = try Self.store(server, timeout: Self.timeout(failure))
    let error = await #expect(throws: Pocket.Failure.self) { try await store.getPocket() }
    #expect(failure.expected.matches(try #require(error)), "\(String(describing: error))")
    #expect(server.requests.count == failure.gets)
    #expect(server.requests.allSatisfy { $0.method == "GET" })
  }

  @Test(arguments: failures) func ofPUT(failure: Failure) async throws {
    let server = try LoopbackServer(failure.answer)
    defer { server.stop() }
    let store = try Self.store(server, timeout: Self.timeout(failure))
    let pocket = HTTPPocketStoreTests.pocket
    let error = await #expect(throws: Pocket.Failure.self) { try await store.savePocket(pocket) }
    #expect(failure.expected.matches(try #require(error)), "\(String(describing: error))")
    #expect(server.requests.count == failure.puts)
    #expect(server.requests.allSatisfy { $0.method == "PUT" })
    for request in server.requests { #expect(try Pocket(parsing: request.body) == pocket) }
  }

  #if !canImport(FoundationNetworking)
    /// Not on Linux, where Foundation ends the process (swift-corelibs-foundation 5285).
    @Test func tornInTheHead() async throws {
      let server = try LoopbackServer(.text(String(Self.head(50).prefix(30))))
      defer { server.stop() }
      let store = try Self.store(server, timeout: .seconds(20))
      let error = await #expect(throws: Pocket.Failure.self) { try await store.getPocket() }
      #expect(Expected.connection.matches(try #require(error)))
    }
  #endif

  @Test func whatPassesIsTriedAgain() async throws {
    let server = try LoopbackServer(
      .status(500, ""), .nothing, .status(200, Self.good))
    defer { server.stop() }
    let store = try Self.store(server, timeout: .seconds(20), attempts: 3)
    #expect(try await store.getPocket() == HTTPPocketStoreTests.pocket)
    #expect(server.requests.count == 3)
  }

  @Test func aServerThatRefusesForNowIsAskedAgain() async throws {
    let server = try LoopbackServer(
      .status(503, "", headers: ["Retry-After: 0"]), .status(200, Self.good))
    defer { server.stop() }
    let store = try Self.store(server, timeout: .seconds(20))
    #expect(
      try await store.savePocket(HTTPPocketStoreTests.pocket) == HTTPPocketStoreTests.pocket)
    #expect(server.requests.count == 2)
    // The store gives up if the required delay exceeds its maximum.
    let busy = try LoopbackServer(.status(503, "", headers: ["Retry-After: 3600"]))
    defer { busy.stop() }
    let other = try Self.store(busy, timeout: .seconds(20))
    await #expect(throws: Pocket.Failure.self) { try await other.getPocket() }
    #expect(busy.requests.count == 1)
  }

  @Test func nobodyListens() async throws {
    var options = Pocket.HTTPStore.Options()
    options.retries = Pocket.HTTPStore.Retries(maximumAttempts: 2, delay: .milliseconds(10))
    let base = try #require(URL(string: "http://127.0.0.1:\(try Sockets.closedPort())"))
    let store = try Pocket.HTTPStore(base: base, options: options) { Pocket.HTTPStore.Token("t") }
    let error = await #expect(throws: Pocket.Failure.self) { try await store.savePocket(Pocket()) }
    guard case .connection(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.code == .cannotConnectToHost)
  }

  @Test func withoutATokenNothingIsSent() async throws {
    let server = try LoopbackServer(.status(200, Self.good))
    defer { server.stop() }
    struct Expired: Error {}
    let tokens: [@Sendable () async throws -> Pocket.HTTPStore.Token?] = [
      { nil }, { throw Expired() }, { Pocket.HTTPStore.Token("") },
      { Pocket.HTTPStore.Token("a\r\nHost: b") },
      { Pocket.HTTPStore.Token("é") }, { Pocket.HTTPStore.Token("a b") },
    ]
    for token in tokens {
      let store = try Pocket.HTTPStore(base: server.base, token: token)
      let error = await #expect(throws: Pocket.Failure.self) { try await store.getPocket() }
      guard case .noToken = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(server.connections == 0)
  }

  @Test func dataThatAreTooLongAreNotSent() async throws {
    let server = try LoopbackServer(.status(200, Self.good))
    defer { server.stop() }
    let store = try Self.store(server)
    let long = Pocket(data: ["t": .string(String(repeating: "x", count: 1993))])
    let error = await #expect(throws: Pocket.Failure.self) { try await store.savePocket(long) }
    guard case .sizeLimitExceeded(limit: 2000, actual: 2001) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.connections == 0)
  }

  @Test func aCancelledTaskEndsAtOnce() async throws {
    let server = try LoopbackServer(.hang)
    defer { server.stop() }
    let store = try Self.store(server, timeout: .seconds(60))
    let task = Task { try await store.getPocket() }
    while server.requests.isEmpty { await Task.yield() }
    task.cancel()
    let result = await task.result
    guard case .failure(let error) = result, case Pocket.Failure.cancelled = error else {
      Issue.record("\(result)")
      return
    }
    let early = Task {
      await Task.yield()
      return try await store.savePocket(Pocket())
    }
    early.cancel()
    await #expect(throws: Pocket.Failure.self) { try await early.value }
    #expect(server.requests.count == 1)
  }

  @Test func errorsSayWhatTheServerSaid() async throws {
    let server = try LoopbackServer(
      .status(422, #"{"error":{"message":"too many"}}"#, headers: ["X-Trace: 7"]))
    defer { server.stop() }
    let store = try Self.store(server)
    let error = await #expect(throws: Pocket.Failure.self) { try await store.getPocket() }
    #expect(error?.response?.message == "too many")
    #expect(error?.response?.header("x-trace") == "7")
    #expect(error.map { "\($0)" } == "the server answered with status 422: too many")
    // The same from a server that asks for a password.
    let challenge = try LoopbackServer(
      .status(
        401, #"{"error":{"message":"expired"}}"#,
        headers: ["WWW-Authenticate: Basic", "X-Trace: 8"]))
    defer { challenge.stop() }
    let refused = await #expect(throws: Pocket.Failure.self) {
      try await Self.store(challenge, timeout: .seconds(20)).getPocket()
    }
    #expect(refused?.response?.message == "expired")
    #expect(refused?.response?.header("x-trace") == "8")
    for body in ["", "[]", #"{"error":"x"}"#, "\u{0}"] {
      #expect(
        Pocket.HTTPStore.Response(status: 500, headers: [:], body: Data(body.utf8)).message == nil)
    }
  }
}

extension HTTPPocketFailureTests {
  @Test(arguments: ["ftp://example.com", "file:///tmp", "example.com"])
  func aStoreNeedsAnHTTPAddress(address: String) throws {
    let url = try #require(URL(string: address))
    let error = #expect(throws: Pocket.Failure.self) {
      _ = try Pocket.HTTPStore(base: url) { nil }
    }
    guard case .invalidURL(let text)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text == address)
    #expect(error?.localizedDescription == error?.errorDescription)
  }

  @Test func optionsOfAStore() {
    var options = Pocket.HTTPStore.Options()
    #expect(options.dataLimit == .standard)
    #expect(options.retries.maximumDelay == .seconds(10))
    options.retries.maximumDelay = .seconds(1)
    #expect(options.retries != .standard)
  }
}
