internal import _RushJSONShims

// MARK: - EventRecord

// The tokens of a piece of a stream: one record for each.

/// The kind of a record's token, in the order of `JSONEventReader.Event`'s representation, so that a kind
/// becomes an event without a table.
@usableFromInline
package enum EventKind: UInt8 {
  case `false`, `true`
  case beginObject, endObject, beginArray, endArray, name, string, number, null
}

/// One token of a piece.
@usableFromInline
package struct EventRecord: BitwiseCopyable {
  /// From the low end: the kind in 8 bits, a bit for a string or name with escapes, and in 55 bits
  /// the offset in the piece of the token's first byte, or of a string's first after the quote. The kind has a
  /// byte of its own, because callers compare it for each event.
  @usableFromInline let head: UInt64
  /// The number of bytes between the quotation marks of a string or name. Undefined for other tokens.
  let length: Int

  @inline(__always)
  init(_ kind: EventKind, at offset: Int, length: Int = 0, hasEscapes: Bool = false) {
    assert(offset >= 0 && offset >> 55 == 0)
    assert(length >= 0)
    head =
      UInt64(kind.rawValue) | (hasEscapes ? 0x100 : 0) | UInt64(truncatingIfNeeded: offset) &<< 9
    self.length = length
  }

  @inlinable
  @inline(__always)
  package var kind: EventKind {
    // Invariant: only `init` makes records, so the byte is that of a case.
    unsafe EventKind(rawValue: UInt8(truncatingIfNeeded: head)).unsafelyUnwrapped
  }

  @inline(__always) var hasEscapes: Bool { head & 0x100 != 0 }
  @inline(__always) var offset: Int { Int(truncatingIfNeeded: head &>> 9) }
  package var isName: Bool { kind == .name }
  var isQuoted: Bool { kind == .name || kind == .string }
  package var isEnd: Bool { kind == .endArray || kind == .endObject }
}

// MARK: - EventSink

// Turns tokens into records, and tracks the open arrays and objects.

/// The records of one piece, and the containers that are open across pieces. Its owner frees it.
@safe
struct EventSink: PieceSink {
  /// An open array or object.
  struct StreamLevel: BitwiseCopyable {
    /// How many elements or members have begun. 0 at an object's first name.
    var count = 0
    /// The record of the last name, if it is in the piece; otherwise `noName`.
    var name = Self.noName
    let isObject: Bool
    /// Whether the container was skipped. Its elements and names are then unknown.
    var isSkipped = false

    static var noName: EventRecord { EventRecord(.false, at: 0) }
  }

  // Invariant: records ≤ next ≤ limit, in one allocation, and `reserve` has made room for all
  // records up to its next call. Those before `next` have a head, and a length if it means something.
  // frames ≤ top < frameLimit, in another allocation: `top` is the frame of the innermost container, and
  // the first frame is that of the text.
  private(set) var records: CheckedPointer<EventRecord>
  private var next: CheckedPointer<EventRecord>
  private var limit: CheckedPointer<EventRecord>
  private var frames: CheckedPointer<StreamLevel>
  private var top: CheckedPointer<StreamLevel>
  private var frameLimit: CheckedPointer<StreamLevel>
  /// The lowest `top` since the last reset: the containers below it have not changed.
  private var lowest: CheckedPointer<StreamLevel>
  private let kernel = BlockKernel.fastest

  init() {
    let capacity = 256
    records = unsafe .reallocated(nil, capacity: capacity)
    next = records
    limit = records + capacity
    let levels = 16
    frames = unsafe .reallocated(nil, capacity: levels)
    top = frames
    frameLimit = frames + levels
    lowest = frames
    frames.pointee = StreamLevel(isObject: false)
  }

  func free() {
    unsafe records.free()
    unsafe frames.free()
  }

  var count: Int {
    // A plain shift is faster than the signed division of a pointer difference.
    Int(bitPattern: UInt(bitPattern: next.bytes(from: records)) &>> 4)
  }

