/// The text and the tape that a session decodes.
///
/// It consists of plain words that the session's storage keeps valid, so a copy retains nothing.
@safe
struct DecodingTape {
  // Invariant: the session retains the storage, which owns the records and the text.
  private var unmanagedStorage: Unmanaged<DocumentStorage>
  private(set) var records: UnsafePointer<TapeRecord>
  private(set) var text: UnsafeRawPointer
  private(set) var textCount: Int
  /// How many bytes can be read from the beginning of the text on.
  private(set) var readableCount: Int
  /// Whether the last of several members with the same name counts, not the first.
  private(set) var isLastWins: Bool
  /// Whether strings of up to 15 bytes can be read and made as two words.
  let hasSmallStrings = SmallString.isKnown

  init(_ storage: DocumentStorage) {
    unsafe (unmanagedStorage, records) = (Unmanaged.passUnretained(storage), storage.records)
    unsafe (text, textCount) = DecodingTape.text(of: storage)
    readableCount = textCount
    isLastWins = storage.options.duplicateNames == .lastWins
  }

  /// Changes to the tape of `storage`, which the caller keeps. `padding` bytes after the text can be read.
  @inline(__always)
  mutating func attach(_ storage: DocumentStorage, padding: Int = 0) {
    unsafe (unmanagedStorage, records) = (Unmanaged.passUnretained(storage), storage.records)
    unsafe (text, textCount) = DecodingTape.text(of: storage)
    readableCount = textCount &+ padding
    isLastWins = storage.options.duplicateNames == .lastWins
  }

  @inline(__always)
  private static func text(of storage: DocumentStorage) -> (UnsafeRawPointer, Int) {
    let text = unsafe storage.text
    return unsafe (
      text.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped, text.count
    )
  }

  /// Calls `body` with the storage, without retaining it.
  @inline(__always)
  func withStorage<R>(_ body: (DocumentStorage) -> R) -> R {
    unsafe unmanagedStorage._withUnsafeGuaranteedRef(body)
  }

  @inline(__always)
  func record(_ index: UInt32) -> TapeRecord { unsafe records[Int(index)] }

  /// The index after a value and everything in it.
  @inline(__always)
  func following(_ index: UInt32) -> UInt32 {
    index &+ UInt32(truncatingIfNeeded: record(index).distance)
  }

  @inline(__always)
  func isNull(_ index: UInt32) -> Bool { record(index).kindByte == TapeKind.null.rawValue }

  /// A string or name without escapes.
  @inline(__always)
  func plainString(_ record: TapeRecord) -> String {
    let count = record.length
    let offset = record.offset
    let start = unsafe text + offset
    // Invariant: the bytes lie in the text and are UTF-8, which the tokenizer has checked. The eight
    // bytes before them are in the text, too, if the offset is that large.
    if count <= SmallString.capacity, hasSmallStrings, offset >= 8 {
      return unsafe SmallString.make(SmallString.bytes(start, count), count: count)
    }
    return unsafe String(validated: start, count: count)
  }

  @inline(__always)
  func string(_ record: TapeRecord) -> String {
    record.hasEscapes ? withStorage { $0.string(record) } : plainString(record)
  }

  /// Calls `body` with the record of each name of the object at `object`, and the index of its value.
  @inline(__always)
  func forEachMember(
    of object: UInt32, _ body: (_ name: TapeRecord, _ value: UInt32) throws -> Void
  ) rethrows {
    var at = object &+ 1
    let end = following(object)
    while at < end {
      try body(record(at), at &+ 1)
      at = following(at &+ 1)
    }
  }

  /// The names of an object's members, each once, in the order of the text.
  func names(of object: UInt32, isUnique: Bool) -> [String] {
    var names: [String] = []
    names.reserveCapacity(record(object).count)
    var seen: Set<String> = []
    if !isUnique { seen.reserveCapacity(record(object).count) }
    forEachMember(of: object) { name, _ in
      let name = string(name)
      if isUnique || seen.insert(name).inserted { names.append(name) }
    }
    return names
  }

  /// The members of an object by name: the index of the value that counts. Names compare as strings.
  /// - Complexity: O(*m*) in the members.
  func membersByName(of object: UInt32) -> [String: UInt32] {
    var members: [String: UInt32] = [:]
    members.reserveCapacity(record(object).count)
    forEachMember(of: object) { name, value in
      let name = string(name)
      if isLastWins || members[name] == nil { members[name] = value }
    }
    return members
  }
}
