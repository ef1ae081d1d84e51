import Foundation
import RushJSONPocket
import Testing

/// The store and a server that answers well: what is sent, and what is made of the answer.
@Suite("Pockets on a server: requests")
struct HTTPPocketStoreTests {
  static let text = #"{"references":{"a":["1"],"b":["2"]},"data":{"x":1}}"#
  static let pocket = Pocket(references: ["a": ["1"], "b": ["2"]], data: ["x": 1])

  @Test("P17: GET without a filter") func p17() async throws {
    let server = try LoopbackServer(.status(200, Self.text))
    defer { server.stop() }
    let store = try Pocket.HTTPStore(base: server.base) { Pocket.HTTPStore.Token("t0k3n") }
    #expect(try await store.getPocket() == Self.pocket)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.target == "/api/segmentation/identified-pocket/self")
    #expect(request.headers["authorization"] == "Bearer t0k3n")
    #expect(request.headers["accept"] == "application/json")
    #expect(request.headers["cookie"] == nil)
    #expect(request.body == [])
    #expect(server.requests.count == 1)
  }

  @Test(
    "P18, P19: GET with filters",
    arguments: [
      (
        ["favorites", "modules"],
        "?filterReferences%5B%5D=favorites&filterReferences%5B%5D=modules"
      ),
      (["a b&c=é/?"], "?filterReferences%5B%5D=a%20b%26c%3D%C3%A9/?"),
      (["%", "+#[]\u{1}"], "?filterReferences%5B%5D=%25&filterReferences%5B%5D=%2B%23%5B%5D%01"),
      ([], "?"),
    ])
  func p18(filter: [String], query: String) async throws {
    let server = try LoopbackServer(.status(200, Self.text))
    defer { server.stop() }
    let store = try Pocket.HTTPStore(base: server.base) {
      Pocket.HTTPStore.Token("t", type: "Custom")
    }
    // What was not asked for is left out, whatever the server sends.
    #expect(try await store.getPocket(filterReferences: filter) == Pocket(data: ["x": 1]))
    let request = try #require(server.requests.first)
    #expect(request.target == "/api/segmentation/identified-pocket/self" + query)
    #expect(request.headers["authorization"] == "Custom t")
  }

  @Test("P20: PUT") func p20() async throws {
    let server = try LoopbackServer(.status(200, Self.text))
    defer { server.stop() }
    let store = try Pocket.HTTPStore(base: server.base) { Pocket.HTTPStore.Token("t") }
    let sent = Pocket(references: ["a": ["1"], "c": nil], data: ["u": "a/b", "é": nil])
    // What the server has then, not what was sent.
    #expect(try await store.savePocket(sent) == Self.pocket)
    let request = try #require(server.requests.first)
    #expect(request.method == "PUT")
    #expect(request.target == "/api/segmentation/identified-pocket")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["content-length"] == "\(request.body.count)")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"data":{"u":"a/b","é":null},"references":{"a":["1"],"c":null}}"#)
    #expect(server.requests.count == 1)
  }

  @Test func theBaseMayHaveAPath() async throws {
    let server = try LoopbackServer(.status(200, "{}"))
    defer { server.stop() }
    let base = try server.base.appending(path: "base/v1/")
    let store = try Pocket.HTTPStore(base: base) { Pocket.HTTPStore.Token("t") }
    #expect(try await store.getPocket() == Pocket())
    #expect(server.requests.first?.target == "/base/v1/api/segmentation/identified-pocket/self")
    for text in ["ftp://example.org", "/only/a/path", "file:///x", "mailto:a@b.c"] {
      let url = try #require(URL(string: text))
      #expect(throws: Pocket.Failure.self) { try Pocket.HTTPStore(base: url) { nil } }
    }
  }