  var depth: Int { top - frames }
  var lowestDepth: Int { lowest - frames }
  /// The number of records that still fit.
  var room: Int { limit - next }
  mutating func resetLowestDepth() { lowest = top }

  /// Adds the kinds of the open containers from level `known` on to `kinds`. Each level has one bit, 1 for
  /// an object. The first word has the outermost 64 levels.
  func addKinds(to kinds: inout [UInt64], from known: Int) {
    assert(known >= 0 && known <= depth)
    while kinds.count <= depth / 64 { kinds.append(0) }
    for level in known..<depth {
      let bit: UInt64 = 1 &<< UInt64(level % 64)
      if self[frame: level].isObject { kinds[level / 64] |= bit } else { kinds[level / 64] &= ~bit }
    }
  }

  /// Replaces all open containers but the `unchanged` outermost ones, after some bytes of those
  /// from level `floor` on were skipped.
  mutating func skip(floor: Int, unchanged: Int, depth newDepth: Int, kinds: [UInt64]) {
    assert(unchanged >= 0 && unchanged <= depth)
    lowest = min(lowest, frames + unchanged)
    top = frames + unchanged
    // Paths end at the first skipped container.
    if unchanged > floor { self[frame: floor].isSkipped = true }
    for level in unchanged..<max(unchanged, newDepth) {
      let isObject = kinds[level / 64] &>> UInt64(level % 64) & 1 != 0
      push(StreamLevel(isObject: isObject, isSkipped: true))
    }
  }

  /// Forgets what is in the array at level `newDepth - 1`, which is open, after its first `count` elements.
  mutating func close(toDepth newDepth: Int, count: Int) {
    assert(newDepth > 0 && newDepth <= lowestDepth)
    top = frames + newDepth
    assert(!top.pointee.isObject && top.pointee.count >= count)
    top.pointee.count = count
    lowest = top
  }

  /// Removes the records after their delivery.
  mutating func removeAll() { next = records }

  /// The record at `index`, which is less than `count`. Tests look at it.
  @inline(__always)
  subscript(index: Int) -> EventRecord {
    assert(index >= 0 && index < count)
    return records[index]
  }

  /// The open container at `level`, 0 being the outermost. The level is less than `depth`.
  subscript(frame level: Int) -> StreamLevel {
    get {
      assert(level >= 0 && level < depth)
      return frames[level &+ 1]
    }
    nonmutating set {
      assert(level >= 0 && level < depth)
      frames[level &+ 1] = newValue
    }
  }

  // MARK: - Tokens

  static var pauses: Bool { true }

  @inline(__always) var isFull: Bool { count >= Self.recordsBeforePause }

  /// Their 16 KiB, a window's offsets and its text fill most of a first-level cache.
  private static var recordsBeforePause: Int { 1024 }

  static var keepsPieces: Bool { true }
  @inline(__always) mutating func begin(_ piece: CheckedBytes, at offset: Int) {}

  @inline(__always)
  mutating func reserve(tokens: Int) -> Bool {
    assert(tokens >= 0 && records <= next && next <= limit)
    // The token before the first of them may still lack its record.
    let wanted = tokens &+ 1
    if _slowPath(room < wanted) { self = grown(by: wanted) }
    return true
  }

  @inline(never)
  private func grown(by wanted: Int) -> EventSink {
    var sink = self
    let used = count
    let capacity = max(used &+ wanted, 2 &* (limit - records))
    sink.records = unsafe .reallocated(records, capacity: capacity)
    sink.next = sink.records + used
    sink.limit = sink.records + capacity
    assert(sink.room >= wanted)
    return sink
  }

  @inline(__always)
  private mutating func append(_ record: EventRecord) {
    assert(room > 0)
    next.pointee = record
    next += 1
  }

