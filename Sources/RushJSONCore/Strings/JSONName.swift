// The name of a member, known when the program is compiled.
//
//   "id"                            by hand
//   JSONName(prepared: #","id":"#)  by a macro:  , " i d " :
//                                                    └─┘ start, count
//
// Two words and a bit in registers, all constants in optimised code: nothing is made at run time.

/// The name of a member, written in the source code.
///
/// ```swift
/// id = try reader.value("id")
/// ```
@safe
public struct JSONName: ExpressibleByStringLiteral, Sendable {
  // Invariant: `count` bytes of UTF-8 begin here, which live as long as the process. In a prepared name,
  // a comma and a quotation mark precede them, and a quotation mark and a colon follow.
  @usableFromInline nonisolated(unsafe) let start: UnsafePointer<UInt8>
  /// Twice the number of bytes, plus 1 for a prepared name.
  @usableFromInline let size: UInt
  /// One of 64 bits, which equal names share.
  @usableFromInline let bit: UInt64

  /// Creates a name from a literal.
  // Always inlined, so that the words of a name are constants: a call for each member costs more than the
  // comparison of its name.
  @inlinable @inline(__always)
  public init(stringLiteral name: StaticString) {
    // Invariant: a string literal is stored as UTF-8.
    unsafe start = name.utf8Start
    size = UInt(bitPattern: name.utf8CodeUnitCount &<< 1)
    bit = unsafe JSONName.bit(name.utf8Start, name.utf8CodeUnitCount)
  }

  /// Creates a name from the text of its member up to the value: a comma, a quotation mark, the name, a
  /// quotation mark and a colon.
  ///
  /// For generated code: ``JSONWriter`` copies such a text without looking at it. The name must be
  /// printable ASCII without `"`, `\`, `/`, `<`, `>`, `&` and `'`.
  @inlinable @inline(__always)
  public init(prepared text: StaticString) {
    precondition(text.utf8CodeUnitCount >= 4)
    // Invariant: the text has at least four bytes.
    unsafe start = text.utf8Start + 2
    let count = text.utf8CodeUnitCount &- 4
    size = UInt(bitPattern: count &<< 1 | 1)
    bit = unsafe JSONName.bit(text.utf8Start + 2, count)
  }

  /// The bit of a name of `count` bytes.
  @inlinable @inline(__always)
  static func bit(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    if count == 0 { return 1 }
    // Invariant: there is a first and a last byte.
    let (first, last) = unsafe (UInt64(start[0]), UInt64(start[count &- 1]))
    return 1 &<< (first &* 7 &+ last &* 13 &+ UInt64(truncatingIfNeeded: count) &* 29)
  }

  @inline(__always) var count: Int { Int(bitPattern: size &>> 1) }
  @inline(__always) var isPrepared: Bool { size & 1 != 0 }

  @inline(__always)
  var utf8: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }
}

extension JSONName: CustomStringConvertible {
  /// The name.
  public var description: String { unsafe String(decoding: utf8, as: UTF8.self) }
}
