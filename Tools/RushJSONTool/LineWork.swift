import CommandLineTools
import RushJSON

/// What is done with one line, on any thread.
struct LineWork: Sendable {
  /// What is written of the values that a line has at the columns' paths.
  enum Form: Sendable {
    /// The value of one column, or an array of several.
    case values
    /// An object with the columns' names.
    case object
    /// A row of fields: RFC 4180, or with tabs.
    case commas, tabs
  }

  /// A value of each line.
  struct Column: Sendable {
    var name: String
    var path: ValuePath
  }

  let tests: [LineTest]
  let columns: [Column]
  let form: Form
  let needsText: Bool
  /// Whether records may have several lines, as elements of an array do.
  let mayHaveLineFeeds: Bool

  /// A line whose fields are not known.
  struct NoFields: Error, CustomStringConvertible {
    let description =
      "no array; choose the fields of other values with --select PATH or --object NAME=PATH"
  }

  /// The names of the columns as a row.
  var header: [UInt8] {
    var row = FieldRow(tabs: form == .tabs)
    for column in columns { row.add(column.name) }
    return row.bytes
  }

  /// The text to write, or `nil` for a line that does not pass.
  func result(of record: JSONRecord) throws -> ArraySlice<UInt8>? {
    // A byte order mark before the first line, as some editors write it.
    if record.offset == 0, record.bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      return try result(
        of: JSONRecord(
          bytes: record.bytes.dropFirst(3), offset: 3, line: record.line, name: record.name))
    }
    let isRow = form == .commas || form == .tabs
    if tests.isEmpty, columns.isEmpty, !isRow || !needsText {
      try record.bytes.withSpan { (text) throws(JSONSyntaxError) in
        try JSONDocument.validate(text)
      }
      return needsText ? compact(record) : []
    }
    let document = try record.document()
    guard tests.allSatisfy({ $0.passes(document) }) else { return nil }
    if !needsText { return form == .values && columns.count == 1 ? try values(of: document) : [] }
    switch form {
    case .commas, .tabs: return try row(of: document)
    case .object: return try object(of: document)
    case .values: return columns.isEmpty ? compact(record) : try values(of: document)
    }
  }

  private func values(of document: JSONDocument) throws -> ArraySlice<UInt8>? {
    if columns.count == 1 { return try columns[0].path.find(in: document.root)?.jsonBytes()[...] }
    var writer = JSONWriter()
    try writer.beginArray()
    for column in columns { try write(column, of: document, to: &writer) }
    try writer.endArray()
    return try writer.finish()[...]
  }

  private func object(of document: JSONDocument) throws -> ArraySlice<UInt8> {
    var writer = JSONWriter()
    try writer.beginObject()
    for column in columns {
      try writer.name(column.name)
      try write(column, of: document, to: &writer)
    }
    try writer.endObject()
    return try writer.finish()[...]
  }

  private func write(
    _ column: Column, of document: JSONDocument, to writer: inout JSONWriter
  ) throws {
    switch column.path.find(in: document.root) {
    case nil: try writer.null()
    case .value(let value): try writer.value(value)
    case .elements(let array): try writer.value(.array(array))
    }
  }

  private func row(of document: JSONDocument) throws -> ArraySlice<UInt8> {
    var row = FieldRow(tabs: form == .tabs)
    if columns.isEmpty {
      guard document.root.kind == .array else { throw NoFields() }
      for element in try document.root.elements() { try row.add(.value(element)) }
    }
    for column in columns { try row.add(column.path.find(in: document.root)) }
    return row.bytes[...]
  }

  /// The text of a record on one line. Not a copy, if it is on one line already.
  private func compact(_ record: JSONRecord) -> ArraySlice<UInt8> {
    let lineFeed = UInt8(ascii: "\n")
    if !mayHaveLineFeeds || !record.bytes.contains(lineFeed) { return record.bytes }
    // Line feeds are whitespace: strings escape them.
    return record.bytes.map { $0 == lineFeed ? UInt8(ascii: " ") : $0 }[...]
  }
}

/// A row of a table.
///
/// With commas, a field with a comma, a quotation mark or the end of a line is in quotation marks, and
/// quotation marks in it are doubled (RFC 4180 §2); so is the empty string, which differs from null and a
/// missing value. With tabs, a backslash escapes tabs, ends of lines, NUL and itself: \t, \n, \r, \0 and \\.
/// Arrays and objects are their compact text.
struct FieldRow {
  private(set) var bytes: [UInt8] = []
  private let hasTabs: Bool
  private var isFirst = true

  init(tabs: Bool) { hasTabs = tabs }

  mutating func add(_ found: ValuePath.Found?) throws {
    guard let found else { return begin() }
    if case .value(let value) = found {
      if value.isNull { return begin() }
      if value.kind == .string { return add(try value.string()) }
    }
    add(try found.jsonBytes())
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  private mutating func begin() {
    if !isFirst { bytes.append(hasTabs ? UInt8(ascii: "\t") : UInt8(ascii: ",")) }
    isFirst = false
  }

  private mutating func add(_ text: [UInt8]) {
    begin()
    if hasTabs {
      for byte in text { addEscaped(byte) }
    } else if !text.isEmpty, !text.contains(where: Self.needsQuotes) {
      bytes += text
    } else {
      let quote = UInt8(ascii: "\"")
      bytes.append(quote)
      for byte in text { bytes += byte == quote ? [quote, quote] : [byte] }
      bytes.append(quote)
    }
  }

  private mutating func addEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\t"): bytes += "\\t".utf8
    case UInt8(ascii: "\n"): bytes += "\\n".utf8
    case UInt8(ascii: "\r"): bytes += "\\r".utf8
    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
    case 0: bytes += "\\0".utf8
    default: bytes.append(byte)
    }
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}
