// Streams of server-sent events, up to the end mark.

public import RushJSONCore

extension ServerSentEvent {
  /// A stream of server-sent events, as language models and many servers send them.
  ///
  /// ```swift
  /// for try await event in ServerSentEvent.Stream(chunks, endingWith: "[DONE]").trees() {
  ///   let part = try event.get()
  /// }
  /// ```
  public struct Stream<Chunks>: JSONRecord.Stream {
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
    /// The treatment of an event that the end of the stream cuts. It is dropped by default. The event of
    /// the ``endMark`` counts even if it is cut.
    public var unendedEvent = JSONRecord.UnendedPolicy.drop
    /// Whether a stream that ends without its ``endMark`` is an error,
    /// ``JSONStreamError/Kind/missingEndMark``. `false` by default; without a mark, it has no effect.
    public var requiresEndMark = false

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
    public func events() -> JSONRecord.Values<Chunks, ServerSentEvent> {
      values { (pump) throws(JSONStreamError) in
        // Invariant: the pump is the one below.
        unsafe unsafeDowncast(pump, to: EventPump.self).takeEvent()
      }
    }

    /// The values that `make` returns for the data of the events. A record is named after the kind.
    ///
    /// An error that it throws becomes a ``JSONStreamError``.
    public func map<Output>(_ make: @escaping (JSONRecord) throws -> Output)
      -> JSONRecord.Values<Chunks, Output>
    {
      values { (pump) throws(JSONStreamError) in try pump.takeRecord().make(make) }
    }

    private func values<Output>(
      _ value: @escaping (RecordPump) throws(JSONStreamError) -> Output
    ) -> JSONRecord.Values<Chunks, Output> {
      var reader = ServerSentEvent.Reader(maximumLength: maximumLength)
      reader.unendedEvent = unendedEvent
      reader.endMark = endMark.map { Array($0.utf8) }
      let (fresh, policy, maximumTotal) = (reader, policy, maximumTotal)
      let requiresEndMark = requiresEndMark && endMark != nil
      let pump = {
        EventPump(
          fresh, requiresEndMark: requiresEndMark, policy: policy, maximumTotal: maximumTotal)
      }
      return JSONRecord.Values(chunks, pump: pump, value: value)
    }
  }
}

extension ServerSentEvent.Stream: Sendable where Chunks: Sendable {}

/// The events up to the end mark.
private final class EventPump: RecordPump {
  @exclusivity(unchecked)
  private var reader: ServerSentEvent.Reader
  private let requiresEndMark: Bool
  private var isFinished = false
  /// The event that was read, if it is not the one that the reader has found.
  private var event: ServerSentEvent?
  private var isAfterMark = false

  init(
    _ reader: ServerSentEvent.Reader, requiresEndMark: Bool, policy: JSONRecord.FailurePolicy,
    maximumTotal: Int
  ) {
    unsafe self.reader = reader
    self.requiresEndMark = requiresEndMark
    super.init(policy: policy, maximumTotal: maximumTotal)
  }

  package override func feed(_ bytes: ArraySlice<UInt8>) { unsafe reader.feed(bytes) }
  package override func finish() {
    isFinished = true
    unsafe reader.finish()
  }
  override var hasEnded: Bool { isAfterMark }

  override func read() throws(JSONStreamError) -> Bool {
    if unsafe reader.findEvent() {
      isAfterMark = unsafe reader.isEndMark
      return !isAfterMark
    }
    event = try unsafe reader.nextOther()
    guard let event else {
      if !isFinished || !requiresEndMark { return false }
      throw unsafe JSONStreamError(.missingEndMark, offset: reader.offset)
    }
    isAfterMark = event.data == (unsafe reader.endMark)
    return !isAfterMark
  }

  package override func takeRecord() -> JSONRecord {
    // Not kept, so that its memory is freed.
    if let event = event.take() { return event.record }
    return unsafe reader.foundRecord
  }

  func takeEvent() -> ServerSentEvent {
    if let event = event.take() { return event }
    return unsafe reader.foundEvent
  }
}
