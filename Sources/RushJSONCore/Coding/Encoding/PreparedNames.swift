// The text of member names, found by the strings that keys give.
//
//   key.stringValue ──▶ two words ──▶ name ──▶ "name":         copied unchanged
//                                       └────▶ number 0 … 511  a bit in each object with the name
//
// Most keys give string literals, or strings of up to 15 bytes, whose two words identify their content
// for the life of the process. So a name is converted, escaped and hashed once, and one bit tells whether
// an object already has it.
//
// Where the words do not identify strings (`PublicInterfacesOnly`), and for keys that are made at run time and
// converted, names are found by the key's content. Others are hashed each time.

internal import _RushJSONShims

@safe
struct PreparedNames: ~Copyable {
  struct Name: BitwiseCopyable {
    fileprivate let words: StringWords
    /// The offset of the name's text.
    fileprivate let start: UInt32
    fileprivate let count: UInt16
    /// Equal for all strings that make the same name.
    let number: UInt16
  }

  private static var capacity: Int { NameNumbers.count + FarNumbers.count }
  private static var longest: Int { 200 }

  // Invariant: `count` of `capacity` names, whose positions are in the index; 16 bytes follow the text of the last.
  private let names: CheckedPointer<Name>
  private let slots: CheckedPointer<HashIndex.Slot>
  private var bytes: CheckedPointer<UInt8>
  private var byteCount = 0
  private var count = 0
  /// The hashes of the names by number.
  private(set) var hashes: [UInt64] = []
  private let isSupported = SmallString.isKnown
  // ASCII keys and their names, and an index of the keys by content. Swift compares other strings by equivalence, which
  // names are not. No dictionary, whose type would look up a conformance: 250,000 instructions in each process.
  private var keys: [String] = []
  private var keyNames: [Name] = []
  private var keySlots: CheckedPointer<HashIndex.Slot>?

  init() {
    names = unsafe .allocate(capacity: PreparedNames.capacity)
    slots = HashIndex(allocatingFor: PreparedNames.capacity).slots
    keySlots = CheckedPointer<HashIndex.Slot>?.none
    bytes = unsafe .reallocated(nil, capacity: 16)
  }

  deinit {
    unsafe names.deallocate()
    unsafe slots.deallocate()
    unsafe keySlots?.deallocate()
    unsafe bytes.free()
  }

  /// Whether these words always belong to the same string: one held in place, or a literal.
  @inline(__always)
  func isIdentified(by words: StringWords) -> Bool { isSupported && words.isImmortal }

  @inline(__always)
  private static func hash(_ words: StringWords) -> UInt64 {
    (words.low ^ (words.high &* 0xff51_afd7_ed55_8ccd)) &* 0x9e37_79b9_7f4a_7c15
  }

  /// The index, whose size is a constant in the code of a look-up.
  @inline(__always)
  private var index: HashIndex { HashIndex(slots, bits: 10) }

  @inline(__always)
  private func search(_ words: StringWords) -> (position: Int, slot: Int) {
    index.search(PreparedNames.hash(words)) { position in
      assert(position < count)
      return names[position].words == words
    }
  }

  @inline(__always)
  func find(_ words: StringWords) -> Name? {
    let position = search(words).position
    return position < 0 ? nil : names[position]
  }

  /// Whether names are found by the content of keys. To convert a name takes many times as long as to find it.
  @inline(__always)
  func areFoundByContent(converting: Bool) -> Bool { converting || !isSupported }

  /// The name of a key that its words do not identify. `make` makes it the first time.
  @inline(never)
  mutating func find(
    byContent key: String, escaping: EscapedCharacters, _ make: () -> String
  ) -> Name? {
    let index = keyIndex()
    assert(keys.count == keyNames.count && keys.count <= PreparedNames.capacity)
    let found = index.search(NameHash.hash(key)) { keys[$0].utf8.elementsEqual(key.utf8) }
    if found.position >= 0 { return keyNames[found.position] }
    guard keys.count < PreparedNames.capacity, key.utf8.allSatisfy({ $0 < 0x80 }),
      let added = append(StringWords(low: 0, high: 0), make(), escaping: escaping)
    else { return nil }
    index.put(keys.count, in: found.slot)
    keys.append(key)
    keyNames.append(added)
    return added
  }

  /// The index of keys, which the first of them makes.
  private mutating func keyIndex() -> HashIndex {
    let slots = keySlots ?? HashIndex(allocatingFor: PreparedNames.capacity).slots
    keySlots = slots
    return HashIndex(slots, bits: 10)
  }

  /// Adds a name. Returns `nil` if it is too long or the table is full.
  @inline(never)
  mutating func add(_ words: StringWords, _ name: String, escaping: EscapedCharacters) -> Name? {
    let position = count
    guard let added = append(words, name, escaping: escaping) else { return nil }
    // Twice in the index, words would lead to the older name.
    assert(search(words).position < 0)
    index.put(position, in: search(words).slot)
    return added
  }

  private mutating func append(
    _ words: StringWords, _ name: String, escaping: EscapedCharacters
  ) -> Name? {
    guard count < PreparedNames.capacity else { return nil }
    var text = OutputBuffer(capacity: 64)
    var name = name
    name.withUTF8 { unsafe text.appendString(CheckedBytes($0), escaping: escaping) }
    text.reserve(1)
    text.put(UInt8.colon)
    guard text.count <= PreparedNames.longest else { return nil }
    let hash = NameHash.hash(name)
    // Several strings may make the same name.
    let number = hashes.firstIndex(of: hash) ?? hashes.count
    if number == hashes.count { hashes.append(hash) }
    assert(number < PreparedNames.capacity && text.isWhole)
    let added = Name(
      words: words, start: UInt32(truncatingIfNeeded: byteCount),
      count: UInt16(truncatingIfNeeded: text.count), number: UInt16(truncatingIfNeeded: number))
    bytes = unsafe .reallocated(bytes, capacity: byteCount &+ text.count &+ 16)
    // Invariant: there is room for the text after the earlier names.
    bytes.copy(text.bytes, at: byteCount)
    byteCount &+= text.count
    (names + count).initialize(to: added)
    count &+= 1
    return added
  }

  /// Writes a comma, unless the member is the first, and the name.
  @inline(__always)
  func write(_ name: Name, isFirst: Bool, to buffer: inout OutputBuffer) {
    buffer.reserve(Int(name.count) &+ 1)
    buffer.putIf(UInt8.comma, !isFirst)
    assert(name.count > 0 && Int(name.start) &+ Int(name.count) <= byteCount)
    let source = CheckedView(bytes) + Int(name.start)
    let target = buffer.position
    var at = 0
    // Invariant: each step copies 16 bytes, at most 15 of them beyond the name; both sides have room.
    repeat {
      target.store(source.load(at: at, as: SIMD16<UInt8>.self), at: at, as: SIMD16<UInt8>.self)
      at &+= 16
    } while at < Int(name.count)
    buffer.advance(by: Int(name.count))
  }
}
