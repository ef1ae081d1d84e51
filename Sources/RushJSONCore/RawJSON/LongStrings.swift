// Long strings while a tree is read: many texts repeat them. A string that is found here is shared, which
// saves the allocation, the copy, and the unescaping.
//
//   the first, middle and last eight bytes ─→ slot   place in the text │ count │ words of the string
//
// A slot does not own its string: the tree does. So nothing is counted unless a string is found.

internal import _RushJSONShims

/// The long strings of one text.
@safe
struct LongStrings {
  /// Where a string in a slot lies, after the place and the count.
  private static let stringOffset = 16
  private static let stride = 32
  /// Shorter strings take less time to make than to find.
  private static let shortest = 64

  // Invariant: 2 to the power of `bits` slots of `stride` bytes, or none. A slot's count is 0, or that of
  // bytes of the text at its address, and its words are those of a string that the tree owns.
  private var slots: UnsafeMutableRawPointer?
  private let bits: UInt64

  /// Creates slots for a text of `byteCount` bytes, unless it is so small that `isUsed` is false.
  init(for byteCount: Int, isUsed: Bool) {
    // Enough for a long string in each KB, up to 2048.
    let size = max(16, min(byteCount / 1024, 2048))
    bits = UInt64(truncatingIfNeeded: Int.bitWidth &- (size &- 1).leadingZeroBitCount)
    guard isUsed else {
      unsafe slots = nil
      return
    }
    let capacity = (LongStrings.stride / 8) &<< Int(bits)
    let words: UnsafeMutablePointer<UInt64> = unsafe reallocate(nil, capacity: capacity)
    unsafe words.initialize(repeating: 0, count: capacity)
    unsafe slots = UnsafeMutableRawPointer(words)
  }

  /// Forgets the strings. Must be called before the tree loses one of them.
  mutating func free() {
    unsafe rush_free(slots)
    unsafe slots = nil
  }

  @inline(__always)
  private func slot(_ slots: UnsafeMutableRawPointer, _ start: UnsafeRawPointer, _ count: Int)
    -> UnsafeMutableRawPointer
  {
    // Invariant: count ≥ `shortest`, and an index of `bits` bits is below the number of slots.
    let first = unsafe start.loadUnaligned(as: UInt64.self)
    let middle = unsafe start.loadUnaligned(fromByteOffset: count &>> 1, as: UInt64.self)
    let last = unsafe start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    let mixed = (first ^ (middle &<< 21 | middle &>> 43)) &* 0x9e37_79b9_7f4a_7c15
    let hash = (mixed ^ last ^ UInt64(truncatingIfNeeded: count)) &* 0xd6e8_feb8_6659_fd93
    let index = Int(truncatingIfNeeded: hash &>> (64 &- bits))
    return unsafe slots + index &* LongStrings.stride
  }

  /// Makes the string of these bytes of the text, which may have escapes, at `target` if it is known.
  @inline(__always)
  func find(
    _ target: UnsafeMutablePointer<RawJSON>, _ start: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    guard count >= LongStrings.shortest, let slots = unsafe slots else { return false }
    let slot = unsafe slot(slots, start, count)
    guard unsafe slot.load(fromByteOffset: 8, as: Int.self) == count,
      unsafe rush_are_equal(slot.load(as: UnsafeRawPointer.self), start, count)
    else { return false }
    let string = unsafe (slot + LongStrings.stringOffset).assumingMemoryBound(to: String.self)
    unsafe target.initialize(to: .string(string.pointee))
    return true
  }

  /// Remembers the string at `target`, which was made of these bytes of the text.
  @inline(__always)
  func remember(
    _ target: UnsafePointer<RawJSON>, _ start: UnsafeRawPointer, _ count: Int
  ) {
    guard count >= LongStrings.shortest, let slots = unsafe slots else { return }
    let slot = unsafe slot(slots, start, count)
    unsafe slot.storeBytes(of: start, as: UnsafeRawPointer.self)
    unsafe slot.storeBytes(of: count, toByteOffset: 8, as: Int.self)
    unsafe slot.storeBytes(
      of: StringWords(at: target), toByteOffset: LongStrings.stringOffset, as: StringWords.self)
  }
}
