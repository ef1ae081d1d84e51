// Writes the tape. See TapeRecord.swift for a drawing of what it writes.

internal import _RushJSONShims

/// Turns tokens into records. Its owner frees `records`.
@safe
struct TapeSink: TokenSink {
  // Invariant: records <= next <= limit, in one allocation; `next == limit` is resolved before each
  // store by `grow`. `parent` is the index of an open container, 0 for the root.
  private(set) var records: UnsafeMutablePointer<TapeRecord>
  private var next: UnsafeMutablePointer<TapeRecord>
  private var limit: UnsafeMutablePointer<TapeRecord>
  private let base: UnsafeRawPointer
  private let textCount: Int
  private var parent = 0
  /// Elements or members of the open container so far.
  private var count: UInt32 = 0

  /// A sink for a text of `text.count` bytes.
  init(_ text: UnsafeRawBufferPointer) {
    unsafe base = text.baseAddress ?? UnsafeRawPointer(bitPattern: 64).unsafelyUnwrapped
    textCount = unsafe text.count
    // A value for every eight bytes is more than most texts have, and pages that are never touched
    // cost nothing.
    let capacity = textCount / 8 &+ 16
    unsafe records = TapeSink.reallocate(nil, capacity: capacity)
    unsafe next = records
    unsafe limit = records + capacity
    append(TapeRecord(.array, at: 0, payload: 0))
  }

  /// How many records there are.
  var recordCount: Int { unsafe next - records }

  private static func reallocate(_ block: UnsafeMutablePointer<TapeRecord>?, capacity: Int)
    -> UnsafeMutablePointer<TapeRecord>
  {
    let size = capacity &* MemoryLayout<TapeRecord>.stride
    guard let memory = unsafe rush_reallocate(block, size) else {
      // As everywhere in Swift, running out of memory ends the process.
      fatalError("out of memory for \(size) bytes of tape")
    }
    return unsafe memory.bindMemory(to: TapeRecord.self, capacity: capacity)
  }

  /// Makes room. The second time around there is room for whatever the rest of a text may hold at
  /// two bytes a value, so a document costs a constant number of allocations.
  @inline(never)
  private static func grown(
    _ records: UnsafeMutablePointer<TapeRecord>, used: Int, remaining: Int
  ) -> (records: UnsafeMutablePointer<TapeRecord>, capacity: Int) {
    let capacity = used &+ max(remaining / 2, used / 2) &+ 1024
    return unsafe (reallocate(records, capacity: capacity), capacity)
  }

  @inline(__always)
  private mutating func append(_ record: TapeRecord) {
    if unsafe next == limit {
      let used = recordCount
      let grown = unsafe TapeSink.grown(
        records, used: used, remaining: max(0, textCount &- record.offset))
      unsafe records = grown.records
      unsafe next = records + used
      unsafe limit = records + grown.capacity
    }
    unsafe next.pointee = record
    unsafe next += 1
  }

  @inline(__always)
  private mutating func begin(_ kind: TapeKind, at offset: Int) {
    // The open container's count waits in its record until this one ends.
    count &+= 1
    unsafe withLowHalf(of: parent) { $0.pointee = count }
    let index = recordCount
    append(TapeRecord(kind, at: offset, payload: UInt64(truncatingIfNeeded: parent) &<< 32))
    parent = index
    count = 0
  }

  @inline(__always)
  private func withLowHalf<R>(
    of index: Int, _ body: (UnsafeMutablePointer<UInt32>) -> R
  ) -> R {
    // Invariant: `index` is that of a record; its payload's count half is the third 32-bit word on
    // a little-endian machine and the fourth on a big-endian one.
    #if _endian(little)
      let word = 2
    #else
      let word = 3
    #endif
    let words = unsafe UnsafeMutableRawPointer(records + index)
    return unsafe body((words + word &* 4).assumingMemoryBound(to: UInt32.self))
  }

  @inline(__always)
  mutating func beginObject(at offset: Int) { begin(.object, at: offset) }

  @inline(__always)
  mutating func beginArray(at offset: Int) { begin(.array, at: offset) }

  @inline(__always)
  mutating func endContainer() -> Bool {
    // Invariant: `parent` is the index of an open container's record, and its link that of the one
    // around it.
    let record = unsafe records + parent
    let link = unsafe Int(truncatingIfNeeded: record.pointee.payload &>> 32)
    let distance = recordCount &- parent
    unsafe record.pointee.payload = UInt64(count) | UInt64(truncatingIfNeeded: distance) &<< 32
    parent = link
    let outer = unsafe records[link]
    count = UInt32(truncatingIfNeeded: outer.payload)
    return outer.kindByte == TapeKind.object.rawValue
  }

  @inline(__always)
  mutating func name(at start: Int, length: Int, hasEscapes: Bool) {
    append(
      TapeRecord(
        hasEscapes ? .escapedString : .string, at: start,
        payload: UInt64(truncatingIfNeeded: length)))
  }

  @inline(__always)
  mutating func string(at start: Int, length: Int, hasEscapes: Bool) {
    count &+= 1
    name(at: start, length: length, hasEscapes: hasEscapes)
  }

  @inline(__always)
  mutating func number(_ number: ScannedNumber, at start: Int) {
    count &+= 1
    if number.isInteger, number.isExact {
      if !number.isNegative {
        let kind = number.digits &>> 63 == 0 ? TapeKind.integer : .unsigned
        return append(TapeRecord(kind, at: start, payload: number.digits))
      }
      // −0 is no integer, and below −2⁶³ there is none.
      if number.digits &- 1 < 1 &<< 63 {
        return append(TapeRecord(.integer, at: start, payload: 0 &- number.digits))
      }
    }
    let value = unsafe number.double(in: base + start)
    append(TapeRecord(.double, at: start, payload: value.bitPattern))
  }

  @inline(__always)
  mutating func bool(_ value: Bool, at offset: Int) {
    count &+= 1
    append(TapeRecord(value ? .true : .false, at: offset, payload: 0))
  }

  @inline(__always)
  mutating func null(at offset: Int) {
    count &+= 1
    append(TapeRecord(.null, at: offset, payload: 0))
  }
}
