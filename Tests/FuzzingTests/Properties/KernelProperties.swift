import _RushJSONShims

/// Every kernel finds in every text what the portable one finds.
enum KernelProperties {
  private static let kernels = [
    rush_kernel_sse2, rush_kernel_neon, rush_kernel_avx2, rush_kernel_avx512,
    rush_kernel_vbmi2,
  ].filter { rush_kernel_is_available($0) != 0 }

  static func run(_ input: inout FuzzInput) throws {
    // The bytes begin at any place in a vector, and whole blocks follow.
    let choices = Int(input.byte())
    let text = [UInt8](repeating: 0x20, count: choices & 63) + input.rest(.long)
    let padding = [UInt8](repeating: 0x20, count: (64 - text.count % 64) % 64)
    let blocks = text + padding
    for kernel in input.sampled(kernels) {
      try checkIndex(kernel, blocks)
      try checkLines(kernel, blocks)
      try checkSkips(kernel, blocks, from: choices & 63)
      try checkStructure(kernel, blocks)
      try checkCounts(kernel, text)
      try checkCompaction(kernel, text, piece: choices &+ 1)
      try checkStrings(kernel, text, from: choices & 63)
    }
  }

  private static func index(
    _ kernel: rush_kernel, _ bytes: [UInt8], blocks: Int, countsLines: Bool = false
  ) -> (
    offsets: ArraySlice<UInt32>, blocks: Int, carry: rush_block_carry, lines: rush_line_feeds
  ) {
    var carry = rush_block_carry()
    var lines = rush_line_feeds()
    var offsets = [UInt32](repeating: 0, count: bytes.count + 64)
    // Invariant: `bytes` holds at least 64 × `blocks` bytes, `offsets` as many entries and 64 more.
    let progress = unsafe bytes.withUnsafeBytes { bytes in
      unsafe offsets.withUnsafeMutableBufferPointer { offsets in
        if countsLines {
          unsafe rush_index_lines(
            kernel, bytes.baseAddress, blocks, 0, offsets.baseAddress, &carry, &lines)
        } else {
          unsafe rush_index_blocks(
            kernel, bytes.baseAddress, blocks, 0, offsets.baseAddress, &carry)
        }
      }
    }
    return (offsets.prefix(progress.offsets), progress.blocks, carry, lines)
  }

  private static func checkIndex(_ kernel: rush_kernel, _ bytes: [UInt8]) throws {
    let count = bytes.count / 64
    if count == 0 { return }
    let found = index(kernel, bytes, blocks: count)
    if rush_kernel_validates_utf8(kernel) == 0 || String(validating: bytes, as: UTF8.self) != nil {
      try checkEqual("kernel \(kernel.rawValue) reads all blocks", found.blocks, count)
    }
    // A kernel that validates UTF-8 stops before what is not.
    let expected = index(rush_kernel_portable, bytes, blocks: found.blocks)
    try checkEqual("offsets of kernel \(kernel.rawValue)", found.offsets, expected.offsets)
    try checkEqual(
      "carry of kernel \(kernel.rawValue)",
      [found.carry.escaped, found.carry.in_string, found.carry.after_scalar],
      [expected.carry.escaped, expected.carry.in_string, expected.carry.after_scalar])
  }

  /// The line feeds that an index counts in the same pass are those of the bytes.
  private static func checkLines(_ kernel: rush_kernel, _ bytes: [UInt8]) throws {
    let count = min(bytes.count / 64, 254)
    let found = index(kernel, bytes, blocks: count, countsLines: true)
    let indexed = index(kernel, bytes, blocks: count)
    try checkEqual(
      "offsets with lines of kernel \(kernel.rawValue)", found.offsets, indexed.offsets)
    let lines = found.lines
    let read = bytes.prefix(64 * found.blocks)
    let returns = read.contains(0x0d)
    try checkEqual("returns of kernel \(kernel.rawValue)", lines.has_returns != 0, returns)
    if !returns {
      try checkEqual(
        "lines of kernel \(kernel.rawValue)", Int(lines.line_feeds),
        read.reduce(0) { $0 + ($1 == 0x0a ? 1 : 0) })
    }
    if read.contains(where: { $0 >= 0x80 }) {
      try checkEqual("high bytes of kernel \(kernel.rawValue)", lines.has_high != 0, true)
    }
  }

