// Writes the tape. TapeRecord.swift has a drawing of it.

internal import _RushJSONShims

@safe
struct TapeBuffer {
  // Invariant: room for `capacity` records, at least one, which the owner frees.
  let records: CheckedPointer<TapeRecord>
  let capacity: Int

  func free() { unsafe records.free() }
}

extension TapeBuffer {
  init(capacity: Int) {
    assert(capacity > 0)
    unsafe self.init(records: .reallocated(nil, capacity: capacity), capacity: capacity)
  }
}

/// A text and its tape.
/// Invariant: the creator says how long both stay in memory.
@safe
package struct TapedText {
  let text: CheckedBytes
  let records: CheckedView<TapeRecord>
  let recordCount: Int
}

/// Turns tokens into records. Its owner frees `records`.
@safe
struct TapeSink: TokenSink {
  // Invariant: records <= parent < next <= limit, in one allocation, and `reserve` has made room
  // for every record up to the next call, and one more. `parent` is the record of the open container.
  private(set) var records: CheckedPointer<TapeRecord>
  private var next: CheckedPointer<TapeRecord>
  private var limit: CheckedPointer<TapeRecord>
  private var parent: CheckedPointer<TapeRecord>
  private let base: CheckedView<UInt8>
  private let textCount: Int
  private let kernel: BlockKernel
  /// The largest number of records. `limit` exceeds it by at most the tokens of a window.
  private let maximumRecords: Int

  /// The largest number of records of a tape, including the first.
  /// A container's count and distance have 32 bits each. The bound leaves room for the tokens of one
  /// window (at most 8,192), because it is checked once per window.
  static let maximumRecords = Int(clamping: UInt32.max - 1 << 20)

  /// A sink for `text`, which takes over the memory of `buffer`, if there is one.
  init(
    _ text: CheckedBytes, kernel: BlockKernel, reusing buffer: TapeBuffer? = nil,
    maximumRecords: Int = TapeSink.maximumRecords
  ) {
    self.kernel = kernel
    base = text.view()
    textCount = text.count
    self.maximumRecords = max(1, maximumRecords)
    // Most texts have less than one value per eight bytes, and untouched pages cost nothing.
    var capacity = textCount / 8 &+ 64
    if let buffer {
      capacity = buffer.capacity
      records = buffer.records
    } else {
      records = unsafe .reallocated(nil, capacity: capacity)
    }
    assert(capacity > 0)
    next = records + 1
    limit = records + min(capacity, self.maximumRecords)
    parent = records
    records.pointee = TapeRecord(.array, at: 0, payload: 0)
  }

  var recordCount: Int { next - records }

  /// The text that was read, and its records.
  func taped(_ text: CheckedBytes) -> TapedText {
    assert(text.count == textCount)
    return TapedText(text: text, records: CheckedView(records), recordCount: recordCount)
  }

  /// Whether the records are those of one value, which has ended.
  fileprivate var isWhole: Bool {
    if recordCount < 2 { return false }
    return parent == records && parent.pointee.count == 1 && next[-1].offset < textCount
  }

  /// The maximum in errors. The first record is not that of a value.
  fileprivate var maximumValues: JSONSyntaxError.Limit { .init(.values, maximumRecords &- 1) }

  /// The offset of the first value or name beyond the maximum, if there is one.
  fileprivate var firstBeyondMaximum: Int? {
    if recordCount <= maximumRecords { return nil }
    let record = records[maximumRecords]
    guard record.isString else { return record.offset }
    // Invariant: a quotation mark precedes the first byte of a string, and at least the bracket of its
    // object precedes that of a name without quotes.
    assert(record.offset > 0 && record.offset <= textCount)
    let before = base[record.offset &- 1]
    return before == .quote || before == .apostrophe ? record.offset &- 1 : record.offset
  }

  /// All of the memory, for reuse.
  var buffer: TapeBuffer { TapeBuffer(records: records, capacity: limit - records) }

