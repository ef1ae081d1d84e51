public import RushJSONCore

/// A file of lines (JSON Lines, NDJSON), read on every core, or a range of it.
///
/// ```swift
/// for line in JSONLinesFile("log.jsonl").trees() { let tree = try line.get() … }
/// ```
///
/// The file is cut into blocks, which begin where a line does. Blocks are read, and values made of
/// their lines, on several threads; values are given in the order of the file, or as they come. Only so
/// many blocks are held as there are threads, and one more, however slow the consumer is.
///
/// A range of bytes can be read on its own, so that several processes or machines share a file, by the
/// rule of Hadoop and Spark: a range that does not begin at 0 leaves out what comes up to its first line
/// feed, and the last line that begins in it, or right behind it, is read to its end. So ranges that
/// follow each other have every line exactly once, wherever they are cut.
///
/// The file must not change meanwhile.
public struct JSONLinesFile: Sendable {
  /// The file.
  public let path: String
  /// The bytes to read, by the rule above; all of them if there is none.
  public var range: Range<Int>?
  /// Whether values are given in the order of the file. If not, lines are not counted.
  public var isOrdered = true
  /// How many threads make values; as many as the machine has cores if it is 0.
  public var threads = 0
  /// About how many bytes of the file a thread takes at a time, 1 MiB by default.
  ///
  /// Memory grows with it: values of ``threads`` blocks and one more are held, which for documents of
  /// short lines is some 20 times the bytes of a block for each. Blocks shorter than lines cost time.
  public var blockSize = 1 << 20
  /// What happens when a line cannot be read.
  public var policy: JSONRecord.FailurePolicy
  /// The most bytes of a line.
  public var maximumLength: Int
  /// Whether lines of nothing but whitespace are passed over, as they are by default. If not, no value
  /// can be made of them, which is an error.
  public var skipsBlankLines = true
  /// What becomes of a last line of the file without a line feed. It is read by default.
  public var unendedLine = JSONRecord.LineReader.UnendedLine.isRead

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

  /// The lines as documents.
  public func documents(options: JSONReadingOptions = .strict) -> Values<JSONDocument> {
    map { try $0.document(options: options) }
  }

  /// The lines as trees.
  public func trees(options: JSONReadingOptions = .strict) -> Values<RawJSON> {
    map { try $0.tree(options: options) }
  }

  /// The lines as values of a type.
  ///
  /// Values are made on other threads, so the type and its conformance belong to no actor: in a module
  /// whose default isolation is an actor, it is declared `nonisolated`. A type that has to belong to one is
  /// read where the loop runs:
  ///
  /// ```swift
  /// for line in JSONLines(JSONFileChunks(path: "log.jsonl")).values(of: Event.self) { … }
  /// ```
  public func values<T: Decodable & Sendable>(
    of type: T.Type, decoder: RushJSONDecoder = RushJSONDecoder()
  ) -> Values<T> {
    map { try $0.value(of: type, decoder: decoder) }
  }

  /// What `make` makes of each line, on several threads at once. What it throws becomes a
  /// ``JSONRecordError``.
  public func map<Output: Sendable>(_ make: @escaping @Sendable (JSONRecord) throws -> Output)
    -> Values<Output>
  {
    Values(file: self, make: make)
  }

  /// The values of a file of lines: a `Sequence` of results, whose `next()` waits for the threads.
  ///
  /// A task does not wait on its thread: it has ``waiting``.
  public struct Values<Output: Sendable>: Sequence, Sendable {
    let file: JSONLinesFile
    let make: @Sendable (JSONRecord) throws -> Output

    /// Starts reading.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// The same for a task: an `AsyncSequence` of results.
    ///
    /// ```swift
    /// for try await line in JSONLinesFile("log.jsonl").trees().waiting { let tree = try line.get() … }
    /// ```
    public var waiting: Waiting { Waiting(values: self) }
  }
}

extension JSONLinesFile.Values {
  /// A reading that has begun. Copies of it go on together. When none is left, the threads stop at
  /// their next line.
  public struct Iterator: IteratorProtocol {
    private let reading: BlockReading<Output>

    init(_ values: JSONLinesFile.Values<Output>) { reading = BlockReading(values) }

    /// The next value, or why there is none in its place.
    public mutating func next() -> Result<Output, JSONRecordError>? { reading.next() }
  }

  /// The values of a file of lines, for a task.
  public struct Waiting: AsyncSequence, Sendable {
    public typealias Element = Result<Output, JSONRecordError>
    public typealias Failure = any Error

    let values: JSONLinesFile.Values<Output>

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values) }

    /// A reading that has begun. When no copy of it is left, the threads stop at their next line.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private let reading: BlockReading<Output>

      init(_ values: JSONLinesFile.Values<Output>) { reading = BlockReading(values) }

      /// The next value, or why there is none in its place. Waits only when a block has been given.
      ///
      /// - Throws: `CancellationError` if a block is needed and the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws
        -> Result<Output, JSONRecordError>?
      {
        try await reading.nextWaiting(isolation: actor)
      }

      /// The same as `next(isolation:)`.
      public mutating func next() async throws -> Result<Output, JSONRecordError>? {
        try await next(isolation: nil)
      }
    }
  }
}
