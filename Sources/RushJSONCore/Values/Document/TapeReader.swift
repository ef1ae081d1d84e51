// Documents that live for one call, one after the other, in the same memory: for decoding sessions and projections.

internal import _RushJSONShims

/// Reads texts into a tape whose memory serves one text after the other.
@safe
package struct TapeReader: ~Copyable {
  private var tape: TapeBuffer?
  // Invariant: room for a short text and its offsets, from the first one on.
  private var short: UnsafeMutableRawPointer?
  /// The word of the last document's index of members.
  private let index = AtomicMemory(count: 1)
  // Invariant: one initialised tokenizer, from the first text on.
  private var tokenizer: UnsafeMutablePointer<Tokenizer>?
  /// The number of bytes that can be read after the last text.
  private(set) var padding = 0

  package init() { unsafe (tokenizer, short) = (nil, nil) }

  deinit {
    freeIndex()
    tape?.free()
    unsafe rush_free(short)
    unsafe tokenizer?.deinitialize(count: 1)
    unsafe tokenizer?.deallocate()
  }

  private var capacity: Int { tape?.capacity ?? 0 }

  /// Frees the memory of a long text between two calls. The rest does not depend on the text.
  @inline(__always)
  mutating func shrink() { if capacity > 1 << 14 { freeText() } }

  @inline(never)
  private mutating func freeText() {
    freeTape()
    freeIndex()
  }

  @inline(__always)
  private func freeIndex() { AtomicReference<MemberIndex>(in: index[0]).remove() }

  /// Reads a text into `storage`: that of the last text if it has no other reference. It refers to the text, or to a
  /// copy, and to the reader's tape, so the caller stops using it before the next text.
  package mutating func read(
    _ text: CheckedBytes, options: JSONReadingOptions,
    into storage: inout DocumentStorage
  ) throws(JSONSyntaxError) {
    if ShortText.isShort(text.count, options), readShort(text, options, into: &storage) {
      return
    }
    freeIndex()
    padding = 0
    let tokenizer = unsafe tokenizer(of: text, options)
    let least = text.count / 8 &+ 64
    // The tape of a shorter text would grow in steps, each beside the one before.
    if capacity < least { freeTape() }
    let sink = unsafe tokenizer.pointee.makeTape(reusing: tape ?? TapeBuffer(capacity: least))
    tape = sink.buffer
    if let failure = unsafe tokenizer.pointee.failure(of: sink) { throw failure }
    lend(sink.taped(text), options, to: &storage)
  }

  /// Reads only the value at a pointer, and checks the rest. Returns `false` if the whole text must be read: it is
  /// short, the value is missing, or something is rare.
  mutating func read(
    _ text: CheckedBytes, at pointer: JSONPointer, options: JSONReadingOptions,
    into storage: inout DocumentStorage
  ) -> Bool {
    guard PointerTape.isPossible(text, at: pointer, options) else { return false }
    let (sink, isRead) = unsafe PointerTape.read(
      text, at: pointer, options, memory: shortMemory(),
      reusing: tape ?? TapeBuffer(capacity: 256))
    tape = sink.buffer
    if !isRead { return false }
    freeIndex()
    padding = 0
    lend(sink.taped(text), options, to: &storage)
    return true
  }

  /// Reads a short text, or returns `false`.
  @inline(__always)
  private mutating func readShort(
    _ text: CheckedBytes, _ options: JSONReadingOptions,
    into storage: inout DocumentStorage
  ) -> Bool {
    guard let short = unsafe ShortText(copying: text, to: shortMemory()) else { return false }
    if capacity < short.count &+ 8 {
      freeTape()
      tape = TapeBuffer(capacity: max(64, 2 &* short.count))
    }
    assert(capacity >= short.count &+ 8)
    var sink = TapeSink(short.text, kernel: short.kernel, reusing: tape)
    let isRead = short.read(options, into: &sink)
    assert(sink.buffer.records == tape?.records, "there was room for all records")
    tape = sink.buffer
    if !isRead { return false }
    take(sink.taped(short.text), options, into: &storage)
    return true
  }

  /// Adopts a text that was already read. The storage refers to its memory until the next text.
  /// `ShortText.padding` bytes can be read after it.
  @inline(__always)
  mutating func take(
    _ taped: TapedText, _ options: JSONReadingOptions, into storage: inout DocumentStorage
  ) {
    freeIndex()
    padding = ShortText.padding
    lend(taped, options, to: &storage)
  }

  @inline(__always)
  private mutating func shortMemory() -> ShortText.Memory {
    if unsafe short == nil {
      let memory: UnsafeMutablePointer<UInt8> = unsafe reallocate(
        nil, capacity: Int(rush_short_size_of_text))
      unsafe short = UnsafeMutableRawPointer(memory)
    }
    // Invariant: there is room for all but the results, which nothing here uses.
    return unsafe short.unsafelyUnwrapped.assumingMemoryBound(to: rush_short_memory.self)
  }

  /// Lends a text and its tape to `storage`, or to a new one if others refer to it.
  @inline(__always)
  private func lend(
    _ taped: TapedText, _ options: JSONReadingOptions, to storage: inout DocumentStorage
  ) {
    if isKnownUniquelyReferenced(&storage), storage.lend(taped) { return }
    storage = DocumentStorage.lending(taped, options: options, index: index[0])
  }

  /// The tokenizer, at the beginning of `text`.
  private mutating func tokenizer(
    of text: CheckedBytes, _ options: JSONReadingOptions
  ) -> UnsafeMutablePointer<Tokenizer> {
    if let tokenizer = unsafe tokenizer {
      unsafe tokenizer.pointee.restart(text)
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
