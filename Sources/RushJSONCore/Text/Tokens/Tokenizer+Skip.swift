// Skips a value by blocks of 64 bytes instead of by tokens (see rush_skip.h).
//
// The kernel may stop inside a string, at the end of a block, or before a block that it does not handle.
// The skip then goes back to the start of that string, from where the tokenizer continues with all
// errors and rare cases. The tokenizer would accept all that the kernel has accepted.

internal import _RushJSONShims

extension Tokenizer {
  /// The number of bytes that a kernel may read after its input.
  private static var skipReach: Int { 16 }

  /// Whether the options accept every text that the kernels accept.
  var maySkip: Bool {
    // No number that they skip fills a block, and no string exceeds their input.
    mayBeFast && !LenientIndexer.isNeeded(for: options.leniencies)
  }

  /// Skips tokens of `text` until no more than `floor` containers are open. `progress` must be
  /// inside a container of the value. Returns the number of bytes skipped, which may be 0, and how
  /// many of the containers that were open before are still open; at the end of the value, at most
  /// `floor`. `open` has a bit for each open container, 1 for an object, the outermost first.
  /// `lines` becomes the kernel's line counts of the first bytes.
  mutating func skip(
    _ text: CheckedBytes, floor: Int, open: inout [UInt64], lines: inout CountedLines
  ) -> (used: Int, unchanged: Int) {
    var used = 0
    var unchanged = progress.depth
    cutLength = 0
    while progress.depth > floor {
      let rest = CheckedBytes(rebasing: text[used...])
      let count = min(options.maximumStringLength, rest.count &- Self.skipReach)
      if count < 64 { break }
      unchanged = min(unchanged, lowestKnown(above: floor))
      var more = CountedLines()
      let passed = skipOnce(rest, count: count, floor: floor, open: &open, lines: &more)
      if used == lines.bytes { lines.append(more) }
      used &+= passed
      // The token is longer than the input, or begins with something rare.
      if passed == 0 || passed &+ cutLength > count &- 64 { break }
    }
    return (used, unchanged)
  }

  /// The kernel tracks 64 containers: at most half of them are open before, to leave room for more.
  private func lowestKnown(above floor: Int) -> Int { max(floor, progress.depth &- 32) }

  private mutating func skipOnce(
    _ text: CheckedBytes, count: Int, floor: Int, open: inout [UInt64],
    lines: inout CountedLines
  ) -> Int {
    let known = lowestKnown(above: floor)
    assert(known >= floor && known < progress.depth)
    assert(count > 0 && count &+ Self.skipReach <= text.count)
    var skip = rush_skip_state()
    skip.depth = progress.depth
    skip.floor = known
    skip.limit = min(options.maximumDepth, known &+ 64)
    for level in known..<progress.depth {
      skip.kinds = skip.kinds &<< 1 | (Self.isObject(level, of: open) ? 1 : 0)
    }
    switch progress.state {
    case .value, .nextElement: skip.after_separator = 1
    case .nextName: (skip.after_separator, skip.before_colon) = (1, 1)
    case .firstElement: skip.after_opening = 1
    case .firstName: (skip.after_opening, skip.before_colon) = (1, 1)
    case .colon: skip.before_colon = 1
    case .afterValue: break
    }
    let done = unsafe rush_skip_blocks(kernel.raw, text.baseAddress, count, &skip)
    assert(done.bytes >= 0 && done.end >= 0 && done.bytes &+ done.end <= text.count)
    // One word has the kinds of all containers above the known ones.
    assert(skip.depth >= known && skip.depth &- known <= 64)
    progress.depth = skip.depth
    while open.count <= progress.depth / 64 { open.append(0) }
    for level in known..<progress.depth {
      let bit = skip.kinds &>> UInt64(progress.depth &- 1 &- level) & 1
      let place = UInt64(level % 64)
      open[level / 64] = open[level / 64] & ~(1 &<< place) | bit &<< place
    }
    progress.inObject = progress.depth > 0 && Self.isObject(progress.depth &- 1, of: open)
    lines = CountedLines(
      bytes: skip.counted, lineFeeds: skip.line_feeds, areASCII: skip.counted_high == 0)
    if done.end > 0 {
      progress.state = .afterValue
      return done.bytes &+ done.end
    }
    let start = skip.in_string == 0 ? done.bytes : Self.stringStart(text, before: done.bytes)
    let isName = skip.before_colon != 0
    if let next = state(after: start, in: text, isName: isName) { progress.state = next }
    assert(start >= 0 && start <= done.bytes)
    cutLength = done.bytes &- start
    // The token that was cut has no line feed.
    lines.bytes = min(lines.bytes, start)
    return start
  }

  private static func isObject(_ level: Int, of open: [UInt64]) -> Bool {
    open[level / 64] &>> UInt64(level % 64) & 1 != 0
  }

  /// The start of the string that contains `end`, in text that a kernel has accepted.
  private static func stringStart(_ text: CheckedBytes, before end: Int) -> Int {
    assert(end >= 0 && end <= text.count)
    var at = end
    while at > 0 {
      while at >= 8, !hasQuote(text, before: at) { at &-= 8 }
      if at == 0 { return 0 }
      at &-= 1
      // A quotation mark in the string follows the backslash of its escape, the first one a token or space.
      if text[at] == .quote, at == 0 || text[at &- 1] != .backslash { return at }
    }
    return 0
  }

  /// Whether there is a quotation mark in the eight bytes before `at`.
  @inline(__always)
  private static func hasQuote(_ text: CheckedBytes, before at: Int) -> Bool {
    assert(at >= 8 && at <= text.count)
    return text.load(at: at &- 8, as: UInt64.self).hasByte(.quote)
  }

  /// Returns the grammar's state at `start`, which the token before it determines. `nil` without such a token.
  private mutating func state(
    after start: Int, in text: CheckedBytes, isName: Bool
  ) -> State? {
    assert(start >= 0 && start <= text.count)
    var at = start
    while at > 0 {
      at &-= 1
      switch text[at] {
      case .space, .lineFeed, .carriageReturn, .tab: continue
      case .comma: return progress.inObject ? .nextName : .nextElement
      case .colon: return .value
      case .openBracket: return .firstElement
      case .openBrace: return .firstName
      case .quote: return isName && progress.inObject ? .colon : .afterValue
      default: return .afterValue
      }
    }
    return nil
  }
}

/// A value that is being skipped without validation.
struct UncheckedSkip {
  private var state = rush_scan_state()

  init(depth: Int) { state.depth = depth }

  /// Searches for the end of the value. Returns the number of its bytes, or `nil` if it continues.
  mutating func end(in text: CheckedBytes) -> Int? {
    // Invariant: the bytes stay in place during the call.
    let end = unsafe rush_scan_value(BlockKernel.fastest.raw, text.baseAddress, text.count, &state)
    assert(end >= 0 && end <= text.count)
    return end > 0 ? end : nil
  }
}
