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
  /// What happens when an event cannot be read.
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
    let reader = EventRecords(
      reader: ServerSentEvent.Reader(maximumLength: maximumLength),
      endMark: endMark.map { Array($0.utf8) })
    let (policy, maximumTotal) = (policy, maximumTotal)
    return JSONRecordSequence(chunks: chunks) {
      ReaderPump(reader, policy: policy, maximumTotal: maximumTotal, make: make)
    }
  }
}

extension ServerSentEvents: Sendable where Chunks: Sendable {}

/// The events up to the end mark.
private struct EventRecords: RecordReading {
  var reader: ServerSentEvent.Reader
  let endMark: [UInt8]?
  private(set) var hasEnded = false

  init(reader: ServerSentEvent.Reader, endMark: [UInt8]?) {
    self.reader = reader
    self.endMark = endMark
  }

  mutating func feed(_ chunk: ArraySlice<UInt8>) { reader.feed(chunk) }
  mutating func finish() { reader.finish() }

  mutating func next() throws(JSONStreamError) -> ServerSentEvent? {
    guard let event = try reader.next() else { return nil }
    hasEnded = event.data == endMark
    return hasEnded ? nil : event
  }
}
