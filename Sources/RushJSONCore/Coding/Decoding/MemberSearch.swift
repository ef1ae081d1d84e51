// Members by name, for keyed containers.
//
//   expected name ─→ names after it ─→ names before it      up to 64 members, no two names equal
//                  └→ the document's index                  otherwise
//
// The filter of all names is made before the first key. Its hash of ten bits also finds equal names. Two other searches
// compare the expected name first and then scan by the same loop, `DecodingTape.firstName`:
//
//   JSONReader       types without `Codable`. Names before the expected one are scanned only if they may match: each name
//                    that was skipped leaves one bit, and the bit of a literal is a constant (`JSONName.bit`). This
//                    rules out the hash that is used here.
//   ConvertedNames   key strategies. Scans names in place, whose first letter is compared first, or in large objects and
//                    for a custom strategy names that were converted.

internal import _RushJSONShims

/// Finds members by name: the expected one first, then the others, and in large objects by an index.
@safe
struct MemberSearch: ~Copyable {
  // Invariant: 16 words, and one for the expectation.
  private let nameBits: CheckedPointer<UInt64>

  // The object that was searched last, and the name that comes next if a type asks in the order of the
  // text. One word, so that threads that use containers after the call find halves of one search.
  private var expectation: CheckedPointer<UInt64> { nameBits + 16 }

  /// The members of large objects, by names that compare as Swift compares strings.
  private final class Equivalents: Sendable {
    let objects = Locked<[UInt32: [String: UInt32]]>([:])
  }

  // Made for the first such object.
  private let words = AtomicMemory(count: 1)
  private var equivalents: AtomicReference<Equivalents> { AtomicReference(in: words[0]) }

  init() {
    nameBits = unsafe .reallocated(nil, capacity: 17)
    expectation.pointee = 0
  }

  deinit {
    unsafe nameBits.free()
    equivalents.remove()
  }

  /// Whether nothing is kept about the text.
  var isEmpty: Bool { words[0].loadRelaxed() == 0 }

  @inline(__always)
  func summary(of object: UInt32, in tape: DecodingTape) -> NameFilter {
    tape.nameSummary(of: object, using: nameBits)
  }

  /// The name that is expected in an object, or `nil` if another object was searched last.
  @inline(__always)
  private func expectedName(in object: UInt32) -> UInt32? {
    let expectation = unsafe rush_load_relaxed_64(expectation.checked(1))
    return expectation >> 32 == UInt64(object) ? UInt32(truncatingIfNeeded: expectation) : nil
  }

  @inline(__always)
  func expect(_ name: UInt32, in object: UInt32) {
    unsafe rush_store_relaxed_64(expectation.checked(1), UInt64(object) &<< 32 | UInt64(name))
  }

  /// The index of the value of the member with the name `key`, or 0 if there is none.
  ///
  /// A type that asks in the order of the text compares one name for each key. Otherwise the members
  /// from the last one on are scanned, then those before. If names may be the same, the policy for
  /// duplicates decides, so all of them are read.
  @inline(__always)
  func member(_ key: String, of object: UInt32, _ names: NameFilter, in tape: DecodingTape)
    -> UInt32
  {
    if names.isUnique, let name = expectedName(in: object) {
      // After the last member there may be no record at all.
      if name < tape.following(object), tape.isName(tape.record(name), key) {
        return found(name, of: object, in: tape)
      }
    }
    if !names.mayContain(key, tape.hasSmallStrings) { return 0 }
    return search(key, of: object, isUnique: names.isUnique, in: tape)
  }

  @inline(never)
  private func search(_ key: String, of object: UInt32, isUnique: Bool, in tape: DecodingTape)
    -> UInt32
  {
    let first = object &+ 1
    let end = tape.following(object)
    var start = first
    if isUnique, let name = expectedName(in: object) { start = name }
    // From one name to another, or to the end.
    assert(start >= first && start <= end)
    if !isUnique, key.mayHaveEquivalents { return equivalent(key, of: object, in: tape) }
    if tape.record(object).count > NameFilter.scannedMembers || !isUnique {
      return indexed(key, of: object, in: tape)
    }
    let name =
      tape.firstName(from: start, to: end) { tape.isName(tape.record($0), key) }
      ?? tape.firstName(from: first, to: start) { tape.isName(tape.record($0), key) }
    if let name { return found(name, of: object, in: tape) }
    // All names are ASCII. Few keys beyond ASCII are equivalent to one (U+212A is equivalent to K).
    return key.isASCII ? 0 : equivalent(key, of: object, in: tape)
  }

  @inline(__always)
  private func found(_ name: UInt32, of object: UInt32, in tape: DecodingTape) -> UInt32 {
    assert(name > object && name < tape.following(object) && tape.record(name).isName)
    let next = tape.following(name &+ 1)
    assert(next == tape.following(object) || tape.record(next).isName)
    expect(next, in: object)
    return name &+ 1
  }

