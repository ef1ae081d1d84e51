import Dispatch
import Foundation
import RushJSON
import RushJSONCore
import Testing

/// Values that threads share and only read: each is coded by several threads at once. The thread sanitizer finds a
/// write, and an access to all of a value that is to be exclusive.
@Suite struct SharedValueTests {
  private struct Item: Codable, Sendable {
    var id = 1
    var name = "a name of more than sixteen bytes"
    var tags = ["a", "b"]
    var note: String?
    var inner = Inner()
    var list = [Inner(), Inner()]
    var map = ["x": Inner()]
    var date = Date(timeIntervalSince1970: 1)
    var tree: RawJSON = ["a": [1, "b", nil]]
    var field = JSONField<Int>.null
  }

  private struct Inner: Codable, Sendable {
    var numbers = [1.5, 2.5]
    var rows = [[1.5], [2.5, 3.5]]
    var words = [["a"], ["b"]]
  }

  private struct Written: JSONWritable, Encodable, Sendable {
    var rows = [[1.5], [2.5]]
    var names = ["a", "b"]
    var counts = ["x": 1]

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("rows", rows)
      try writer.member("names", names)
      try writer.member("counts", counts)
      try writer.endObject()
    }

    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
  }

  /// Runs `body` on four threads, each several times.
  private static func share(_ body: @escaping @Sendable () throws -> Int) throws {
    let results = Locked<[Result<Int, any Error>]>([])
    let group = DispatchGroup()
    for _ in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        for _ in 0..<8 {
          let result = Result { try body() }
          results.withLock { $0.append(result) }
        }
        group.leave()
      }
    }
    group.wait()
    let sizes = try results.withLock { $0 }.map { try $0.get() }
    #expect(sizes.count == 32 && Set(sizes).count == 1)
  }

  private static func encode<T: Encodable & Sendable>(_ value: T) throws {
    let encoder = RushJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try share { try encoder.encodeToBytes(value).count }
    try share { try RushJSONEncoder().encode(["a": value]).count > 0 ? 1 : 0 }
    let snake = RushJSONEncoder()
    snake.keyEncodingStrategy = .convertToSnakeCase
    snake.outputFormatting = .sortedKeys
    try share { try snake.encodeToBytes(value).count }
    try share { try RawJSON(encoding: value).jsonString().utf8.count }
  }

  @Test func encodingAnArray() throws {
    try Self.encode([Item(), Item()])
    try Self.encode([Inner(), Inner()])
    try Self.encode([Written(), Written()])
    try Self.encode([Inner(), nil] as [Inner?])
    try Self.encode([[Inner()], [Inner(), Inner()]])
    try Self.encode([Date(), Date()])
    try Self.encode([RawJSON.array([1, 2]), "x"])
  }

  @Test func encodingADictionary() throws {
    try Self.encode(["x": Item()])
    try Self.encode(["x": Written(), "y": Written()])
    try Self.encode(["x": [Inner()]])
    try Self.encode([1: Inner()])
  }

  @Test func encodingRowsAndScalars() throws {
    try Self.encode([[1.5, 2.5], [3.5]])
    try Self.encode([["a"], ["b", "c"]])
    try Self.encode([[[1.5]], [[2.5]]])
    try Self.encode(["a", "b"])
    try Self.encode(["a": 1, "b": 2])
    try Self.encode(Set([1, 2, 3]))
  }

  @Test func encodingAClass() throws {
    final class Node: Encodable, Sendable {
      let name = "a name of more than sixteen bytes"
      let children: [Node]
      init(_ children: [Node] = []) { self.children = children }
    }
    try Self.encode(Node([Node(), Node()]))
    try Self.encode([Node(), Node()])
  }

  @Test func writingValues() throws {
    let written = [Written(), Written()]
    try Self.share { try written.jsonString().utf8.count }
    let named = ["x": Written()]
    try Self.share { try named.jsonString().utf8.count }
    let rows = [[1.5, 2.5], [3.5]]
    try Self.share { try rows.jsonString().utf8.count }
  }

  @Test func readingTreesAndDocuments() throws {
    let bytes = try RushJSONEncoder().encodeToBytes([Item(), Item()])
    let decoder = RushJSONDecoder()
    let document = try JSONDocument(parsing: bytes)
    let tree = try RawJSON(parsing: bytes)
    try Self.share { try decoder.decode([Item].self, from: bytes).count }
    try Self.share { try decoder.decode([Item].self, from: document).count }
    try Self.share { try decoder.decode([Item].self, from: tree).count }
    try Self.share { try tree.jsonString().utf8.count }
    try Self.share { try document.jsonString().utf8.count }
    try Self.share { tree[0]?["map"]?["x"]?["rows"]?.count ?? -1 }
    try Self.share {
      var copy = tree
      copy["/0/id" as JSONPointer] = 7
      return copy == tree ? 1 : 0
    }
    let object = try #require(tree[0]?.dictionaryValue)
    try Self.share { object["id"]?.intValue ?? -1 }
  }
}