  /// Appends a record without a length, which no caller reads. Leaving it out saves 2 % of the time.
  @inline(__always)
  private mutating func append(_ kind: EventKind, at offset: Int) {
    assert(room > 0)
    // Invariant: a record's head is its first word.
    next.storeBytes(of: EventRecord(kind, at: offset).head)
    next += 1
  }

  @inline(__always) private mutating func addElement() { top.pointee.count &+= 1 }

  @inline(__always)
  private mutating func push(_ level: StreamLevel) {
    top += 1
    if _slowPath(top == frameLimit) { self = withMoreFrames() }
    assert(frames < top && top < frameLimit)
    top.pointee = level
  }

  @inline(never)
  private func withMoreFrames() -> EventSink {
    var sink = self
    let levels = frameLimit - frames
    sink.frames = unsafe .reallocated(frames, capacity: 2 &* levels)
    sink.top = sink.frames + (top - frames)
    sink.frameLimit = sink.frames + 2 &* levels
    sink.lowest = sink.frames + (lowest - frames)
    return sink
  }

  @inline(__always)
  private mutating func begin(_ kind: EventKind, at offset: Int) {
    addElement()
    append(kind, at: offset)
    push(StreamLevel(isObject: kind == .beginObject))
  }

  @inline(__always) mutating func beginObject(at offset: Int) { begin(.beginObject, at: offset) }
  @inline(__always) mutating func beginArray(at offset: Int) { begin(.beginArray, at: offset) }

  @inline(__always)
  mutating func endContainer(at offset: Int) -> Bool {
    assert(depth > 0)
    append(top.pointee.isObject ? .endObject : .endArray, at: offset)
    top -= 1
    if top < lowest { lowest = top }
    assert(frames <= lowest && lowest <= top)
    return top.pointee.isObject
  }

  @inline(__always)
  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    let record = EventRecord(.name, at: start, length: length, hasEscapes: hasEscapes)
    assert(depth > 0 && top.pointee.isObject)
    top.pointee.name = record
    append(record)
  }

  @inline(__always)
  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    addElement()
    append(EventRecord(.string, at: start, length: length, hasEscapes: hasEscapes))
  }

  @inline(__always)
  mutating func integer(_ value: UInt64, at start: Int) {
    addElement()
    append(.number, at: start)
  }

  @inline(__always)
  mutating func fastNumber(_ text: CheckedView<UInt8>, length: Int, at start: Int) -> Bool {
    if !ScannedNumber.isFast(text, length: length, kernel: kernel) { return false }
    addElement()
    append(.number, at: start)
    return true
  }

  @inline(__always)
  mutating func number(_ number: ScannedNumber, at start: Int) {
    addElement()
    append(.number, at: start)
  }

  @inline(__always)
  mutating func bool(_ value: Bool, at offset: Int) {
    addElement()
    append(value ? .true : .false, at: offset)
  }

  @inline(__always)
  mutating func null(at offset: Int) {
    addElement()
    append(.null, at: offset)
  }
}

/// The records of a piece that have not been delivered yet.
@usableFromInline
@safe
struct EventQueue {
  // Invariant: first ≤ next ≤ end, in the memory of an `EventSink`, which its reader keeps.
  private let first: CheckedView<EventRecord>
  @usableFromInline var next: CheckedView<EventRecord>
  @usableFromInline let end: CheckedView<EventRecord>

  init(_ sink: borrowing EventSink) {
    first = CheckedView(sink.records)
    next = first
    end = first + sink.count
  }

  @inlinable @inline(__always) var isEmpty: Bool { next == end }

  /// Removes and returns the next record. The caller has checked that there is one.
  @inlinable
  @inline(__always)
  mutating func take() -> EventRecord {
    assert(next < end)
    let record = next.pointee
    next += 1
    return record
  }

  /// The next record, which is there as for `take`.
  var peeked: EventRecord {
    assert(first <= next && next < end)
    return next.pointee
  }

  /// The record that was taken last.
  var last: EventRecord? { next == first ? nil : next[-1] }
}
