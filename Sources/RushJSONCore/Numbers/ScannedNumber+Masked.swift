internal import _RushJSONShims

extension ScannedNumber {
  /// Scans a number of known length by masked vector instructions, if `canMask`: at most 19 digits, and at
  /// most 4 in the exponent. Otherwise as `fast(_:length:)`. Returns `nil` for any other text.
  @inline(__always)
  static func fast(_ start: UnsafeRawPointer, length: Int, canMask: Bool) -> ScannedNumber? {
    if !canMask { return unsafe fast(start, length: length) }
    // Invariant: `length` bytes may be read from `start` on, and the function reads no others.
    let found = unsafe rush_masked_number(start, length)
    if found.form == 0 { return nil }
    var number = ScannedNumber()
    number.digits = found.digits
    number.fractionDigits = Int(found.fraction_digits)
    number.exponent = Int(found.exponent)
    let form = Int(found.form)
    number.isInteger = form & (RUSH_NUMBER_HAS_POINT | RUSH_NUMBER_HAS_EXPONENT) == 0
    number.hasExponent = form & RUSH_NUMBER_HAS_EXPONENT != 0
    number.isNegative = form & RUSH_NUMBER_IS_NEGATIVE != 0
    number.length = length
    return number
  }

  /// The value of a number of known length, read by masked vector instructions, which the caller has found
  /// there; none if `fast` would return `nil`, and for some numbers at the ends of their range.
  @inline(__always)
  static func maskedValue(_ start: UnsafeRawPointer, length: Int)
    -> (kind: UInt64, bits: UInt64)
  {
    // Invariant: `length` bytes may be read from `start` on, and the function reads no others.
    let value = unsafe rush_masked_value(start, length)
    return (value.kind, value.bits)
  }

  /// Whether this processor has the instructions. Read once per text.
  static func canMask(_ kernel: BlockKernel) -> Bool { rush_kernel_masks_numbers(kernel.raw) != 0 }
}