  /// Brackets and commas, from one byte that stops the kernel to the next.
  private static func checkStructure(_ kernel: rush_kernel, _ bytes: [UInt8]) throws {
    func structure(_ kernel: rush_kernel) -> [UInt64] {
      var found: [UInt64] = []
      var carry = rush_structure_carry()
      var masks = [rush_structure](repeating: rush_structure(), count: bytes.count / 64)
      var at = 0
      while bytes.count - at >= 64 {
        let blocks = (bytes.count - at) / 64
        // Invariant: as many blocks follow, and there is a mask for each.
        let read = unsafe bytes.withUnsafeBytes { bytes in
          unsafe rush_find_structure(
            kernel, bytes.baseAddress.unsafelyUnwrapped + at, blocks, &masks, &carry)
        }
        for mask in masks.prefix((read + 63) / 64) {
          found += [mask.openings, mask.closings, mask.commas]
        }
        found += [UInt64(read), carry.escaped, carry.in_string]
        at += read + 1
      }
      return found
    }
    try checkEqual(
      "structure of kernel \(kernel.rawValue)", structure(kernel), structure(rush_kernel_portable))
  }

  private static func checkCounts(_ kernel: rush_kernel, _ bytes: [UInt8]) throws {
    func counts(_ kernel: rush_kernel) -> [Int] {
      // Invariant: the functions read `bytes.count` bytes and keep no pointer.
      unsafe bytes.withUnsafeBytes { bytes in
        let ends = unsafe rush_count_line_ends(kernel, bytes.baseAddress, bytes.count)
        let others = unsafe rush_count_continuations(kernel, bytes.baseAddress, bytes.count)
        return [ends.first, ends.second, others.first, others.second]
      }
    }
    try checkEqual(
      "counts of kernel \(kernel.rawValue)", counts(kernel), counts(rush_kernel_portable))
  }

  /// Strings are escaped and unescaped alike. What a function refuses is skipped.
  private static func checkStrings(
    _ kernel: rush_kernel, _ bytes: [UInt8], from start: Int
  ) throws {
    let bytes = Array(bytes[start...])
    for other in [0x22, 0x2f] as [UInt8] {
      // Two bytes may be written for each of the source, and RUSH_ESCAPE_SLACK more.
      let room = { 2 &* $0 &+ Int(RUSH_ESCAPE_SLACK) }
      // Invariant: the target has that room.
      func escaped(_ kernel: rush_kernel) -> [UInt8] {
        unsafe written(bytes, room: room) { source, count, target in
          unsafe rush_escape(kernel, source, count, target, other)
        }
      }
      try checkEqual(
        "escapes of kernel \(kernel.rawValue)", escaped(kernel), escaped(rush_kernel_portable))
    }
    // Invariant: no more bytes are written than there are.
    func unescaped(_ kernel: rush_kernel) -> [UInt8] {
      unsafe written(bytes, room: { $0 }) { source, count, target in
        unsafe rush_unescape(kernel, source, count, target)
      }
    }
    try checkEqual(
      "meanings of kernel \(kernel.rawValue)", unescaped(kernel), unescaped(rush_kernel_portable))
  }

