/// The text and the tape that a session decodes.
///
/// It consists of plain words that the session's storage keeps valid, so a copy retains nothing.
@safe
struct DecodingTape {
  // Invariant: the session retains the storage, which owns the records and the text.
  private var unmanagedStorage: Unmanaged<DocumentStorage>
  private(set) var records: CheckedView<TapeRecord>
  private(set) var text: CheckedView<UInt8>
  private(set) var textCount: Int
  /// How many bytes can be read from the beginning of the text on.
  private(set) var readableCount: Int
  /// Whether the last of several members with the same name counts, not the first.
  private(set) var isLastWins: Bool
  /// Whether strings of up to 15 bytes can be read and made as two words.
  let hasSmallStrings = SmallString.isKnown

  init(_ storage: DocumentStorage) {
    unsafe (unmanagedStorage, records) = (Unmanaged.passUnretained(storage), storage.records)
    (text, textCount) = DecodingTape.text(of: storage, padding: 0)
    readableCount = textCount
    isLastWins = storage.options.duplicateNames == .keepLast
  }

  /// Changes to the tape of `storage`, which the caller keeps. `padding` bytes after the text can be read.
  @inline(__always)
  mutating func refer(to storage: DocumentStorage, padding: Int = 0) {
    unsafe (unmanagedStorage, records) = (Unmanaged.passUnretained(storage), storage.records)
    assert(padding >= 0 && padding <= ShortText.padding)
    (text, textCount) = DecodingTape.text(of: storage, padding: padding)
    readableCount = textCount &+ padding
    isLastWins = storage.options.duplicateNames == .keepLast
  }

  @inline(__always)
  private static func text(of storage: DocumentStorage, padding: Int) -> (CheckedView<UInt8>, Int) {
    let text = storage.text
    let base = unsafe text.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
    return unsafe (CheckedView(bytes: base, count: text.count &+ padding), text.count)
  }

  /// Calls `body` with the storage, without retaining it.
  @inline(__always)
  func withStorage<R>(_ body: (DocumentStorage) -> R) -> R {
    unsafe unmanagedStorage._withUnsafeGuaranteedRef(body)
  }

  @inline(__always)
  func record(_ index: UInt32) -> TapeRecord {
    assert(holds(index))
    return records[Int(index)]
  }

  /// Whether there is a record at an index.
  func holds(_ index: UInt32) -> Bool { withStorage { Int(index) < $0.recordCount } }

