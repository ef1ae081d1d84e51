public import RushJSONCore

/// The elements of an array, or the members of an object, anywhere in a text that comes in pieces.
///
/// ```swift
/// let items = JSONElements(at: "/data/items", in: chunks)
/// for try await item in items.values(of: Item.self) { let item = try item.get() … }
/// ```
///
/// An array of any length is read this way, one element at a time. Values beside the path are
/// checked and skipped. If members on the path have the same name, the first one counts, whatever the
/// options, unless they refuse duplicates: the others come after its elements.
public struct JSONElements<Chunks>: JSONRecord.Stream {
  /// The path of the container. `nil` if the stream holds values one after the other, in none.
  public let pointer: JSONPointer?
  /// The source of the bytes.
  public let chunks: Chunks
  /// How the text is read. ``JSONReadingOptions/maximumLength`` applies to the whole stream.
  public var options: JSONReadingOptions
  /// Whether the values of a stream in no container have a comma between each two.
  public let hasCommas: Bool
  /// The response to an element that no value can be made of. A syntax error always ends the stream.
  public var policy: JSONRecord.FailurePolicy
  /// The most bytes of an element, and of its name.
  public var maximumLength: Int

  /// The elements of the container at `pointer`.
  public init(
    at pointer: JSONPointer, in chunks: Chunks, options: JSONReadingOptions = .stream,
    policy: JSONRecord.FailurePolicy = .fail,
    maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
  ) { self.init(pointer, chunks, options, false, policy, maximumLength) }

  /// The values of a stream, one after the other, with or without whitespace between them.
  /// - Parameter hasCommas: Whether a comma is between each two values, as in an array without its brackets. A
  ///   missing comma is then an error, and so is one after the last value, unless
  ///   ``JSONReadingOptions/Leniencies/trailingCommas`` allows it.
  public init(
    concatenated chunks: Chunks, hasCommas: Bool = false, options: JSONReadingOptions = .stream,
    policy: JSONRecord.FailurePolicy = .fail,
    maximumLength: Int = JSONRecord.LineReader.defaultMaximumLength
  ) { self.init(nil, chunks, options, hasCommas, policy, maximumLength) }

  private init(
    _ pointer: JSONPointer?, _ chunks: Chunks, _ options: JSONReadingOptions, _ hasCommas: Bool,
    _ policy: JSONRecord.FailurePolicy, _ maximumLength: Int
  ) {
    self.pointer = pointer
    self.chunks = chunks
    self.options = options
    self.hasCommas = hasCommas
    self.policy = policy
    self.maximumLength = maximumLength
  }

  /// The same as ``options``.
  public var recordOptions: JSONReadingOptions? { options }

  /// The values that `make` returns for the elements, whose text has been checked.
  ///
  /// An error that it throws becomes a ``JSONStreamError``.
  public func map<Output>(_ make: @escaping (JSONRecord) throws -> Output)
    -> JSONRecord.Values<Chunks, Output>
  {
    let (pointer, options, policy, maximumLength) = (pointer, options, policy, maximumLength)
    let hasCommas = hasCommas
    return JSONRecord.Values(chunks) {
      let reader =
        if let pointer {
          JSONRecord.ElementReader(at: pointer, options: options, maximumLength: maximumLength)
        } else {
          JSONRecord.ElementReader(
            ofValues: options, hasCommas: hasCommas, maximumLength: maximumLength)
        }
      return ElementPump(reader, policy: policy)
    } value: { (pump) throws(JSONStreamError) in
      try pump.takeRecord().make(make)
    }
  }

  /// The bytes of the elements.
  public func records() -> JSONRecord.Values<Chunks, JSONRecord> {
    var records = map { $0 }
    records.deliversItsRecords = true
    return records
  }
}

extension JSONElements: Sendable where Chunks: Sendable {}
