// From a key to its member: the one that is expected first, then the others, and in large objects
// by an index.

internal import Synchronization

extension DecodingSession {
  /// Up to how many members of an object are scanned for a name. An index costs what dozens of scans
  /// do, and is needed only where keys come in another order than members.
  static let scannedMembers = 64

  /// The index of the value of the member that `key` names, or 0 if there is none.
  ///
  /// A type that asks in the order of the text compares one name for each key. Else the members from
  /// the last one on are scanned, then those before.
  /// - Parameter names: What is known of the object's names. If some may be the same, the policy for
  ///   duplicates decides, which takes a look at all of them.
  @inline(__always)
  func member(_ key: String, of object: UInt32, _ names: NameSet) -> UInt32 {
    if names.isUnique, let name = expectedName(in: object) {
      // Behind the last member there may be no record at all.
      if name < following(object), isName(record(name), key) {
        expect(following(name &+ 1), in: object)
        return name &+ 1
      }
    }
    if !names.mayContain(key, hasSmallStrings) { return 0 }
    return search(key, of: object, isUnique: names.isUnique)
  }

  @inline(never)
  private func search(_ key: String, of object: UInt32, isUnique: Bool) -> UInt32 {
    let first = object &+ 1
    let end = following(object)
    var start = first
    if isUnique, let name = expectedName(in: object) { start = name }
    if !isUnique, hasEquivalents(key) { return equivalent(key, of: object) }
    if record(object).count > DecodingSession.scannedMembers || !isUnique {
      return indexed(key, of: object)
    }
    var at = start
    while at < end {
      if isName(record(at), key) { return found(at, in: object) }
      at = following(at &+ 1)
    }
    at = first
    while at < start {
      if isName(record(at), key) { return found(at, in: object) }
      at = following(at &+ 1)
    }
    // All names are ASCII, so none is equal without having the same bytes.
    return 0
  }

  @inline(__always)
  private func found(_ name: UInt32, in object: UInt32) -> UInt32 {
    expect(following(name &+ 1), in: object)
    return name &+ 1
  }

  /// The member by the document's own look-up, which knows the policy for duplicates.
  private func indexed(_ key: String, of object: UInt32) -> UInt32 {
    let value = unsafe key.withBytes { bytes in
      unsafe storage.member(named: bytes, of: Int(object))
    }
    if let value {
      return found(UInt32(truncatingIfNeeded: value &- 1), in: object)
    }
    return equivalent(key, of: object)
  }

  /// A member whose name is canonically equivalent to the key, as Swift compares strings.
  ///
  /// Names with the same bytes have been looked for, so this matters to names beyond ASCII only; of
  /// ASCII, three characters have such an equivalent (U+212A is a K).
  private func equivalent(_ key: String, of object: UInt32) -> UInt32 {
    if !hasEquivalents(key) { return 0 }
    if record(object).count > DecodingSession.comparedMembers {
      return equivalentMember(key, of: object)
    }
    let isLastWins = unsafe storage.options.duplicateNames == .lastWins
    var found: UInt32 = 0
    var at = object &+ 1
    let end = following(object)
    while at < end {
      if unsafe storage.string(record(at)) == key {
        if !isLastWins { return at &+ 1 }
        found = at &+ 1
      }
      at = following(at &+ 1)
    }
    return found
  }

  /// Up to how many members of an object are compared with each such key.
  private static let comparedMembers = 16

  /// The value of the member whose name compares with the key as strings do. The object's names are put
  /// into a dictionary once.
  private func equivalentMember(_ key: String, of object: UInt32) -> UInt32 {
    equivalents.withLock { objects in
      if objects[object] == nil {
        objects[object] = membersByName(of: object)
        knowsText.store(true, ordering: .relaxed)
      }
      return objects[object]?[key].map { $0 &+ 1 } ?? 0
    }
  }

  /// The indexes of the names of an object's members, of duplicates the one that counts. Names compare as
  /// strings do.
  ///
  /// - Complexity: O(*m*) in the members.
  func membersByName(of object: UInt32) -> [String: UInt32] {
    let isLastWins = unsafe storage.options.duplicateNames == .lastWins
    var members: [String: UInt32] = [:]
    members.reserveCapacity(record(object).count)
    var at = object &+ 1
    let end = following(object)
    while at < end {
      let name = string(record(at))
      if isLastWins || members[name] == nil { members[name] = at }
      at = following(at &+ 1)
    }
    return members
  }

  private func hasEquivalents(_ key: String) -> Bool {
    key.utf8.contains { byte in
      byte >= 0x80 || byte == UInt8(ascii: "K") || byte == UInt8(ascii: ";")
        || byte == UInt8(ascii: "`")
    }
  }

  /// Whether a name has the bytes of a string.
  @inline(__always)
  func isName(_ record: TapeRecord, _ key: String) -> Bool {
    let words = StringWords(key)
    if hasSmallStrings, words.isSmall, record.kindByte == TapeKind.name.rawValue {
      let count = words.smallCount
      guard record.length == count else { return false }
      return hasBytes(at: record.offset, words, count)
    }
    return isLongName(record, key)
  }

  @inline(__always)
  private func hasBytes(at offset: Int, _ words: StringWords, _ count: Int) -> Bool {
    let start = unsafe text + offset
    // Invariant: `count` bytes of a name begin at `start`; no load goes beyond them, or it is one of
    // eight bytes that end before the text does.
    if count >= 8 {
      let low = unsafe start.loadUnaligned(as: UInt64.self)
      let high = unsafe start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      let shift = UInt64(truncatingIfNeeded: 8 &* (16 &- count))
      // The last `count` - 8 bytes of the name; a shift by 64 gives zero.
      return low == words.low && high >> shift == words.smallHigh
    }
    if unsafe offset &+ 8 <= textCount {
      let low = unsafe start.loadUnaligned(as: UInt64.self)
      let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
      return (low ^ words.low) << shift == 0
    }
    for index in 0..<count {
      let byte = unsafe start.load(fromByteOffset: index, as: UInt8.self)
      if UInt64(byte) != words.low &>> UInt64(truncatingIfNeeded: 8 &* index) & 0xff {
        return false
      }
    }
    return true
  }

  @inline(never)
  private func isLongName(_ record: TapeRecord, _ key: String) -> Bool {
    guard record.isName else { return false }
    if record.hasEscapes { return unsafe storage.isEqual(record, key) }
    let count = record.length
    if count != key.utf8.count { return false }
    return unsafe key.withBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      // Invariant: both have `count` bytes.
      return unsafe haveSameBytes(start, text + record.offset, count)
    }
  }
}