  /// The records, and room for one more, shrunk to fit if the block is small. The unused part of a large block was never
  /// touched and costs nothing, while shrinking it would make the allocator map and unmap the next
  /// block of that size.
  func finish() -> CheckedPointer<TapeRecord> {
    assert(next < limit, "there is room for one more")
    let size = (limit - records) &* MemoryLayout<TapeRecord>.stride
    if size > 1 << 17 { return records }
    return unsafe .reallocated(records, capacity: recordCount &+ 1)
  }

  @inline(__always)
  mutating func reserve(tokens: Int) -> Bool {
    assert(tokens >= 0)
    assert(records <= parent && parent < next && next <= limit)
    // The token before the first of them may still lack its record, and one stays free.
    if _slowPath(limit - next <= tokens &+ 1) {
      if recordCount > maximumRecords { return false }
      self = grown(by: tokens)
    }
    return true
  }

  /// The sink with more room. The first growth makes room for a value per two bytes of the remaining
  /// text, so a document costs a constant number of allocations.
  @inline(never)
  private func grown(by tokens: Int) -> TapeSink {
    var sink = self
    let used = recordCount
    let open = parent - records
    let remaining = max(0, textCount &- (next - 1).pointee.offset)
    // Beyond the bound only by the tokens of this window, so that no count or distance carries.
    let wanted = min(used &+ max(remaining / 2, used / 2), maximumRecords)
    let capacity = max(used, wanted) &+ tokens &+ 64
    sink.records = unsafe .reallocated(records, capacity: capacity)
    sink.next = sink.records + used
    sink.limit = sink.records + capacity
    sink.parent = sink.records + open
    assert(sink.limit - sink.next > tokens &+ 1)
    return sink
  }

  @inline(__always)
  private mutating func append(_ record: TapeRecord) {
    assert(next < limit)
    next.pointee = record
    next += 1
  }

  /// Counts an element or member of the open container, in the low half of its record's payload.
  /// In memory, not in a variable: the loop is short of registers, and this is off its critical path.
  @inline(__always)
  private mutating func addElement() {
    assert(parent < next && parent.pointee.isContainer)
    // Cannot carry into the high half, because `reserve` refuses more than `maximumRecords`.
    assert(parent.pointee.count < UInt32.max)
    parent.pointee.payload &+= 1
  }

  /// The number of records between two addresses, the lower one first.
  @inline(__always)
  private static func records(
    from low: CheckedPointer<TapeRecord>, to high: CheckedPointer<TapeRecord>
  ) -> UInt64 {
    // A plain shift, because the difference of two pointers takes a signed division.
    UInt64(truncatingIfNeeded: high.bytes(from: low)) &>> 4
  }

  @inline(__always)
  private mutating func begin(_ kind: TapeKind, at offset: Int) {
    addElement()
    // Until the container ends, the high half is the distance back to the one around it.
    let outer = parent
    let link = TapeSink.records(from: outer, to: next)
    parent = next
    append(TapeRecord(kind, at: offset, payload: link &<< 32))
    assert(parent - Int(parent.pointee.payload &>> 32) == outer, "the link leads back")
  }

  @inline(__always) mutating func beginObject(at offset: Int) { begin(.object, at: offset) }
  @inline(__always) mutating func beginArray(at offset: Int) { begin(.array, at: offset) }

  @inline(__always)
  mutating func endContainer(at offset: Int) -> Bool {
    let ended = parent
    let payload = ended.pointee.payload
    assert(payload &>> 32 > 0, "the container is inside another one")
    let distance = TapeSink.records(from: ended, to: next)
    ended.pointee.payload = distance &<< 32 | payload & 0xffff_ffff
    assert(countsChildren(of: ended))
    parent = ended - Int(truncatingIfNeeded: payload &>> 32)
    assert(parent >= records && parent.pointee.isContainer)
    return parent.pointee.kindByte == TapeKind.object.rawValue
  }

