import RushJSONCore
import Testing

/// What a cursor gives of each kind of value, and of values of another kind.
@Suite struct CursorTests {
  /// A value as all properties of a cursor show it.
  struct Row: Equatable {
    var kind: JSONKind
    var offset: Int
    var isName = false
    var bool: Bool?
    var double: Double?
    var int64: Int64?
    var count = 0
    var raw = ""
    var text = ""
    var hasEscapes = false
  }

  private static let text = #"{"a\u0062":[true,false,null,7,-2.5,"x\n",""],"":{},"c":[]}"#

  private static let rows = [
    Row(kind: .object, offset: 0, count: 3),
    Row(kind: .string, offset: 2, isName: true, raw: #"a\u0062"#, text: "ab", hasEscapes: true),
    Row(kind: .array, offset: 11, count: 7),
    Row(kind: .bool, offset: 12, bool: true),
    Row(kind: .bool, offset: 17, bool: false),
    Row(kind: .null, offset: 23),
    Row(kind: .number, offset: 28, double: 7, int64: 7),
    Row(kind: .number, offset: 30, double: -2.5),
    Row(kind: .string, offset: 36, raw: #"x\n"#, text: "x\n", hasEscapes: true),
    Row(kind: .string, offset: 42),
    Row(kind: .string, offset: 46, isName: true),
    Row(kind: .object, offset: 48),
    Row(kind: .string, offset: 52, isName: true, raw: "c", text: "c"),
    Row(kind: .array, offset: 55),
  ]

  private static func row(_ cursor: borrowing JSONDocument.Cursor) -> Row {
    func string(_ bytes: Span<UInt8>) -> String {
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    return Row(
      kind: cursor.kind, offset: cursor.offset, isName: cursor.isName, bool: cursor.bool,
      double: cursor.double, int64: cursor.int64, count: cursor.count,
      raw: cursor.withRawUTF8(string), text: cursor.withUTF8(string),
      hasEscapes: cursor.hasEscapes)
  }

  @Test func everyValue() throws {
    var cursor = try JSONDocument(parsing: Self.text).cursor()
    var rows: [Row] = []
    while cursor.advance() { rows.append(Self.row(cursor)) }
    #expect(rows.count == Self.rows.count)
    for (row, expected) in zip(rows, Self.rows) { #expect(row == expected) }
    let hasMore = cursor.advance()
    #expect(!hasMore)
  }

  @Test(arguments: rows.indices)
  func skippedContents(_ index: Int) throws {
    var cursor = try JSONDocument(parsing: Self.text).cursor()
    for _ in 0...index { _ = cursor.advance() }
    cursor.skipContents()
    var rest: [Row] = []
    while cursor.advance() { rest.append(Self.row(cursor)) }
    let inside = [0: Self.rows.count - 1, 2: 7][index] ?? 0
    #expect(rest == Array(Self.rows.dropFirst(index + 1 + inside)))
  }
}
