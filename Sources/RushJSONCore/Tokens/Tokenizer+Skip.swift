// Passing over a value by blocks of 64 bytes instead of by tokens (see rush_skip.h).
//
// The kernel stops somewhere: at the end of a block, which may be inside a token, or before a block
// that it does not judge. From there one goes back to where a token begins, so that the tokenizer can
// read on, which has every error and every oddity. What the kernel has accepted, it would accept too.

internal import _RushJSONShims

extension Tokenizer {
  /// Bytes that a kernel may read behind what it is given.
  private static var skipReach: Int { 16 }

  /// Whether what the kernels accept is what the options accept.
  var maySkip: Bool {
    // No number that they pass fills a block, and no string is longer than what they are given.
    mayBeFast && !LenientIndexer.isNeeded(for: options.leniencies)
  }

  /// Passes over tokens of `text` from `progress` on, which is inside a container of the value, until
  /// no more than `floor` are open. Returns how many bytes were passed, perhaps none, and how many of the
  /// containers that were open before are the same; no more than `floor` at the end of the value.
  ///
  /// `open` has a bit for each open container, 1 for an object, the outermost first.
  mutating func skip(
    _ text: UnsafeRawBufferPointer, floor: Int, open: inout [UInt64]
  ) -> (used: Int, unchanged: Int) {
    var used = 0
    var unchanged = progress.depth
    while progress.depth > floor {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: text[used...])
      let count = min(options.maximumStringLength, rest.count &- Self.skipReach)
      if count < 64 { break }
      unchanged = min(unchanged, lowestKnown(above: floor))
      let passed = unsafe skipOnce(rest, count: count, floor: floor, open: &open)
      used &+= passed
      // A token that is longer than that, or something rare at its beginning.
      if passed == 0 { break }
    }
    return (used, unchanged)
  }

  /// The kernel knows of 64 containers: half of them may be there, half may come.
  private func lowestKnown(above floor: Int) -> Int { max(floor, progress.depth &- 32) }

  private mutating func skipOnce(
    _ text: UnsafeRawBufferPointer, count: Int, floor: Int, open: inout [UInt64]
  ) -> Int {
    let known = lowestKnown(above: floor)
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
    // Invariant: so many bytes and those that may be read behind them lie in the text.
    let done = unsafe rush_skip_blocks(kernel.raw, text.baseAddress, count, &skip)
    progress.depth = skip.depth
    while open.count <= progress.depth / 64 { open.append(0) }
    for level in known..<progress.depth {
      let bit = skip.kinds &>> UInt64(progress.depth &- 1 &- level) & 1
      let place = UInt64(level % 64)
      open[level / 64] = open[level / 64] & ~(1 &<< place) | bit &<< place
    }
    progress.inObject = progress.depth > 0 && Self.isObject(progress.depth &- 1, of: open)
    if done.end > 0 {
      progress.state = .afterValue
      return done.bytes &+ done.end
    }
    let start = unsafe Self.tokenStart(text, before: done.bytes, inString: skip.in_string != 0)
    let isName = skip.before_colon != 0
    if let next = unsafe state(behind: start, in: text, isName: isName) { progress.state = next }
    return start
  }

  private static func isObject(_ level: Int, of open: [UInt64]) -> Bool {
    open[level / 64] &>> UInt64(level % 64) & 1 != 0
  }

  /// Where the token begins in which `end` lies, or `end`.
  private static func tokenStart(
    _ text: UnsafeRawBufferPointer, before end: Int, inString: Bool
  ) -> Int {
    var at = end
    // Invariant: 0 < at ≤ end ≤ count where the byte before `at` is read.
    if !inString {
      while at > 0, unsafe isScalar(text[at &- 1]) { at &-= 1 }
      return at
    }
    while at > 0 {
      at &-= 1
      if unsafe text[at] != .quote { continue }
      var backslashes = 0
      while at &- backslashes > 0, unsafe text[at &- backslashes &- 1] == .backslash {
        backslashes &+= 1
      }
      if backslashes & 1 == 0 { return at }
    }
    return 0
  }

  private static func isScalar(_ byte: UInt8) -> Bool {
    !endsScalar(byte)
  }

  /// What the grammar wants at `start`, by the token before it; `nil` if there is none.
  private mutating func state(
    behind start: Int, in text: UnsafeRawBufferPointer, isName: Bool
  ) -> State? {
    var at = start
    // Invariant: 0 < at ≤ start ≤ count.
    while at > 0 {
      at &-= 1
      switch unsafe text[at] {
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

/// The value that is being passed over without a look at it.
struct UncheckedSkip {
  private var state = rush_scan_state()

  /// `depth` containers of the value are open.
  init(depth: Int) { state.depth = depth }

  /// Looks for the end of the value. Returns how many bytes belong to it, or `nil` if it goes on.
  mutating func end(in text: UnsafeRawBufferPointer) -> Int? {
    // Invariant: the bytes are there, for as long as this takes.
    let end = unsafe rush_scan_value(
      BlockKernel.fastest.raw, text.baseAddress, text.count, &state)
    return end > 0 ? end : nil
  }
}
