/// A JSON text, checked and indexed but not unpacked: strings remain slices of the text.
///
/// A document is parsed once. It costs a constant number of allocations at any size, and 16 bytes per
/// value and name besides the text. It is immutable, threads can share it, and its views keep it alive.
///
/// ```swift
/// let document = try JSONDocument(parsing: bytes)
/// let name = try document.root["user"]?["name"]?.string()
/// ```
public struct JSONDocument: @unchecked Sendable {
  @usableFromInline package let storage: DocumentStorage

  init(_ storage: DocumentStorage) { self.storage = storage }

  /// Parses `bytes`, and keeps the array alive. Copies nothing, or the bytes of a text of at most 2 KiB.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: [UInt8], options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    storage = try DocumentStorage.parsing(bytes, owner: .array(bytes), options: options)
  }

  /// Parses a copy of `bytes`, like ``init(parsing:options:)-([UInt8],_)``.
  public init(parsing bytes: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    storage = try unsafe DocumentStorage.parsing(copyOf: CheckedBytes(bytes), options: options)
  }

  /// Parses a copy of `bytes`, like ``init(parsing:options:)-([UInt8],_)``.
  public init(parsing bytes: Span<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    storage = try bytes.withCheckedBytes { (bytes) throws(JSONSyntaxError) in
      try DocumentStorage.parsing(copyOf: bytes, options: options)
    }
  }

  /// Parses a copy of the UTF-8 of `text`, like ``init(parsing:options:)-([UInt8],_)``.
  public init(parsing text: String, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    if text.utf8.count > Self.longestCopiedText {
      try self.init(parsing: Array(text.utf8), options: options)
    } else {
      self = try text.withUTF8Span { (text) throws(JSONSyntaxError) in
        try JSONDocument(parsing: text, options: options)
      }
    }
  }

  /// Parses `bytes` in place and adopts them. Copies nothing, and needs no padding around the bytes.
  ///
  /// `deallocator` is called when the document and all its views are gone, or immediately if the text
  /// is refused. The bytes must not change until then.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  @unsafe
  public init(
    adopting bytes: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict,
    deallocator: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) throws(JSONSyntaxError) {
    let owner = unsafe OwnedBytes(adopting: bytes, deallocator: deallocator)
    storage = try DocumentStorage.parsingLong(owner.bytes, owner: .object(owner), options: options)
  }

  /// Parses `bytes` in place; `owner` keeps them in place and unchanged while it lives. Tests choose the kernel, the
  /// window, and a smaller limit of values and names than the usual one, which takes 64 GB.
  package init(
    parsing bytes: CheckedBytes, keptBy owner: TextOwner,
    options: JSONReadingOptions = .strict, kernel: BlockKernel = .fastest,
    window: Int = BlockIndexer.defaultWindow, maximumCount: Int = JSONDocument.maximumCount
  ) throws(JSONSyntaxError) {
    storage = try DocumentStorage.parsingLong(
      bytes, owner: owner, options: options, kernel: kernel, window: window,
      maximumRecords: DocumentStorage.rootIndex &+ maximumCount)
  }

  /// Parses `bytes` as the initialiser above does, for tests.
  package init(
    parsing bytes: [UInt8], options: JSONReadingOptions = .strict, kernel: BlockKernel = .fastest,
    window: Int = BlockIndexer.defaultWindow, maximumCount: Int = JSONDocument.maximumCount
  ) throws(JSONSyntaxError) {
    storage = try DocumentStorage.parsingLong(
      bytes, owner: .array(bytes), options: options, kernel: kernel, window: window,
      maximumRecords: DocumentStorage.rootIndex &+ maximumCount)
  }

  /// The value of the text.
  @inlinable public var root: Value { Value(storage, DocumentStorage.rootIndex) }

  /// The length of the text in bytes.
  public var byteCount: Int { storage.text.count }

  /// The largest number of values and names in a document.
  package static var maximumCount: Int { TapeSink.maximumRecords &- DocumentStorage.rootIndex }

  /// The number of values and names in the document.
  package var recordCount: Int { storage.recordCount &- DocumentStorage.rootIndex }

  /// The most bytes of a text that a document copies although it could keep it, because it is read faster so: 2 KiB.
  package static var longestCopiedText: Int { ShortText.capacity }

  /// The most indexes that a look-up may visit before that of its object.
  package var indexDepth: Int { storage.indexDepth }

  /// Calls `body` with the bytes of the text, which are valid only during the call. Copies nothing.
  public func withText<R, E>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try unsafe body(storage.text.raw)
  }
}