  /// The member that the document's own look-up finds, by the policy for duplicates: one whose name has the
  /// key's bytes, or else one whose name is canonically equivalent.
  func indexed(_ key: String, of object: UInt32, in tape: DecodingTape) -> UInt32 {
    let value = tape.withStorage { storage in
      key.withBytes { storage.member(named: $0, of: Int(object)) }
    }
    if let value { return found(UInt32(truncatingIfNeeded: value &- 1), of: object, in: tape) }
    return equivalent(key, of: object, in: tape)
  }

  /// A member whose name is canonically equivalent to the key, as Swift compares strings. Called if no
  /// name has the key's bytes, or several may count.
  private func equivalent(_ key: String, of object: UInt32, in tape: DecodingTape) -> UInt32 {
    assert(tape.record(object).kind == .object)
    if !key.mayHaveEquivalents { return 0 }
    if tape.record(object).count > 16 { return equivalentMember(key, of: object, in: tape) }
    var found: UInt32 = 0
    tape.forEachMember(of: object) { name, value in
      if found == 0 || tape.isLastWins, tape.withStorage({ $0.string(name) }) == key {
        found = value
      }
    }
    return found
  }

  private func equivalentMember(_ key: String, of object: UInt32, in tape: DecodingTape) -> UInt32 {
    let equivalents = equivalents.load() ?? equivalents.storeIfNil(Equivalents())
    return equivalents.objects.withLock { objects in
      if objects[object] == nil { objects[object] = tape.membersByName(of: object) }
      return objects[object]?[key] ?? 0
    }
  }
}

extension DecodingTape {
  /// Whether a name has the bytes of a string.
  @inline(__always)
  func isName(_ record: TapeRecord, _ key: String) -> Bool {
    let words = StringWords(key)
    if hasSmallStrings, words.isSmall, record.kindByte == TapeKind.name.rawValue {
      let count = words.smallCount
      guard record.length == count else { return false }
      assert(holds(record))
      return hasBytes(at: record.offset, words, count)
    }
    return isAnyName(record, key)
  }

  @inline(__always)
  private func hasBytes(at offset: Int, _ words: StringWords, _ count: Int) -> Bool {
    assert(count <= SmallString.capacity)
    assert(offset >= 0 && offset &+ count <= textCount)
    let start = text + offset
    // No load goes beyond the `count` bytes of the name, or it is one of eight bytes that end before the text does.
    if count >= 8 {
      let low = start.load(as: UInt64.self)
      let high = start.load(at: count &- 8, as: UInt64.self)
      let shift = UInt64(truncatingIfNeeded: 8 &* (16 &- count))
      // The last `count` - 8 bytes of the name; a shift by 64 gives zero.
      return low == words.low && high >> shift == words.smallHigh
    }
    if offset &+ 8 <= textCount {
      let low = start.load(as: UInt64.self)
      let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
      return (low ^ words.low) << shift == 0
    }
    for index in 0..<count {
      let byte = start[index]
      if UInt64(byte) != words.low &>> UInt64(truncatingIfNeeded: 8 &* index) & 0xff {
        return false
      }
    }
    return true
  }

  /// The same out of line, for names of any length.
  @inline(never)
  func isAnyName(_ record: TapeRecord, _ key: String) -> Bool {
    guard record.isName else { return false }
    if record.hasEscapes { return withStorage { $0.isEqual(record, key) } }
    let count = record.length
    if count != key.utf8.count { return false }
    return key.withBytes { bytes in
      assert(holds(record))
      return haveSameBytes(bytes, text.bytes(count, at: record.offset))
    }
  }
}

// MARK: - NameFilter

/// A Bloom filter of an object's member names, made before a key is looked up.
struct NameFilter: BitwiseCopyable {
  /// A bit for each name, by its hash. All bits are set if equal names may differ in their bytes.
  private var bits: UInt64
  /// Whether all names are ASCII without escapes, and no two are the same, so that the first match is
  /// the only one.
  let isUnique: Bool

  @inline(__always)
  init(bits: UInt64, isUnique: Bool) {
    self.bits = bits
    self.isUnique = isUnique
  }

  /// The most members that are scanned for a name. An index costs as much as dozens of scans, and only
  /// pays off where keys come in another order than members.
  static let scannedMembers = 64

  static let unknown = NameFilter(bits: .max, isUnique: false)

  /// Whether the object may have a member with this name.
  @inline(__always)
  func mayContain(_ key: String, _ hasSmallStrings: Bool) -> Bool {
    let words = StringWords(key)
    // A key beyond ASCII may be equivalent to a name in ASCII.
    guard hasSmallStrings, words.isSmallASCII else { return true }
    return bits &>> (NameFilter.hash(ofSmall: words) & 63) & 1 != 0
  }

  /// The hash of a string of up to 15 bytes, which its words hold.
  @inline(__always)
  private static func hash(ofSmall words: StringWords) -> UInt64 {
    assert(words.isSmall)
    let count = words.smallCount
    if count >= 8 { return hash(first: words.low, last: words.smallLast, count) }
    return hash(first: words.low << UInt64(truncatingIfNeeded: 64 &- 8 &* count), last: 0, count)
  }

