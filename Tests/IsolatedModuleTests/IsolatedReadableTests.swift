import RushJSON
import Testing

struct IsolatedPoint: Equatable {
  var x: Int
  var y: Int?
}

nonisolated extension IsolatedPoint: JSONReadable, JSONWritable, Codable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    x = try reader.value("x")
    y = try reader.value("y")
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member(JSONName(prepared: #","x":"#), x)
    try writer.member("y", y)
    try writer.endObject()
  }
}

/// Types of a module that belongs to the main actor, read and written without Codable.
@Suite struct IsolatedReadableTests {
  @Test func onAnyThread() async throws {
    let text = try await Task.detached {
      let points = try RushJSONCoreDecoder().decode(
        [IsolatedPoint].self, from: #"[{"x":1,"y":2},{"x":3}]"#)
      return try RushJSONCoreEncoder().encodeToString(points)
    }.value
    #expect(text == #"[{"x":1,"y":2},{"x":3}]"#)
  }
}
