// What the tokenizer found in a piece of a stream: one record for each token.

/// The kind of a record's token, in the order of `JSONEvent`'s representation, so that a kind
/// becomes an event without a table.
@usableFromInline
enum EventKind: UInt8 {
  case `false`, `true`
  case beginObject, endObject, beginArray, endArray, name, string, number, null
}

/// One token of a piece.
@usableFromInline
struct EventRecord: BitwiseCopyable {
  /// From the low end: the kind in 8 bits, a bit for a string or name with escapes, and in 55 bits
  /// the offset in the piece of the token's first byte, or of a string's first after the quote. The kind has a
  /// byte of its own, because callers compare it for each event.
  @usableFromInline let head: UInt64
  /// The number of bytes between a string's or name's quotation marks. Of other tokens, any number.
  let length: Int

  @inline(__always)
  init(_ kind: EventKind, at offset: Int, length: Int = 0, hasEscapes: Bool = false) {
    head =
      UInt64(kind.rawValue) | (hasEscapes ? 0x100 : 0) | UInt64(truncatingIfNeeded: offset) &<< 9
    self.length = length
  }

  @inlinable
  @inline(__always)
  var kind: EventKind {
    // Invariant: only `init` makes records, so the byte is that of a case. The raw values count up
    // from 0, as the representation does.
    unsafe unsafeBitCast(UInt8(truncatingIfNeeded: head), to: EventKind.self)
  }

  @inline(__always) var hasEscapes: Bool { head & 0x100 != 0 }
  @inline(__always) var offset: Int { Int(truncatingIfNeeded: head &>> 9) }
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
