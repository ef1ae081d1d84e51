public import RushJSON
public import RushJSONCore
public import RushJSONStreams

/// A file of lines (JSON Lines, NDJSON), or a range of one, read on every core.
///
/// ```swift
/// for line in JSONLinesFile("log.jsonl").trees() { let tree = try line.get() … }
/// ```
///
/// Several threads read the file in blocks and make values of their lines, ahead of the loop by at most one block more than
/// there are threads. The thread of the loop is one of them: if it is the only one, each value is made when the loop asks
/// for it. The file must not change meanwhile: bytes that are added may not be read, and a file that becomes shorter is an
/// error.
///
/// A pipe, a FIFO, a terminal, a device or a file without a length (`/dev/stdin`, `/proc/kmsg`) is read from start to
/// end, by one other thread, and lines are delivered as they come.
///
/// Several processes or machines can share a file if each reads a range of bytes. As in Hadoop and Spark,
/// a range that does not begin at 0 leaves out the bytes up to its first line feed, and includes the
/// whole last line that begins in it or directly after it. So adjacent ranges contain every line exactly
/// once, wherever they are cut.
public struct JSONLinesFile: Sendable {
  /// The path.
  public let path: String
  /// The offsets of the bytes to read, by the rule above. `nil` for all of them.
  public var range: Range<Int>?
  /// Whether values are delivered in the order of the file. If not, lines are not counted.
  public var isOrdered = true
  /// The number of threads that make values, at most 1,024. 0 or less means the number of cores. The thread of a loop is
  /// one of them, but that of a task (``Values/waiting``) only takes values.
  public var threads = 0
  /// The approximate size of a block in bytes, which one thread reads. 1 MiB by default.
  ///
  /// The values of ``threads`` blocks and one more wait for the loop, and as many at most are kept that it is done with;
  /// documents of short lines take about five times the bytes of their block. Blocks shorter than the lines cost time. A
  /// loop that reads alone holds one value at a time.
  public var blockSize = 1 << 20
  /// The response to a line that cannot be read.
  public var policy: JSONRecord.FailurePolicy
  /// The most bytes of a line.
  public var maximumLength: Int
  /// Whether blank lines are left out. Otherwise they are errors.
  public var skipsBlankLines = true
  /// The treatment of a last line of the file without a line feed. It is read by default.
  public var unendedLine = JSONRecord.UnendedPolicy.read

  /// A file of lines.
  public init(
    _ path: String, range: Range<Int>? = nil, policy: JSONRecord.FailurePolicy = .fail,
    maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
  ) {
    self.path = path
    self.range = range
    self.policy = policy
    self.maximumLength = maximumLength
  }

  // Not a `JSONRecord.Stream`: other threads make values, so these and `make` must be `Sendable`.

  /// The lines as documents. Those of short lines share memory, as in ``JSONLines``.
  public func documents(options: JSONReadingOptions = .strict) -> Values<JSONDocument> {
    let isOrdered = isOrdered
    return Values(file: self, source: .documents(options, countsLines: isOrdered))
  }

  /// The lines as trees.
  public func trees(options: JSONReadingOptions = .strict) -> Values<RawJSON> {
    values { (pump) throws(JSONStreamError) in try pump.tree(options) }
  }

  /// The lines as values of a type.
  ///
  /// Other threads make values, too, so the type and its conformance must not belong to an actor. In a
  /// module whose default isolation is an actor, declare the type `nonisolated`, or make its values where
  /// the loop runs:
  ///
  /// ```swift
  /// for line in JSONLines(JSONFileChunks(path: "log.jsonl")).values(of: Event.self) { … }
  /// ```
  public func values<T: Decodable & Sendable>(
    of type: T.Type, decoder: RushJSONDecoder = RushJSONDecoder()
  ) -> Values<T> {
    values { (pump) throws(JSONStreamError) in try pump.value(of: type, decoder: decoder) }
  }

  /// Returns the values of `make` for the lines. Several threads call it concurrently, that of the loop included. An
  /// error that it throws becomes a ``JSONStreamError``.
  public func map<Output: Sendable>(_ make: @escaping @Sendable (JSONRecord) throws -> Output)
    -> Values<Output>
  {
    values { (pump) throws(JSONStreamError) in
      // The line of the record is unknown until all blocks before were counted.
      try pump.takeRecord().make { try make($0.moved(lines: nil)) }
    }
  }

  private func values<Output: Sendable>(
    _ make: @escaping @Sendable (RecordPump) throws(JSONStreamError) -> Output
  ) -> Values<Output> { Values(file: self, source: BlockSource(make: make)) }

  /// The values of a file of lines or elements: a `Sequence` of results, whose `next()` blocks until a value is ready. Tasks
  /// must not block, so they use ``waiting`` instead.
  public struct Values<Output: Sendable>: Sequence, Sendable {
    let file: any BlockFile
    let source: BlockSource<Output>

    /// Starts reading.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// The same values for a task, as an `AsyncSequence` of results.
    ///
    /// ```swift
    /// for try await line in JSONLinesFile("log.jsonl").trees().waiting { … }
    /// ```
    public var waiting: Waiting { Waiting(values: self) }
  }
}

extension JSONLinesFile.Values {
  /// The state of one reading, which copies share: each value goes to one of them. Without a copy, the threads stop
  /// at their next line.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let reading: BlockReading<Output>
    /// The values that the consumer makes itself.
    @usableFromInline let lines: RecordValues<Output>

    init(_ values: JSONLinesFile.Values<Output>) {
      let pump = values.file.makePump()
      reading = BlockReading(values, pump: pump)
      lines = RecordValues(pump, values.source.make)
    }

    /// The next value, or the error in its place.
    @inlinable
    public mutating func next() -> Result<Output, JSONStreamError>? {
      while true {
        if unsafe reading.isReadingLines {
          switch lines.next() {
          case .result(.success(let value)): return .success(value)
          case .result(.failure(let error)): return .failure(reading.failed(error))
          case .needsChunk, .end: break
          }
        }
        let step = reading.next()
        if case .lines = step { continue }
        return step.result(reading)
      }
    }
  }

  /// The values of a file of lines or elements, for a task.
  public struct Waiting: AsyncSequence, Sendable {
    public typealias Element = Result<Output, JSONStreamError>
    public typealias Failure = any Error

    let values: JSONLinesFile.Values<Output>

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values) }

    /// The state of one reading, which copies share: each value goes to one of them. Tasks of one actor may wait for
    /// values at the same time. Without a copy, the threads stop at their next line.
    public struct AsyncIterator: AsyncIteratorProtocol {
      @usableFromInline let reading: BlockReading<Output>

      init(_ values: JSONLinesFile.Values<Output>) { reading = BlockReading(values) }

      /// The next value, or the error in its place. Waits only for a block.
      /// - Throws: `CancellationError` if it needs a block and the task is cancelled. Other tasks can read on.
      @inlinable
      public mutating func next(isolation actor: isolated (any Actor)?) async throws
        -> Result<Output, JSONStreamError>?
      {
        try await reading.nextWaiting(isolation: actor).result(reading)
      }

      /// The same as `next(isolation:)`.
      public mutating func next() async throws -> Result<Output, JSONStreamError>? {
        try await next(isolation: nil)
      }
    }
  }
}