  /// Whether as many values follow the record of a complete container as it counts.
  private func countsChildren(of container: CheckedPointer<TapeRecord>) -> Bool {
    var left = container.pointee.count
    var at = container + 1
    while at < next {
      if !at.pointee.isName { left -= 1 }
      at += at.pointee.distance
    }
    return left == 0 && at == next
  }

  @inline(__always)
  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    assert(parent.pointee.kindByte == TapeKind.object.rawValue)
    // A quotation mark precedes it, or at least the bracket of its object.
    assert(start > 0 && length >= 0)
    append(
      TapeRecord(
        hasEscapes ? .escapedName : .name, at: start, payload: UInt64(truncatingIfNeeded: length)))
  }

  @inline(__always)
  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    // A quotation mark precedes it.
    assert(start > 0 && length >= 0)
    addElement()
    append(
      TapeRecord(
        hasEscapes ? .escapedString : .string, at: start,
        payload: UInt64(truncatingIfNeeded: length)))
  }

  @inline(__always)
  mutating func integer(_ value: UInt64, at start: Int) {
    addElement()
    append(TapeRecord(.integer, at: start, payload: value))
  }

  @inline(__always)
  mutating func fastNumber(_ text: CheckedView<UInt8>, length: Int, at start: Int) -> Bool {
    assert(start >= 0 && length > 0)
    assert(next < limit)
    if kernel.readsNumbers {
      // From here, so that one call makes the record.
      let value = ScannedNumber.value(text, length: length, kernel: kernel)
      if _fastPath(value.kind != 0) {
        addElement()
        // The kinds of values have the order of those of records, from `integer` on.
        let kind = UInt64(TapeKind.integer.rawValue) &- 1 &+ value.kind
        assert(kind <= UInt64(TapeKind.double.rawValue))
        next.pointee.head = kind | UInt64(truncatingIfNeeded: start) &<< 8
        next.pointee.payload = value.bits
        next += 1
        return true
      }
    }
    let number = TapeSink.fastNumber(text, length: length, kernel: kernel)
    if _slowPath(number.kindByte == TapeSink.noNumber) { return false }
    addElement()
    next.pointee.head = UInt64(number.kindByte) | UInt64(truncatingIfNeeded: start) &<< 8
    next.pointee.payload = number.payload
    next += 1
    return true
  }

  @inline(__always) var readsRuns: Bool { kernel.readsNumbers }

  @inline(__always)
  mutating func numbers(
    _ tokens: CheckedView<UInt32>, end: CheckedView<UInt32>, in window: CheckedView<UInt8>,
    at start: Int
  ) -> Int {
    // As in `fastNumber`.
    let head = UInt64(TapeKind.integer.rawValue) &- 1 &+ UInt64(truncatingIfNeeded: start) &<< 8
    assert(start >= 0)
    // Each token has a record.
    let records = unsafe next.checked(end - tokens &+ 1)
    let count = unsafe rush_read_run(
      kernel.raw, window.address, tokens.elements(end - tokens), end.address, head, records)
    // A comma follows each number.
    assert(count >= 0 && 2 &* count <= end - tokens)
    parent.pointee.payload &+= UInt64(count)
    next += count
    return count
  }

  private static let noNumber: UInt8 = 0xff

  // Not inlined, because it needs all registers, and the grammar's loop must keep its own.
  @inline(never)
  private static func fastNumber(_ text: CheckedView<UInt8>, length: Int, kernel: BlockKernel)
    -> (kindByte: UInt8, payload: UInt64)
  {
    guard let number = ScannedNumber.fast(text, length: length, kernel: kernel) else {
      if length == 20, let value = ScannedNumber.integerOfTwentyDigits(text) {
        return (TapeKind.unsigned.rawValue, value)
      }
      return (noNumber, 0)
    }
    if !number.isInteger {
      let value: Double = DecimalConversion.nearestByProduct(
        number.digits, number.decimalExponent, isNegative: number.isNegative)
      return (TapeKind.double.rawValue, value.bitPattern)
    }
    return convert(number, text)
  }

  @inline(__always)
  private static func convert(_ number: ScannedNumber, _ text: CheckedView<UInt8>)
    -> (kindByte: UInt8, payload: UInt64)
  {
    if number.isInteger, number.isExact {
      if !number.isNegative {
        let kind = number.digits &>> 63 == 0 ? TapeKind.integer : .unsigned
        return (kind.rawValue, number.digits)
      }
      // −0 is not an integer, and `Int64` ends at −2⁶³.
      if number.digits &- 1 < Int64.min.magnitude {
        return (TapeKind.integer.rawValue, 0 &- number.digits)
      }
    }
    return (TapeKind.double.rawValue, number.double(in: text).bitPattern)
  }

  mutating func number(_ number: ScannedNumber, at start: Int) {
    addElement()
    assert(start >= 0 && start &+ number.length <= textCount)
    let (kindByte, payload) = TapeSink.convert(number, base + start)
    append(TapeRecord(TapeKind(rawValue: kindByte) ?? .null, at: start, payload: payload))
  }

  /// The kind and the payload of the record of a number with the spelling `text`.
  static func converted(_ text: CheckedBytes) -> (kind: TapeKind, payload: UInt64) {
    guard case .success(let number) = ScannedNumber.full(text, allowing: .nonFinite) else {
      return (.null, 0)
    }
    let (kindByte, payload) = convert(number, text.view())
    return (TapeKind(rawValue: kindByte) ?? .null, payload)
  }

  @inline(__always)
  mutating func bool(_ value: Bool, at offset: Int) {
    addElement()
    append(TapeRecord(value ? .true : .false, at: offset, payload: 0))
  }

  @inline(__always)
  mutating func null(at offset: Int) {
    addElement()
    append(TapeRecord(.null, at: offset, payload: 0))
  }

  /// A record like the tape's first precedes each text.
  @inline(__always)
  mutating func beginText() {
    assert(parent.pointee.payload == 1, "the text before it has one value and has ended")
    parent = next
    append(TapeRecord(.array, at: 0, payload: 0))
  }
}

