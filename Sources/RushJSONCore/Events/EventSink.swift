// Turns tokens into records, and knows where in the document it is.

internal import _RushJSONShims

/// The records of one piece, and what is open across pieces.
///
/// Its owner frees it.
@safe
struct EventSink: TokenSink {
  /// An array or object that is open.
  struct StreamLevel: BitwiseCopyable {
    /// How many elements or members began; of an object, at the first name, 0.
    var count = 0
    /// Which record of the piece the last name is; less than 0 if it was in an earlier piece, and kept.
    var name = -1
    let isObject: Bool
    /// The container was passed over, so that nobody counted or named what is in it.
    var isSkipped = false
  }

  // Invariant: records <= next <= limit, in one allocation, and `reserve` has made room for every record
  // up to the next call. frames <= top < frames + frameCapacity: `top` is the innermost container's, and
  // the first stands for what is around the text.
  private(set) var records: UnsafeMutablePointer<EventRecord>
  private var next: UnsafeMutablePointer<EventRecord>
  private var limit: UnsafeMutablePointer<EventRecord>
  private var frames: UnsafeMutablePointer<StreamLevel>
  private var top: UnsafeMutablePointer<StreamLevel>
  private var frameLimit: UnsafeMutablePointer<StreamLevel>
  /// The lowest `top` since it was asked for: the containers below that have not changed.
  private var lowest: UnsafeMutablePointer<StreamLevel>

  init() {
    let capacity = 256
    unsafe records = reallocate(nil, capacity: capacity)
    unsafe next = records
    unsafe limit = records + capacity
    let levels = 16
    unsafe frames = reallocate(nil, capacity: levels)
    unsafe top = frames
    unsafe frameLimit = frames + levels
    unsafe lowest = frames
    unsafe frames.pointee = StreamLevel(isObject: false)
  }

  func free() {
    unsafe rush_free(records)
    unsafe rush_free(frames)
  }

  /// How many records there are.
  var count: Int {
    // A plain shift: the difference of two pointers would be divided with its sign in mind.
    unsafe Int(bitPattern: (UInt(bitPattern: next) &- UInt(bitPattern: records)) &>> 4)
  }

  /// How many containers are open.
  var depth: Int { unsafe top - frames }

  /// The lowest depth since it was asked for: containers below that have not changed.
  var lowestDepth: Int { unsafe lowest - frames }

  mutating func resetLowestDepth() { unsafe lowest = unsafe top }

  /// Adds the kinds of the open containers above `known` as bits to `kinds`, which has those of the
  /// outermost 64 in the first word.
  func addKinds(to kinds: inout [UInt64], from known: Int) {
    while kinds.count <= depth / 64 { kinds.append(0) }
    for level in known..<depth {
      let bit: UInt64 = 1 &<< UInt64(level % 64)
      if self[frame: level].isObject { kinds[level / 64] |= bit } else { kinds[level / 64] &= ~bit }
    }
  }

  /// Goes on with other containers than the `unchanged` outermost ones. Of those above `floor` some was
  /// passed over.
  mutating func skip(floor: Int, unchanged: Int, depth newDepth: Int, kinds: [UInt64]) {
    unsafe lowest = min(lowest, frames + unchanged)
    unsafe top = frames + unchanged
    // What is above it is not asked for its place.
    if unchanged > floor { self[frame: floor].isSkipped = true }
    for level in unchanged..<max(unchanged, newDepth) {
      let isObject = kinds[level / 64] &>> UInt64(level % 64) & 1 != 0
      push(StreamLevel(isObject: isObject, isSkipped: true))
    }
  }

  /// Forgets the records, which were asked for.
  mutating func removeAll() { unsafe next = unsafe records }

  /// The record at `index`.
  ///
  /// Invariant: `index` is less than `count`.
  @inline(__always)
  subscript(index: Int) -> EventRecord { unsafe records[index] }

  /// The open container at `level`, 0 being the outermost.
  ///
  /// Invariant: `level` is less than `depth`.
  subscript(frame level: Int) -> StreamLevel {
    get { unsafe frames[level &+ 1] }
    nonmutating set { unsafe frames[level &+ 1] = newValue }
  }

  // MARK: - Tokens

  @inline(__always)
  mutating func reserve(tokens: Int) -> Bool {
    // A token makes at most two records: an empty container is one call, and its end another.
    let wanted = 2 &* tokens &+ 2
    if unsafe _slowPath(limit - next < wanted) { self = grown(by: wanted) }
    return true
  }

  @inline(never)
  private func grown(by wanted: Int) -> EventSink {
    var sink = self
    let used = count
    let capacity = unsafe max(used &+ wanted, 2 &* (limit - records))
    unsafe sink.records = reallocate(records, capacity: capacity)
    unsafe sink.next = sink.records + used
    unsafe sink.limit = sink.records + capacity
    return sink
  }

  @inline(__always)
  private mutating func append(_ record: EventRecord) {
    unsafe next.pointee = record
    unsafe next += 1
  }

  @inline(__always)
  private mutating func addElement() { unsafe top.pointee.count &+= 1 }

  @inline(__always)
  private mutating func push(_ level: StreamLevel) {
    unsafe top += 1
    if unsafe _slowPath(top == frameLimit) { self = withMoreFrames() }
    unsafe top.pointee = level
  }

  @inline(never)
  private func withMoreFrames() -> EventSink {
    var sink = self
    let levels = unsafe frameLimit - frames
    unsafe sink.frames = reallocate(frames, capacity: 2 &* levels)
    unsafe sink.top = sink.frames + (top - frames)
    unsafe sink.frameLimit = sink.frames + 2 &* levels
    unsafe sink.lowest = sink.frames + (lowest - frames)
    return sink
  }

  @inline(__always)
  private mutating func begin(_ kind: EventKind, at offset: Int) {
    addElement()
    append(EventRecord(kind, at: offset))
    push(StreamLevel(isObject: kind == .beginObject))
  }

  @inline(__always)
  mutating func beginObject(at offset: Int) { begin(.beginObject, at: offset) }

  @inline(__always)
  mutating func beginArray(at offset: Int) { begin(.beginArray, at: offset) }

  @inline(__always)
  mutating func endContainer(at offset: Int) -> Bool {
    append(EventRecord(unsafe top.pointee.isObject ? .endObject : .endArray, at: offset))
    unsafe top -= 1
    if unsafe top < lowest { unsafe lowest = unsafe top }
    return unsafe top.pointee.isObject
  }

  @inline(__always)
  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    unsafe top.pointee.name = count
    append(EventRecord(.name, at: start, length: length, hasEscapes: hasEscapes))
  }

  @inline(__always)
  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    addElement()
    append(EventRecord(.string, at: start, length: length, hasEscapes: hasEscapes))
  }

  @inline(__always)
  mutating func integer(_ value: UInt64, at start: Int) {
    addElement()
    append(EventRecord(.number, at: start))
  }

  @inline(__always)
  mutating func fastNumber(_ text: UnsafeRawPointer, length: Int, at start: Int) -> Bool {
    guard unsafe ScannedNumber.fast(text, length: length) != nil else { return false }
    addElement()
    append(EventRecord(.number, at: start))
    return true
  }

  @inline(__always)
  mutating func number(_ number: ScannedNumber, at start: Int) {
    addElement()
    append(EventRecord(.number, at: start))
  }

  @inline(__always)
  mutating func bool(_ value: Bool, at offset: Int) {
    addElement()
    append(EventRecord(value ? .true : .false, at: offset))
  }

  @inline(__always)
  mutating func null(at offset: Int) {
    addElement()
    append(EventRecord(.null, at: offset))
  }
}