  @Test(arguments: [
    ("v2/pocket", "/v2/pocket"), ("/v2/pocket", "/v2/pocket"),
    ("my pocket/ü?#%", "/my%20pocket/%C3%BC%3F%23%25"),
    ("", ""),
  ])
  func pathsAndTheNameOfTheFilterAreOptions(_ path: String, _ target: String) async throws {
    let server = try LoopbackServer(.status(200, "{}"), .status(200, "{}"))
    defer { server.stop() }
    var options = Pocket.HTTPStore.Options()
    (options.pathToGet, options.pathToSave, options.filterName) = (path, path, "only é&")
    let base = try server.base.appending(path: "base")
    let store = try Pocket.HTTPStore(base: base, options: options) { Pocket.HTTPStore.Token("t") }
    _ = try await store.getPocket(filterReferences: ["a", "b"])
    try await store.savePocket(Pocket())
    #expect(
      server.requests.map(\.target) == [
        "/base\(target)?only%20%C3%A9%26=a&only%20%C3%A9%26=b", "/base\(target)",
      ])
  }

  @Test func anAnswerWithoutContentIsWhatWasSent() async throws {
    let server = try LoopbackServer(
      .text("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"))
    defer { server.stop() }
    let store = try Pocket.HTTPStore(base: server.base) { Pocket.HTTPStore.Token("t") }
    let sent = Pocket(references: ["a": ["1"], "b": nil])
    #expect(try await store.savePocket(sent) == Pocket(references: ["a": ["1"]]))
    // But nothing is no pocket.
    await #expect(throws: Pocket.Failure.self) { try await store.getPocket() }
  }

  /// In pieces, and without a length.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + HTTPPocketStoreTests.text,
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"r\r\n10\r\neferences\":{}}  \r\n"
      + "0\r\n\r\n",
    "HTTP/1.0 201 Created\r\nContent-Type: text/plain\r\n\r\n  \r\n" + HTTPPocketStoreTests.text,
  ])
  func otherFormsOfAnswers(answer: String) async throws {
    let bytes = Array(answer.utf8)
    let middle = bytes.count / 2
    let server = try LoopbackServer(
      LoopbackAnswer(steps: [
        .send(Array(bytes[..<20])), .wait(20), .send(Array(bytes[20..<middle])), .wait(20),
        .send(Array(bytes[middle...])),
      ]))
    defer { server.stop() }
    let store = try Pocket.HTTPStore(base: server.base) { Pocket.HTTPStore.Token("t") }
    let expected = answer.contains("chunked") ? Pocket() : Self.pocket
    #expect(try await store.getPocket() == expected)
    #expect(server.requests.count == 1)
  }

  @Test func largeListsGoBothWays() async throws {
    let list = (0..<40_000).map { "reference number \($0)" }
    let pocket = Pocket(references: ["a": list])
    let server = try LoopbackServer(.status(200, try pocket.jsonString()))
    defer { server.stop() }
    let store = try Pocket.HTTPStore(base: server.base) { Pocket.HTTPStore.Token("t") }
    #expect(try await store.savePocket(pocket) == pocket)
    #expect(server.requests.count == 1)
    #expect(try Pocket(parsing: server.requests[0].body) == pocket)
  }

  @Test func withCompletionHandlers() async throws {
    let server = try LoopbackServer(.status(200, Self.text), .status(403, "no"))
    defer { server.stop() }
    let store = try Pocket.HTTPStore(base: server.base) { Pocket.HTTPStore.Token("t") }
    let saved = await withCheckedContinuation { continuation in
      store.savePocket(Self.pocket) { continuation.resume(returning: $0) }
    }
    #expect(try saved.get() == Self.pocket)
    let read = await withCheckedContinuation { continuation in
      store.getPocket(filterReferences: ["a"]) { continuation.resume(returning: $0) }
    }
    guard case .failure(let error) = read else {
      Issue.record("accepted")
      return
    }
    #expect(error.response?.status == 403)
    #expect(error.response?.body == Data("no".utf8))
    #expect(server.requests.map(\.method) == ["PUT", "GET"])
  }

  @Test func manyAtOnce() async throws {
    let server = try LoopbackServer(.status(200, Self.text).after(milliseconds: 5))
    defer { server.stop() }
    let store = try Pocket.HTTPStore(base: server.base) { Pocket.HTTPStore.Token("t") }
    try await withThrowingTaskGroup(of: Pocket.self) { group in
      for index in 0..<20 {
        group.addTask {
          try await index % 2 == 0 ? store.getPocket() : store.savePocket(Self.pocket)
        }
      }
      for try await pocket in group { #expect(pocket == Self.pocket) }
    }
    #expect(server.requests.count == 20)
    #expect(server.requests.count { $0.method == "PUT" } == 10)
  }
}
