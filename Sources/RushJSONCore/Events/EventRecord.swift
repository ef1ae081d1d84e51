// What a piece of a stream was read as: a list of records that wait to be asked for.

/// What a record stands for, in the order in which an event's representation counts them, so that a
/// kind becomes an event without a table.
@usableFromInline
enum EventKind: UInt8 {
  case `false`, `true`
  case beginObject, endObject, beginArray, endArray, name, string, number, null
}

/// One token of a piece.
@usableFromInline
struct EventRecord: BitwiseCopyable {
  /// The kind in the low 7 bits, above them a bit for a string or name with escapes, and in the high 56
  /// the offset in the piece: of the token's first byte, of a string's first behind the quotation mark.
  @usableFromInline let head: UInt64
  /// A string's bytes between the quotation marks.
  let length: Int

  @inline(__always)
  init(_ kind: EventKind, at offset: Int, length: Int = 0, hasEscapes: Bool = false) {
    head =
      UInt64(kind.rawValue) | (hasEscapes ? 0x80 : 0) | UInt64(truncatingIfNeeded: offset) &<< 8
    self.length = length
  }

  @inlinable
  @inline(__always)
  var kind: EventKind {
    // Invariant: only `init` makes records, so the byte is that of a case, whose raw values count up
    // from 0 as its representation does.
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: head) & 0x7f, to: EventKind.self)
  }

  @inline(__always)
  var hasEscapes: Bool { head & 0x80 != 0 }

  @inline(__always)
  var offset: Int { Int(truncatingIfNeeded: head &>> 8) }

  var isName: Bool { kind == .name }
  var isQuoted: Bool { kind == .name || kind == .string }
  var isEnd: Bool { kind == .endArray || kind == .endObject }

  @inlinable
  @inline(__always)
  var event: JSONEvent {
    switch kind {
    case .false: .bool(false)
    case .true: .bool(true)
    case .beginObject: .beginObject
    case .endObject: .endObject
    case .beginArray: .beginArray
    case .endArray: .endArray
    case .name: .name
    case .string: .string
    case .number: .number
    case .null: .null
    }
  }
}

/// The records of a piece that were not asked for yet.
@usableFromInline
@safe
struct EventQueue {
  // Invariant: first <= next <= end, in the memory of an `EventSink`, which lives as long as its reader.
  private(set) var first: UnsafePointer<EventRecord>
  @usableFromInline var next: UnsafePointer<EventRecord>
  @usableFromInline private(set) var end: UnsafePointer<EventRecord>

  init(_ sink: borrowing EventSink) {
    unsafe first = UnsafePointer(sink.records)
    unsafe next = first
    unsafe end = first + sink.count
  }

  @inlinable
  @inline(__always)
  var isEmpty: Bool { unsafe next == end }

  /// Takes the next one.
  ///
  /// Invariant: there is one; the caller has looked.
  @inlinable
  @inline(__always)
  mutating func take() -> EventRecord {
    let record = unsafe next.pointee
    unsafe next += 1
    return record
  }

  /// The next one. Invariant: as for `take`.
  var peeked: EventRecord { unsafe next.pointee }

  /// The one that was taken last.
  var last: EventRecord? { unsafe next == first ? nil : next[-1] }
}
