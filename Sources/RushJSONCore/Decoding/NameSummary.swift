/// What a look at all names of an object has found out, before a key is looked up.
struct NameSummary: BitwiseCopyable, Equatable {
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

  static let unknown = NameSummary(bits: .max, isUnique: false)

  /// Whether the object may have a member with this name.
  @inline(__always)
  func mayContain(_ key: String, _ hasSmallStrings: Bool) -> Bool {
    let words = StringWords(key)
    // A key beyond ASCII may be equivalent to a name in ASCII.
    guard hasSmallStrings, words.isSmallASCII else { return true }
    return bits &>> (NameSummary.hash(ofSmall: words) & 63) & 1 != 0
  }

  /// The hash of a string of up to 15 bytes, which its words hold.
  @inline(__always)
  private static func hash(ofSmall words: StringWords) -> UInt64 {
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
  func nameSummary(of object: UInt32, using nameBits: UnsafeMutablePointer<UInt64>) -> NameSummary {
    let count = record(object).count
    if count > NameSummary.scannedMembers {
      let isUnique = withStorage { $0.memberIndex(of: Int(object)).isUnique }
      return NameSummary(bits: .max, isUnique: isUnique && hasASCIINames(object))
    }
    for word in 0..<16 { unsafe nameBits[word] = 0 }
    var bits: UInt64 = 0
    var at = object &+ 1
    let end = following(object)
    while at < end {
      let hash = hash(of: record(at))
      let word = Int(truncatingIfNeeded: hash &>> 6 & 15)
      let bit = (1 as UInt64) &<< (hash & 63)
      // Invariant: 16 words.
      if unsafe hash & DecodingTape.isOdd | nameBits[word] & bit != 0 {
        if !isNewASCIIName(at, of: object) { return .unknown }
      }
      unsafe nameBits[word] |= bit
      bits |= bit
      at = following(at &+ 1)
    }
    return NameSummary(bits: bits, isUnique: true)
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
    // Invariant: the bytes of the name are in the text, and what is loaded besides is too.
    if count >= 8 {
      let first = unsafe (text + offset).loadUnaligned(as: UInt64.self)
      let last = unsafe (text + offset + count - 8).loadUnaligned(as: UInt64.self)
      high = first | last
      var at = 8
      while at &+ 8 < count {
        high |= unsafe (text + offset + at).loadUnaligned(as: UInt64.self)
        at &+= 8
      }
      hash = NameSummary.hash(first: first, last: last, count)
    } else if offset &+ 8 <= textCount {
      let word = unsafe (text + offset).loadUnaligned(as: UInt64.self)
      high = word << UInt64(truncatingIfNeeded: 64 &- 8 &* count)
      hash = NameSummary.hash(first: high, last: 0, count)
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
    for at in 0..<name.length {
      // Invariant: the name's bytes are in the text; there are less than eight.
      let byte = unsafe text.load(fromByteOffset: name.offset &+ at, as: UInt8.self)
      word |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 8 &* (8 &- name.length &+ at))
    }
    let hash = NameSummary.hash(first: word, last: 0, name.length)
    return name.hasEscapes || word & 0x8080_8080_8080_8080 != 0 ? hash | DecodingTape.isOdd : hash
  }

  /// Whether a name is ASCII, without escapes, and different from all names before it.
  @inline(never)
  fileprivate func isNewASCIIName(_ index: UInt32, of object: UInt32) -> Bool {
    let name = record(index)
    if !isPlainASCII(name) { return false }
    var at = object &+ 1
    while at < index {
      let other = record(at)
      // Invariant: the bytes of names lie in the text.
      if other.length == name.length, !other.hasEscapes,
        unsafe haveSameBytes(text + name.offset, text + other.offset, name.length)
      {
        return false
      }
      at = following(at &+ 1)
    }
    return true
  }

  fileprivate func hasASCIINames(_ object: UInt32) -> Bool {
    var isASCII = true
    forEachMember(of: object) { name, _ in isASCII = isASCII && isPlainASCII(name) }
    return isASCII
  }

  private func isPlainASCII(_ name: TapeRecord) -> Bool {
    if name.hasEscapes { return false }
    // Invariant: the name's bytes are in the text.
    for at in name.offset..<name.offset &+ name.length {
      if unsafe text.load(fromByteOffset: at, as: UInt8.self) >= 0x80 { return false }
    }
    return true
  }
}