  /// What `copy` writes for the bytes, and how many it reads before each byte that it refuses.
  private static func written(
    _ bytes: [UInt8], room: (Int) -> Int,
    by copy: (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>) -> rush_progress
  ) -> [UInt8] {
    var all: [UInt8] = []
    var at = 0
    // Each refusal costs a copy of the rest, so there is a limit.
    for _ in 0..<32 where at < bytes.count {
      // In memory of exactly their size, so that the address sanitizer sees each byte that is read beyond it.
      let rest = Array(bytes[at...])
      var read = 0
      // Invariant: the pointers are used during the call only.
      let part = unsafe [UInt8](unsafeUninitializedCapacity: room(rest.count)) { target, count in
        unsafe rest.withUnsafeBufferPointer { rest in
          guard let from = rest.baseAddress, let to = target.baseAddress else { return }
          let progress = unsafe copy(from, rest.count, to)
          (read, count) = (progress.read, progress.written)
        }
      }
      all += part
      all.append(UInt8(truncatingIfNeeded: read))
      at += read + 1
    }
    return all
  }

  private static func checkCompaction(
    _ kernel: rush_kernel, _ bytes: [UInt8], piece: Int
  ) throws {
    func compacted(_ kernel: rush_kernel) -> [UInt8] {
      var state = rush_compact_state()
      return unsafe [UInt8](unsafeUninitializedCapacity: bytes.count + 64) { target, count in
        for start in stride(from: 0, to: bytes.count, by: piece) {
          let length = min(piece, bytes.count - start)
          // Invariant: `bytes` has `length` bytes from `start` on. The target has room for as many
          // bytes as were read, and 64 more.
          unsafe bytes.withUnsafeBytes { bytes in
            guard let from = bytes.baseAddress, let to = target.baseAddress else { return }
            count += unsafe rush_compact(kernel, from + start, length, to + count, &state)
          }
        }
      }
    }
    try checkEqual(
      "compaction of kernel \(kernel.rawValue)", compacted(kernel),
      compacted(rush_kernel_portable))
  }

  private static func checkSkips(
    _ kernel: rush_kernel, _ bytes: [UInt8], from start: Int
  ) throws {
    let count = bytes.count - start
    // A kernel may read 16 bytes beyond the last one.
    let padded = bytes + [UInt8](repeating: 0, count: 16)
    func skip(_ kernel: rush_kernel) -> [UInt64] {
      var state = rush_skip_state()
      (state.depth, state.floor, state.limit, state.kinds) = (1, 0, 40, UInt64(start & 1))
      state.after_opening = 1
      var scan = rush_scan_state()
      scan.depth = 1
      // Invariant: `start + count + 16` bytes are there, and no pointer is kept.
      return unsafe padded.withUnsafeBytes { bytes in
        guard let first = unsafe bytes.baseAddress?.advanced(by: start) else { return [] }
        let progress = unsafe rush_skip_blocks(kernel, first, count, &state)
        let end = unsafe rush_scan_value(kernel, first, count, &scan)
        return [
          UInt64(progress.bytes), UInt64(progress.end), UInt64(state.depth), state.kinds,
          state.after_separator, state.after_opening, state.before_colon, state.in_string,
          UInt64(end), scan.escaped, scan.in_string, UInt64(scan.depth),
        ]
      }
    }
    // A kernel that does not validate UTF-8 stops before what is not ASCII.
    let validates = rush_kernel_validates_utf8(kernel)
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    let reference =
      isASCII || validates == 0
      ? rush_kernel_portable
      : kernels.first { rush_kernel_validates_utf8($0) == validates } ?? kernel
    var (found, expected) = (skip(kernel), skip(reference))
    if kernel == rush_kernel_vbmi2 {
      // Its blocks begin elsewhere, so it stops elsewhere: at most two blocks of 64 bytes and the
      // numbers that they would cut away.
      let (used, wanted) = (found[0] + found[1], expected[0] + expected[1])
      let haveEnds = found[1] > 0 && expected[1] > 0
      let isNear = max(used, wanted) - min(used, wanted) <= (haveEnds ? 0 : 192)
      try check("stop of kernel \(kernel.rawValue)", isNear, "found \(used), expected \(wanted)")
      (found, expected) = (Array(found[8...]), Array(expected[8...]))
    }
    try checkEqual("skips of kernel \(kernel.rawValue)", found, expected)
  }
}
