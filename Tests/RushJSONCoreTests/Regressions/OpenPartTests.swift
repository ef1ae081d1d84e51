import RushJSONCore
import Testing

/// A value whose members another one takes over, and which leaves an object open that has parts of its own.
@Suite struct OpenPartTests {
  private struct Part: JSONWritable {
    var write: @Sendable (inout JSONWriter) throws(JSONWritingError) -> Void
    func write(to writer: inout JSONWriter) throws(JSONWritingError) { try write(&writer) }
  }

  private static let failing = Part { _ throws(JSONWritingError) in
    throw JSONWritingError(.expectedValue)
  }

  private static let leavesAnObjectOpen = Part { writer throws(JSONWritingError) in
    try writer.beginObject()
    try writer.name("inner")
    try writer.beginObject()
    do throws(JSONWritingError) { try writer.members(of: failing) } catch {}
  }

  private static let replacesItsWriter = Part { writer throws(JSONWritingError) in
    writer = JSONWriter()
  }

  @Test(arguments: [false, true]) func anObjectThatStaysOpenIsAnError(_ continues: Bool) {
    #expect(throws: JSONWritingError.self) {
      try Part { writer throws(JSONWritingError) in
        try writer.beginObject()
        try writer.members(of: Self.leavesAnObjectOpen)
        if continues {
          try writer.member("a", 1)
          try writer.members(of: ["b": 2])
          try writer.endObject()
        }
      }.jsonBytes()
    }
  }

  @Test func aWriterThatIsReplacedIsAnError() {
    #expect(throws: JSONWritingError.self) {
      try Part { writer throws(JSONWritingError) in
        try writer.beginObject()
        try writer.members(of: Self.replacesItsWriter)
      }.jsonBytes()
    }
  }
}