  /// Whether the bytes of a string or name are in the text.
  func holds(_ record: TapeRecord) -> Bool {
    record.isString && record.offset >= 0 && record.length >= 0
      && record.length <= textCount &- record.offset
  }

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
    assert(holds(record) && !record.hasEscapes)
    let bytes = text.bytes(count, at: offset)
    // Invariant: the bytes are UTF-8, which the tokenizer has checked. The eight bytes before them are in the
    // text, too, if the offset is that large.
    if count <= SmallString.capacity, hasSmallStrings, offset >= 8 {
      return unsafe SmallString.make(SmallString.bytes(bytes), count: count)
    }
    return String(validated: bytes)
  }

  @inline(__always)
  func string(_ record: TapeRecord) -> String {
    record.hasEscapes ? withStorage { $0.string(record) } : plainString(record)
  }

  /// The bytes of a UUID whose text is a string of `UUIDText.length` bytes without escapes.
  func uuid(_ record: TapeRecord) -> (first: UInt64, last: UInt64)? {
    assert(holds(record) && record.length == UUIDText.length)
    return UUIDText.read(text + record.offset)
  }

  func decimalParts(_ record: TapeRecord) -> DecimalParts? {
    assert(record.valueKind == .number && record.offset < textCount)
    return unsafe DecimalParts(
      CheckedBytes(
        start: text.checked(textCount &- record.offset, at: record.offset),
        count: textCount &- record.offset))
  }

  /// Calls `body` with the record of each name of the object at `object`, and the index of its value.
  @inline(__always)
  func forEachMember(
    of object: UInt32, _ body: (_ name: TapeRecord, _ value: UInt32) throws -> Void
  ) rethrows {
    _ = try firstName(from: object &+ 1, to: following(object)) { name in
      try body(record(name), name &+ 1)
      return false
    }
  }

  /// Returns the first name from `start` to `end` that `isMatch` accepts, or `nil`. Both are names of one object, or
  /// its end.
  ///
  /// Every search by name that has no index is a call of this function, inlined with its comparison.
  @inline(__always)
  func firstName(
    from start: UInt32, to end: UInt32, where isMatch: (_ name: UInt32) throws -> Bool
  ) rethrows -> UInt32? {
    var at = start
    while at < end {
      assert(record(at).isName && !record(at &+ 1).isName)
      if try isMatch(at) { return at }
      at = following(at &+ 1)
    }
    return nil
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

// MARK: - ExtraFields

extension DecodingTape {
  /// The members of the object at `object` that `Key` has no key for. `name` converts their names.
  func extraFields<Key: CodingKey>(
    of object: UInt32, notNamedBy key: Key, name: (String) -> String
  ) -> ExtraFields {
    var extra = ExtraFields(wrappedValue: [:])
    forEachMember(of: object) { record, value in
      let spelling = string(record)
      let converted = name(spelling)
      // The property's own key names no member: a member with that name is an extra one.
      if Key(stringValue: converted) == nil || converted == key.stringValue,
        isLastWins || extra.wrappedValue[spelling] == nil
      {
        extra.append(spelling, withStorage { $0.tree(at: Int(value)) })
      }
    }
    return extra
  }
}

// MARK: - TreeTape

// A tree as a tape, so that one decoder serves texts, documents and trees.
//
//   {"a": [1.50, "x\n"]}     records   object, name "a", array, double 1.5, string
//                            bytes     a1.50 x⏎
//
// The bytes hold the names, strings and spellings of numbers. They are not JSON: strings have neither
// quotes nor escapes, so every string and number of the tree comes out as the same value.

package struct TreeTape {
  private var records = [TapeRecord(.array, at: 0, payload: 0)]
  private var bytes: [UInt8] = []
  private var open: [OpenContainer] = []
  private let options: JSONReadingOptions

  /// An array or an object whose children are not all recorded.
  private struct OpenContainer {
    let array: RawJSON.Array
    let object: RawJSON.Object
    let isObject: Bool
    let record: Int
    var next = 0

    var count: Int { isObject ? object.count : array.count }
  }

  private init(_ options: JSONReadingOptions) { self.options = options }

  /// A document with the values of `tree`. Throws `DecodingError.dataCorrupted` if the tree exceeds the
  /// limits of `options`. Does not recurse.
  package static func storage(of tree: RawJSON, options: JSONReadingOptions) throws
    -> DocumentStorage
  {
    var tape = TreeTape(options)
    try tape.add(tree)
    while let container = tape.open.last {
      if container.next == container.count {
        tape.close(container)
        continue
      }
      tape.open[tape.open.count - 1].next += 1
      if container.isObject {
        let member = container.object[container.next]
        try tape.add(member.name, as: .name)
        try tape.add(member.value)
      } else {
        try tape.add(container.array[container.next])
      }
    }
    tape.records[0].payload = UInt64(tape.records.count) << 32 | 1
    // No string has escapes, and numbers may be NaN and the infinities.
    var reading = options
    reading.leniencies = .json5
    return unsafe tape.records.withUnsafeBufferPointer { records in
      tape.bytes.withCheckedBytes {
        // Invariant: there is a record, that of the root.
        unsafe DocumentStorage.copying(
          TapedText(
            text: $0, records: CheckedView(records).unsafelyUnwrapped, recordCount: records.count),
          options: reading)
      }
    }
  }

  private mutating func add(_ value: RawJSON) throws {
    switch value {
    case .null: try append(.null)
    case .bool(let value): try append(value ? .true : .false)
    case .number(let number): try add(number)
    case .string(let string): try add(string, as: .string)
    case .array(let array): try begin(.array, array, RawJSON.Object())
    case .dictionary(let object): try begin(.object, RawJSON.Array(), object)
    }
  }

  private mutating func append(_ kind: TapeKind, at offset: Int? = nil, payload: UInt64 = 0) throws
  {
    if records.count == TapeSink.maximumRecords { throw exceeded(.tooManyValues) }
    if bytes.count > options.maximumLength { throw exceeded(.textTooLong) }
    records.append(TapeRecord(kind, at: offset ?? bytes.count, payload: payload))
  }

  private mutating func add(_ string: String, as kind: TapeKind) throws {
    let start = bytes.count
    bytes.append(contentsOf: string.utf8)
    let length = bytes.count - start
    if length > options.maximumStringLength { throw exceeded(.stringTooLong) }
    try append(kind, at: start, payload: UInt64(length))
  }

  private mutating func add(_ number: JSONNumber) throws {
    let start = bytes.count
    bytes.append(contentsOf: number.spelling.utf8)
    if bytes.count - start > options.maximumNumberLength { throw exceeded(.numberTooLong) }
    // Invariant: the spelling was appended, and the scan does not leave it.
    let (kind, payload) = bytes.withCheckedBytes { bytes in
      assert(start < bytes.count)
      let spelling = CheckedBytes(rebasing: bytes[start...])
      return TapeSink.converted(spelling)
    }
    // The number ends before a byte that belongs to no number.
    bytes.append(.space)
    try append(kind, at: start, payload: payload)
  }

  private mutating func begin(_ kind: TapeKind, _ array: RawJSON.Array, _ object: RawJSON.Object)
    throws
  {
    if open.count >= options.maximumDepth { throw exceeded(.tooDeep) }
    let record = records.count
    // Before it is open, because the path of an error ends with the child of an open container.
    try append(kind)
    let isObject = kind == .object
    open.append(OpenContainer(array: array, object: object, isObject: isObject, record: record))
  }

  private mutating func close(_ container: OpenContainer) {
    // Count and distance have 32 bits each.
    assert(container.record > 0 && container.record < records.count)
    assert(records.count <= TapeSink.maximumRecords)
    assert(records[container.record].isContainer)
    let distance = UInt64(records.count - container.record)
    records[container.record].payload = distance << 32 | UInt64(container.count)
    open.removeLast()
  }

  /// The error for a tree beyond a limit, with the path of the value.
  private func exceeded(_ kind: JSONSyntaxError.Kind) -> DecodingError {
    let path = open.map { container in
      container.isObject
        ? JSONPathKey(stringValue: container.object[container.next - 1].name)
        : JSONPathKey(position: container.next - 1)
    }
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path,
        debugDescription:
          "The tree cannot be decoded: \(options.limit(of: kind)?.description ?? "\(kind)")."))
  }
}

extension JSONNumber {
  /// The text of the number; for NaN and the infinities, that of JSON5.
  fileprivate var spelling: String {
    if isFinite { return text }
    let value = nearestDouble
    return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
  }
}
