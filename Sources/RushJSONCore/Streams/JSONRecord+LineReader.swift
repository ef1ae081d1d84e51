// Cuts a stream into records.
//
//   lines       {"a":1}␊{"a":2}␍␊␊{"a":│3}␊        a record ends at a line feed
//   sequence    ␞{"a":1}␊␞{"a":2}␊␞{"a":│3}␊       a record ends where the next begins (RFC 7464)
//
// JSON escapes line feeds and record separators in strings, so neither can stand inside a text that
// is written on one line, and none has to be looked for with an eye on quotes. Nothing else ends a
// line: U+2028 and a lone carriage return may stand in a text.

extension JSONRecord {
  /// Cuts a stream of JSON Lines (NDJSON), or of RFC 7464, into its records, without reading them.
  ///
  /// ```swift
  /// var reader = JSONRecord.LineReader()
  /// for chunk in chunks {
  ///   reader.feed(chunk)
  ///   while let record = try reader.next() { … }
  /// }
  /// reader.finish()
  /// while let record = try reader.next() { … }
  /// ```
  ///
  /// Records are the same however the stream is cut. They are slices of the chunks; only one that was cut
  /// is copied. Blank lines are passed over and the end of the stream ends a line, unless it is said
  /// otherwise; CR LF ends a line as LF does.
  public struct LineReader: Sendable {
    /// What tells where a record ends.
    public enum Framing: Sendable, Hashable {
      /// A line feed behind each record: JSON Lines, NDJSON.
      case lines
      /// A record separator (U+001E) before each record, and a line feed behind it: RFC 7464. A record
      /// may have several lines, so it is complete when the next one begins, or the stream ends.
      case sequence
    }

    /// What becomes of a last line without a line feed, of which nobody knows whether it is complete.
    public enum UnendedLine: Sendable, Hashable {
      /// It is a record like others.
      case isRead
      /// It is left out: of a file that is still being written, say.
      case isDropped
      /// It is an error, ``JSONRecordError/Reason/truncated``.
      case isRefused
    }

    /// 64 MiB, the most bytes of a record unless another limit is given.
    public static let defaultMaximumLength = 64 << 20

    /// What tells where a record ends.
    public let framing: Framing
    /// The most bytes of a record, without what ends it; a carriage return counts.
    public let maximumLength: Int
    /// Whether lines of nothing but whitespace are passed over, as they are by default. If not, they are
    /// records, of which no value can be made.
    public var skipsBlankLines = true
    /// What becomes of a last line without a line feed. It is read by default.
    public var unendedLine = UnendedLine.isRead
    /// Bytes of a record that is too long which its error shows.
    private static let shownLength = 1024

    /// What was fed and not looked at.
    private var pending: ArraySlice<UInt8> = []
    /// The first bytes of a record that was cut.
    private var carry: [UInt8] = []
    private var isFinished = false
    /// The rest of a record that is too long is passed over.
    private var isPassingOver = false
    /// A record separator was seen.
    private var isInRecord: Bool
    /// Where `pending` begins in the stream.
    private var offset: Int
    /// Where the record begins that is being read.
    private var recordOffset: Int
    /// The line of the record that is being read.
    private var line = 1

    /// A reader of a stream that begins at its start.
    ///
    /// - Parameter maximumLength: The most bytes of a record. A longer one is an error, is not held, and
    ///   the records behind it can be read.
    public init(_ framing: Framing = .lines, maximumLength: Int = defaultMaximumLength) {
      self.init(framing, maximumLength: maximumLength, offset: 0)
    }

    /// A reader of a stream whose first byte is counted as `offset`.
    package init(_ framing: Framing, maximumLength: Int, offset: Int) {
      self.framing = framing
      self.maximumLength = max(0, min(maximumLength, Int.max - 1))
      isInRecord = framing == .lines
      self.offset = offset
      recordOffset = offset
    }

    /// Goes on with `chunk`, which is kept until it is read. Copies nothing if the chunks before have been
    /// read.
    public mutating func feed(_ chunk: [UInt8]) { feed(chunk[...]) }

    /// Goes on with `chunk`, as ``feed(_:)-([UInt8])``.
    public mutating func feed(_ chunk: ArraySlice<UInt8>) {
      if isFinished { return }
      if pending.isEmpty { pending = chunk } else { pending.append(contentsOf: chunk) }
    }

    /// The stream ends here. What is fed later is not taken.
    public mutating func finish() { isFinished = true }

    /// How many lines have ended; those of a record that is too long too.
    package var linesPassed: Int { line &- 1 }

