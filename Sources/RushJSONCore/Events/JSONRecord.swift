/// One JSON text of a stream: a line, a text of a sequence, or an element of an array.
public struct JSONRecord: Sendable, Hashable {
  /// The text, without the bytes that end or separate records.
  ///
  /// A slice of the chunk, not a copy, unless the end of a chunk cut the record.
  public let bytes: ArraySlice<UInt8>

  /// Where the text begins, as a byte offset from the start of the stream.
  public let offset: Int

  /// The one-based line where the text begins, counted from where reading began.
  ///
  /// `nil` if it is unknown: the blocks of a file come in any order, or lines are not counted.
  public let line: Int?

  /// The name of the member, if the record is a member of an object.
  public let name: String?

  /// Creates a record.
  public init(bytes: ArraySlice<UInt8>, offset: Int, line: Int? = nil, name: String? = nil) {
    self.bytes = bytes
    self.offset = offset
    self.line = line
    self.name = name
  }

  /// What a reader keeps while it has no record.
  static let none = JSONRecord(bytes: [], offset: 0)

  /// The same record, `lines` lines further on; of unknown line if `lines` is `nil`.
  package func moved(lines: Int?) -> JSONRecord {
    let line = self.line.flatMap { line in lines.map { line &+ $0 } }
    return JSONRecord(bytes: bytes, offset: offset, line: line, name: name)
  }
}
