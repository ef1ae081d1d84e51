// The event stream format (WHATWG HTML, §9.2.6), which language models answer in.
//
//   event: delta␊
//   data: {"text":␊         an event ends at an empty line; its data lines are joined by LF
//   data:  "Hi"}␊
//   ␊

/// One event of a stream of server-sent events.
public struct ServerSentEvent: Sendable, Hashable {
  /// What kind of event it is; `message` if the stream does not say.
  public var event: String
  /// Its data: the `data` lines, joined by line feeds, as they came.
  public var data: [UInt8]
  /// The last identifier that the stream has given, in this event or before.
  public var id: String
  /// Where its first line begins, as a byte offset from the start of the stream.
  public var offset: Int

  /// Creates an event.
  public init(event: String = "message", data: [UInt8], id: String = "", offset: Int = 0) {
    self.event = event
    self.data = data
    self.id = id
    self.offset = offset
  }

  /// The data as text; bytes that are not UTF-8 are replaced by U+FFFD, as the format asks.
  public var text: String { String(decoding: data, as: UTF8.self) }

  /// The data as a record of a stream.
  public var record: JSONRecord { JSONRecord(bytes: data[...], offset: offset, name: event) }
}

extension ServerSentEvent {
  /// Reads server-sent events from pieces of any size.
  ///
  /// Lines end with LF, CR LF or CR; a byte order mark at the start is passed over; an event that the
  /// end of the stream cuts off is dropped, as the format asks. Events are the same however the stream
  /// is cut, and are given as soon as the empty line behind them has begun.
  public struct Reader: Sendable {
    /// The most bytes of a line and of the data of an event.
    public let maximumLength: Int
    /// After how many milliseconds the stream asks to be connected to anew, if it does.
    public private(set) var retry: Int?
    /// The last identifier, to be sent when connecting anew.
    public private(set) var lastEventID = ""

    private var pending: ArraySlice<UInt8> = []
    private var line: [UInt8] = []
    /// The last line ended with a carriage return, whose line feed may be the next byte.
    private var isBehindReturn = false
    /// The rest of an event that is too long is passed over.
    private var isPassingOver = false
    private var isFinished = false
    /// Where `pending` begins.
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

    /// Goes on with `chunk`.
    public mutating func feed(_ chunk: [UInt8]) { feed(chunk[...]) }

    /// Goes on with `chunk`.
    public mutating func feed(_ chunk: ArraySlice<UInt8>) {
      if isFinished { return }
      if pending.isEmpty { pending = chunk } else { pending.append(contentsOf: chunk) }
    }

    /// The stream ends here.
    public mutating func finish() {
      isFinished = true
    }

    /// The next event, or `nil` if another chunk is needed, or at the end.
    ///
    /// - Throws: That a line or an event is too long. The next call goes on behind that event.
    /// - Complexity: O(*n*) in the bytes up to its end.
    public mutating func next() throws(JSONRecordError) -> ServerSentEvent? {
      while !pending.isEmpty {
        if isBehindReturn {
          isBehindReturn = false
          if pending.first == .lineFeed {
            take(1)
            continue
          }
        }
        if eventOffset == nil { eventOffset = offset }
        guard let end = pending.firstIndex(where: { $0 == 0x0a || $0 == .carriageReturn }) else {
          let isTooLong = pending.count > maximumLength &- line.count
          if !isPassingOver, !isTooLong { line.append(contentsOf: pending) }
          take(pending.count)
          if isTooLong, !isPassingOver { throw passOver() }
          // A line that is not empty, whatever is in it.
          if isPassingOver { line = [0] }
          return nil
        }
        let rest = pending[..<end]
        isBehindReturn = pending[end] == .carriageReturn
        let isTooLong = !isPassingOver && rest.count > maximumLength &- line.count
        var whole = rest
        if !line.isEmpty {
          if !isPassingOver, !isTooLong { line.append(contentsOf: rest) }
          whole = line[...]
          line = []
        }
        take(rest.count &+ 1)
        if isTooLong {
          let error = passOver()
          line = []
          throw error
        }
        if let event = try endLine(whole) { return event }
      }
      return nil
    }

    private mutating func take(_ count: Int) {
      offset &+= count
      pending = pending.dropFirst(count)
    }

    private mutating func passOver() -> JSONRecordError {
      let error = JSONRecordError(.tooLong, recordOffset: eventOffset ?? offset, line: nil)
      isPassingOver = true
      line = [0]
      data = []
      return error
    }

    private mutating func endLine(_ line: ArraySlice<UInt8>) throws(JSONRecordError)
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
        // The line feed that joins it to the data before counts, too.
        if value.count > maximumLength &- data.count &- (hasData ? 1 : 0) {
          let error = passOver()
          self.line = []
          throw error
        }
        if hasData { data.append(0x0a) }
        data.append(contentsOf: value)
        hasData = true
      case "event": event = String(decoding: value, as: UTF8.self)
      case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
      case "retry":
        if value.allSatisfy({ (0x30...0x39).contains($0) }) {
          retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
        }
      // A line that begins with a colon is a comment; other names are to be passed over.
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
