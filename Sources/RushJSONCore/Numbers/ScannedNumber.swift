// The number grammar (RFC 8259 §6), read eight bytes at a time, and what one scan of the text
// learns: where the number ends and its digits as an integer, so that no reader scans it again.
//
//   -65.613616999999977e-2
//    └────────┬───────┘└┬┘
//     digits = 65613616999999977, fractionDigits = 15, exponent = −2
//     value  = −digits × 10^(exponent − fractionDigits)

internal import _RushJSONShims

/// A number as its text has it.
package struct ScannedNumber {
  /// All digits before the exponent, as one integer, if `isExact`; else nothing of use.
  package var digits: UInt64 = 0
  /// How many digits stand after the point.
  package var fractionDigits = 0
  /// The exponent as written, saturated far outside the range of any number type.
  package var exponent = 0
  /// Bytes of the text, sign included.
  package var length = 0
  /// There is a minus sign.
  package var isNegative = false
  /// There is neither a point nor an exponent.
  package var isInteger = true
  /// There is an exponent, be it zero.
  package var hasExponent = false
  /// How the number is written; all but `decimal` are extensions.
  package var form = Form.decimal
  /// `digits` holds every digit. Else it takes the text to know the value.
  package var isExact = true

  /// How a number is written.
  package enum Form: UInt8 {
    case decimal
    case hexadecimal
    case notANumber
    case infinity
  }

  /// The power of ten that `digits` is to be multiplied with.
  @inline(__always)
  package var decimalExponent: Int { exponent &- fractionDigits }
}

// MARK: - Eight digits in a word
//
// The formulas are Lemire's ("Number parsing at a gigabyte per second", 2021, §3) and aqrit's.

/// Values above 9 among eight bytes from which 0x30 was taken away; zero if all are digits.
@inline(__always)
private func nonDigits(_ values: UInt64) -> UInt64 {
  // Adding 6 carries a value above 9 into the high nibble. A carry out of a byte makes that byte a
  // hit itself, so the answer is right even if the byte above it is disturbed.
  ((values &+ 0x0606_0606_0606_0606) | values) & 0xf0f0_f0f0_f0f0_f0f0
}

/// Eight values of a digit each, the first in the lowest byte, as one integer.
@inline(__always)
private func integer(_ values: UInt64) -> UInt64 {
  let pairs = values &* 10 &+ (values &>> 8)
  let mask: UInt64 = 0x0000_00ff_0000_00ff
  return
    ((pairs & mask) &* 0x000f_4240_0000_0064
    &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001) &>> 32
}

/// The last `count` (0...16) of the 16 bytes before `end` as an integer; `others` is not 0 if one of
/// them is no digit.
///
/// Invariant: 16 bytes before `end` may be read.
@inline(__always)
func lastDigits(_ end: UnsafeRawPointer, _ count: Int) -> rush_digits {
  #if arch(x86_64)
    return unsafe rush_last_digits(end, count)
  #else
    return unsafe portableLastDigits(end, count)
  #endif
}

/// As `lastDigits`, in two 64-bit integers.
@inline(__always)
private func portableLastDigits(_ end: UnsafeRawPointer, _ count: Int) -> rush_digits {
  let mask = rush_last_bytes_mask(count)
  let zeros: UInt64 = 0x3030_3030_3030_3030
  let high =
    unsafe UInt64(littleEndian: (end - 16).loadUnaligned(as: UInt64.self)) ^ zeros
  let low = unsafe UInt64(littleEndian: (end - 8).loadUnaligned(as: UInt64.self)) ^ zeros
  let first = high & UInt64(littleEndian: mask.first)
  let second = low & UInt64(littleEndian: mask.second)
  return rush_digits(
    value: integer(first) &* 100_000_000 &+ integer(second),
    others: nonDigits(first) | nonDigits(second))
}

/// Whether the byte can follow a number, a literal, or a name without quotes.
@inline(__always)
package func endsScalar(_ byte: UInt8) -> Bool {
  if byte == 0x2c || byte | 0x20 == .closeBrace { return true }
  if byte <= 0x20 { return (1 as UInt64) &<< UInt64(byte) & 0x0000_0001_0000_2600 != 0 }
  return byte == 0x3a || byte == 0x22 || byte | 0x20 == .openBrace
}

