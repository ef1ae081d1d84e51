/// A position in a text as editors count: the line and the column.
///
/// Lines end with LF, CR LF or CR. Both numbers begin with one. Like editors, they do not count a
/// byte order mark at the start of the text.
///
/// Errors carry byte offsets; a location is computed on request.
public struct JSONSourceLocation: Sendable, Hashable {
  /// The one-based line.
  public let line: Int

  /// The one-based column, in Unicode scalars.
  ///
  /// In bytes that are not UTF-8, every byte except 0x80 to 0xBF counts as one.
  public let column: Int

  /// The one-based column in UTF-16 code units, which many editors and protocols count.
  public let utf16Column: Int

  /// Creates a location from its numbers.
  public init(line: Int, column: Int, utf16Column: Int) {
    self.line = line
    self.column = column
    self.utf16Column = utf16Column
  }

  /// The same place, `lines` lines further on.
  func moved(lines: Int) -> JSONSourceLocation {
    JSONSourceLocation(line: line &+ lines, column: column, utf16Column: utf16Column)
  }
}

extension JSONSourceLocation: CustomStringConvertible {
  /// For example `line 1, column 13`.
  public var description: String { "line \(line), column \(column)" }
}
