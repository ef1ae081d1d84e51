// The event stream format (WHATWG HTML, §9.2.6), which language models answer in.
//
//   event: delta␊
//   data: {"text":␊         an event ends at an empty line; its data lines are joined by LF
//   data:  "Hi"}␊
//   ␊

public import RushJSONCore

/// One server-sent event.
public struct ServerSentEvent: Sendable, Hashable {
  /// The kind of event. `message` if the stream does not name one.
  public var event: String
  /// The contents of the `data` lines, joined by line feeds.
  public var data: [UInt8] { didSet { place = nil } }
  /// The last identifier of the stream, from this event or an earlier one.
  public var id: String
  /// The byte offset of the event's first line from the start of the stream.
  public var offset: Int { didSet { place = nil } }
  /// Where the stream has the data, unless it was changed.
  private var place: DataPlace?

  /// Creates an event.
  public init(event: String = "message", data: [UInt8], id: String = "", offset: Int = 0) {
    self.event = event
    self.data = data
    self.id = id
    self.offset = offset
  }

  /// The data as text. Bytes that are not UTF-8 become U+FFFD, as the format demands.
  public var text: String { String(decoding: data, as: UTF8.self) }

  /// The data as a record, named after the kind of event. Its offset and line are those of the data's first byte, and
  /// errors in it have the offset and the line of their byte in the stream. If the program made the event, or changed its
  /// data, offsets count from ``offset``, and lines are unknown.
  public var record: JSONRecord {
    JSONRecord(
      bytes: data[...], offset: place?.offset ?? offset, line: place?.line, name: event,
      parts: place?.parts ?? [])
  }

  /// Whether kind, data, identifier and offset are equal.
  public static func == (left: ServerSentEvent, right: ServerSentEvent) -> Bool {
    left.event == right.event && left.data == right.data && left.id == right.id
      && left.offset == right.offset
  }

  /// Feeds kind, data, identifier and offset to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(event)
    hasher.combine(data)
    hasher.combine(id)
    hasher.combine(offset)
  }
}

/// Where the stream has the data of an event: the first byte, and those of the other `data` lines.
private struct DataPlace: Sendable {
  var offset: Int
  var line: Int
  var parts: [JSONRecord.Part] = []
}

extension ServerSentEvent {
  fileprivate init(event: String, data: [UInt8], id: String, offset: Int, place: DataPlace) {
    self.init(event: event, data: data, id: id, offset: offset)
    self.place = place
  }
}

extension ServerSentEvent {
  /// Reads server-sent events from pieces of any size.
  ///
  /// Lines end with LF, CR LF or CR. A byte order mark at the start is ignored, and an event that
  /// the end of the stream cuts is dropped, as the format demands, unless ``unendedEvent`` says
  /// otherwise. Events are the same however the stream is cut. Each is delivered as soon as the empty
  /// line after it has begun.
  ///
  /// A stream that begins with an object or array and has no `data` line is a JSON body in place of a
  /// stream: the answer of a server that refuses the request. It is an error at its end,
  /// ``JSONStreamError/Kind/bodyInsteadOfEvents``, with the body as its record.
  public struct Reader: Sendable {
    /// 64 KiB: the most bytes of a JSON body that an error holds.
    private static let maximumBody = 64 << 10

    /// The most bytes of a line and of the data of an event.
    public let maximumLength: Int
    /// The delay before a new connection that the stream asks for, in milliseconds.
    public private(set) var retry: Int?
    /// The last identifier, which a client sends with a new connection.
    public private(set) var lastEventID = ""
    /// The treatment of an event that the end of the stream cuts: the empty line after it is missing.
    ///
    /// By default the reader drops it, as the format demands (WHATWG HTML §9.2.6). With `.read`, it is an event if
    /// it has data; a last line without its end counts if it is a `data` line. ``lastEventID`` stays that of the last
    /// whole event, so that a new connection asks for the cut one again. With `.refuse`, the error has the data so
    /// far as its record. Comments are no part of an event; any other line is.
    public var unendedEvent = JSONRecord.UnendedPolicy.drop
    /// The data of the event that needs no empty line after it, because nothing follows it.
    var endMark: [UInt8]?

    /// The last chunk, whose bytes from `at` on were not searched yet.
    private var chunk: ArraySlice<UInt8> = []
    private var at = 0
    /// The last search for a line feed: where it began, and the index that it found, or the end of the chunk.
    private var search = (from: Int.max, feed: 0)
    private var found = FoundEvent()
    private var pending: ArraySlice<UInt8> {
      get { chunk[at...] }
      set { (chunk, at) = (newValue, newValue.startIndex) }
    }
    private var line: [UInt8] = []
    /// The last line ended with a carriage return, which a line feed may follow.
    private var isAfterReturn = false
    /// The reader skips the rest of an event that is too long.
    private var isSkipping = false
    private var isFinished = false
    /// The end of the stream has been treated.
    private var isPastEnd = false
    /// The offset of the bytes that were not searched yet in the stream.
    private(set) var offset = 0
    private var isFirstLine = true
    /// The first bytes of a stream that is JSON so far.
    private var body = JSONBody()

