internal import _RushJSONShims

// Walks a text window by window and returns the offsets at which the grammar must look.
//
// A window is a few kilobytes. So its offsets stay in the first-level cache between the kernel that
// writes them and the grammar that reads them, and memory does not grow with the text. The 40 bytes
// of `carry` are all that a window knows about earlier ones. An offset is the start of its window plus 32
// bits, so a text may exceed 4 GiB.

/// The offsets of a text, one window at a time.
@safe
package struct BlockIndexer: ~Copyable {
  /// The most bytes of text that a window covers: a multiple of 64.
  package static let defaultWindow = 8192

  private var text: CheckedBytes
  private var count: Int
  private let kernel: BlockKernel
  private var window: Int
  // Invariant: room for `window` + 128 entries. A kernel may store up to 64 more than it counts
  // (rush_blocks.h), and the last, padded block of a window has at most 64.
  private var offsets: CheckedPointer<UInt32>
  private var carry = rush_block_carry()
  /// The number of bytes that have been indexed.
  private var position: Int
  /// The number of bytes known to be well-formed UTF-8, if the kernel does not validate them.
  private var validated: Int
  /// The start of the first ill-formed UTF-8 sequence, once it has been reached. The text ends there.
  package private(set) var invalidUTF8: Int?
  /// Whether the kernel counts line feeds, too.
  private var countsLines = false
  /// The line ends of the bytes that have been indexed, if they are counted.
  private var lines = rush_line_feeds()

  package init(_ text: CheckedBytes, from start: Int, kernel: BlockKernel, window: Int) {
    assert(start >= 0 && start <= text.count)
    assert(window & 63 == 0)
    self.text = text
    count = text.count
    self.kernel = kernel
    // A text shorter than a window needs offsets for its own blocks only.
    self.window = max(64, min(window, (count &+ 63) & ~63))
    offsets = unsafe .allocate(capacity: self.window &+ 128)
    position = start
    validated = start
  }

  deinit { unsafe offsets.deallocate() }

  /// Continues with another piece, which begins between two tokens. Reuses the memory for offsets.
  mutating func load(
    _ piece: CheckedBytes, from start: Int, countsLines: Bool = false
  ) {
    assert(start >= 0 && start <= piece.count)
    // The sums of a kernel hold for a window of the default size.
    self.countsLines = countsLines && window <= BlockIndexer.defaultWindow
    lines = rush_line_feeds()
    // The kernel does not see a byte order mark.
    lines.has_high = start > 0 ? 1 : 0
    text = piece
    count = piece.count
    carry = rush_block_carry()
    position = start
    validated = start
    invalidUTF8 = nil
    let wanted = max(64, min(BlockIndexer.defaultWindow, (count &+ 63) & ~63))
    guard wanted > window else { return }
    window = wanted
    unsafe offsets.deallocate()
    offsets = unsafe .allocate(capacity: window &+ 128)
  }

  /// The number of bytes that have been indexed, their line feeds, and whether all are ASCII. `nil` if they were not
  /// counted, or if there is a carriage return.
  var countedLines: (bytes: Int, lineFeeds: Int, areASCII: Bool)? {
    countsLines && lines.has_returns == 0
      ? (position, lines.line_feeds, lines.has_high == 0) : nil
  }

  /// A placeholder address for a cursor that has no offsets yet.
  var empty: CheckedView<UInt32> { CheckedView(offsets) }

  /// The next window with at least one offset, or an empty one at the end of the text.
  package mutating func next() -> OffsetWindow {
    while position < count, invalidUTF8 == nil {
      let start = position
      let found = indexWindow()
      if found == 0 { continue }
      return OffsetWindow(start: start, offsets: CheckedView(offsets), count: found)
    }
    return OffsetWindow(start: position, offsets: CheckedView(offsets), count: 0)
  }

  /// Indexes one window at `position` and advances. Returns the number of offsets.
  private mutating func indexWindow() -> Int {
    let start = position
    var end = min(start &+ window, count)
    if rush_kernel_validates_utf8(kernel.raw) == 0 {
      // A sequence that crosses the end of a window is validated with that window.
      let validation = validateUTF8(text, from: max(start, validated), to: end)
      validated = validation.end
      if validation.isInvalid { end = endText(at: validation.end) }
    }
    let blocks = (end &- start) &>> 6
    var found = 0
    var done = 0
    if blocks > 0 {
      var carry = self.carry
      let progress = runKernel(
        text.view() + start, blocks: blocks, firstOffset: 0, into: 0, &carry)
      self.carry = carry
      found = progress.count
      done = progress.blocks
      if done < blocks { end = endTextAtInvalidUTF8(near: start &+ done &* 64) }
    }
    // The rest is less than a block, or ends inside one. It is padded with spaces, which add no
    // offset inside or outside a string.
    var from = start &+ done &* 64
    while from < end {
      let padded = indexPadded(from: from, to: end, into: found, of: start)
      if padded.blocks == 1 {
        found &+= padded.count
        from = end
      } else {
        end = endTextAtInvalidUTF8(near: from)
      }
    }
    if end == count, carry.utf8_incomplete != 0, invalidUTF8 == nil {
      _ = endTextAtInvalidUTF8(near: end)
    }
    // A window that found nothing must not come again.
    assert(end > start || invalidUTF8 != nil)
    assert(end <= count)
    position = end
    return found
  }

  /// Indexes one block of `from..<to` and spaces after it.
  private mutating func indexPadded(from: Int, to: Int, into used: Int, of start: Int)
    -> (blocks: Int, count: Int)
  {
    let length = to &- from
    assert(from >= 0 && to <= count && length > 0 && length <= 64)
    // Not one of 64 bytes, as in `ShortText`.
    let spaces = SIMD16<UInt8>(repeating: .space)
    var block = (spaces, spaces, spaces, spaces)
    var carry = self.carry
    let result = unsafe withUnsafeMutableBytes(of: &block) { bytes in
      unsafe bytes.copyMemory(from: CheckedBytes(rebasing: text[from..<from &+ length]).raw)
      return unsafe runKernel(
        CheckedBytes(bytes).view(), blocks: 1, firstOffset: from &- start, into: used, &carry)
    }
    self.carry = carry
    return result
  }

  /// Runs the kernel over `blocks` blocks. Writes offsets after the first `used`.
  private mutating func runKernel(
    _ bytes: CheckedView<UInt8>, blocks: Int, firstOffset: Int, into used: Int,
    _ carry: inout rush_block_carry
  ) -> (blocks: Int, count: Int) {
    // The line counts of a kernel hold for 254 blocks.
    assert(blocks > 0 && (!countsLines || blocks < 255))
    assert(used >= 0 && used &+ 64 &* blocks &+ 64 <= window &+ 128)
    // A window has far fewer than 2³² bytes, so its offsets fit in 32 bits.
    assert(firstOffset >= 0 && firstOffset &+ 64 &* blocks <= window &+ 64)
    let first = UInt32(truncatingIfNeeded: firstOffset)
    let bytes = unsafe bytes.checked(64 &* blocks)
    let room = unsafe offsets.checked(64 &* blocks &+ 64, at: used)
    let progress =
      if countsLines {
        unsafe rush_index_lines(kernel.raw, bytes, blocks, first, room, &carry, &lines)
      } else {
        unsafe rush_index_blocks(kernel.raw, bytes, blocks, first, room, &carry)
      }
    assert(progress.blocks >= 0 && progress.blocks <= blocks)
    assert(progress.offsets >= 0 && progress.offsets <= 64 &* blocks)
    return (progress.blocks, progress.offsets)
  }

  /// Ends the text at the start of the ill-formed sequence that a kernel found in the block at `block`.
  private mutating func endTextAtInvalidUTF8(near block: Int) -> Int {
    // Everything before the block is well-formed, except for a sequence that its start cuts short.
    let cut = incompleteTail(of: text.prefix(block))
    let validation = validateUTF8(text, from: block &- cut, to: count)
    assert(validation.isInvalid)
    return endText(at: validation.end)
  }

  private mutating func endText(at offset: Int) -> Int {
    assert(offset >= 0 && offset < count)
    invalidUTF8 = offset
    return offset
  }
}

