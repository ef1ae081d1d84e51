internal import _RushJSONShims

/// Finds members by name: the expected one first, then the others, and in large objects by an index.
@safe
struct MemberSearch: ~Copyable {
  // Invariant: 16 words, and one for the expectation.
  private let nameBits: UnsafeMutablePointer<UInt64>

  // The object that was searched last, and the name that comes next if a type asks in the order of the
  // text. One word, so that threads that use containers after the call find halves of one search.
  private var expectation: UnsafeMutablePointer<UInt64> { unsafe nameBits + 16 }

  /// The members of large objects, by names that compare as Swift compares strings.
  private final class Equivalents: Sendable {
    let objects = Locked<[UInt32: [String: UInt32]]>([:])
  }

  // Made for the first such object.
  private let words = AtomicWords(count: 1)
  private var equivalents: AtomicReference<Equivalents> { AtomicReference(in: words[0]) }

  init() {
    unsafe nameBits = reallocate(nil, capacity: 17)
    unsafe expectation.pointee = 0
  }

  deinit {
    unsafe rush_free(nameBits)
    equivalents.release()
  }

  /// Whether nothing is kept about the text.
  var isEmpty: Bool { words[0].loadRelaxed() == 0 }

  @inline(__always)
  func summary(of object: UInt32, in tape: DecodingTape) -> NameSummary {
    unsafe tape.nameSummary(of: object, using: nameBits)
  }

  /// The name that is expected in an object, or `nil` if another object was searched last.
  @inline(__always)
  private func expectedName(in object: UInt32) -> UInt32? {
    let expectation = unsafe rush_load_relaxed_64(expectation)
    return expectation >> 32 == UInt64(object) ? UInt32(truncatingIfNeeded: expectation) : nil
  }

  @inline(__always)
  func expect(_ name: UInt32, in object: UInt32) {
    unsafe rush_store_relaxed_64(expectation, UInt64(object) &<< 32 | UInt64(name))
  }

  /// The index of the value of the member with the name `key`, or 0 if there is none.
  ///
  /// A type that asks in the order of the text compares one name for each key. Otherwise the members
  /// from the last one on are scanned, then those before. If names may be the same, the policy for
  /// duplicates decides, which takes a look at all of them.
  @inline(__always)
  func member(_ key: String, of object: UInt32, _ names: NameSummary, in tape: DecodingTape)
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
    if !isUnique, key.mayHaveEquivalents { return equivalent(key, of: object, in: tape) }
    if tape.record(object).count > NameSummary.scannedMembers || !isUnique {
      return indexed(key, of: object, in: tape)
    }
    var at = start
    while at < end {
      if tape.isName(tape.record(at), key) { return found(at, of: object, in: tape) }
      at = tape.following(at &+ 1)
    }
    at = first
    while at < start {
      if tape.isName(tape.record(at), key) { return found(at, of: object, in: tape) }
      at = tape.following(at &+ 1)
    }
    // All names are ASCII. Few keys beyond ASCII are equivalent to one (U+212A is equivalent to K).
    return key.isASCII ? 0 : equivalent(key, of: object, in: tape)
  }

  @inline(__always)
  private func found(_ name: UInt32, of object: UInt32, in tape: DecodingTape) -> UInt32 {
    expect(tape.following(name &+ 1), in: object)
    return name &+ 1
  }

  /// The member that the document's own look-up finds, by the policy for duplicates: one whose name has the
  /// key's bytes, or else one whose name is canonically equivalent.
  func indexed(_ key: String, of object: UInt32, in tape: DecodingTape) -> UInt32 {
    let value = tape.withStorage { storage in
      unsafe key.withBytes { unsafe storage.member(named: $0, of: Int(object)) }
    }
    if let value { return found(UInt32(truncatingIfNeeded: value &- 1), of: object, in: tape) }
    return equivalent(key, of: object, in: tape)
  }

  /// A member whose name is canonically equivalent to the key, as Swift compares strings. Called if no
  /// name has the key's bytes, or several may count.
  private func equivalent(_ key: String, of object: UInt32, in tape: DecodingTape) -> UInt32 {
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

extension String {
  /// Whether other strings may be canonically equivalent: those beyond ASCII, and those with one of
  /// three ASCII characters (U+212A is equivalent to K).
  fileprivate var mayHaveEquivalents: Bool {
    utf8.contains { byte in
      byte >= 0x80 || byte == UInt8(ascii: "K") || byte == UInt8(ascii: ";")
        || byte == UInt8(ascii: "`")
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
    if offset &+ 8 <= textCount {
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
    if record.hasEscapes { return withStorage { $0.isEqual(record, key) } }
    let count = record.length
    if count != key.utf8.count { return false }
    return unsafe key.withBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      // Invariant: both have `count` bytes.
      return unsafe haveSameBytes(start, text + record.offset, count)
    }
  }
}
