import RushJSONCore
import Testing

/// What errors of streams say, and what they tell a program that goes on.
@Suite struct JSONStreamErrorTests {
  struct Row: Sendable {
    var error: JSONStreamError
    var text: String
    var endsStream: Bool
  }

  private static let record = JSONRecord(bytes: [0x78], offset: 40, line: 3)
  private static let unnumbered = JSONRecord(bytes: [0x78], offset: 40)
  private static let cause = JSONSyntaxError(.expectedValue, at: 0)

  static let rows = [
    Row(
      error: JSONStreamError(.syntax(.expectedValue), offset: 7),
      text: "\(JSONSyntaxError.Kind.expectedValue) at byte 7", endsStream: true),
    Row(
      error: JSONStreamError(
        .syntax(.expectedValue), offset: 7,
        location: JSONSourceLocation(line: 2, column: 4, utf16Column: 4), pointer: "/a/0"),
      text: "\(JSONSyntaxError.Kind.expectedValue) at byte 7 (line 2, column 4) in /a/0",
      endsStream: true),
    Row(
      error: JSONStreamError(.syntax(.expectedValue), offset: 7, pointer: .root),
      text: "\(JSONSyntaxError.Kind.expectedValue) at byte 7", endsStream: true),
    Row(
      error: JSONStreamError(.syntax(.expectedValue), in: record, offset: 41),
      text: "\(JSONSyntaxError.Kind.expectedValue) at byte 41 (in the record at line 3, byte 40)",
      endsStream: false),
    Row(
      error: JSONStreamError(.value, in: unnumbered, underlying: cause),
      text: "\(cause) (in the record at byte 40)", endsStream: false),
    Row(
      error: JSONStreamError(.value, in: record),
      text: "unknown error (in the record at line 3, byte 40)", endsStream: false),
    Row(
      error: JSONStreamError(.recordTooLong, in: record),
      text: "the record at line 3, byte 40 is too long", endsStream: false),
    Row(
      error: JSONStreamError(.truncatedRecord, in: unnumbered),
      text: "the record at byte 40 may lack its end", endsStream: false),
    Row(
      error: JSONStreamError(.missingSeparator, in: unnumbered),
      text: "no separator before the record at byte 40", endsStream: false),
    Row(
      error: JSONStreamError(.missingEndMark, offset: 9),
      text: "the stream ends at byte 9 without its end mark", endsStream: true),
    Row(
      error: JSONStreamError(
        .bodyInsteadOfEvents, in: JSONRecord(bytes: Array(#"{"a":1}"#.utf8)[...], offset: 2)),
      text: #"JSON at byte 2 instead of server-sent events: {"a":1}"#, endsStream: true),
    Row(
      error: JSONStreamError(.noContainer, offset: 0, pointer: "/b"),
      text: "no array or object at '/b'", endsStream: true),
    Row(
      error: JSONStreamError(.noContainer, offset: 0), text: "no array or object at ''",
      endsStream: true),
    Row(
      error: JSONStreamError(.countsFromEnd(pattern: "$[-1]"), offset: 0),
      text: "the pattern $[-1] counts from the end of an array, which a stream does not know; "
        + "read a document or a tree", endsStream: true),
    Row(
      error: JSONStreamError(.streamTooLong, offset: 9),
      text: "the stream is longer than 9 bytes (maximumTotal)", endsStream: true),
    Row(
      error: JSONStreamError(.source, offset: 9, line: 2, underlying: cause),
      text: "\(cause) (after line 2, byte 9)", endsStream: true),
    Row(
      error: JSONStreamError(.file(name: "x", code: 2, message: "m"), offset: 0),
      text: "cannot read x: m", endsStream: true),
    Row(
      error: JSONStreamError(.file(name: "x", code: 2, message: "m"), offset: 0, line: 1),
      text: "cannot read x: m (after line 1, byte 0)", endsStream: true),
    Row(
      error: JSONStreamError(.file(name: "x", code: 2, message: "m"), offset: 1),
      text: "cannot read x: m (after byte 1)", endsStream: true),
  ]

  @Test(arguments: rows.indices)
  func texts(_ index: Int) {
    let row = Self.rows[index]
    #expect("\(row.error)" == row.text)
    #expect(row.error.endsStream == row.endsStream)
    #expect((row.error.syntaxError == nil) == (row.error.kind != .syntax(.expectedValue)))
    for other in Self.rows.indices {
      #expect((row.error == Self.rows[other].error) == (index == other))
    }
  }

  @Test func errorsOfRecordsAreNotWrapped() {
    let inner = JSONStreamError(.syntax(.expectedValue), in: Self.record, offset: 41)
    let same = JSONStreamError(inner, in: Self.record)
    #expect(same == inner)
    let other = JSONRecord(bytes: [0x79], offset: 60)
    #expect(JSONStreamError(inner, in: other).kind == .value)
    #expect(JSONStreamError(Self.cause, in: other).offset == 60)
    #expect(JSONStreamError(JSONSyntaxError(.expectedValue, at: 5), in: other).offset == 65)
    #expect(inner.moved(lines: 10).line == 13)
    #expect(inner.moved(lines: nil).line == nil)
    #expect(JSONStreamError(.streamTooLong, offset: 9, line: 2).moved(lines: 10).line == 2)
    let file = JSONStreamError(.file(name: "x", code: 2, message: "m"), offset: 0)
    let moved = JSONStreamError(source: file, offset: 9, line: 4)
    #expect(moved == JSONStreamError(file.kind, offset: 9, line: 4))
    #expect(JSONStreamError(source: Self.cause, offset: 9, line: 4).kind == .source)
  }
}
