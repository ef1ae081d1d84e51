// Documents that live for one call, one after the other, in the same memory. Decoding sessions read so, and
// projections.

internal import _RushJSONShims

/// Reads texts into a tape whose memory serves one text after the other.
@safe
struct TapeReader: ~Copyable {
  private var tape: TapeBuffer?
  private let short = PaddedText()
  /// The word of the last document's index of members.
  private let index = AtomicWords(count: 1)
  // Invariant: one initialised tokenizer, from the first text on.
  private var tokenizer: UnsafeMutablePointer<Tokenizer>?
  /// How many bytes after the last text can be read.
  private(set) var padding = 0

  init() { unsafe tokenizer = nil }

  deinit {
    AtomicReference<MemberIndex>(in: index[0]).release()
    tape?.free()
    unsafe tokenizer?.deinitialize(count: 1)
    unsafe tokenizer?.deallocate()
  }

  private var capacity: Int { tape?.capacity ?? 0 }

  /// Frees the memory of a long text between two calls. What is kept does not depend on the text.
  @inline(__always)
  mutating func shrink() { if capacity > 1 << 14 { freeText() } }

  @inline(never)
  private mutating func freeText() {
    freeTape()
    freeIndex()
  }

  private func freeIndex() {
    AtomicReference<MemberIndex>(in: index[0]).release()
    index[0].storeRelaxed(0)
  }

  /// Reads a text into `storage`, which is that of the last text if nothing else refers to it. It refers
  /// to the text, or to a copy, and to the reader's tape, and is not used after the next text.
  mutating func read(
    _ text: UnsafeRawBufferPointer, options: JSONReadingOptions,
    into storage: inout DocumentStorage
  ) throws(JSONSyntaxError) {
    if index[0].loadRelaxed() != 0 { freeIndex() }
    var buffer = tape ?? TapeBuffer(capacity: text.count / 8 &+ 64)
    defer { tape = buffer }
    let tokenizer = unsafe tokenizer(of: text, options)
    if isKnownUniquelyReferenced(&storage),
      try unsafe storage.renew(lendingTextOf: &tokenizer.pointee, tape: &buffer)
    {
      return
    }
    storage = try unsafe DocumentStorage(
      lendingTextOf: &tokenizer.pointee, tape: &buffer, index: index[0])
  }

  /// The tokenizer, at the beginning of `text`.
  @inline(__always)
  private mutating func tokenizer(
    of text: UnsafeRawBufferPointer, _ options: JSONReadingOptions
  ) -> UnsafeMutablePointer<Tokenizer> {
    if let tokenizer = unsafe tokenizer {
      if text.count <= PaddedText.capacity {
        unsafe tokenizer.pointee.restart(short.copy(text), isPadded: true)
        padding = PaddedText.padding
      } else {
        unsafe tokenizer.pointee.restart(text)
        padding = 0
      }
      return unsafe tokenizer
    }
    let new = UnsafeMutablePointer<Tokenizer>.allocate(capacity: 1)
    unsafe new.initialize(to: Tokenizer(text, options: options))
    unsafe tokenizer = unsafe new
    return unsafe new
  }

  /// Frees the tape. No references to it may remain.
  mutating func freeTape() { tape.take()?.free() }
}

/// A copy of a short text between spaces. With these, whole blocks can be read up to its end, and the fast
/// pass reads all of it.
@safe
struct PaddedText: ~Copyable {
  /// The most bytes of a text that it pays to copy. They fit into one window.
  static var capacity: Int { 1024 }
  /// How many bytes can be read after a text.
  static var padding: Int { 64 }

  // Invariant: room for 32 spaces, the longest text, and 128 more spaces. A block needs 63 of them and a
  // number or literal 16.
  private let memory: UnsafeMutableRawPointer

  init() {
    let count = 32 + PaddedText.capacity + 128
    unsafe memory = UnsafeMutableRawPointer(
      reallocate(nil, capacity: count) as UnsafeMutablePointer<UInt8>)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: .space, count: count)
  }

  deinit { unsafe rush_free(memory) }

  /// Copies a text of at most `capacity` bytes. The copy is valid until the next one.
  @inline(__always)
  func copy(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = unsafe memory + 32
    let count = text.count
    if count > 0 {
      // Invariant: a text with bytes has an address, and there is room for them.
      unsafe start.copyMemory(from: text.baseAddress.unsafelyUnwrapped, byteCount: count)
    }
    unsafe (start + count).storeBytes(of: SIMD64(repeating: .space), as: SIMD64<UInt8>.self)
    unsafe (start + count).storeBytes(
      of: SIMD16(repeating: .space), toByteOffset: 64, as: SIMD16<UInt8>.self)
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }
}
