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
  /// The byte offset of the event's first line from the start of the stream.
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
    /// The reader skips the rest of an event that is too long.
    private var isSkipping = false
    private var isFinished = false
    /// The offset of `pending` in the stream.
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
        if end != nil { line = [] }
        if isTooLong { throw skip() }
        if end != nil, let event = try endLine(whole) { return event }
      }
      return nil
    }

    private mutating func take(_ count: Int) {
      offset &+= count
      pending = pending.dropFirst(count)
    }

    private mutating func skip() -> JSONStreamError {
      let error = JSONStreamError(
        .recordTooLong, in: JSONRecord(bytes: [], offset: eventOffset ?? offset),
        limit: .init(.maximumLength, maximumLength))
      isSkipping = true
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
      if isSkipping { return nil }
      let colon = line.firstIndex(of: UInt8.colon)
      let name = line[..<(colon ?? line.endIndex)]
      var value = colon.map { line[($0 + 1)...] } ?? []
      if value.first == .space { value = value.dropFirst() }
      switch String(decoding: name, as: UTF8.self) {
      case "data":
        // The line feed that joins the lines counts, too.
        if value.count > maximumLength &- data.count &- (hasData ? 1 : 0) { throw skip() }
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
        isSkipping = false
      }
      lastEventID = id
      if isSkipping || !hasData { return nil }
      return ServerSentEvent(
        event: event.isEmpty ? "message" : event, data: data, id: id, offset: eventOffset ?? offset)
    }
  }
}

// MARK: - ServerSentEvents

/// A stream of server-sent events, as language models and many servers send them.
///
/// ```swift
/// for try await event in ServerSentEvents(chunks, endingWith: "[DONE]").trees() {
///   let part = try event.get()
/// }
/// ```
public struct ServerSentEvents<Chunks>: JSONRecordStream {
  /// The source of the bytes.
  public let chunks: Chunks
  /// The data of the event that ends the stream, if there is one. That event is not delivered.
  public var endMark: String?
  /// The response to an event that cannot be read.
  public var policy: JSONRecord.FailurePolicy
  /// The most bytes of an event's data.
  public var maximumLength: Int
  /// The most bytes of the stream, unlimited by default. Exceeding it is an error that ends it.
  public var maximumTotal = Int.max

  /// The events of a stream.
  public init(
    _ chunks: Chunks, endingWith endMark: String? = nil, policy: JSONRecord.FailurePolicy = .fail,
    maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
  ) {
    self.chunks = chunks
    self.endMark = endMark
    self.policy = policy
    self.maximumLength = maximumLength
  }

  /// The events themselves.
  public func events() -> JSONRecordSequence<Chunks, ServerSentEvent> {
    mapEvents { (event) throws(JSONStreamError) in event }
  }

  /// The values that `make` returns for the data of the events. A record is named after the kind.
  ///
  /// An error that it throws becomes a ``JSONStreamError``.
  public func map<Output>(_ make: @escaping (JSONRecord) throws -> Output)
    -> JSONRecordSequence<Chunks, Output>
  {
    mapEvents { (event) throws(JSONStreamError) in try event.record.make(make) }
  }

  private func mapEvents<Output>(
    _ make: @escaping (ServerSentEvent) throws(JSONStreamError) -> Output
  ) -> JSONRecordSequence<Chunks, Output> {
    let reader = ServerSentEvent.Reader(maximumLength: maximumLength)
    let endMark = endMark.map { Array($0.utf8) }
    let (policy, maximumTotal) = (policy, maximumTotal)
    return JSONRecordSequence(chunks: chunks) {
      let pump = EventPump(reader, endMark: endMark, policy: policy, maximumTotal: maximumTotal)
      return RecordValues(pump) { () throws(JSONStreamError) in try make(pump.takeEvent()) }
    }
  }
}

extension ServerSentEvents: Sendable where Chunks: Sendable {}

/// The events up to the end mark.
private final class EventPump: RecordPump {
  private static let none = ServerSentEvent(data: [])

  private var reader: ServerSentEvent.Reader
  private let endMark: [UInt8]?
  private var event = EventPump.none
  private var isAfterMark = false

  init(
    _ reader: ServerSentEvent.Reader, endMark: [UInt8]?, policy: JSONRecord.FailurePolicy,
    maximumTotal: Int
  ) {
    self.reader = reader
    self.endMark = endMark
    super.init(policy: policy, maximumTotal: maximumTotal)
  }

  override func feed(_ bytes: ArraySlice<UInt8>) { reader.feed(bytes) }
  override func finish() { reader.finish() }
  override var hasEnded: Bool { isAfterMark }

  override func read() throws(JSONStreamError) -> Bool {
    guard let event = try reader.next() else { return false }
    isAfterMark = event.data == endMark
    self.event = event
    return !isAfterMark
  }

  /// The event, which the pump no longer keeps.
  func takeEvent() -> ServerSentEvent {
    defer { event = EventPump.none }
    return event
  }
}
