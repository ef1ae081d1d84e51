public import RushJSON
public import RushJSONCore
public import RushJSONStreams

/// The elements of an array, or the members of an object, of a file, read on every core.
///
/// ```swift
/// for item in JSONElementsFile("orders.json", at: "/items").values(of: Order.self) { let order = try item.get() … }
/// ```
///
/// One thread finds where elements end, by blocks of 64 bytes or more, and leaves parts of the array to others. These make
/// values, as those of ``JSONLinesFile`` do: the thread of the loop is one of them, and they are ahead of it by at most one
/// part more than there are threads. Values and errors are those of ``JSONElements``: the whole file is checked, and a syntax
/// error comes after all elements before it, with its line and its path.
///
/// The file is read by one thread if it is a pipe or a device, and if the options ask for what only a reader of all tokens
/// knows: ``JSONReadingOptions/DuplicateNames/refuse``, leniencies other than those of bytes and strings, or less than 1 MiB
/// of text.
public struct JSONElementsFile: Sendable {
  /// The path.
  public let path: String
  /// The path of the array or object in the file.
  public let pointer: JSONPointer
  /// How the text is read. ``JSONReadingOptions/maximumLength`` applies to the whole file.
  public var options: JSONReadingOptions
  /// Whether values are delivered in the order of the file. If not, a syntax error is still the last result.
  public var isOrdered = true
  /// The number of threads that make values, at most 1,024. 0 or less means the number of cores. Another one finds parts,
  /// unless there is only the thread of the loop. For a task (``JSONLinesFile/Values/waiting``), see ``JSONLinesFile/threads``.
  public var threads = 0
  /// The approximate size in bytes of a part of the array, which one thread reads. 1 MiB by default.
  ///
  /// At most three parts more than there are ``threads`` are in memory, and the values of two more than that.
  public var blockSize = 1 << 20
  /// The response to an element that no value can be made of. A syntax error always ends the values.
  public var policy: JSONRecord.FailurePolicy
  /// The most bytes of an element, and of its name. After a longer one, one thread reads the rest.
  public var maximumLength: Int

  /// The elements of the container at `pointer`, by default of the whole text.
  public init(
    _ path: String, at pointer: JSONPointer = .root, options: JSONReadingOptions = .stream,
    policy: JSONRecord.FailurePolicy = .fail,
    maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
  ) {
    self.path = path
    self.pointer = pointer
    self.options = options
    self.policy = policy
    self.maximumLength = maximumLength
  }

  /// The values of a file of elements.
  public typealias Values = JSONLinesFile.Values

  /// The elements as documents. Those of short elements share memory, as in ``JSONElements``.
  /// - Parameter options: How elements are read, instead of by ``options``.
  public func documents(options: JSONReadingOptions? = nil) -> Values<JSONDocument> {
    Values(file: self, source: .documents(options ?? self.options))
  }

  /// The elements as trees.
  /// - Parameter options: How elements are read, instead of by ``options``.
  public func trees(options: JSONReadingOptions? = nil) -> Values<RawJSON> {
    let options = options ?? self.options
    return values { (pump) throws(JSONStreamError) in try pump.tree(options) }
  }

  /// The elements as values of a type, as ``JSONLinesFile/values(of:decoder:)`` makes them.
  /// - Parameter decoder: Decodes the elements. Without one, a new decoder reads them by ``options``. Of members with the
  ///   same name, the first counts, as in every new decoder.
  public func values<T: Decodable & Sendable>(
    of type: T.Type, decoder: RushJSONDecoder? = nil
  ) -> Values<T> {
    let used = decoder ?? RushJSONDecoder()
    if decoder == nil {
      used.readingOptions = options
      if options.duplicateNames == .keepLast { used.readingOptions.duplicateNames = .keepFirst }
    }
    return values { (pump) throws(JSONStreamError) in try pump.value(of: type, decoder: used) }
  }

  /// Returns the values of `make` for the elements. Several threads call it concurrently, that of the loop included. An
  /// error that it throws becomes a ``JSONStreamError``.
  public func map<Output: Sendable>(_ make: @escaping @Sendable (JSONRecord) throws -> Output)
    -> Values<Output>
  {
    values { (pump) throws(JSONStreamError) in try pump.takeRecord().make(make) }
  }

  /// The same for the elements as documents, without their names.
  package func mapDocuments<Output: Sendable>(
    _ make: @escaping @Sendable (JSONDocument) throws -> Output
  ) -> Values<Output> {
    let options = options
    return values { (pump) throws(JSONStreamError) in
      let document = try pump.document(options)
      return try JSONRecord(bytes: [], offset: 0).make { _ in try make(document) }
    }
  }

  private func values<Output: Sendable>(
    _ make: @escaping @Sendable (RecordPump) throws(JSONStreamError) -> Output
  ) -> Values<Output> { Values(file: self, source: BlockSource(make: make)) }
}
