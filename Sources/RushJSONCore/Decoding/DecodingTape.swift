internal import _RushJSONShims

/// The text and the tape that a session decodes.
///
/// It consists of plain words that the session's storage keeps valid, so a copy retains nothing.
@safe
struct DecodingTape {
  // Invariant: the session retains the storage, to which the records and the text belong.
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

/// Reads texts into a tape whose memory serves one text after the other.
@safe
struct TapeReader: ~Copyable {
  private var tape: TapeBuffer?
  private let short = PaddedText()
  /// The word of the last document's index of members.
  private let index = AtomicWords(count: 1)
  // Invariant: one initialised tokenizer, from the first text on.
  private var tokenizer: UnsafeMutablePointer<Tokenizer>?
  /// How many bytes after the last text can be read.
  private(set) var padding = 0

  init() { unsafe tokenizer = nil }

  deinit {
    AtomicReference<MemberIndex>(in: index[0]).release()
    tape?.free()
    unsafe tokenizer?.deinitialize(count: 1)
    unsafe tokenizer?.deallocate()
  }

  private var capacity: Int { tape?.capacity ?? 0 }

  /// Frees the memory of a long text between two calls. What is kept does not depend on the text.
  @inline(__always)
  mutating func shrink() { if capacity > 1 << 14 { freeText() } }

  @inline(never)
  private mutating func freeText() {
    freeTape()
    freeIndex()
  }

  private func freeIndex() {
    AtomicReference<MemberIndex>(in: index[0]).release()
    index[0].storeRelaxed(0)
  }

  /// Reads a text into `storage`, which is that of the last text if nothing else refers to it. It refers
  /// to the text, or to a copy, and to the reader's tape, and is not used after the next text.
  mutating func read(
    _ text: UnsafeRawBufferPointer, options: JSONReadingOptions,
    into storage: inout DocumentStorage
  ) throws(JSONSyntaxError) {
    if index[0].loadRelaxed() != 0 { freeIndex() }
    var buffer = tape ?? TapeBuffer(capacity: text.count / 8 &+ 64)
    defer { tape = buffer }
    let tokenizer = unsafe tokenizer(of: text, options)
    if isKnownUniquelyReferenced(&storage),
      try unsafe storage.renew(lendingTextOf: &tokenizer.pointee, tape: &buffer)
    {
      return
    }
    storage = try unsafe DocumentStorage(
      lendingTextOf: &tokenizer.pointee, tape: &buffer, index: index[0])
  }

  /// The tokenizer, at the beginning of `text`.
  @inline(__always)
  private mutating func tokenizer(
    of text: UnsafeRawBufferPointer, _ options: JSONReadingOptions
  ) -> UnsafeMutablePointer<Tokenizer> {
    if let tokenizer = unsafe tokenizer {
      if text.count <= PaddedText.capacity {
        unsafe tokenizer.pointee.restart(short.copy(text), isPadded: true)
        padding = PaddedText.padding
      } else {
        unsafe tokenizer.pointee.restart(text)
        padding = 0
      }
      return unsafe tokenizer
    }
    let new = UnsafeMutablePointer<Tokenizer>.allocate(capacity: 1)
    unsafe new.initialize(to: Tokenizer(text, options: options))
    unsafe tokenizer = unsafe new
    return unsafe new
  }

  /// Frees the tape, to which nothing may refer any more.
  mutating func freeTape() { tape.take()?.free() }
}

/// A copy of a short text between spaces. With these, whole blocks can be read up to its end, and the fast
/// pass reads all of it.
@safe
struct PaddedText: ~Copyable {
  /// The most bytes of a text that it pays to copy. They fit into one window.
  static var capacity: Int { 1024 }
  /// How many bytes can be read after a text.
  static var padding: Int { 64 }

  // Invariant: room for 32 spaces, the longest text, and 128 more spaces, of which a block needs 63 and a
  // number or literal 16.
  private let memory: UnsafeMutableRawPointer

  init() {
    let count = 32 + PaddedText.capacity + 128
    unsafe memory = UnsafeMutableRawPointer(
      reallocate(nil, capacity: count) as UnsafeMutablePointer<UInt8>)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: .space, count: count)
  }

  deinit { unsafe rush_free(memory) }

  /// Copies a text of at most `capacity` bytes. The copy is valid until the next one.
  @inline(__always)
  func copy(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = unsafe memory + 32
    let count = text.count
    if count > 0 {
      // Invariant: a text with bytes has an address, and there is room for them.
      unsafe start.copyMemory(from: text.baseAddress.unsafelyUnwrapped, byteCount: count)
    }
    unsafe (start + count).storeBytes(of: SIMD64(repeating: .space), as: SIMD64<UInt8>.self)
    unsafe (start + count).storeBytes(
      of: SIMD16(repeating: .space), toByteOffset: 64, as: SIMD16<UInt8>.self)
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }
}
