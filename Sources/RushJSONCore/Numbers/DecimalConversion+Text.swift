extension DecimalConversion {
  /// The number nearest to a JSON number text of any length, ties to even, rounded once.
  /// - Parameter text: A number as in RFC 8259 §6, or with a plus before it, and nothing after it. The
  ///   grammar is not checked again: other bytes give some number, and nothing outside the buffer is read.
  /// - Complexity: O(*n*) for *n* bytes, without allocation.
  package static func nearest<F: InterchangeFloat>(_ text: UnsafeRawBufferPointer) -> F {
    // Invariant: the caller keeps the bytes alive and unchanged. They may be read as UInt8.
    let bytes = unsafe text.assumingMemoryBound(to: UInt8.self).span
    let number = DecimalText(bytes)
    if number.isExact {
      return nearest(number.digits, number.exponent, isNegative: number.isNegative)
    }
    return F(magnitudeBits: magnitude(number, bytes, F.format), isNegative: number.isNegative)
  }

  /// The bits of the number nearest to a text of more than 19 significant digits.
  /// The value lies between the first 19 digits and these plus one. Nearly always both round to the
  /// same number, which is the answer.
  @inline(never)
  private static func magnitude(
    _ number: DecimalText, _ bytes: Span<UInt8>, _ format: BinaryFloatFormat
  ) -> UInt64 {
    let lower = magnitude(number.digits, number.exponent, format)
    // 19 digits plus one are at most 10^19, which fits.
    let upper = magnitude(number.digits &+ 1, number.exponent, format)
    return lower == upper ? lower : exactMagnitude(number, bytes, above: lower, format)
  }
}

/// A JSON number text as its first 19 significant digits, and what is known about the others.
///
/// ```
/// 0.0012345678901234567895e2
///  ↑  └────── digits ──┘│     19 of them, from the first that is not 0; exponent −21 + 2
///  │  ↑ first           └ dropped: not 0, so the digits are not exact
///  └ point
/// ```
struct DecimalText {
  let isNegative: Bool
  private(set) var digits: UInt64 = 0
  /// The power of ten of the last of `digits`.
  let exponent: Int
  /// The offset of the first digit that is not 0.
  let first: Int
  /// False if a digit other than 0 follows those in `digits`.
  let isExact: Bool

  static let capacity = 19

  init(_ bytes: Span<UInt8>) {
    isNegative = !bytes.isEmpty && bytes[0] == .minus
    // JSON5 allows a plus.
    var index = isNegative || !bytes.isEmpty && bytes[0] == .plus ? 1 : 0
    var point: Int?

    // Leading zeros do not count as digits; they only move the point.
    while index < bytes.count {
      if bytes[index] == .decimalPoint {
        point = index
      } else if bytes[index] != .digit0 {
        break
      }
      index &+= 1
    }
    first = index

    var room = DecimalText.capacity
    while index < bytes.count, room > 0 {
      // Wraps for bytes below "0", which are then above 9.
      let digit = bytes[index] &- UInt8.digit0
      if digit <= 9 {
        // At most 19 digits: less than 10^19, no overflow.
        digits = digits &* 10 &+ UInt64(digit)
        room &-= 1
      } else if bytes[index] == .decimalPoint {
        point = index
      } else {
        break
      }
      index &+= 1
    }
    let end = index

    var dropped: UInt8 = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8.digit0
      if digit <= 9 {
        dropped |= digit
      } else if bytes[index] == .decimalPoint {
        point = index
      } else {
        break
      }
      index &+= 1
    }
    isExact = dropped == 0

    // Without a point in the text, it is after the last digit. One among the digits is not a digit.
    let place = point ?? index
    var power = Int64(place < end ? place &+ 1 &- end : place &- end)
    // The byte that ended the digits is "e" or "E".
    if index < bytes.count { power &+= DecimalText.explicitExponent(bytes, from: index &+ 1) }
    // Clamped far beyond any format's range, so that sums with it cannot overflow.
    exponent = Int(truncatingIfNeeded: max(-1_000_000, min(1_000_000, power)))
  }

  /// The signed integer after "e", at most 10^17 in magnitude. No text can move the point that far,
  /// so the sum has the right sign however many digits the exponent has.
  private static func explicitExponent(_ bytes: Span<UInt8>, from start: Int) -> Int64 {
    var index = start
    var isNegative = false
    if index < bytes.count, bytes[index] == UInt8.minus || bytes[index] == .plus {
      isNegative = bytes[index] == .minus
      index &+= 1
    }
    var value: Int64 = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8.digit0
      if digit > 9 { break }
      // Less than 10^16 before means less than 10^17 after.
      if value < 10_000_000_000_000_000 { value = value &* 10 &+ Int64(digit) }
      index &+= 1
    }
    return isNegative ? 0 &- value : value
  }
}
