// Long runs of combining marks, which are refused before a type can hash or compare them.
//
//   "ẹ́̂…"   e, and marks that follow it: as they are, or as escapes
//
// Swift hashes and compares strings by their normal form, and sorts the marks after a letter for it, in
// steps that grow with the square of their number: 100 KB of marks took two seconds for each hash.
// Dictionaries and sets of a program's own do this with what they decode, so only a limit helps.

enum CombiningMarks {
  /// Returns the offset of the first run of more than `limit` combining marks with a part in `text`, or `nil`
  /// without such a run.
  ///
  /// A mark has two bytes or more, so the run has one at an offset that `2 * limit` divides. Only the bytes at
  /// these offsets are looked at, and the marks around those that are part of one.
  /// - Complexity: O(*n* / *limit*) for a text without marks, O(*n*) for any other.
  static func longRun(in text: CheckedBytes, limit: Int) -> Int? {
    let limit = max(1, min(limit, Int.max / 4))
    var at = 2 &* limit
    while at < text.count {
      if mayBelongToMark(at, in: text),
        let start = longRun(in: text, around: at, limit: limit)
      {
        return start
      }
      at &+= 2 &* limit
    }
    return nil
  }

  /// Whether the byte at `at` may be part of a mark: it is outside ASCII, or one of the five bytes before it, or
  /// itself, is a backslash. The second half of a pair has a backslash of its own.
  @inline(__always)
  static func mayBelongToMark(_ at: Int, in text: CheckedBytes) -> Bool {
    if at < 7 { return true }
    // So the eight bytes that end with the one at `at` are inside the text.
    assert(at < text.count)
    let word = text.word(at: at &- 7)
    if word.hasByte(.backslash) { return true }
    if word &>> 63 == 0 { return false }
    // The character's lead byte: the last of three bytes that is not a continuation byte.
    let bytes = word.byteSwapped
    let lead =
      bytes & 0xc0 != 0x80 ? bytes : bytes & 0xc000 != 0x8000 ? bytes &>> 8 : bytes &>> 16
    switch UInt8(truncatingIfNeeded: lead) {
    // Latin and Greek, Cyrillic, Chinese, Korean: no mark begins with such a byte.
    case 0xc2...0xcb, 0xce...0xd1, 0xe4...0xe9, 0xeb...0xed: return false
    default: return true
    }
  }

  @inline(never)
  private static func longRun(in text: CheckedBytes, around at: Int, limit: Int) -> Int? {
    guard let hit = mark(in: text, with: at) else { return nil }
    var start = hit.lowerBound
    var marks = 1
    while marks <= limit, start > 0, let before = mark(in: text, with: start &- 1),
      before.upperBound == start
    {
      start = before.lowerBound
      marks &+= 1
    }
    var end = hit.upperBound
    while marks <= limit, end < text.count, let after = mark(in: text, with: end),
      after.lowerBound == end
    {
      end = after.upperBound
      marks &+= 1
    }
    assert(start <= at && at < end && end <= text.count)
    return marks > limit ? start : nil
  }

  /// The bytes of the combining mark that the byte at `at` belongs to. `nil` if it is part of anything else.
  private static func mark(in text: CheckedBytes, with at: Int) -> Range<Int>? {
    // Every other offset is compared with the bounds first.
    assert(at >= 0 && at < text.count)
    if text[at] < 0x80 { return escapedMark(in: text, with: at) }
    var start = at
    while start > 0, at &- start < 3, text[start] & 0xc0 == 0x80 { start &-= 1 }
    let length = wellFormedSequenceLength(in: text, at: start)
    assert(length >= 0 && start &+ length <= text.count)
    guard start &+ length > at else { return nil }
    assert(length >= 2)
    // The payloads of two, three or four bytes. The first has 5, 4 or 3 bits.
    var value = UInt32(text[start]) & (0xff as UInt32) &>> UInt32(length &+ 1)
    for next in start &+ 1..<start &+ length {
      value = value &<< 6 | UInt32(text[next]) & 0x3f
    }
    guard let scalar = Unicode.Scalar(value), isMark(scalar) else { return nil }
    return start..<start &+ length
  }

  /// The same for an escape of four digits, or of a surrogate pair.
  @_optimize(size)
  private static func escapedMark(in text: CheckedBytes, with at: Int) -> Range<Int>? {
    for start in stride(from: at, through: max(0, at &- 11), by: -1)
    where text[start] == .backslash {
      guard start &+ 1 < text.count, text[start &+ 1] == UInt8(ascii: "u") else {
        return nil
      }
      // A backslash that is escaped itself begins nothing.
      var slashes = start
      while slashes > 0, text[slashes &- 1] == .backslash { slashes &-= 1 }
      if (start &- slashes) & 1 == 1 { return nil }
      guard
        case .scalar(let scalar, let length) = Escape.read(
          text, at: start, leniencies: .loneSurrogates)
      else { return nil }
      // The second half of a pair is no mark by itself.
      if scalar == Escape.replacement, at &- start < 6 { continue }
      assert(start &+ length <= text.count)
      return start &+ length > at && isMark(scalar) ? start..<start &+ length : nil
    }
    return nil
  }

  /// Whether a scalar is a combining mark that Swift sorts.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    // Kana, ideographs and their punctuation, without the marks among them (U+302A to U+302F, U+3099, U+309A): the
    // property is looked up in the tables of the standard library, which takes longer than the rest of the check.
    switch scalar.value {
    case 0x3000..<0x302a, 0x3030..<0x3099, 0x309b..<0xa66f, 0xff00..<0x10000: return false
    default: return scalar.properties.canonicalCombiningClass != .notReordered
    }
  }
}

extension DecodingSession {
  /// Refuses a value whose text has more combining marks in a row than the options allow.
  @inline(__always)
  func checkMarks(of value: Int) throws {
    // No shorter text has so many.
    if tape.textCount / 2 > snapshot.reading.maximumCombiningMarks {
      try checkMarksOfLongText(value)
    }
  }

  @inline(never)
  private func checkMarksOfLongText(_ value: Int) throws {
    let limit = snapshot.reading.maximumCombiningMarks
    let (bytes, start) = tape.textOfValue(UInt32(truncatingIfNeeded: value))
    guard let run = CombiningMarks.longRun(in: bytes, limit: limit) else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: [],
        debugDescription: "There are more than \(limit) combining marks in a row.",
        underlyingError: JSONSyntaxError(
          .stringTooLong, at: start &+ run, limit: .init(.maximumCombiningMarks, limit))))
  }
}

extension DecodingTape {
  /// Returns the bytes of a value and their offset. They may include bytes of the next value; for a value inside
  /// a tree, they are all bytes.
  fileprivate func textOfValue(_ index: UInt32) -> (bytes: CheckedBytes, offset: Int) {
    let all = unsafe CheckedBytes(start: text.checked(textCount), count: textCount)
    if Int(index) == DocumentStorage.rootIndex { return (all, 0) }
    let start = record(index).offset
    let next = following(index)
    let last = following(UInt32(truncatingIfNeeded: DocumentStorage.rootIndex))
    let end = next < last ? record(next).offset : textCount
    if start > end || end > textCount { return (all, 0) }
    assert(start >= 0)
    return (CheckedBytes(rebasing: all[start..<end]), start)
  }
}
