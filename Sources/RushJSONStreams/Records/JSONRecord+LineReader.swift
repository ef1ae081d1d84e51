// Cuts a stream into records.
//
//   lines       {"a":1}␊{"a":2}␍␊␊{"a":│3}␊        a record ends at a line feed
//   sequence    ␞{"a":1}␊␞{"a":2}␊␞{"a":│3}␊       a record ends where the next begins (RFC 7464)
//
// JSON escapes line feeds and record separators in strings, so a text on one line contains neither,
// and the search for them ignores quotation marks. Nothing else ends a line: a text may contain
// U+2028 and carriage returns.

public import RushJSONCore

extension JSONRecord {
  /// Cuts JSON Lines (NDJSON), or a sequence by RFC 7464, into records, without parsing them.
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
  /// Records are the same however the stream is cut. They are slices of the chunks; only a record
  /// that a chunk cut is copied. By default the reader leaves out blank lines, and the end of the
  /// stream ends the last line. CR LF ends a line as LF does.
  public struct LineReader: Sendable {
    /// The separator of records.
    public enum Framing: Sendable, Hashable {
      /// A line feed follows each record: JSON Lines, NDJSON.
      case lines
      /// A record separator (U+001E) precedes each record, and a line feed follows it: RFC 7464. A
      /// record may have several lines, so it ends when the next one begins or the stream ends.
      case textSequence

      /// The byte that ends a record's bytes.
      var delimiter: UInt8 { self == .lines ? .lineFeed : .recordSeparator }
    }

    /// 64 MiB: the default for the most bytes of a record.
    public static let defaultMaximumLength = 64 << 20

    /// The separator of records.
    public let framing: Framing
    /// The most bytes of a record, including a carriage return but not the line feed.
    public let maximumLength: Int
    /// Whether blank lines are left out, as by default. Otherwise they are records without a value.
    public var skipsBlankLines = true
    /// The treatment of a last line without a line feed. It is read by default, like all others.
    public var unendedLine = UnendedPolicy.read
    /// How many bytes the error shows of a record that is too long.
    private static let shownLength = 1024

    /// The last chunk, whose bytes from `at` on were not searched yet.
    private(set) var chunk: ArraySlice<UInt8> = []
    /// The indexes of the line that `findLine` has found, and of its end.
    private(set) var lineStart = 0
    private(set) var lineEnd = 0
    private var at = 0
    /// The bytes that were not searched yet.
    private var pending: ArraySlice<UInt8> {
      get { chunk[at...] }
      set { (chunk, at) = (newValue, newValue.startIndex) }
    }
    /// The first bytes of a record that was cut.
    private var carry: [UInt8] = []
    private var isFinished = false
    /// The reader skips the rest of a record that is too long.
    private var isSkipping = false
    /// A record separator has come. Always true for lines.
    private var isInRecord: Bool
    /// The offset of `pending` in the stream.
    private var offset: Int
    /// The offset of the current record in the stream.
    private var recordOffset: Int
    /// The line where the current record begins.
    private var line: Int

    /// A reader of a whole stream.
    /// - Parameter maximumLength: The most bytes of a record. A longer record is an error and is
    ///   not held. The records after it can be read.
    public init(_ framing: Framing = .lines, maximumLength: Int = defaultMaximumLength) {
      self.init(framing, maximumLength: maximumLength, offset: 0)
    }

    /// A reader of a stream from byte `offset` on, which is after `lines` lines.
    package init(_ framing: Framing, maximumLength: Int, offset: Int, lines: Int = 0) {
      self.framing = framing
      self.maximumLength = max(0, min(maximumLength, Int.max - 1))
      isInRecord = framing == .lines
      self.offset = offset
      recordOffset = offset
      line = lines &+ 1
    }

    /// Adds the bytes of `chunk`, in O(*n*). Keeps an array, or a slice of one, until it is read, and copies other
    /// sequences.
    @inlinable
    public mutating func feed(_ chunk: some Sequence<UInt8>) { feed(chunk.byteSlice) }

    @usableFromInline
    package mutating func feed(_ chunk: ArraySlice<UInt8>) {
      if isFinished { return }
      if at == self.chunk.endIndex { pending = chunk } else { pending.append(contentsOf: chunk) }
    }

    /// Marks the end of the stream. Later chunks are ignored.
    public mutating func finish() { isFinished = true }

    /// The number of lines that have ended, including those of records that are too long.
    var linesPassed: Int { line &- 1 }

    /// The next record. `nil` if the reader needs another chunk, and at the end of the stream.
    /// - Throws: ``JSONStreamError`` if a record is too long, may lack its end, or has no separator
    ///   before it. The next call continues with the next record.
    /// - Complexity: O(*n*) in the bytes up to its end. Each byte is searched once.
    public mutating func next() throws(JSONStreamError) -> JSONRecord? {
      findLine() ? foundLine : try nextOther()
    }

    /// The next record after `findLine` has found none.
    mutating func nextOther() throws(JSONStreamError) -> JSONRecord? {
      while true {
        if at == chunk.endIndex, !isFinished { return nil }
        let count = pending.count
        let delimiter = StreamBytes.firstIndex(of: framing.delimiter, in: pending)
        let length = delimiter.map { $0 - pending.startIndex } ?? count
        if length == count, !isFinished {
          try keep()
          return nil
        }
        if length == count, carry.isEmpty, count == 0 { return nil }
        if length == 0, framing == .textSequence, carry.isEmpty, !isSkipping {
          skipSeparator()
          continue
        }
        let rest = pending.prefix(length)
        // At the end of the stream there is no delimiter to use up.
        let used = min(length &+ 1, count)
        pending = pending.dropFirst(used)
        offset &+= used
        if let record = try end(rest, isLast: length == count) { return record }
      }
    }