extension ShortText {
  /// Reads the text onto a tape. Returns `nil` if it is not JSON.
  /// Invariant: the memory has room for a record per token and 16 more, and is not freed while the result is used.
  @inline(__always)
  func tape(_ options: JSONReadingOptions, inMemory memory: CheckedPointer<UInt8>) -> TapedText? {
    let capacity = count &+ 16
    let records = unsafe memory.part(TapeRecord.self, capacity: capacity, at: 0)
    var sink = TapeSink(
      text, kernel: kernel, reusing: TapeBuffer(records: records, capacity: capacity))
    if !read(options, into: &sink) { return nil }
    assert(sink.isWhole)
    return sink.taped(text)
  }
}

extension Tokenizer {
  /// Reads the whole text into a tape, whose records the caller frees. If the text is refused,
  /// `failure(of:)` has the reason.
  mutating func makeTape(
    reusing buffer: TapeBuffer? = nil, maximumRecords: Int = TapeSink.maximumRecords
  ) -> TapeSink {
    var sink = TapeSink(
      text, kernel: kernel, reusing: buffer, maximumRecords: maximumRecords)
    let isRead = run(&sink)
    assert(!isRead || sink.isWhole)
    return sink
  }

  /// The error, if the text of `tape` was refused.
  func failure(of tape: TapeSink) -> JSONSyntaxError? {
    // Errors after that offset depend on the ends of windows.
    if let offset = tape.firstBeyondMaximum {
      return JSONSyntaxError(.tooManyValues, at: offset, limit: tape.maximumValues)
    }
    return failure
  }
}
