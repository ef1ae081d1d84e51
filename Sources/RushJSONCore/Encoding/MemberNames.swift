// The names of members as they stand in the text, by the strings that keys give.
//
//   key.stringValue ──▶ two words ──▶ slot ──▶ "name":         copied as it is
//                                       └────▶ number 0 … 127  a bit in the object that has the name
//
// Keys give string literals, or strings of up to 15 bytes: for both, the two words of a string tell
// its content, for as long as the process runs. So a name is converted, escaped and hashed once, and
// whether an object has it already is one bit. All other names go the common way.

internal import _RushJSONShims

/// Names that were prepared.
@safe
struct MemberNames: ~Copyable {
  struct Slot: BitwiseCopyable {
    var low: UInt64 = 0
    // 0 in an empty slot: the words of no string.
    var high: UInt64 = 0
    /// Where the name's bytes begin.
    var start: UInt32 = 0
    var count: UInt16 = 0
    /// The same for all strings of the same name.
    var number: UInt8 = 0
  }

  private static var slotCount: Int { 256 }
  static var capacity: Int { 128 }
  private static var longest: Int { 200 }

  // Invariant: `slotCount` slots, at most half of them in use; 16 bytes lie behind the last name.
  private let slots: UnsafeMutablePointer<Slot>
  private var bytes: UnsafeMutablePointer<UInt8>
  private var byteCount = 0
  private var count = 0
  /// The hashes of the names by their numbers.
  private(set) var hashes: [UInt64] = []
  private let isKnown = SmallString.isKnown

  init() {
    unsafe slots = .allocate(capacity: MemberNames.slotCount)
    unsafe slots.initialize(repeating: Slot(), count: MemberNames.slotCount)
    unsafe bytes = reallocate(nil, capacity: 16)
  }

  deinit {
    unsafe slots.deallocate()
    unsafe rush_free(bytes)
  }

  /// Whether these words will always be of the same string: held in place, or a literal, which are
  /// marked as not to be counted.
  @inline(__always)
  func tell(_ words: StringWords) -> Bool { isKnown && words.isImmortal }

  @inline(__always)
  private static func start(_ words: StringWords) -> Int {
    let mixed = (words.low ^ (words.high &* 0xff51_afd7_ed55_8ccd)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed &>> 56)
  }

  @inline(__always)
  func find(_ words: StringWords) -> Slot? {
    var at = MemberNames.start(words)
    while true {
      // Invariant: at < slotCount, and there are empty slots.
      let slot = unsafe slots[at]
      if slot.low == words.low, slot.high == words.high { return slot }
      if slot.high == 0 { return nil }
      at = (at &+ 1) & (MemberNames.slotCount &- 1)
    }
  }

  /// Adds a name, whose text is `text`; not if it is long, or there are too many.
  @inline(never)
  mutating func add(_ words: StringWords, _ name: String, escaping: JSONEscaping) -> Slot? {
    guard count < MemberNames.capacity else { return nil }
    var text = OutputBuffer(capacity: 64)
    var name = name
    name.withUTF8 { unsafe text.appendString(UnsafeRawBufferPointer($0), escaping: escaping) }
    text.reserve(1)
    text.put(UInt8.colon)
    guard text.count <= MemberNames.longest else { return nil }
    let hash = NameHash.hash(name)
    var slot = Slot(low: words.low, high: words.high)
    slot.start = UInt32(truncatingIfNeeded: byteCount)
    slot.count = UInt16(truncatingIfNeeded: text.count)
    // Two literals may say the same.
    slot.number = UInt8(truncatingIfNeeded: hashes.firstIndex(of: hash) ?? hashes.count)
    if Int(slot.number) == hashes.count { hashes.append(hash) }
    unsafe bytes = reallocate(bytes, capacity: byteCount &+ text.count &+ 16)
    // Invariant: there is room for the text behind the names before.
    unsafe (bytes + byteCount).update(
      from: text.bytes.assumingMemoryBound(to: UInt8.self).baseAddress.unsafelyUnwrapped,
      count: text.count)
    byteCount &+= text.count
    count &+= 1
    var at = MemberNames.start(words)
    while unsafe slots[at].high != 0 { at = (at &+ 1) & (MemberNames.slotCount &- 1) }
    unsafe slots[at] = slot
    return slot
  }

  /// Writes a name and the colon.
  @inline(__always)
  func write(_ slot: Slot, to buffer: inout OutputBuffer) {
    buffer.reserve(Int(slot.count))
    let source = unsafe UnsafeRawPointer(bytes + Int(slot.start))
    let target = unsafe UnsafeMutableRawPointer(buffer.position)
    var at = 0
    // Invariant: 16 bytes at a time read and write at most 15 too many, for which there is room on both
    // sides.
    repeat {
      unsafe target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self), toByteOffset: at,
        as: SIMD16<UInt8>.self)
      at &+= 16
    } while at < Int(slot.count)
    buffer.advance(by: Int(slot.count))
  }
}
