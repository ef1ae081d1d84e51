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
  /// About how many bytes of the file a thread takes at a time.
  public var blockSize = 1 << 20
  /// What happens when a line cannot be read.
  public var policy: JSONRecordPolicy
  /// The most bytes of a line.
  public var maximumLength: Int

  /// A file of lines.
  public init(
    _ path: String, range: Range<Int>? = nil, policy: JSONRecordPolicy = .fail,
    maximumLength: Int = JSONLineReader.defaultMaximumLength
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
  public func values<T: Decodable & SendableMetatype & Sendable>(
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
  public struct Values<Output: Sendable>: Sequence, Sendable {
    let file: JSONLinesFile
    let make: @Sendable (JSONRecord) throws -> Output

    /// Starts reading.
    public func makeIterator() -> Iterator { Iterator(self) }
  }
}

extension JSONLinesFile.Values {
  /// A reading that has begun. Copies of it go on together. When none is left, the threads stop at
  /// their next line.
  public struct Iterator: IteratorProtocol {
    private let reading: Reading

    init(_ values: JSONLinesFile.Values<Output>) { reading = Reading(values) }

    /// The next value, or why there is none in its place.
    public mutating func next() -> Result<Output, JSONRecordError>? { reading.next() }
  }

  /// What the consumer holds.
  private final class Reading {
    private let values: JSONLinesFile.Values<Output>
    private var blocks: BlockQueue<Output>?
    private var batch: [Result<Output, JSONRecordError>] = []
    private var position = 0
    private var linesBefore = 0
    private var isEnded = false

    init(_ values: JSONLinesFile.Values<Output>) { self.values = values }

    deinit { blocks?.cancel() }

    func next() -> Result<Output, JSONRecordError>? {
      while !isEnded {
        if position < batch.count {
          let result = batch[position]
          position += 1
          return passing(result)
        }
        do {
          let blocks = try self.blocks ?? BlockQueue(values.file, make: values.make)
          self.blocks = blocks
          guard let block = try blocks.next() else {
            isEnded = true
            break
          }
          batch = values.file.isOrdered ? block.results(after: linesBefore) : block.results
          linesBefore += block.lines
          position = 0
        } catch {
          isEnded = true
          return .failure(JSONRecordError(.source(error), recordOffset: 0, line: nil))
        }
      }
      // The values are let go of, also if the iterator is kept.
      batch = []
      return nil
    }

    private func passing(_ result: Result<Output, JSONRecordError>)
      -> Result<Output, JSONRecordError>
    {
      if case .failure(let error) = result, error.endsStream || values.file.policy == .fail {
        isEnded = true
        blocks?.cancel()
      }
      return result
    }
  }
}
