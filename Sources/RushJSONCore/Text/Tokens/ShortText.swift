// Short texts, read by the fast pass alone.
//
//   text ─ copy ─→ spaces, text, spaces ─ block kernel ─→ offsets ─ FastPass ─→ sink
//
// Most JSON in the world is a request, a message or a line of a log. There, making a tokenizer would cost more
// than reading the text. The fast pass stops before anything rare, and before each error. There a tokenizer
// continues. If it finds an error, the caller reads the text again with another one, which reports the error.

internal import _RushJSONShims

/// A copy of a short text between spaces, and the offsets of its tokens. So whole blocks and words can be read
/// anywhere in it, and the fast pass reads it to its end.
@safe
struct ShortText {
  typealias Memory = UnsafeMutablePointer<rush_short_memory>

  /// The most bytes of a short text. They fit into one window.
  static var capacity: Int { rush_short_capacity }
  /// How many bytes can be read after the copy.
  static var padding: Int { 64 }

  // Invariant: the creator keeps the memory while the text is used.
  let text: UnsafeRawBufferPointer
  private let base: UnsafeRawPointer
  private let offsets: UnsafePointer<UInt32>
  /// The number of tokens.
  let count: Int
  let kernel: BlockKernel

  /// Whether a text of `count` bytes may be read so.
  @inline(__always)
  static func isShort(_ count: Int, _ options: JSONReadingOptions) -> Bool {
    count <= capacity && count <= options.maximumLength && options.duplicateNames != .refused
      && options.allowFastPass && !LenientIndexer.isNeeded(for: options.leniencies)
  }

  /// Copies and indexes a short text, or returns `nil` if it is ill-formed UTF-8.
  /// Invariant: the memory has room for a short text and its offsets, and is valid while the result is used.
  @inline(__always)
  init?(copying bytes: UnsafeRawBufferPointer, to memory: Memory) {
    let kernel = BlockKernel.fastest
    // Invariant: memory has an address.
    let start = unsafe rush_short_text(memory).unsafelyUnwrapped
    let offsets = unsafe rush_short_offsets(memory).unsafelyUnwrapped
    let length = bytes.count
    if length > 0 {
      // Invariant: a text with bytes has an address, and there is room for them, for 64 bytes before and for 128
      // after them.
      unsafe start.copyMemory(from: bytes.baseAddress.unsafelyUnwrapped, byteCount: length)
    }
    unsafe (start - 32).storeBytes(of: SIMD32(repeating: .space), as: SIMD32<UInt8>.self)
    unsafe (start + length).storeBytes(of: SIMD64(repeating: .space), as: SIMD64<UInt8>.self)
    unsafe (start + length).storeBytes(
      of: SIMD16(repeating: .space), toByteOffset: 64, as: SIMD16<UInt8>.self)
    let text = unsafe UnsafeRawBufferPointer(start: start, count: length)
    if rush_kernel_validates_utf8(kernel.raw) == 0 {
      if unsafe validateUTF8(text, from: 0, to: length).isInvalid { return nil }
    }
    var carry = rush_block_carry()
    let blocks = (length &+ 63) &>> 6
    // Invariant: spaces follow the text up to the end of its last block, and there is room for 128 offsets more
    // than the text has bytes.
    let indexed = unsafe rush_index_blocks(kernel.raw, start, blocks, 0, offsets, &carry)
    if indexed.blocks != blocks || carry.utf8_incomplete != 0 { return nil }
    // The offset of the end follows those of the tokens. A space is there, and no token begins with one.
    unsafe UnsafeMutableRawPointer(offsets + indexed.offsets).storeBytes(
      of: SIMD8(repeating: UInt32(truncatingIfNeeded: length)), as: SIMD8<UInt32>.self)
    unsafe (self.text, base, self.offsets) = (text, UnsafeRawPointer(start), UnsafePointer(offsets))
    count = indexed.offsets
    self.kernel = kernel
  }

  /// Reads the text into `sink`, which must have room for `count` tokens. Returns whether it is JSON.
  @inline(__always)
  func read<Sink: TokenSink>(_ options: JSONReadingOptions, into sink: inout Sink) -> Bool {
    let end = unsafe offsets + count
    let progress = unsafe GrammarProgress(
      cursor: TokenCursor(next: offsets, end: end, window: 0))
    var pass = unsafe FastPass(
      base, count: text.count, isPadded: true, options: options, progress: progress)
    pass.read(&sink)
    return unsafe pass.progress.state == .afterValue && pass.progress.depth == 0
      && pass.progress.cursor.next == end || slowRead(options, from: pass.progress, into: &sink)
  }

  /// Continues with a tokenizer.
  @inline(never)
  private func slowRead<Sink: TokenSink>(
    _ options: JSONReadingOptions, from progress: GrammarProgress, into sink: inout Sink
  ) -> Bool {
    // Invariant: the offsets of the progress are those of all tokens that are left. Each record takes a token at
    // least, so a sink with room for all tokens and eight more never grows here.
    var tokenizer = unsafe Tokenizer(
      text, indexer: OffsetIndexer(atEndOf: text, kernel: kernel), isPadded: true,
      options: options, kernel: kernel)
    return tokenizer.run(&sink, from: progress)
  }
}