    /// Moves to the next record if it is an ordinary line, all of it in the chunk. Leaves out empty lines. Returns
    /// whether there is one, which is then `foundLine`.
    @inline(__always)
    mutating func findLine() -> Bool {
      if framing != .lines || !carry.isEmpty || isSkipping { return false }
      // The whole rules cost some 500 instructions for each empty line.
      while skipsBlankLines, at < chunk.endIndex, chunk[at] == .lineFeed {
        at &+= 1
        offset &+= 1
        recordOffset = offset
        line &+= 1
      }
      // A line that may be blank, or is too long, is left to the whole rules.
      guard
        let end = StreamBytes.firstIndex(
          of: .lineFeed, in: chunk, from: at, to: chunk.endIndex), end > at,
        end &- at <= maximumLength, chunk[at] > .space
      else { return false }
      lineStart = at
      lineEnd = chunk[end &- 1] == .carriageReturn ? end &- 1 : end
      offset &+= end &+ 1 &- at
      at = end &+ 1
      recordOffset = offset
      line &+= 1
      return true
    }

    /// The line that `findLine` has found.
    var foundLine: JSONRecord {
      JSONRecord(
        bytes: chunk[lineStart..<lineEnd], offset: offset &- (at &- lineStart), line: line &- 1)
    }

    /// Skips a separator with nothing before it.
    private mutating func skipSeparator() {
      pending = pending.dropFirst()
      offset &+= 1
      recordOffset = offset
      isInRecord = true
    }

    /// Carries all pending bytes, which belong to one record.
    private mutating func keep() throws(JSONStreamError) {
      let isTooLong = !isSkipping && pending.count > maximumLength &- carry.count
      defer {
        offset &+= pending.count
        pending = []
      }
      if isTooLong {
        let error = tooLong(pending)
        skip(carry[...])
        skip(pending)
        carry = []
        isSkipping = true
        throw error
      }
      if isSkipping { skip(pending) } else { carry.append(contentsOf: pending) }
    }

    /// Counts the lines of bytes that are not held.
    private mutating func skip(_ bytes: ArraySlice<UInt8>) {
      if framing == .textSequence { line &+= Self.lineFeeds(bytes) }
    }

    private func tooLong(_ rest: ArraySlice<UInt8>) -> JSONStreamError {
      let shown = min(Self.shownLength, maximumLength)
      var bytes = Array(carry.prefix(shown))
      bytes += rest.prefix(shown - bytes.count)
      return JSONStreamError(
        .recordTooLong, in: JSONRecord(bytes: bytes[...], offset: recordOffset, line: line),
        limit: .init(.maximumLength, maximumLength))
    }

    /// The record that ends with `rest`, unless it is blank or was refused.
    private mutating func end(_ rest: ArraySlice<UInt8>, isLast: Bool) throws(JSONStreamError)
      -> JSONRecord?
    {
      let start = (offset: recordOffset, line: line)
      let wasSkipped = isSkipping
      let hadSeparator = isInRecord
      let isTooLong = !isSkipping && rest.count > maximumLength &- carry.count
      let refusal = isTooLong ? tooLong(rest) : nil
      var bytes = rest
      if !carry.isEmpty {
        carry.append(contentsOf: rest)
        bytes = carry[...]
        carry = []
      }
      // The next record begins after `rest`.
      isSkipping = false
      isInRecord = true
      recordOffset = offset
      switch framing {
      case .lines: line &+= isLast ? 0 : 1
      case .textSequence: line &+= Self.lineFeeds(bytes)
      }
      if let refusal { throw refusal }
      if wasSkipped { return nil }
      if framing == .textSequence {
        return try record(bytes, start.offset, start.line, hadSeparator: hadSeparator)
      }
      if bytes.last == .carriageReturn { bytes.removeLast() }
      if _slowPath((bytes.first ?? 0) <= .space), skipsBlankLines,
        bytes.allSatisfy(\.isSpace)
      {
        return nil
      }
      let record = JSONRecord(bytes: bytes, offset: start.offset, line: start.line)
      if isLast, unendedLine != .read {
        if unendedLine == .drop { return nil }
        throw JSONStreamError(.truncatedRecord, in: record)
      }
      return record
    }

    /// The record of a sequence, unless it is blank.
    private func record(
      _ bytes: ArraySlice<UInt8>, _ offset: Int, _ line: Int, hadSeparator: Bool
    ) throws(JSONStreamError) -> JSONRecord? {
      guard let start = bytes.firstIndex(where: { !$0.isSpace }) else { return nil }
      let record = JSONRecord(
        bytes: bytes[...Self.lastIndex(of: bytes)], offset: offset, line: line)
      if !hadSeparator { throw JSONStreamError(.missingSeparator, in: record) }
      switch bytes[start] {
      // These texts have an end of their own, which the parser of the record checks.
      case .openBrace, .openBracket, .quote: break
      default:
        if !bytes[bytes.endIndex &- 1].isSpace {
          throw JSONStreamError(.truncatedRecord, in: record)
        }
      }
      return record
    }

    /// The index of the last byte that is not whitespace. The caller has found one.
    private static func lastIndex(of bytes: ArraySlice<UInt8>) -> Int {
      bytes.lastIndex { !$0.isSpace } ?? bytes.startIndex
    }

    private static func lineFeeds(_ bytes: ArraySlice<UInt8>) -> Int {
      bytes.reduce(into: 0) { $0 &+= $1 == .lineFeed ? 1 : 0 }
    }
  }
}
