/// A JSON text, checked and indexed but not unpacked: strings stay slices of the text until they are
/// asked for.
///
/// A document is parsed once, costs a constant number of allocations whatever its size, and 16 bytes
/// for each value and name besides the text. It is immutable and may be shared between threads; its
/// views keep it alive.
///
/// ```swift
/// let document = try JSONDocument(parsing: bytes)
/// let name = try document.root["user"]?["name"]?.string()
/// ```
public struct JSONDocument: Sendable {
  @usableFromInline
  let storage: DocumentStorage

  init(storage: DocumentStorage) { self.storage = storage }

  /// Parses `bytes`, which the document keeps. Copies nothing.
  ///
  /// - Throws: What is wrong first, and where.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: [UInt8], options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    // Invariant: an array's elements lie in storage of its own, which stays where it is and cannot
    // change while a copy of the array, here the owner, refers to it. So the address outlives the
    // closure that it is taken from.
    let text = unsafe bytes.withUnsafeBytes { UnsafeRawBufferPointer($0) }
    storage = try unsafe DocumentStorage(text, owner: bytes, options: options)
  }

  /// Parses a copy of `bytes`.
  ///
  /// - Throws: What is wrong first, and where.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    let owner = unsafe OwnedBytes(copying: bytes)
    storage = try unsafe DocumentStorage(owner.bytes, owner: owner, options: options)
  }

  /// Parses a copy of `bytes`.
  ///
  /// - Throws: What is wrong first, and where.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing bytes: Span<UInt8>, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    let owner = unsafe bytes.withUnsafeBytes { unsafe OwnedBytes(copying: $0) }
    storage = try unsafe DocumentStorage(owner.bytes, owner: owner, options: options)
  }

  /// Parses a copy of the UTF-8 of `text`.
  ///
  /// - Throws: What is wrong first, and where, as an offset into the UTF-8.
  /// - Complexity: O(*n*) in the bytes of the text.
  public init(parsing text: String, options: JSONReadingOptions = .strict)
    throws(JSONSyntaxError)
  {
    try self.init(parsing: Array(text.utf8), options: options)
  }

  /// Parses `bytes` where they are and takes them over: `deallocator` is called when neither the
  /// document nor a view of it is left, or at once if the text is refused. Copies nothing, and needs
  /// no padding around the bytes.
  ///
  /// The bytes must not change meanwhile.
  /// - Throws: What is wrong first, and where.
  /// - Complexity: O(*n*) in the bytes of the text.
  @unsafe
  public init(
    adopting bytes: UnsafeRawBufferPointer, options: JSONReadingOptions = .strict,
    deallocator: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) throws(JSONSyntaxError) {
    let owner = unsafe OwnedBytes(adopting: bytes, deallocator: deallocator)
    storage = try unsafe DocumentStorage(bytes, owner: owner, options: options)
  }

  /// Parses `bytes` where they are; `owner` keeps them in place and unchanged while it lives.
  package init(
    parsing bytes: UnsafeRawBufferPointer, keptBy owner: any Sendable,
    options: JSONReadingOptions
  ) throws(JSONSyntaxError) {
    storage = try unsafe DocumentStorage(bytes, owner: owner, options: options)
  }

  /// Parses `bytes`, which the document keeps, into at most so many values and names: for tests of a
  /// bound that else takes 64 GB to reach.
  package init(
    parsing bytes: [UInt8], options: JSONReadingOptions = .strict,
    kernel: BlockKernel = .fastest, window: Int = BlockIndexer.defaultWindow, maximumCount: Int
  ) throws(JSONSyntaxError) {
    // Invariant: as for the public initialiser.
    let text = unsafe bytes.withUnsafeBytes { UnsafeRawBufferPointer($0) }
    storage = try unsafe DocumentStorage(
      text, owner: bytes, options: options, kernel: kernel, window: window,
      maximumRecords: DocumentStorage.rootIndex &+ maximumCount)
  }

  /// Parses `bytes`, which the document keeps, with one kernel and window, for tests that compare
  /// them.
  package init(
    parsing bytes: [UInt8], options: JSONReadingOptions = .strict, kernel: BlockKernel, window: Int
  ) throws(JSONSyntaxError) {
    // Invariant: as for the public initialiser.
    let text = unsafe bytes.withUnsafeBytes { UnsafeRawBufferPointer($0) }
    try unsafe self.init(
      parsing: text, keptBy: bytes, options: options, kernel: kernel, window: window)
  }

  /// Parses `bytes` where they are with one kernel and window; `owner` keeps them in place and
  /// unchanged while it lives.
  package init(
    parsing bytes: UnsafeRawBufferPointer, keptBy owner: any Sendable,
    options: JSONReadingOptions = .strict, kernel: BlockKernel, window: Int
  ) throws(JSONSyntaxError) {
    storage = try unsafe DocumentStorage(
      bytes, owner: owner, options: options, kernel: kernel, window: window)
  }

  /// The value of the text.
  public var root: Value { Value(storage, DocumentStorage.rootIndex) }

  /// How many bytes the text has.
  public var byteCount: Int { unsafe storage.text.count }

  /// How many values and names a document may hold.
  package static var maximumCount: Int { TapeSink.maximumRecords &- DocumentStorage.rootIndex }

  /// How many values and names the document holds.
  public var recordCount: Int { storage.recordCount &- DocumentStorage.rootIndex }

  /// How many indexes of large objects a look-up may pass before it comes to that of its object.
  package var indexDepth: Int { storage.indexDepth }

  /// Calls `body` with the bytes of the text, which are valid only during the call.
  public func withText<R, E>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try unsafe body(storage.text)
  }
}

extension DocumentStorage {
  /// The record of the text's value. The one before it stands around it.
  @usableFromInline
  static var rootIndex: Int { 1 }
}
