/// One JSON text of a stream: a line, a text of a sequence, or an element of an array.
public struct JSONRecord: Sendable, Hashable {
  /// The text, without the bytes that end or separate records.
  ///
  /// A slice of the chunk, not a copy, unless the end of a chunk cut the record.
  public let bytes: ArraySlice<UInt8>

  /// The byte offset of the text from the start of the stream.
  public let offset: Int

  /// The one-based line where the text begins, counted from where reading began.
  ///
  /// `nil` if it is unknown: the blocks of a file come in any order, or lines are not counted.
  public let line: Int?

  /// The name of the member, if the record is a member of an object.
  public let name: String?

  /// A part of the text that does not follow the bytes before it in the stream.
  package struct Part: Sendable {
    /// Where it begins in ``bytes``, counted from their start, and in the stream.
    package let start: Int
    package let offset: Int
    package let line: Int

    package init(start: Int, offset: Int, line: Int) {
      self.start = start
      self.offset = offset
      self.line = line
    }
  }

  /// The parts after the first one: lines of a server-sent event.
  private var parts: [Part] = []

  /// Creates a record.
  public init(bytes: ArraySlice<UInt8>, offset: Int, line: Int? = nil, name: String? = nil) {
    self.bytes = bytes
    self.offset = offset
    self.line = line
    self.name = name
  }

  /// The record of a text that the stream has in several parts.
  package init(bytes: ArraySlice<UInt8>, offset: Int, line: Int?, name: String?, parts: [Part]) {
    self.init(bytes: bytes, offset: offset, line: line, name: name)
    self.parts = parts
  }

  /// The offset in the stream of a byte, or of the end, of the text.
  func streamOffset(of offset: Int) -> Int {
    guard let part = parts.last(where: { $0.start <= offset }) else { return self.offset &+ offset }
    return part.offset &+ offset &- part.start
  }

  /// The line in the stream of a byte of the text, in a text of several parts. Otherwise that of the first byte.
  func streamLine(of offset: Int) -> Int? {
    line == nil ? nil : parts.last { $0.start <= offset }?.line ?? line
  }

  /// The placeholder of a reader without a record.
  package static let none = JSONRecord(bytes: [], offset: 0)

  /// The same record, `lines` lines further on; of unknown line if `lines` is `nil`.
  package func moved(lines: Int?) -> JSONRecord {
    let line = self.line.flatMap { line in lines.map { line &+ $0 } }
    var record = JSONRecord(bytes: bytes, offset: offset, line: line, name: name)
    record.parts = parts
    return record
  }

  /// Whether bytes, offset, line and name are equal.
  public static func == (left: JSONRecord, right: JSONRecord) -> Bool {
    left.bytes == right.bytes && left.offset == right.offset && left.line == right.line
      && left.name == right.name
  }

  /// Feeds bytes, offset, line and name to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
    hasher.combine(offset)
    hasher.combine(line)
    hasher.combine(name)
  }
}
