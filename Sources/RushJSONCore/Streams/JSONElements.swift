/// The elements of an array, or the members of an object, anywhere in a text that comes in pieces.
///
/// ```swift
/// let items = JSONElements(at: "/data/items", in: chunks)
/// for try await item in items.values(of: Item.self) { let item = try item.get() … }
/// ```
///
/// An array of any length is read so, an element at a time. What stands beside the path is checked and
/// passed over.
public struct JSONElements<Chunks> {
  /// Where the container is; `nil` if the values of the stream stand one after the other in none.
  public let pointer: JSONPointer?
  /// Where the bytes come from.
  public let chunks: Chunks
  /// How the text is read. ``JSONReadingOptions/maximumLength`` is about the whole stream.
  public var options: JSONReadingOptions
  /// What happens when no value can be made of an element. An error of the text ends it in any case.
  public var policy: JSONRecord.FailurePolicy
  /// The most bytes of an element, and of its name.
  public var maximumLength: Int

  /// The elements of the container at `pointer`.
  public init(
    at pointer: JSONPointer, in chunks: Chunks, options: JSONReadingOptions = .stream,
    policy: JSONRecord.FailurePolicy = .fail,
    maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
  ) {
    self.pointer = pointer
    self.chunks = chunks
    self.options = options
    self.policy = policy
    self.maximumLength = maximumLength
  }

  /// The values of a stream, one after the other, with whitespace between them or nothing.
  public init(
    concatenated chunks: Chunks, options: JSONReadingOptions = .stream,
    policy: JSONRecord.FailurePolicy = .fail,
    maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
  ) {
    pointer = nil
    self.chunks = chunks
    self.options = options
    self.policy = policy
    self.maximumLength = maximumLength
  }

  /// The elements as bytes: text that has been checked.
  public func records() -> JSONRecordSequence<Chunks, JSONRecord> {
    map { (record) throws(JSONRecordError) in record }
  }

  /// What `make` makes of each element. What it throws becomes a ``JSONRecordError``.
  public func map<Output>(_ make: @escaping (JSONRecord) throws -> Output)
    -> JSONRecordSequence<Chunks, Output>
  {
    map(JSONLines<Chunks>.maker(make))
  }

  func map<Output>(_ make: @escaping RecordMaker<Output>) -> JSONRecordSequence<Chunks, Output> {
    let (pointer, options, policy, maximumLength) = (pointer, options, policy, maximumLength)
    return JSONRecordSequence(chunks: chunks) {
      ElementPump(
        at: pointer, options: options, maximumLength: maximumLength, policy: policy, make: make)
    }
  }
}

extension JSONReadingOptions {
  /// Strict reading of a stream, which may have any length, as it is not held.
  public static let stream = {
    var options = JSONReadingOptions.strict
    options.maximumLength = .max
    return options
  }()
}

extension JSONElements: Sendable where Chunks: Sendable {}

/// Elements, and what is made of them.
private final class ElementPump<Output>: RecordPump<Output> {
  private var reader: JSONRecord.ElementReader
  private let make: RecordMaker<Output>

  init(
    at pointer: JSONPointer?, options: JSONReadingOptions, maximumLength: Int,
    policy: JSONRecord.FailurePolicy, make: @escaping RecordMaker<Output>
  ) {
    if let pointer {
      reader = JSONRecord.ElementReader(at: pointer, options: options, maximumLength: maximumLength)
    } else {
      reader = JSONRecord.ElementReader(ofValues: options, maximumLength: maximumLength)
    }
    self.make = make
    super.init(policy: policy)
  }

  override func take(_ bytes: ArraySlice<UInt8>) { reader.feed(bytes) }

  override func finish() { reader.finish() }

  override func read() throws(JSONRecordError) -> Output? {
    guard let record = try reader.next() else { return nil }
    return try make(record)
  }

  override var place: (offset: Int, line: Int?) { (fed, nil) }
}
