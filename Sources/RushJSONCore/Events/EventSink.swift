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
    let isObject: Bool
    /// Where in the piece the last name is; less than 0 if it was in an earlier one, and kept.
    var nameStart = -1
    var nameLength = 0
    var nameHasEscapes = false
    /// The container was passed over, so that nobody counted or named what is in it.
    var isSkipped = false
  }

  // Invariant: 0 ≤ count ≤ capacity of `records`, 0 ≤ depth ≤ capacity of `frames`.
  private(set) var records: UnsafeMutablePointer<EventRecord>
  private(set) var count = 0
  private var capacity: Int
  private var frames: UnsafeMutablePointer<StreamLevel>
  private(set) var depth = 0
  /// The lowest depth since it was asked for: frames below that have not changed.
  private(set) var lowestDepth = 0
  private var frameCapacity: Int

  init() {
    capacity = 256
    unsafe records = reallocate(nil, capacity: capacity)
    frameCapacity = 16
    unsafe frames = reallocate(nil, capacity: frameCapacity)
  }

  func free() {
    unsafe rush_free(records)
    unsafe rush_free(frames)
  }

  mutating func resetLowestDepth() { lowestDepth = depth }

  /// The kinds of the open containers as bits, those of the outermost 64 in the first word.
  var kinds: [UInt64] {
    var kinds = [UInt64](repeating: 0, count: depth / 64 &+ 1)
    for level in 0..<depth where self[frame: level].isObject {
      kinds[level / 64] |= 1 &<< UInt64(level % 64)
    }
    return kinds
  }

  /// Goes on with other containers above `floor`, which were passed over.
  mutating func skip(floor: Int, depth newDepth: Int, kinds: [UInt64]) {
    lowestDepth = min(lowestDepth, floor)
    depth = floor
    while depth < newDepth {
      if depth == frameCapacity { self = withMoreFrames() }
      let isObject = kinds[depth / 64] &>> UInt64(depth % 64) & 1 != 0
      // Invariant: there is room.
      unsafe frames[depth] = StreamLevel(isObject: isObject, isSkipped: true)
      depth &+= 1
    }
  }

  /// Forgets the records, which were asked for.
  mutating func removeAll() { count = 0 }

  /// The record at `index`.
  ///
  /// Invariant: `index` is less than `count`.
  @inline(__always)
  subscript(index: Int) -> EventRecord { unsafe records[index] }

  /// The open container at `level`, 0 being the outermost.
  ///
  /// Invariant: `level` is less than `depth`.
  subscript(frame level: Int) -> StreamLevel {
    get { unsafe frames[level] }
    nonmutating set { unsafe frames[level] = newValue }
  }

  // ---- Tokens ----

  @inline(__always)
  mutating func reserve(tokens: Int) {
    // A token makes at most two records: an empty container is one call, and its end another.
    if _slowPath(count &+ 2 &* tokens &+ 2 > capacity) {
      self = grown(to: count &+ 2 &* tokens &+ 2)
    }
  }

  @inline(never)
  private func grown(to wanted: Int) -> EventSink {
    var sink = self
    sink.capacity = max(wanted, 2 &* capacity)
    unsafe sink.records = reallocate(records, capacity: sink.capacity)
    return sink
  }

  @inline(__always)
  private mutating func append(_ record: EventRecord) {
    unsafe records[count] = record
    count &+= 1
  }

  @inline(__always)
  private mutating func addElement() {
    if depth > 0 { unsafe frames[depth &- 1].count &+= 1 }
  }

  @inline(__always)
  private mutating func begin(isObject: Bool) {
    addElement()
    if _slowPath(depth == frameCapacity) { self = withMoreFrames() }
    unsafe frames[depth] = StreamLevel(isObject: isObject)
    depth &+= 1
  }

  @inline(never)
  private func withMoreFrames() -> EventSink {
    var sink = self
    sink.frameCapacity = 2 &* frameCapacity
    unsafe sink.frames = reallocate(frames, capacity: sink.frameCapacity)
    return sink
  }

  @inline(__always)
  mutating func beginObject(at offset: Int) {
    append(EventRecord(.beginObject, at: offset))
    begin(isObject: true)
  }

  @inline(__always)
  mutating func beginArray(at offset: Int) {
    append(EventRecord(.beginArray, at: offset))
    begin(isObject: false)
  }

  @inline(__always)
  mutating func endContainer(at offset: Int) -> Bool {
    depth &-= 1
    if depth < lowestDepth { lowestDepth = depth }
    let isObject = unsafe frames[depth].isObject
    append(EventRecord(isObject ? .endObject : .endArray, at: offset))
    return unsafe depth > 0 && frames[depth &- 1].isObject
  }

  @inline(__always)
  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    // Invariant: a name is given inside of an object only, so depth > 0.
    unsafe frames[depth &- 1].nameStart = start
    unsafe frames[depth &- 1].nameLength = length
    unsafe frames[depth &- 1].nameHasEscapes = hasEscapes
    append(EventRecord(hasEscapes ? .escapedName : .name, at: start, length: length))
  }

  @inline(__always)
  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    addElement()
    append(EventRecord(hasEscapes ? .escapedString : .string, at: start, length: length))
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
