/// A stream of server-sent events, as language models and many servers send.
///
/// ```swift
/// for try await event in ServerSentEvents(chunks, endingWith: "[DONE]").trees() {
///   let part = try event.get()
/// }
/// ```
public struct ServerSentEvents<Chunks> {
  /// Where the bytes come from.
  public let chunks: Chunks
  /// The data of the event that ends the stream and is not given, if there is one.
  public var endMark: String?
  /// What happens when an event cannot be read.
  public var policy: JSONRecord.FailurePolicy
  /// The most bytes of an event's data.
  public var maximumLength: Int
  /// The most bytes of the stream. No limit by default; what is beyond is an error that ends it.
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
    map { (event) throws(JSONRecordError) in event }
  }

  /// What `make` makes of each event's data; a record's name is the kind of event. What it throws
  /// becomes a ``JSONRecordError``.
  public func map<Output>(_ make: @escaping (JSONRecord) throws -> Output)
    -> JSONRecordSequence<Chunks, Output>
  {
    let make = JSONLines<Chunks>.maker(make)
    return mapData(make)
  }

  func mapData<Output>(_ make: @escaping RecordMaker<Output>)
    -> JSONRecordSequence<Chunks, Output>
  {
    map { (event: ServerSentEvent) throws(JSONRecordError) in try make(event.record) }
  }

  private func map<Output>(
    _ make: @escaping (ServerSentEvent) throws(JSONRecordError) -> Output
  ) -> JSONRecordSequence<Chunks, Output> {
    let (endMark, policy, maximumTotal) = (endMark, policy, maximumTotal)
    let maximumLength = maximumLength
    return JSONRecordSequence(chunks: chunks) {
      EventPump(
        ServerSentEvent.Reader(maximumLength: maximumLength), endMark: endMark, policy: policy,
        maximumTotal: maximumTotal, make: make)
    }
  }
}

extension ServerSentEvents: Sendable where Chunks: Sendable {}

/// Server-sent events, and what is made of them.
private final class EventPump<Output>: RecordPump<Output> {
  private var reader: ServerSentEvent.Reader
  private let endMark: [UInt8]?
  private let make: (ServerSentEvent) throws(JSONRecordError) -> Output

  init(
    _ reader: ServerSentEvent.Reader, endMark: String?, policy: JSONRecord.FailurePolicy,
    maximumTotal: Int, make: @escaping (ServerSentEvent) throws(JSONRecordError) -> Output
  ) {
    self.reader = reader
    self.endMark = endMark.map { Array($0.utf8) }
    self.make = make
    super.init(policy: policy, maximumTotal: maximumTotal)
  }

  override func take(_ bytes: ArraySlice<UInt8>) { reader.feed(bytes) }

  override func finish() { reader.finish() }

  override func read() throws(JSONRecordError) -> Output? {
    guard let event = try reader.next() else { return nil }
    if event.data == endMark {
      end()
      return nil
    }
    return try make(event)
  }

  override var place: (offset: Int, line: Int?) { (fed, nil) }
}
