import RushJSONCore
import RushJSONStreams
import Testing

/// A user's own types, which write themselves name by name, are sorted as trees and documents are.
@Suite struct OwnWritableTests {
  private struct Members: JSONWritable {
    var names: [String]

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      for name in names {
        try writer.name(name)
        try writer.value(["y": 1, "x": 2])
      }
      try writer.endObject()
    }
  }

  private static func texts(_ names: [String]) throws -> [String] {
    let value = Members(names: names)
    var pieces: [UInt8] = []
    try value.writeJSON(.canonical) { piece in pieces += piece.indices.map { piece[$0] } }
    var lines = JSONLinesWriter(options: .canonical)
    try lines.write(value)
    return try [
      value.jsonString(.canonical), String(decoding: value.jsonBytes(.canonical), as: UTF8.self),
      String(decoding: pieces, as: UTF8.self),
      String(String(decoding: lines.finish(), as: UTF8.self).dropLast()),
    ]
  }

  @Test func areSorted() throws {
    for text in try Self.texts(["b", "a", "c"]) {
      #expect(text == #"{"a":{"x":2,"y":1},"b":{"x":2,"y":1},"c":{"x":2,"y":1}}"#)
    }
  }

  @Test func areRefusedForADuplicate() {
    let value = Members(names: ["a", "b", "a"])
    #expect(throws: JSONWritingError.self) { try value.jsonBytes(.canonical) }
    #expect(throws: JSONWritingError.self) { try value.jsonString(.canonical) }
    #expect(throws: JSONWritingError.self) { try value.writeJSON(.canonical) { _ in } }
  }
}

extension OwnWritableTests {
  /// A type that estimates its own length, and one that does not.
  @Test func estimatesOfTheLength() throws {
    struct Sized: JSONWritable {
      var _estimatedTextLength: Int { 3 }
      func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.integer(12345) }
    }
    struct Plain: JSONWritable {
      func write(to writer: inout JSONWriter) throws(JSONWritingError) { try writer.bool(true) }
    }
    #expect(try Sized().jsonString() == "12345")
    #expect(Plain()._estimatedTextLength > 0)
    #expect(try JSONDocument(parsing: "[1,2,3]")._estimatedTextLength >= 7)
  }
}
