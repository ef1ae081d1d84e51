// What everything that belongs to one call of `decode` shares.

internal import _RushJSONShims

/// One decoding of one document: the tape, the options as they were when it began, and where it is.
///
/// There is one such object for each call of `decode`; decoders and containers are structs that refer
/// to it. It belongs to one thread at a time, like the decoders that a type is given.
@safe
package final class DecodingSession: @unchecked Sendable {
  // The document. It is replaced once, when a decoder turns out to be kept: see `settle`.
  @exclusivity(unchecked)
  private(set) var storage: DocumentStorage
  // Invariant: the storage's own records and text; valid while it is.
  @exclusivity(unchecked)
  private(set) var records: UnsafePointer<TapeRecord>
  @exclusivity(unchecked)
  private(set) var text: UnsafeRawPointer
  @exclusivity(unchecked)
  private(set) var textCount: Int

  let options: DecodingOptions
  let hooks: TypeHooks
  /// Whether strings of up to 15 bytes can be read and made as two words.
  let hasSmallStrings: Bool

  /// The innermost frame.
  @exclusivity(unchecked)
  var top: UnsafeMutablePointer<DecodingFrame>?
  /// Steps that outlive their frames.
  @exclusivity(unchecked)
  var nodes: [DecodingNode] = []

  // The object that was asked last, and the name that is asked for next if a type asks in the order
  // of the text.
  @exclusivity(unchecked)
  var expectedObject: UInt32 = 0
  @exclusivity(unchecked)
  var expectedName: UInt32 = 0

  // What the last types turned out to be, by their identity: see Collections.swift.
  @exclusivity(unchecked)
  var knownTypes = KnownTypes()

  /// Whether a key strategy is set.
  let convertsKeys: Bool
  /// From how many elements on it is found out whether a type is a collection.
  let worthwhileCount: Int

  init(_ storage: DocumentStorage, options: DecodingOptions) {
    unsafe self.storage = storage
    unsafe records = storage.records
    unsafe text = storage.text.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
    unsafe textCount = unsafe storage.text.count
    self.options = options
    hooks = options.hooks
    hasSmallStrings = SmallString.isKnown
    unsafe top = nil
    convertsKeys = if case .useDefaultKeys = options.keys { false } else { true }
    // A dictionary's names are data, which no key strategy converts: then it matters at any size.
    worthwhileCount = convertsKeys ? 0 : 8
  }

  /// The record at `index`, which comes from the tape itself.
  @inline(__always)
  func record(_ index: UInt32) -> TapeRecord { unsafe records[Int(index)] }

  @inline(__always)
  func record(_ index: Int) -> TapeRecord { unsafe records[index] }

  /// The index after a value and what is in it.
  @inline(__always)
  func following(_ index: UInt32) -> UInt32 {
    index &+ UInt32(truncatingIfNeeded: record(index).distance)
  }

  /// Makes the session independent of a text that the caller of `decode` keeps only until now.
  ///
  /// Called when `decode` ends and something still refers to the session: a type kept a decoder or a
  /// container, or an error can still be asked where it happened.
  func settle() {
    unsafe storage = unsafe storage.copied()
    unsafe records = storage.records
    unsafe text = storage.text.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
    unsafe textCount = unsafe storage.text.count
  }

  // ---- Decoding one value ----

  /// Decodes the member `key` of the object at `parent`, whose value is at `index`.
  @inline(__always)
  func decode<T: Decodable, K: CodingKey>(
    _ type: T.Type, at index: UInt32, key: K, in parent: DecodingPlace
  ) throws -> T {
    defer {
      // What was decoded has moved the expectation into itself.
      unsafe expectedObject = parent.index
      unsafe expectedName = following(index)
    }
    return try unsafe withUnsafePointer(to: key) { pointer in
      try unsafe withFrame(
        index, in: parent, key: UnsafeRawPointer(pointer), keyType: K.self, position: 0
      ) { try unwrap(type, at: $0) }
    }
  }

  /// Decodes the element at `position` of the array at `parent`, whose value is at `index`.
  @inline(__always)
  func decode<T: Decodable>(
    _ type: T.Type, at index: UInt32, position: Int, in parent: DecodingPlace
  ) throws -> T {
    try unsafe withFrame(index, in: parent, key: nil, keyType: nil, position: position) {
      try unwrap(type, at: $0)
    }
  }

  /// Calls `body` while the step to `index` is on the path.
  @inline(__always)
  func withFrame<R>(
    _ index: UInt32, in parent: DecodingPlace, key: UnsafeRawPointer?,
    keyType: (any CodingKey.Type)?, position: Int, _ body: (DecodingPlace) throws -> R
  ) throws -> R {
    let depth = unsafe (top?.pointee.depth ?? 0) &+ 1
    var frame = unsafe DecodingFrame(
      previous: top, depth: depth, index: index, parent: parent, key: key, keyType: keyType,
      position: position)
    return try unsafe withUnsafeMutablePointer(to: &frame) { pointer in
      let nodeCount = unsafe nodes.count
      unsafe top = pointer
      defer {
        unsafe top = pointer.pointee.previous
        if unsafe nodes.count != nodeCount { unsafe nodes.removeSubrange(nodeCount...) }
      }
      return try body(DecodingPlace(index: index, path: depth))
    }
  }

  /// Decodes the value at `place`.
  @inline(__always)
  func unwrap<T: Decodable>(_ type: T.Type, at place: DecodingPlace) throws -> T {
    if let hook = hooks[type] { return try hook.decode(ValueDecoder(self, place)) }
    let record = record(place.index)
    if record.isContainer, record.count >= worthwhileCount,
      let decode = collection(type, isArray: record.kind == .array)
    {
      return try decode(ValueDecoder(self, place))
    }
    return try T(from: ValueDecoder(self, place))
  }
}

extension DocumentStorage {
  /// A storage of the same document that owns all that it refers to.
  func copied() -> DocumentStorage {
    DocumentStorage(copying: self)
  }
}
