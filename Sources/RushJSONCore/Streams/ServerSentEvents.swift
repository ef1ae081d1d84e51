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
