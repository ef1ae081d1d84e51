/// A stream of records, the source of sequences of values: ``JSONLines``, ``JSONElements``,
/// ``ServerSentEvents``.
public protocol JSONRecordStream<Chunks> {
  /// The source of the bytes.
  associatedtype Chunks

  /// How ``documents(options:)``, ``trees(options:)`` and values read the records, unless a call
  /// says otherwise. `nil` by default: documents and trees are strict, and values read as a new
  /// decoder does.
  var recordOptions: JSONReadingOptions? { get }

  /// The values that `make` returns for the records.
  ///
  /// An error that it throws becomes a ``JSONStreamError``.
  func map<Output>(_ make: @escaping (JSONRecord) throws -> Output)
    -> JSONRecordSequence<Chunks, Output>
}

extension JSONRecordStream {
  public var recordOptions: JSONReadingOptions? { nil }

  /// The bytes of the records.
  public func records() -> JSONRecordSequence<Chunks, JSONRecord> { map { $0 } }

  /// The records as documents.
  ///
  /// A document holds a copy of its record, so it does not keep a chunk alive.
  /// - Parameter options: How records are read, instead of by ``recordOptions``.
  public func documents(options: JSONReadingOptions? = nil)
    -> JSONRecordSequence<Chunks, JSONDocument>
  {
    let options = options ?? recordOptions ?? .strict
    return map { try $0.document(options: options) }
  }

  /// The records as trees.
  /// - Parameter options: How records are read, instead of by ``recordOptions``.
  public func trees(options: JSONReadingOptions? = nil) -> JSONRecordSequence<Chunks, RawJSON> {
    let options = options ?? recordOptions ?? .strict
    return map { try $0.tree(options: options) }
  }
}

extension JSONRecord {
  /// The record as a document, which holds a copy of it.
  /// - Throws: The syntax error, with its place in the stream.
  public func document(options: JSONReadingOptions = .strict) throws(JSONStreamError)
    -> JSONDocument
  {
    try make { try JSONDocument(parsing: Array($0.bytes), options: options) }
  }

  /// The record as a tree.
  /// - Throws: The syntax error, with its place in the stream.
  public func tree(options: JSONReadingOptions = .strict) throws(JSONStreamError) -> RawJSON {
    try make { try RawJSON(parsing: $0.bytes.span, options: options) }
  }

  /// Calls `make` with the record, and adds the record's place to its errors.
  func make<Output>(_ make: (JSONRecord) throws -> Output) throws(JSONStreamError) -> Output {
    do {
      return try make(self)
    } catch {
      throw JSONStreamError(error, in: self)
    }
  }
}