extension ScannedNumber {
  /// Bytes that the fast scan may read before a number's first byte, and from it on.
  static let fastReach = 16

  /// Scans a number of known length without an exponent: an integer of at most 19 digits, or a whole
  /// part of at most 7 and a fraction of at most 16, 19 in all. Returns `nil` if it is anything else,
  /// well-formed or not.
  ///
  /// The length is what the next token's offset tells. With it the last 16 bytes can be read at
  /// once and what is before the number masked away: no branch depends on how many digits there
  /// are, which no processor can predict.
  ///
  ///     "x": -65.613616999999977,          "id": 505874924095815681,
  ///          │└┐ └──────┬──────┘                 └┐└──────┬───────┘
  ///       sign head   tail                       head   tail
  @inline(__always)
  static func fast(_ start: UnsafeRawPointer, length: Int) -> ScannedNumber? {
    // Invariant: `fastReach` bytes may be read on either side of `start`, and `length` from it on.
    // So 8 bytes after the sign may be read, and the 16 bytes that end with the number.
    @inline(__always) func word(_ at: UnsafeRawPointer) -> UInt64 {
      unsafe UInt64(littleEndian: at.loadUnaligned(as: UInt64.self))
    }
    let everyByte: UInt64 = 0x0101_0101_0101_0101
    let isNegative = unsafe start.load(as: UInt8.self) == .minus
    let first = unsafe start + (isNegative ? 1 : 0)
    let count = isNegative ? length &- 1 : length

    // The point, if one of the first eight bytes is it: the lowest bit of this is exact.
    let head = unsafe word(first)
    let difference = head ^ (everyByte &* 0x2e)
    let points = (difference &- everyByte) & ~difference & (everyByte &* 0x80)
    let point = points.trailingZeroBitCount &>> 3
    let hasPoint = points != 0 && point < count
    let headDigits = hasPoint ? point : count &- 16
    let tailDigits = hasPoint ? count &- point &- 1 : min(count, 16)
    // One comparison for 1...16.
    if UInt(bitPattern: tailDigits &- 1) > 15 { return nil }

    let end = unsafe start + length
    let tail = unsafe lastDigits(end, tailDigits)
    var digits = tail.value
    var others = tail.others
    if hasPoint || headDigits > 0 {
      // A point that comes first, or more digits than 64 bits hold.
      if headDigits == 0 || headDigits &+ tailDigits > 19 { return nil }
      // Shifted so that the head's last digit comes last and zeros come in front.
      let values =
        (head ^ (everyByte &* 0x30)) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* headDigits)
      others |= nonDigits(values)
      // Cannot overflow: 19 digits at most.
      digits = digits &+ integer(values) &* rush_integer_power_of_ten(tailDigits)
    }
    let hasLeadingZero = head & 0xff == 0x30 && (hasPoint ? headDigits : count) > 1
    if others != 0 || hasLeadingZero { return nil }
    var number = ScannedNumber()
    number.digits = digits
    number.fractionDigits = hasPoint ? tailDigits : 0
    number.isInteger = !hasPoint
    number.isNegative = isNegative
    number.length = length
    return number
  }
}

/// Both ways to read the last digits of 16 bytes, for the test that compares them.
package enum LastDigits {
  /// The last `count` of 16 bytes as an integer, by the vector registers if there are some; `nil` if
  /// one of them is no digit.
  package static func fastest(_ bytes: InlineArray<16, UInt8>, count: Int) -> UInt64? {
    unsafe read(bytes, count: count) { unsafe lastDigits($0, $1) }
  }

  /// The same, in 64-bit integers.
  package static func portable(_ bytes: InlineArray<16, UInt8>, count: Int) -> UInt64? {
    unsafe read(bytes, count: count) { unsafe portableLastDigits($0, $1) }
  }

  private static func read(
    _ bytes: InlineArray<16, UInt8>, count: Int,
    by body: (UnsafeRawPointer, Int) -> rush_digits
  ) -> UInt64? {
    unsafe withUnsafeBytes(of: bytes) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      // Invariant: the 16 bytes of the array lie before its end.
      let digits = unsafe body(base + 16, count)
      return digits.others == 0 ? digits.value : nil
    }
  }
}
