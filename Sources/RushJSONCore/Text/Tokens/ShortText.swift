// Texts of up to 2 KiB, read by the fast pass alone, in memory on the stack.
//
//   text ─ copy ─→ spaces, text, spaces ─ block kernel ─→ offsets ─ FastPass ─→ sink
//
// Most JSON is a request, a message or a line of a log, where making a tokenizer would cost more than reading
// the text. The fast pass stops before anything rare and before each error. A tokenizer continues there. If it
// finds an error, the caller reads the text again with another tokenizer, which reports the error.

internal import _RushJSONShims

/// A copy of a short text between spaces, and the offsets of its tokens. The spaces let whole blocks and words be
/// read anywhere in it, so the fast pass reads it to its end.
@safe
struct ShortText {
  typealias Memory = UnsafeMutablePointer<rush_short_memory>

  /// The most bytes of a short text. They fit into one window.
  static var capacity: Int { rush_short_capacity }
  /// The number of bytes that can be read after the copy.
  static var padding: Int { 64 }

  // Invariant: the creator keeps the memory while the text is used.
  let text: CheckedBytes
  /// The number to add to each offset.
  private let window: Int
  private let offsets: CheckedView<UInt32>
  /// The number of tokens.
  let count: Int
  let kernel: BlockKernel
  /// Whether the offset of the end follows those of the tokens. In a `RecordBatch`, the next text follows.
  private let isAlone: Bool
  /// How many bytes can be read after the text. The fast pass reads them if the text has no end.
  let after: Int

  /// Whether a text of `count` bytes can be read as a short text with these options.
  @inline(__always)
  static func isShort(_ count: Int, _ options: JSONReadingOptions) -> Bool {
    count <= capacity && isPlain(count, options)
  }

  /// Whether a text of `count` bytes can be read by the fast pass to its end with these options.
  @inline(__always)
  static func isPlain(_ count: Int, _ options: JSONReadingOptions) -> Bool {
    count <= options.maximumLength && count <= options.maximumStringLength
      && options.duplicateNames != .refuse && options.allowFastPass
      && !LenientIndexer.isNeeded(for: options.leniencies)
  }

  /// Copies and indexes a short text, or returns `nil` if it is ill-formed UTF-8.
  /// Invariant: the memory has room for a short text and its offsets, and is valid while the result is used.
  @inline(__always)
  init?(copying bytes: CheckedBytes, to memory: Memory) {
    assert(bytes.count <= ShortText.capacity)
    let copy = unsafe ShortText.copy(in: memory)
    let offsets = unsafe ShortText.offsets(in: memory)
    guard let count = ShortText.index(bytes, copyingTo: copy, offsets: offsets) else {
      return nil
    }
    self.offsets = CheckedView(offsets)
    text = CheckedView(copy).bytes(bytes.count)
    self.count = count
    kernel = .fastest
    isAlone = true
    after = ShortText.padding
    window = 0
  }

  /// The room for the copy of a short text, and for the spaces around it.
  // Invariant: memory has an address, as that of the offsets.
  @inline(__always)
  static func copy(in memory: Memory) -> CheckedPointer<UInt8> {
    unsafe CheckedPointer(
      rush_short_text(memory).unsafelyUnwrapped - 64, room: 64 &+ ShortText.capacity &+ 128) + 64
  }

  /// The room for offsets in the memory of a short text.
  @inline(__always)
  static func offsets(in memory: Memory) -> CheckedPointer<UInt32> {
    unsafe CheckedPointer(
      rush_short_offsets(memory).unsafelyUnwrapped, room: ShortText.capacity &+ 128)
  }

  /// The room for what a reader makes of the text.
  @inline(__always)
  static func results(in memory: Memory) -> CheckedPointer<UInt8> {
    unsafe CheckedPointer(
      rush_short_results(memory).unsafelyUnwrapped, room: rush_short_size_of_results)
  }