    private var event = ""
    private var id = ""
    private var data: [UInt8] = []
    private var place = DataPlace(offset: 0, line: 0)
    private var hasData = false
    /// The event has a line that is not a comment.
    private var hasField = false
    private var eventOffset: Int?
    /// The line that the event begins with.
    private var eventLine = 1
    /// The number of lines that have ended.
    private var linesPassed = 0

    /// A reader of a stream.
    public init(maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength) {
      self.maximumLength = max(1, min(maximumLength, Int.max / 2))
    }

    /// Adds the bytes of `chunk`, in O(*n*). Keeps an array, or a slice of one, until it is read, and copies other
    /// sequences.
    @inlinable
    public mutating func feed(_ chunk: some Sequence<UInt8>) { feed(chunk.byteSlice) }

    @usableFromInline
    package mutating func feed(_ chunk: ArraySlice<UInt8>) {
      if isFinished { return }
      if !body.isOver { body.add(chunk, upTo: Self.maximumBody) }
      if at == self.chunk.endIndex { pending = chunk } else { pending.append(contentsOf: chunk) }
      search.from = .max
    }

    /// Marks the end of the stream. Later chunks are ignored.
    public mutating func finish() { isFinished = true }

    /// The next event. `nil` if the reader needs another chunk, and at the end.
    /// - Throws: ``JSONStreamError`` if a line or an event is too long, or is cut and refused, or if the
    ///   stream is a JSON body. The next call continues after that event; after the error of the
    ///   end, it returns `nil`.
    /// - Complexity: O(*n*) in the bytes up to the event's end.
    public mutating func next() throws(JSONStreamError) -> ServerSentEvent? {
      findEvent() ? foundEvent : try nextOther()
    }

    /// The next event after `findEvent` has found none.
    mutating func nextOther() throws(JSONStreamError) -> ServerSentEvent? {
      while at < chunk.endIndex {
        let first = chunk[at]
        let isPartOfReturn = isAfterReturn && first == .lineFeed
        isAfterReturn = false
        // An empty line before the first line of an event has no effect.
        if first == .lineFeed, isPartOfReturn || eventOffset == nil && !isFirstLine {
          if !isPartOfReturn { linesPassed &+= 1 }
          take(1)
          continue
        }
        if eventOffset == nil { (eventOffset, eventLine) = (offset, linesPassed &+ 1) }
        let lineOffset = offset &- line.count
        if line.isEmpty, !isSkipping, let (end, next) = endOfLine(at) {
          let whole = chunk[at..<end]
          take(next &- at)
          linesPassed &+= 1
          if let event = try endLine(whole, at: lineOffset) { return event }
          continue
        }
        let pending = pending
        let end = pending.firstIndex { $0 == .lineFeed || $0 == .carriageReturn }
        let part = pending[..<(end ?? pending.endIndex)]
        let isTooLong = !isSkipping && part.count > maximumLength &- line.count
        if isSkipping || isTooLong {
          // One byte stands for any line that is not empty.
          if !part.isEmpty { line = [0] }
        } else if end == nil || !line.isEmpty {
          line.append(contentsOf: part)
        }
        isAfterReturn = end.map { pending[$0] == .carriageReturn } ?? false
        take(part.count &+ (end == nil ? 0 : 1))
        let whole = line.isEmpty ? part : line[...]
        if end != nil {
          line = []
          linesPassed &+= 1
        }
        if isTooLong { throw skip() }
        if end != nil, let event = try endLine(whole, at: lineOffset) { return event }
      }
      if !isFinished || isPastEnd { return nil }
      isPastEnd = true
      return try endStream()
    }

    private mutating func take(_ count: Int) {
      offset &+= count
      at &+= count
    }

    // MARK: - Plain events

    // Most events are a line with a kind, or none, a line with data, and an empty line. Their data is a slice of the
    // chunk. Chunks seldom have several events, so there are no batches.

    /// An event that `findEvent` has found.
    private struct FoundEvent: Sendable {
      var data = 0..<0
      var dataOffset = 0
      var dataLine = 1
      var event = "message"
      var offset = 0
    }

