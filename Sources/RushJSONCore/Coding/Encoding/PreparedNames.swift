// The text of member names, found by the strings that keys give.
//
//   key.stringValue ──▶ two words ──▶ slot ──▶ "name":         copied unchanged
//                                       └────▶ number 0 … 127  a bit in each object with the name
//
// Most keys give string literals, or strings of up to 15 bytes, whose two words identify their content
// for the life of the process. So a name is converted, escaped and hashed once, and one bit tells whether
// an object already has it. Other names are hashed each time.

internal import _RushJSONShims

@safe
struct PreparedNames: ~Copyable {
  struct Slot: BitwiseCopyable {
    var low: UInt64 = 0
    // 0 in an empty slot; no string has such a word.
    var high: UInt64 = 0
    /// The offset of the name's text.
    var start: UInt32 = 0
    var count: UInt16 = 0
    /// Equal for all strings that make the same name.
    var number: UInt8 = 0
  }

  private static var slotCount: Int { 256 }
  private static var capacity: Int { 128 }
  private static var longest: Int { 200 }

  // Invariant: `slotCount` slots, at most half of them in use; 16 bytes follow the last name.
  private let slots: UnsafeMutablePointer<Slot>
  private var bytes: UnsafeMutablePointer<UInt8>
  private var byteCount = 0
  private var count = 0
  /// The hashes of the names by number.
  private(set) var hashes: [UInt64] = []
  private let isSupported = SmallString.isKnown

  init() {
    unsafe slots = .allocate(capacity: PreparedNames.slotCount)
    unsafe slots.initialize(repeating: Slot(), count: PreparedNames.slotCount)
    unsafe bytes = reallocate(nil, capacity: 16)
  }

  deinit {
    unsafe slots.deallocate()
    unsafe rush_free(bytes)
  }

  /// Whether these words always belong to the same string: one held in place, or a literal.
  @inline(__always)
  func isIdentified(by words: StringWords) -> Bool { isSupported && words.isImmortal }

  @inline(__always)
  private static func start(_ words: StringWords) -> Int {
    let mixed = (words.low ^ (words.high &* 0xff51_afd7_ed55_8ccd)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed &>> 56)
  }

  @inline(__always)
  func find(_ words: StringWords) -> Slot? {
    var at = PreparedNames.start(words)
    while true {
      // Invariant: at < slotCount, and there are empty slots.
      let slot = unsafe slots[at]
      if slot.low == words.low, slot.high == words.high { return slot }
      if slot.high == 0 { return nil }
      at = (at &+ 1) & (PreparedNames.slotCount &- 1)
    }
  }

  /// Adds a name. Returns `nil` if it is too long or the table is full.
  @inline(never)
  mutating func add(_ words: StringWords, _ name: String, escaping: EscapedCharacters) -> Slot? {
    guard count < PreparedNames.capacity else { return nil }
    var text = OutputBuffer(capacity: 64)
    var name = name
    name.withUTF8 { unsafe text.appendString(UnsafeRawBufferPointer($0), escaping: escaping) }
    text.reserve(1)
    text.put(UInt8.colon)
    guard text.count <= PreparedNames.longest else { return nil }
    let hash = NameHash.hash(name)
    var slot = Slot(low: words.low, high: words.high)
    slot.start = UInt32(truncatingIfNeeded: byteCount)
    slot.count = UInt16(truncatingIfNeeded: text.count)
    // Several strings may make the same name.
    slot.number = UInt8(truncatingIfNeeded: hashes.firstIndex(of: hash) ?? hashes.count)
    if Int(slot.number) == hashes.count { hashes.append(hash) }
    unsafe bytes = reallocate(bytes, capacity: byteCount &+ text.count &+ 16)
    // Invariant: there is room for the text after the earlier names.
    unsafe (bytes + byteCount).update(
      from: text.bytes.assumingMemoryBound(to: UInt8.self).baseAddress.unsafelyUnwrapped,
      count: text.count)
    byteCount &+= text.count
    count &+= 1
    var at = PreparedNames.start(words)
    while unsafe slots[at].high != 0 { at = (at &+ 1) & (PreparedNames.slotCount &- 1) }
    unsafe slots[at] = slot
    return slot
  }

  /// Writes a comma, unless the member is the first, and the name.
  @inline(__always)
  func write(_ slot: Slot, isFirst: Bool, to buffer: inout OutputBuffer) {
    buffer.reserve(Int(slot.count) &+ 1)
    buffer.putIf(UInt8.comma, !isFirst)
    let source = unsafe UnsafeRawPointer(bytes + Int(slot.start))
    let target = unsafe UnsafeMutableRawPointer(buffer.position)
    var at = 0
    // Invariant: each step copies 16 bytes, at most 15 of them beyond the name; both sides have room.
    repeat {
      unsafe target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self), toByteOffset: at,
        as: SIMD16<UInt8>.self)
      at &+= 16
    } while at < Int(slot.count)
    buffer.advance(by: Int(slot.count))
  }
}
