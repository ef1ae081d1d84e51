// The event stream format (WHATWG HTML, §9.2.6), which language models answer in.
//
//   event: delta␊
//   data: {"text":␊         an event ends at an empty line; its data lines are joined by LF
//   data:  "Hi"}␊
//   ␊

/// One server-sent event.
public struct ServerSentEvent: Sendable, Hashable {
  /// The kind of event. `message` if the stream does not name one.
  public var event: String
  /// The contents of the `data` lines, joined by line feeds.
  public var data: [UInt8]
  /// The last identifier of the stream, from this event or an earlier one.
  public var id: String
  /// Where the event's first line begins, as a byte offset from the start of the stream.
  public var offset: Int

  /// Creates an event.
  public init(event: String = "message", data: [UInt8], id: String = "", offset: Int = 0) {
    self.event = event
    self.data = data
    self.id = id
    self.offset = offset
  }

  /// The data as text. Bytes that are not UTF-8 become U+FFFD, as the format demands.
  public var text: String { String(decoding: data, as: UTF8.self) }

  /// The data as a record, named after the kind of event.
  public var record: JSONRecord { JSONRecord(bytes: data[...], offset: offset, name: event) }
}

extension ServerSentEvent {
  /// Reads server-sent events from pieces of any size.
  ///
  /// Lines end with LF, CR LF or CR. A byte order mark at the start is ignored, and an event that
  /// the end of the stream cuts is dropped, as the format demands. Events are the same however the
  /// stream is cut. Each is delivered as soon as the empty line after it has begun.
  public struct Reader: Sendable {
    /// The most bytes of a line and of the data of an event.
    public let maximumLength: Int
    /// The delay before a new connection that the stream asks for, in milliseconds.
    public private(set) var retry: Int?
    /// The last identifier, which a client sends with a new connection.
    public private(set) var lastEventID = ""

    private var pending: ArraySlice<UInt8> = []
    private var line: [UInt8] = []
    /// The last line ended with a carriage return, which a line feed may follow.
    private var isAfterReturn = false
    /// The reader passes over the rest of an event that is too long.
    private var isPassingOver = false
    private var isFinished = false
    /// Where `pending` begins in the stream.
    private var offset = 0
    private var isFirstLine = true

    private var event = ""
    private var id = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var eventOffset: Int?

    /// A reader of a stream.
    public init(maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength) {
      self.maximumLength = max(1, min(maximumLength, Int.max / 2))
    }

    /// Adds `chunk`, which the reader keeps until it is read.
    public mutating func feed(_ chunk: [UInt8]) { feed(chunk[...]) }

    /// Adds `chunk`, which the reader keeps until it is read.
    public mutating func feed(_ chunk: ArraySlice<UInt8>) {
      if isFinished { return }
      if pending.isEmpty { pending = chunk } else { pending.append(contentsOf: chunk) }
    }

    /// Marks the end of the stream. Later chunks are ignored.
    public mutating func finish() { isFinished = true }

    /// The next event. `nil` if the reader needs another chunk, and at the end.
    /// - Throws: ``JSONStreamError`` if a line or an event is too long. The next call continues
    ///   after that event.
    /// - Complexity: O(*n*) in the bytes up to the event's end.
    public mutating func next() throws(JSONStreamError) -> ServerSentEvent? {
      while !pending.isEmpty {
        if isAfterReturn {
          isAfterReturn = false
          if pending.first == .lineFeed {
            take(1)
            continue
          }
        }
        if eventOffset == nil { eventOffset = offset }
        let end = pending.firstIndex { $0 == .lineFeed || $0 == .carriageReturn }
        let part = pending[..<(end ?? pending.endIndex)]
        let isTooLong = !isPassingOver && part.count > maximumLength &- line.count
        if isPassingOver || isTooLong {
          // One byte stands for any line that is not empty.
          if !part.isEmpty { line = [0] }
        } else if end == nil || !line.isEmpty {
          line.append(contentsOf: part)
        }
        isAfterReturn = end.map { pending[$0] == .carriageReturn } ?? false
        take(part.count &+ (end == nil ? 0 : 1))
        let whole = line.isEmpty ? part : line[...]
        if end != nil { line = [] }
        if isTooLong { throw passOver() }
        if end != nil, let event = try endLine(whole) { return event }
      }
      return nil
    }

    private mutating func take(_ count: Int) {
      offset &+= count
      pending = pending.dropFirst(count)
    }

    private mutating func passOver() -> JSONStreamError {
      let error = JSONStreamError(
        .recordTooLong, in: JSONRecord(bytes: [], offset: eventOffset ?? offset),
        limit: .init(.maximumLength, maximumLength))
      isPassingOver = true
      data = []
      return error
    }

    private mutating func endLine(_ line: ArraySlice<UInt8>) throws(JSONStreamError)
      -> ServerSentEvent?
    {
      var line = line
      if isFirstLine {
        isFirstLine = false
        if line.starts(with: [0xef, 0xbb, 0xbf]) { line = line.dropFirst(3) }
      }
      if line.isEmpty { return endEvent() }
      if isPassingOver { return nil }
      let colon = line.firstIndex(of: UInt8.colon)
      let name = line[..<(colon ?? line.endIndex)]
      var value = colon.map { line[($0 + 1)...] } ?? []
      if value.first == .space { value = value.dropFirst() }
      switch String(decoding: name, as: UTF8.self) {
      case "data":
        // The line feed that joins the lines counts, too.
        if value.count > maximumLength &- data.count &- (hasData ? 1 : 0) { throw passOver() }
        if hasData { data.append(.lineFeed) }
        data.append(contentsOf: value)
        hasData = true
      case "event": event = String(decoding: value, as: UTF8.self)
      case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
      case "retry":
        if value.allSatisfy({ (.digit0 ... .digit9).contains($0) }) {
          retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
        }
      // A line that begins with a colon is a comment. The format ignores other names.
      default: break
      }
      return nil
    }

    private mutating func endEvent() -> ServerSentEvent? {
      defer {
        event = ""
        data = []
        hasData = false
        eventOffset = nil
        isPassingOver = false
      }
      lastEventID = id
      if isPassingOver || !hasData { return nil }
      return ServerSentEvent(
        event: event.isEmpty ? "message" : event, data: data, id: id, offset: eventOffset ?? offset)
    }
  }
}