    /// Moves to the next event if it is a plain one, all of it in the chunk. Returns whether there is one.
    mutating func findEvent() -> Bool {
      // The first line may have a byte order mark, or begin a JSON body.
      if isFirstLine || !body.isOver || eventOffset != nil || isAfterReturn { return false }
      guard let first = endOfLine(at) else { return false }
      var line = first
      var (name, value) = Self.field(chunk[at..<line.end])
      var kind: ArraySlice<UInt8> = []
      if name.elementsEqual("event".utf8) {
        guard let next = endOfLine(line.next) else { return false }
        kind = value
        (name, value) = Self.field(chunk[line.next..<next.end])
        line = next
      }
      guard Self.isData(name), let empty = endOfLine(line.next), empty.end == line.next else {
        return false
      }
      found.data = value.startIndex..<value.endIndex
      found.offset = offset
      found.dataOffset = offset &+ value.startIndex &- at
      // Lines that have ended are counted before the data's line, and with the empty one.
      linesPassed &+= line.next == first.next ? 1 : 2
      found.dataLine = linesPassed
      linesPassed &+= 1
      if kind.isEmpty {
        found.event = "message"
      } else if !found.event.utf8.elementsEqual(kind) {
        found.event = String(decoding: kind, as: UTF8.self)
      }
      take(empty.next &- at)
      return true
    }

    /// The end of the line that begins at `start`, and the start of the next one, if it ends with LF or CR LF.
    @inline(__always)
    private mutating func endOfLine(_ start: Int) -> (end: Int, next: Int)? {
      // Where only carriage returns end lines, the rest of the chunk is searched once.
      if start < search.from || start > search.feed {
        let end = chunk.endIndex
        let feed = StreamBytes.firstIndex(of: .lineFeed, in: chunk, from: start, to: end)
        search = (start, feed ?? end)
      }
      let feed = search.feed
      if feed == chunk.endIndex { return nil }
      let end = feed > start && chunk[feed &- 1] == .carriageReturn ? feed &- 1 : feed
      if end &- start > maximumLength { return nil }
      // A carriage return ends a line, too.
      return StreamBytes.firstIndex(of: .carriageReturn, in: chunk, from: start, to: end) == nil
        ? (end, feed &+ 1) : nil
    }

    /// The event that `findEvent` has found.
    var foundEvent: ServerSentEvent {
      ServerSentEvent(
        event: found.event, data: Array(chunk[found.data]), id: id, offset: found.offset,
        place: DataPlace(offset: found.dataOffset, line: found.dataLine))
    }

    /// The data of that event as a record.
    var foundRecord: JSONRecord {
      JSONRecord(
        bytes: chunk[found.data], offset: found.dataOffset, line: found.dataLine, name: found.event)
    }

    /// Whether that event ends the stream.
    var isEndMark: Bool {
      endMark.map { $0.count == found.data.count && chunk[found.data].elementsEqual($0) } ?? false
    }

    // MARK: - Other events

    private mutating func skip() -> JSONStreamError {
      let error = JSONStreamError(
        .recordTooLong,
        in: JSONRecord(bytes: [], offset: eventOffset ?? offset, line: eventLine),
        limit: .init(.maximumLength, maximumLength))
      isSkipping = true
      data = []
      return error
    }

    /// Treats a line that begins at `offset` of the stream.
    private mutating func endLine(
      _ whole: ArraySlice<UInt8>, at offset: Int
    ) throws(JSONStreamError) -> ServerSentEvent? {
      var line = whole
      if isFirstLine {
        isFirstLine = false
        if line.starts(with: [0xef, 0xbb, 0xbf]) { line = line.dropFirst(3) }
      }
      if line.isEmpty { return endEvent() }
      // A line that begins with a colon is a comment.
      if isSkipping || line[line.startIndex] == .colon { return nil }
      let (name, value) = Self.field(line)
      hasField = true
      if Self.isData(name) {
        try add(value, at: offset &+ value.startIndex &- whole.startIndex)
      } else {
        add(value, named: String(decoding: name, as: UTF8.self))
      }
      return nil
    }

    /// Keeps the value of a field other than data.
    private mutating func add(_ value: ArraySlice<UInt8>, named name: String) {
      switch name {
      case "event": event = String(decoding: value, as: UTF8.self)
      case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
      case "retry":
        if value.allSatisfy({ (.digit0 ... .digit9).contains($0) }) {
          retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
        }
      // The format ignores other names.
      default: break
      }
    }

    /// Whether `name` is that of most lines: a string for it takes a tenth of the time of an event.
    @inline(__always)
    private static func isData(_ name: ArraySlice<UInt8>) -> Bool {
      let start = name.startIndex
      return name.count == 4 && name[start] == UInt8(ascii: "d")
        && name[start + 1] == UInt8(ascii: "a")
        && name[start + 2] == UInt8(ascii: "t") && name[start + 3] == UInt8(ascii: "a")
    }

