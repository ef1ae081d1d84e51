// The number grammar (RFC 8259 §6), read eight bytes at a time, and what one scan of the text
// learns: where the number ends and its digits as an integer, so that no reader scans it again.
//
//   -65.613616999999977e-2
//    └────────┬───────┘└┬┘
//     digits = 65613616999999977, fractionDigits = 15, exponent = −2
//     value  = −digits × 10^(exponent − fractionDigits)

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

// ---- Eight digits in a word ----
//
// The formulas are Lemire's ("Number parsing at a gigabyte per second", 2021, §3) and aqrit's.

/// How many of the low bytes of `word` are digits, 0 through 8; `values` are their values.
@inline(__always)
private func leadingDigits(_ word: UInt64) -> (values: UInt64, count: Int) {
  let values = word ^ 0x3030_3030_3030_3030
  // Adding 6 carries a value above 9 into the high nibble. A carry out of a byte that is no digit
  // only reaches bytes above it, so the lowest hit is exact.
  let others = ((values &+ 0x0606_0606_0606_0606) | values) & 0xf0f0_f0f0_f0f0_f0f0
  return (values, others == 0 ? 8 : others.trailingZeroBitCount &>> 3)
}

/// Eight values of a digit each, the first in the lowest byte, as one integer.
@inline(__always)
private func integer(eightValues values: UInt64) -> UInt64 {
  let pairs = values &* 10 &+ (values &>> 8)
  let mask: UInt64 = 0x0000_00ff_0000_00ff
  return ((pairs & mask) &* 0x000f_4240_0000_0064
    &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001) &>> 32
}

/// The first `count` (0 through 7) of eight values as one integer: the rest is shifted out, and
/// zeros come in front.
@inline(__always)
private func integer(values: UInt64, count: Int) -> UInt64 {
  // Two shifts, because a shift by 64 would not shift at all.
  integer(
    eightValues: (values &<< UInt64(truncatingIfNeeded: 8 &* (7 &- count))) &<< 8)
}

/// 10^`count` for 0 through 7, from the bits of a few multiplications instead of a table's load.
@inline(__always)
private func powerOfTen(_ count: Int) -> UInt64 {
  let table: InlineArray<8, UInt64> = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]
  return unsafe table[unchecked: count]
}

/// Whether the byte can follow a number, a literal, or a name without quotes.
@inline(__always)
package func endsScalar(_ byte: UInt8) -> Bool {
  if byte == 0x2c || byte | 0x20 == 0x7d { return true }
  if byte <= 0x20 { return (1 as UInt64) &<< UInt64(byte) & 0x0000_0001_0000_2600 != 0 }
  return byte == 0x3a || byte == 0x22 || byte | 0x20 == 0x7b
}

extension ScannedNumber {
  /// Bytes that the fast scan may read from the number's first byte on.
  static let fastReach = 40

  /// Scans a number of at most 19 digits without an exponent, of which at least `fastReach` bytes
  /// are readable at `start`. Returns `nil` if it is anything else, well-formed or not.
  @inline(__always)
  static func fast(_ start: UnsafeRawPointer) -> ScannedNumber? {
    // Invariant: at most 1 sign, 19 digits and 1 point are passed before the last load of 8 bytes,
    // so every load ends within `fastReach`.
    @inline(__always) func word(_ at: UnsafeRawPointer) -> UInt64 {
      unsafe UInt64(littleEndian: at.loadUnaligned(as: UInt64.self))
    }
    @inline(__always) func byte(_ at: UnsafeRawPointer) -> UInt8 {
      unsafe at.load(as: UInt8.self)
    }
    var number = ScannedNumber()
    var at = unsafe start
    number.isNegative = unsafe byte(at) == 0x2d
    unsafe at += number.isNegative ? 1 : 0
    let first = unsafe at

    var run = unsafe leadingDigits(word(at))
    if run.count == 0 { return nil }
    if unsafe byte(at) == 0x30, run.count > 1 { return nil }
    var digits: UInt64 = 0
    while run.count == 8 {
      digits = digits &* 100_000_000 &+ integer(eightValues: run.values)
      unsafe at += 8
      if unsafe at - first > 16 { return nil }
      run = unsafe leadingDigits(word(at))
    }
    digits = digits &* powerOfTen(run.count) &+ integer(values: run.values, count: run.count)
    unsafe at += run.count
    let integerDigits = unsafe at - first
    if integerDigits > 19 { return nil }

    if unsafe byte(at) == 0x2e {
      unsafe at += 1
      let fraction = unsafe at
      run = unsafe leadingDigits(word(at))
      if run.count == 0 { return nil }
      while run.count == 8 {
        digits = digits &* 100_000_000 &+ integer(eightValues: run.values)
        unsafe at += 8
        if unsafe at - first > 17 { return nil }
        run = unsafe leadingDigits(word(at))
      }
      digits = digits &* powerOfTen(run.count) &+ integer(values: run.values, count: run.count)
      unsafe at += run.count
      number.fractionDigits = unsafe at - fraction
      if integerDigits &+ number.fractionDigits > 19 { return nil }
      number.isInteger = false
    }
    if unsafe !endsScalar(byte(at)) { return nil }
    number.digits = digits
    number.length = unsafe at - start
    return number
  }
}