  /// One of several texts that have been indexed together. Offsets count from the first one, and this one begins
  /// at offset `start`.
  /// Invariant: the memory of `index` is valid while the result is used, and `count` offsets belong to the text.
  @inline(__always)
  init(
    _ text: CheckedBytes, at start: Int, after: Int, offsets: CheckedView<UInt32>,
    count: Int
  ) {
    assert(start >= 0 && after >= 0 && count >= 0)
    (self.text, self.offsets) = (text, offsets)
    window = 0 &- start
    self.count = count
    kernel = .fastest
    isAlone = false
    self.after = after
  }

  /// Copies and indexes one or more short texts. Returns the number of tokens, or `nil` if the bytes are ill-formed
  /// UTF-8.
  /// There is room for the bytes, for 64 bytes before and for 128 after them, and for 128 offsets more than there are
  /// bytes.
  @inline(__always)
  static func index(
    _ bytes: CheckedBytes, copyingTo start: CheckedPointer<UInt8>,
    offsets: CheckedPointer<UInt32>
  ) -> Int? {
    let kernel = BlockKernel.fastest
    let length = bytes.count
    start.copy(bytes)
    // By 16 bytes, because Swift 6.2 makes a loop of 64 steps of the initialiser of `SIMD64`.
    let spaces = SIMD16<UInt8>(repeating: .space)
    start.store(spaces, at: -32, as: SIMD16<UInt8>.self)
    start.store(spaces, at: -16, as: SIMD16<UInt8>.self)
    let after = start + length
    after.store(spaces, as: SIMD16<UInt8>.self)
    after.store(spaces, at: 16, as: SIMD16<UInt8>.self)
    after.store(spaces, at: 32, as: SIMD16<UInt8>.self)
    after.store(spaces, at: 48, as: SIMD16<UInt8>.self)
    after.store(spaces, at: 64, as: SIMD16<UInt8>.self)
    let text = CheckedView(start).bytes(length)
    if rush_kernel_validates_utf8(kernel.raw) == 0 {
      if validateUTF8(text, from: 0, to: length).isInvalid { return nil }
    }
    var carry = rush_block_carry()
    assert(UInt(bitPattern: length) <= UInt(UInt32.max))
    let blocks = (length &+ 63) &>> 6
    // Invariant: spaces follow the text up to the end of its last block.
    let indexed = unsafe rush_index_blocks(
      kernel.raw, start.checked(64 &* blocks), blocks, 0, offsets.checked(64 &* blocks &+ 64),
      &carry)
    assert(indexed.blocks <= blocks && indexed.offsets <= length)
    if indexed.blocks != blocks || carry.utf8_incomplete != 0 { return nil }
    // The offset of the end follows those of the tokens. A space is there, and no token begins with one.
    let end = SIMD8(repeating: UInt32(truncatingIfNeeded: length))
    (offsets + indexed.offsets).storeBytes(of: end)
    return indexed.offsets
  }

  /// Reads the text into `sink`, which must have room for `count` tokens. Returns whether it is JSON.
  @inline(__always)
  func read<Sink: TokenSink>(_ options: JSONReadingOptions, into sink: inout Sink) -> Bool {
    let end = offsets + count
    let progress = GrammarProgress(
      cursor: TokenCursor(next: offsets, end: end, window: window))
    var pass = FastPass(
      text, isPadded: true, after: after, options: options, progress: progress)
    pass.read(&sink)
    if pass.progress.state == .afterValue && pass.progress.depth == 0
      && pass.progress.cursor.next == end
    {
      return true
    }
    // The pass read part of the next text, so this one has no end.
    if pass.progress.cursor.next > end { return false }
    return slowRead(options, from: pass.progress, into: &sink)
  }

  /// Continues with a tokenizer.
  @inline(never)
  private func slowRead<Sink: TokenSink>(
    _ options: JSONReadingOptions, from progress: GrammarProgress, into sink: inout Sink
  ) -> Bool {
    // Invariant: the offsets of the progress are those of all tokens that are left. Each record takes a token at
    // least, so a sink with room for all tokens and eight more never grows here.
    var tokenizer = Tokenizer(
      text, indexer: OffsetIndexer(atEndOf: text, kernel: kernel), isPadded: isAlone,
      options: options, kernel: kernel)
    return tokenizer.run(&sink, from: progress)
  }
}
