import Foundation
import RushJSON
import Testing

/// What types that write themselves have in common with `Codable` where the fast ways end.
@Suite struct DirectWritingTests {
  private struct Row<Element: JSONWritable & Codable>: JSONWritable, Encodable {
    var values: [Element]

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("values", values)
      try writer.endObject()
    }
  }

  private struct Plain<Element: Codable>: Encodable {
    var values: [Element]
  }

  private func expectSame<Element: JSONWritable & Codable>(
    _ values: [Element], _ encoder: RushJSONEncoder
  ) {
    func outcome(_ encode: () throws -> String) -> String {
      do {
        return try encode()
      } catch EncodingError.invalidValue(_, let context) {
        return "error at \(context.codingPath.map(\.stringValue))"
      } catch {
        return "\(error)"
      }
    }
    let direct = outcome { try encoder.encodeToString([Row(values: values)]) }
    let codable = outcome { try encoder.encodeToString([Plain(values: values)]) }
    #expect(direct == codable)
  }

  @Test func numbersWithoutAText() {
    let encoder = RushJSONEncoder()
    let lists: [[Double]] = [
      [], [1, 2], [.nan], [1, .infinity, 2], [1, 2, -.infinity], [.nan, .nan, 0.5],
    ]
    for _ in 0..<2 {
      for list in lists {
        expectSame(list, encoder)
        expectSame(list.map { Float($0) }, encoder)
        expectSame([list, [], list], encoder)
      }
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    }
  }

  /// At the edges of the words that keep the kinds of open containers.
  @Test(arguments: [1, 2, 62, 63, 64, 65, 66, 127, 128, 129, 130, 200])
  func arraysAtAnyDepth(_ depth: Int) throws {
    struct Nested: JSONWritable, Encodable {
      let depth: Int

      func encode(to encoder: any Encoder) throws { try write(into: encoder) }

      func write(to writer: inout JSONWriter) throws(JSONWritingError) {
        try writer.beginObject()
        try writer.member("before", [1, 2])
        if depth > 1 { try writer.member("inner", [Nested(depth: depth - 1)]) }
        try writer.member("nan", [0.5, .nan])
        try writer.endObject()
      }
    }
    let encoder = RushJSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    var expected = ""
    for level in 0..<depth {
      let inner = level == 0 ? "" : #""inner":["# + expected + "],"
      expected = #"{"before":[1,2],\#(inner)"nan":[0.5,"?"]}"#
    }
    #expect(try encoder.encodeToString(Nested(depth: depth)) == expected)
  }

  private struct Tree: JSONWritable, Encodable {
    var tree: RawJSON

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("tree", tree)
      try writer.endObject()
    }
  }

  @Test func treesKeepTheEncodersDepth() throws {
    let encoder = RushJSONEncoder()
    encoder.maximumDepth = 3
    #expect(try encoder.encodeToString(Tree(tree: [[1]])) == #"{"tree":[[1]]}"#)
    for tree in [[[[1]]], [[[]]], ["a": [["b": 1]]]] as [RawJSON] {
      #expect(throws: EncodingError.self) { try encoder.encodeToString(Tree(tree: tree)) }
      #expect(throws: EncodingError.self) { try encoder.encodeToString(["tree": tree]) }
    }
  }
}