    /// The name and the value of a field.
    @inline(__always)
    private static func field(_ line: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
      let colon = line.firstIndex(of: UInt8.colon)
      var value = line[(colon.map { $0 + 1 } ?? line.endIndex)...]
      if value.first == .space { value = value.dropFirst() }
      return (line[..<(colon ?? line.endIndex)], value)
    }

    /// The most `data` lines of an event whose places are known. Errors after them count from the last of these.
    private static var mostParts: Int { 1 << 14 }

    /// Adds the value of a `data` line, which begins at `offset` of the stream.
    private mutating func add(
      _ value: ArraySlice<UInt8>, at offset: Int
    ) throws(JSONStreamError) {
      // The line feed that joins the lines counts, too.
      if value.count > maximumLength &- data.count &- (hasData ? 1 : 0) { throw skip() }
      let line = linesPassed &+ (isPastEnd ? 1 : 0)
      if hasData {
        data.append(.lineFeed)
        // An empty line has no byte of the record, and places of more lines would take memory out of proportion.
        if !value.isEmpty, place.parts.count < Self.mostParts {
          place.parts.append(JSONRecord.Part(start: data.count, offset: offset, line: line))
        }
      } else {
        place = DataPlace(offset: offset, line: line)
      }
      data.append(contentsOf: value)
      hasData = true
      if !body.isOver { body.end() }
    }

    private mutating func endEvent() -> ServerSentEvent? {
      defer {
        event = ""
        data = []
        hasData = false
        hasField = false
        eventOffset = nil
        isSkipping = false
      }
      lastEventID = id
      return isSkipping ? nil : wholeEvent
    }

    /// The event of the lines so far. `nil` if it has no data.
    private var wholeEvent: ServerSentEvent? {
      if !hasData { return nil }
      return ServerSentEvent(
        event: event.isEmpty ? "message" : event, data: data, id: id, offset: eventOffset ?? offset,
        place: place)
    }

    // MARK: - The end of the stream

    /// Treats a body, or the lines after the last empty line.
    private mutating func endStream() throws(JSONStreamError) -> ServerSentEvent? {
      if !isSkipping { try addLastLine() }
      if let record = body.record {
        throw JSONStreamError(.bodyInsteadOfEvents, in: record)
      }
      if isSkipping { return nil }
      if hasData, data == endMark { return wholeEvent }
      switch unendedEvent {
      case .drop: return nil
      case .read: return wholeEvent
      case .refuse:
        if !hasField { return nil }
        throw JSONStreamError(
          .truncatedRecord,
          in: JSONRecord(
            bytes: data[...], offset: hasData ? place.offset : eventOffset ?? offset,
            line: hasData ? place.line : eventLine, name: event.isEmpty ? "message" : event,
            parts: place.parts), offset: eventOffset)
      }
    }

    /// Adds the last line, which has no end. Any field but `data` may be wrong without the rest of it.
    private mutating func addLastLine() throws(JSONStreamError) {
      var line = line[...]
      let lineOffset = offset &- line.count
      if isFirstLine, line.starts(with: JSONBody.mark) { line = line.dropFirst(3) }
      let (name, value) = Self.field(line)
      if !name.isEmpty { hasField = true }
      if Self.isData(name) { try add(value, at: lineOffset &+ value.startIndex) }
    }
  }
}

/// The first bytes of a stream, as long as it may be a JSON body in place of events.
private struct JSONBody: Sendable {
  static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// The stream does not begin with an object or array, or has data.
  private(set) var isOver = false
  private var bytes: [UInt8] = []
  /// The number of bytes before the body: a byte order mark and whitespace.
  private var offset = 0

  /// The body without whitespace at its end, or `nil` for a stream of events.
  var record: JSONRecord? {
    guard !isOver, let last = bytes.lastIndex(where: { !$0.isSpace }) else {
      return nil
    }
    return JSONRecord(bytes: bytes[...last], offset: offset)
  }

  /// Adds what comes first in the stream, up to `limit` bytes of it.
  mutating func add(_ chunk: ArraySlice<UInt8>, upTo limit: Int) {
    var chunk = chunk
    while bytes.isEmpty, let first = chunk.first {
      if first == .openBrace || first == .openBracket { break }
      let isMark = offset < Self.mark.count && first == Self.mark[offset]
      if !isMark, !first.isSpace { return end() }
      offset &+= 1
      chunk = chunk.dropFirst()
    }
    bytes += chunk.prefix(limit &- bytes.count)
  }

  mutating func end() {
    isOver = true
    bytes = []
  }
}
