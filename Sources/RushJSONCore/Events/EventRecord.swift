// What a piece of a stream was read as: a list of records that wait to be asked for.

/// What a record stands for.
enum EventKind: UInt8 {
  case null, `false`, `true`, number, string, escapedString, name, escapedName
  case beginArray, endArray, beginObject, endObject
}

/// One token of a piece.
struct EventRecord: BitwiseCopyable {
  /// The kind in the low 8 bits, the offset in the piece in the high 56: of the token's first byte, of
  /// a string's first behind the quotation mark.
  private let head: UInt64
  /// A string's bytes between the quotation marks.
  let length: Int

  @inline(__always)
  init(_ kind: EventKind, at offset: Int, length: Int = 0) {
    head = UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: offset) &<< 8
    self.length = length
  }

  @inline(__always)
  var kindByte: UInt8 { UInt8(truncatingIfNeeded: head) }

  @inline(__always)
  var kind: EventKind {
    // Invariant: only `init` makes records, so the byte is that of a case, whose raw values count up
    // from 0 as its representation does.
    unsafe unsafeBitCast(kindByte, to: EventKind.self)
  }

  @inline(__always)
  var offset: Int { Int(truncatingIfNeeded: head &>> 8) }
}
