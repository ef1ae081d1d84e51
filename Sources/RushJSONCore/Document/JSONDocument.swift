/// A JSON text, checked and indexed but not unpacked: strings remain slices of the text.
///
/// A document is parsed once. It costs a constant number of allocations at any size, and 16 bytes per
/// value and name besides the text. It is immutable, threads can share it, and its views keep it alive.
///
/// ```swift
/// let document = try JSONDocument(parsing: bytes)
/// let name = try document.root["user"]?["name"]?.string()
/// ```
public struct JSONDocument: Sendable {
  @usableFromInline let storage: DocumentStorage

  /// Parses `bytes`, and keeps the array alive. Copies nothing.
  /// - Throws: The first error in the text, with its offset.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: [UInt8], options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    // Invariant: an array's storage stays in place and unchanged while a copy of the array, here the
    // owner, refers to it. So the address outlives the closure that it comes from.
    let text = unsafe bytes.withUnsafeBytes { UnsafeRawBufferPointer($0) }
    storage = try unsafe DocumentStorage(text, owner: .array(bytes), options: options)
  }

  /// Parses a copy of `bytes`, like ``init(parsing:options:)-([UInt8],_)``.
  public init(parsing bytes: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    let owner = unsafe OwnedBytes(copying: bytes)
    storage = try unsafe DocumentStorage(owner.bytes, owner: .object(owner), options: options)
  }

  /// Parses a copy of `bytes`, like ``init(parsing:options:)-([UInt8],_)``.
  public init(parsing bytes: Span<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    let owner = unsafe bytes.withUnsafeBytes { unsafe OwnedBytes(copying: $0) }
    storage = try unsafe DocumentStorage(owner.bytes, owner: .object(owner), options: options)
  }

  /// Parses a copy of the UTF-8 of `text`, like ``init(parsing:options:)-([UInt8],_)``.
  public init(parsing text: String, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try self.init(parsing: Array(text.utf8), options: options)
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
    storage = try unsafe DocumentStorage(bytes, owner: .object(owner), options: options)
  }

  /// Parses `bytes` in place; `owner` keeps them in place and unchanged while it lives. Tests choose
  /// the kernel and the window, and a lower bound of values and names than one that takes 64 GB.
  package init(
    parsing bytes: UnsafeRawBufferPointer, keptBy owner: TextOwner,
    options: JSONReadingOptions = .strict, kernel: BlockKernel = .fastest,
    window: Int = BlockIndexer.defaultWindow, maximumCount: Int = JSONDocument.maximumCount
  ) throws(JSONSyntaxError) {
    storage = try unsafe DocumentStorage(
      bytes, owner: owner, options: options, kernel: kernel, window: window,
      maximumRecords: DocumentStorage.rootIndex &+ maximumCount)
  }

  /// Parses `bytes` as the initialiser above does, for tests.
  package init(
    parsing bytes: [UInt8], options: JSONReadingOptions = .strict, kernel: BlockKernel = .fastest,
    window: Int = BlockIndexer.defaultWindow, maximumCount: Int = JSONDocument.maximumCount
  ) throws(JSONSyntaxError) {
    // Invariant: as for the public initialiser.
    let text = unsafe bytes.withUnsafeBytes { UnsafeRawBufferPointer($0) }
    try unsafe self.init(
      parsing: text, keptBy: .array(bytes), options: options, kernel: kernel, window: window,
      maximumCount: maximumCount)
  }

  /// The value of the text.
  public var root: Value { Value(storage, DocumentStorage.rootIndex) }

  /// The length of the text in bytes.
  public var byteCount: Int { unsafe storage.text.count }

  /// The largest number of values and names in a document.
  package static var maximumCount: Int { TapeSink.maximumRecords &- DocumentStorage.rootIndex }

  /// The number of values and names in the document.
  public var recordCount: Int { unsafe storage.recordCount &- DocumentStorage.rootIndex }

  /// The number of indexes that a look-up may pass before it reaches that of its object.
  package var indexDepth: Int { storage.indexDepth }

  /// Calls `body` with the bytes of the text, which are valid only during the call. Copies nothing.
  public func withText<R, E>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try unsafe body(storage.text)
  }
}

extension DocumentStorage {
  /// The index of the record of the text's value. The record before it is its container.
  @usableFromInline static var rootIndex: Int { 1 }
}