    /// The next record, or `nil` if another chunk is needed, or at the end of the stream.
    ///
    /// - Throws: That a record is too long, may lack its end, or has no separator before it. The next call
    ///   goes on behind it.
    /// - Complexity: O(*n*) in the bytes up to its end, each of which is searched once.
    public mutating func next() throws(JSONRecordError) -> JSONRecord? {
      while true {
        if pending.isEmpty, !isFinished { return nil }
        let count = pending.count
        let delimiter = StreamBytes.firstIndex(of: framing == .lines ? 0x0a : 0x1e, in: pending)
        let length = delimiter.map { $0 - pending.startIndex } ?? count
        if length == count, !isFinished {
          try keep()
          return nil
        }
        if length == count, carry.isEmpty, count == 0 { return nil }
        let rest = pending.prefix(length)
        // Not beyond the end, where no delimiter stands.
        let used = min(length &+ 1, count)
        pending = pending.dropFirst(used)
        offset &+= used
        if let record = try end(rest, isLast: length == count) { return record }
      }
    }

    /// Keeps all that is pending, as it belongs to one record.
    private mutating func keep() throws(JSONRecordError) {
      let isTooLong = !isPassingOver && pending.count > maximumLength &- carry.count
      defer {
        offset &+= pending.count
        pending = []
      }
      if isTooLong {
        let error = tooLong(pending)
        passOver(carry[...])
        passOver(pending)
        carry = []
        isPassingOver = true
        throw error
      }
      if isPassingOver { passOver(pending) } else { carry.append(contentsOf: pending) }
    }

    /// Counts the lines of what is not held.
    private mutating func passOver(_ bytes: ArraySlice<UInt8>) {
      if framing == .sequence { line &+= Self.lineFeeds(bytes) }
    }

    private func tooLong(_ rest: ArraySlice<UInt8>) -> JSONRecordError {
      let shown = min(Self.shownLength, maximumLength)
      var bytes = Array(carry.prefix(shown))
      bytes += rest.prefix(shown - bytes.count)
      return JSONRecordError(
        .tooLong, recordOffset: recordOffset, line: line, bytes: bytes[...])
    }

    /// The record that ends with `rest`, unless it is blank or was refused.
    private mutating func end(_ rest: ArraySlice<UInt8>, isLast: Bool) throws(JSONRecordError)
      -> JSONRecord?
    {
      let start = (offset: recordOffset, line: line)
      let wasPassedOver = isPassingOver
      let hadSeparator = isInRecord
      let isTooLong = !isPassingOver && rest.count > maximumLength &- carry.count
      let refusal = isTooLong ? tooLong(rest) : nil
      var bytes = rest
      if !carry.isEmpty {
        carry.append(contentsOf: rest)
        bytes = carry[...]
        carry = []
      }
      // The next record begins here.
      isPassingOver = false
      isInRecord = true
      recordOffset = offset
      switch framing {
      case .lines: line &+= isLast ? 0 : 1
      case .sequence: line &+= Self.lineFeeds(bytes)
      }
      if let refusal { throw refusal }
      if wasPassedOver { return nil }
      if framing == .sequence {
        return try record(bytes, start.offset, start.line, hadSeparator: hadSeparator)
      }
      if bytes.last == .carriageReturn { bytes.removeLast() }
      if _slowPath((bytes.first ?? 0) <= 0x20), skipsBlankLines,
        bytes.allSatisfy(StreamBytes.isSpace)
      {
        return nil
      }
      let record = JSONRecord(bytes: bytes, offset: start.offset, line: start.line)
      if isLast, unendedLine != .isRead {
        if unendedLine == .isDropped { return nil }
        throw JSONRecordError(.truncated, in: record)
      }
      return record
    }

    /// The record of a sequence, unless it is blank.
    private func record(
      _ bytes: ArraySlice<UInt8>, _ offset: Int, _ line: Int, hadSeparator: Bool
    ) throws(JSONRecordError) -> JSONRecord? {
      guard let start = bytes.firstIndex(where: { !StreamBytes.isSpace($0) }) else { return nil }
      let record = JSONRecord(
        bytes: bytes[...Self.lastIndex(of: bytes)], offset: offset, line: line)
      if !hadSeparator { throw JSONRecordError(.noSeparator, in: record) }
      switch bytes[start] {
      // These have an end of their own; what lacks it is refused when it is read.
      case .openBrace, .openBracket, .quote: break
      default:
        if !StreamBytes.isSpace(bytes[bytes.endIndex &- 1]) {
          throw JSONRecordError(.truncated, in: record)
        }
      }
      return record
    }

    /// The index of the last byte that is no whitespace, of bytes that have one.
    private static func lastIndex(of bytes: ArraySlice<UInt8>) -> Int {
      bytes.lastIndex { !StreamBytes.isSpace($0) } ?? bytes.startIndex
    }

    private static func lineFeeds(_ bytes: ArraySlice<UInt8>) -> Int {
      bytes.reduce(into: 0) { $0 &+= $1 == .lineFeed ? 1 : 0 }
    }
  }
}