// MARK: - BlockKernel

// The choice of the kernel that turns blocks of 64 bytes into offsets.

/// A block kernel that this processor can run. All kernels write the same offsets for the same bytes.
package struct BlockKernel: Sendable, Hashable, CustomStringConvertible {
  let raw: rush_kernel

  /// Eight bytes at a time in 64-bit integers. Every processor can run it.
  package static let portable = BlockKernel(raw: rush_kernel_portable)

  /// The kernels that this processor can run, slowest first.
  package static var runnable: [BlockKernel] {
    [
      rush_kernel_portable, rush_kernel_sse2, rush_kernel_neon, rush_kernel_avx2,
      rush_kernel_avx512, rush_kernel_vbmi2,
    ].filter { rush_kernel_is_available($0) != 0 }.map { BlockKernel(raw: $0) }
  }

  /// The kernels that texts may be read with, slowest first. The environment variable `RUSHJSON_KERNEL` names the
  /// fastest of them.
  package static let available: [BlockKernel] = {
    // Embedded Swift has neither an environment nor the C library that measures its strings.
    #if hasFeature(Embedded)
      return runnable
    #else
      // Invariant: the C library keeps the value until the environment changes.
      guard let name = unsafe rush_kernel_limit() else { return runnable }
      return runnable(upTo: unsafe String(cString: name))
    #endif
  }()

  /// The kernels that this processor can run, up to the one with this name; all, if it can run none with the name.
  package static func runnable(upTo name: String) -> [BlockKernel] {
    let all = runnable
    guard let last = all.lastIndex(where: { $0.name == name }) else { return all }
    return Array(all[...last])
  }

  /// The fastest of the available kernels.
  // Read once per text, not per block: the check of the lazy initialiser costs a nanosecond.
  package static let fastest = available.last ?? .portable

  /// The name of the kernel in `RUSHJSON_KERNEL`.
  package var name: String {
    switch raw {
    case rush_kernel_sse2: "sse2"
    case rush_kernel_neon: "neon"
    case rush_kernel_avx2: "avx2"
    case rush_kernel_avx512: "avx512"
    case rush_kernel_vbmi2: "vbmi2"
    default: "portable"
    }
  }

  package var description: String {
    switch raw {
    case rush_kernel_sse2: "SSE2"
    case rush_kernel_neon: "NEON"
    case rush_kernel_avx2: "AVX2"
    case rush_kernel_avx512: "AVX-512"
    case rush_kernel_vbmi2: "AVX-512 with VBMI2"
    default: "portable"
    }
  }

  // Compares numbers: imported C enums compare through a witness, which is slower.
  package static func == (left: Self, right: Self) -> Bool {
    left.raw.rawValue == right.raw.rawValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(raw.rawValue) }
}

// MARK: - OffsetWindow

/// The offsets of one window, counted from `start`. They are valid until the next call of
/// ``BlockIndexer/next()``.
@safe
package struct OffsetWindow {
  package let start: Int
  package let offsets: CheckedView<UInt32>
  package let count: Int
}