extension DocumentStorage {
  /// The index of the record of the text's value. The record before it is its container.
  @usableFromInline package static var rootIndex: Int { 1 }
}

// MARK: - Bytes

// Documents of bytes in any form.

extension JSONDocument {
  /// Parses the bytes of a slice, and keeps its array alive. Copies nothing, or the bytes of a text of at most
  /// 2 KiB.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: ArraySlice<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    storage = try DocumentStorage.parsing(bytes, owner: .slice(bytes), options: options)
  }

  /// Parses `bytes`, and keeps the array alive. Copies nothing, or the bytes of a text of at most 2 KiB.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: ContiguousArray<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    storage = try DocumentStorage.parsing(bytes, owner: .contiguousArray(bytes), options: options)
  }

  /// Parses a copy of `bytes`.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: some Sequence<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try self.init(parsing: [UInt8](bytes), options: options)
  }

  /// Parses a copy of `bytes`.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: RawSpan, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    // Invariant: the bytes are copied in the closure.
    storage = try unsafe bytes.withUnsafeBytes { (bytes) throws(JSONSyntaxError) in
      try unsafe DocumentStorage.parsing(copyOf: CheckedBytes(bytes), options: options)
    }
  }
}

// MARK: - Value

extension JSONDocument {
  /// A value of a document: a view that costs nothing to make, and keeps the document alive.
  // Loops over values are inlined into programs. The compiler then sees that the document outlives the loop, and counts no
  // references for each value. Counting took half of the time of a walk over numbers.
  public struct Value: @unchecked Sendable {
    @usableFromInline package let storage: DocumentStorage
    /// The index of its record.
    @usableFromInline package let index: Int

    @inlinable
    package init(_ storage: DocumentStorage, _ index: Int) {
      assert(index >= 0 && index < storage.recordCount)
      self.storage = storage
      self.index = index
    }

    @inlinable var record: TapeRecord { storage.record(index) }
  }
}

extension JSONDocument.Value {
  /// The kind of the value.
  @inlinable public var kind: JSONKind { record.valueKind }

  /// Whether the value is `null`.
  @inlinable public var isNull: Bool { record.kind == .null }

  /// The byte offset of the value from the start of the text.
  public var offset: Int {
    // A string's record has the offset after the quote.
    record.valueKind == .string ? record.offset &- 1 : record.offset
  }

  /// The number of elements or members; 0 if the value is neither an array nor an object.
  /// - Complexity: O(1).
  @inlinable public var count: Int { record.isContainer ? record.count : 0 }

  /// The path of the value.
  /// - Complexity: O(*d* · *m*), *d* being the depth of the value and *m* the most siblings before
  ///   it or one of its ancestors.
  public var pointer: JSONPointer {
    var tokens: [String] = []
    var at = DocumentStorage.rootIndex
    // Descends from the root into the child whose records include this one.
    while at != index {
      let container = storage.record(at)
      assert(at < index && index < at &+ container.distance)
      var child = at &+ 1
      var position = 0
      while true {
        let isMember = container.kind == .object
        let value = isMember ? child &+ 1 : child
        let end = value &+ storage.record(value).distance
        if index < end {
          tokens.append(isMember ? storage.string(storage.record(child)) : String(position))
          at = value
          break
        }
        child = end
        position &+= 1
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// An error about this value. It keeps the document alive, and computes the path on request.
  func error(_ kind: JSONValueError.Kind) -> JSONValueError {
    JSONValueError(kind, place: DocumentPlace(self))
  }

  @usableFromInline
  func wrongKind(_ expected: JSONKind) -> JSONValueError {
    error(.wrongKind(expected: expected, found: kind))
  }
}

private final class DocumentPlace: JSONValuePlace {
  private let value: JSONDocument.Value

  init(_ value: JSONDocument.Value) { self.value = value }
  var pointer: JSONPointer { value.pointer }
  var offset: Int? { value.offset }
  var firstLine: Int {
    get { value.storage.line }
    set { value.storage.line = newValue }
  }

  func withText(_ body: (Span<UInt8>) -> Void) {
    // Invariant: the storage keeps the text alive, and the bytes do not leave the closure.
    unsafe body(value.storage.text.buffer.span)
  }
}