  @inline(__always)
  static func hash(first: UInt64, last: UInt64, _ count: Int) -> UInt64 {
    let mixed = first &* 0x9e37_79b9_7f4a_7c15 ^ last ^ UInt64(truncatingIfNeeded: count)
    return (mixed &* 0xd6e8_feb8_6659_fd93) &>> 54
  }
}

extension DecodingTape {
  /// Looks at the names of an object. Each sets one of 1,024 bits by its hash; names with the same bit
  /// are compared, of forty hardly one.
  /// - Complexity: O(*m*), a few instructions for each member, once for each keyed container.
  @inline(__always)
  func nameSummary(of object: UInt32, using nameBits: CheckedPointer<UInt64>) -> NameFilter {
    let count = record(object).count
    assert(record(object).kind == .object)
    if count > NameFilter.scannedMembers {
      let isUnique = withStorage { $0.memberIndex(of: Int(object)).isUnique }
      return NameFilter(bits: .max, isUnique: isUnique && hasASCIINames(object))
    }
    for word in 0..<16 { nameBits[word] = 0 }
    var bits: UInt64 = 0
    var at = object &+ 1
    let end = following(object)
    while at < end {
      let hash = hash(of: record(at))
      let word = Int(truncatingIfNeeded: hash &>> 6 & 15)
      let bit = (1 as UInt64) &<< (hash & 63)
      // Invariant: 16 words.
      if hash & DecodingTape.isOdd | nameBits[word] & bit != 0 {
        if !isNewASCIIName(at, of: object) { return .unknown }
      }
      nameBits[word] |= bit
      bits |= bit
      at = following(at &+ 1)
    }
    return NameFilter(bits: bits, isUnique: true)
  }

  /// The bit of a hash that marks names beyond ASCII, with escapes, or too near to the end of the text.
  fileprivate static let isOdd: UInt64 = 1 << 10

  /// Ten bits, which two names share if they have the same bytes.
  @inline(__always)
  fileprivate func hash(of name: TapeRecord) -> UInt64 {
    let count = name.length
    let offset = name.offset
    var high: UInt64
    let hash: UInt64
    assert(name.isName && holds(name))
    // Invariant: the bytes around the name that are loaded with it are in the text, too.
    if count >= 8 {
      let first = text.load(at: offset, as: UInt64.self)
      let last = text.load(at: offset &+ count &- 8, as: UInt64.self)
      high = first | last
      var at = 8
      while at &+ 8 < count {
        high |= text.load(at: offset &+ at, as: UInt64.self)
        at &+= 8
      }
      hash = NameFilter.hash(first: first, last: last, count)
    } else if offset &+ 8 <= textCount {
      let word = text.load(at: offset, as: UInt64.self)
      high = word << UInt64(truncatingIfNeeded: 64 &- 8 &* count)
      hash = NameFilter.hash(first: high, last: 0, count)
    } else {
      return lateHash(of: name)
    }
    let isOdd = high & 0x8080_8080_8080_8080 != 0 || name.kindByte != TapeKind.name.rawValue
    return isOdd ? hash | DecodingTape.isOdd : hash
  }

  /// The hash of a short name among the last bytes of the text.
  @inline(never)
  private func lateHash(of name: TapeRecord) -> UInt64 {
    var word: UInt64 = 0
    assert(name.length < 8 && holds(name))
    for at in 0..<name.length {
      let byte = text[name.offset &+ at]
      word |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 8 &* (8 &- name.length &+ at))
    }
    let hash = NameFilter.hash(first: word, last: 0, name.length)
    return name.hasEscapes || word & 0x8080_8080_8080_8080 != 0 ? hash | DecodingTape.isOdd : hash
  }

  /// Whether a name is ASCII, without escapes, and different from all names before it.
  @inline(never)
  fileprivate func isNewASCIIName(_ index: UInt32, of object: UInt32) -> Bool {
    let name = record(index)
    if !isPlainASCII(name) { return false }
    let same = firstName(from: object &+ 1, to: index) { other in
      let other = record(other)
      if other.length != name.length || other.hasEscapes { return false }
      assert(holds(name) && holds(other))
      let count = name.length
      return haveSameBytes(text.bytes(count, at: name.offset), text.bytes(count, at: other.offset))
    }
    return same == nil
  }

  fileprivate func hasASCIINames(_ object: UInt32) -> Bool {
    var isASCII = true
    forEachMember(of: object) { name, _ in isASCII = isASCII && isPlainASCII(name) }
    return isASCII
  }

  func isPlainASCII(_ name: TapeRecord) -> Bool {
    if name.hasEscapes { return false }
    assert(holds(name))
    for at in name.offset..<name.offset &+ name.length {
      if text[at] >= 0x80 { return false }
    }
    return true
  }
}
