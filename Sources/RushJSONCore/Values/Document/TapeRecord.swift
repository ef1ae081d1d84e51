// The tape: one record of 16 bytes for every value and every name, in document order.
//
//   {"a": [1, 2.5], "b\n": null}
//   0123456789…
//
//   index  kind           offset  payload
//     0    array (root)       0   count 1, distance 8     contains the value
//     1    object             0   count 2, distance 7     2 members; its end is at 1 + 7
//     2    name               2   length 1                before its value
//     3    array              6   count 2, distance 3
//     4    integer            7   1
//     5    double            10   bit pattern of 2.5
//     6    escapedName       17   length 3
//     7    null              23   –
//
// The offset is that of the value's first byte, or for strings of the first byte between the quotes. The spelling of
// a number is found by one scan from there.
//
// While a container is open, the high half of its payload is the distance back to the record of the
// container around it, so the tape is its own stack.

// Records are visible to inlinable code, so that a cursor's loop inlines into its user's module.

@usableFromInline
package enum TapeKind: UInt8 {
  case null = 0
  case `false` = 1
  case `true` = 2
  /// A number without point and exponent that fits in `Int64`, which is the payload.
  case integer = 3
  /// A number without point and exponent that fits only in `UInt64`, which is the payload.
  case unsigned = 4
  /// Any other number; the payload is the nearest `Double`.
  case double = 5
  case array = 6
  case object = 7
  // Strings and names: 8, and 2 for a name, and 1 for escapes.
  case string = 8
  case escapedString = 9
  case name = 10
  case escapedName = 11
}

@usableFromInline
package struct TapeRecord: BitwiseCopyable {
  /// The kind in the low 8 bits, the offset in the high 56.
  @usableFromInline var head: UInt64
  /// A string's length, a number's bits, or a container's count (low half) and distance (high).
  @usableFromInline var payload: UInt64

  @inline(__always)
  init(_ kind: TapeKind, at offset: Int, payload: UInt64) {
    assert(offset >= 0 && offset >> 56 == 0)
    head = UInt64(kind.rawValue) | UInt64(truncatingIfNeeded: offset) &<< 8
    self.payload = payload
  }

  @inlinable var kindByte: UInt8 { UInt8(truncatingIfNeeded: head) }

  // The tape is written by TapeSink alone, so the byte is always one of the cases.
  @inlinable package var kind: TapeKind { TapeKind(rawValue: kindByte) ?? .null }

  /// The kind of the value; a name is a string.
  @inlinable
  package var valueKind: JSONKind {
    // First, so that in code for strings the compiler knows what `isString` is.
    if isString { return .string }
    // Four bits for each `TapeKind`, the first lowest.
    let kinds: UInt32 = 0x5422_2110
    let kind = UInt8(truncatingIfNeeded: kinds &>> (UInt32(kindByte) &* 4)) & 0x0f
    return JSONKind(rawValue: kind) ?? .null
  }

  @inlinable package var offset: Int { Int(truncatingIfNeeded: head &>> 8) }

  /// The length of a string between the quotes, in bytes.
  @inlinable package var length: Int { Int(truncatingIfNeeded: payload) }
  @inlinable package var hasEscapes: Bool { kindByte & 9 == 9 }
  @inlinable package var isString: Bool { kindByte & 8 != 0 }
  @inlinable package var isName: Bool { kindByte & 10 == 10 }
  @inlinable package var isContainer: Bool { kindByte & ~1 == TapeKind.array.rawValue }

  /// The number of a container's elements or members.
  @inlinable package var count: Int { Int(truncatingIfNeeded: payload & 0xffff_ffff) }

  /// The distance to the next sibling, in records.
  @inlinable package var distance: Int { isContainer ? Int(truncatingIfNeeded: payload &>> 32) : 1 }
}
