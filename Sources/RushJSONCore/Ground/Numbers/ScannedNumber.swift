internal import _RushJSONShims

// The number grammar (RFC 8259 §6), eight bytes at a time. One scan finds where the number ends and
// its digits as an integer, so that no reader scans it again.
//
//   -65.613616999999977e-2
//    └────────┬───────┘└┬┘
//     digits = 65613616999999977, fractionDigits = 15, exponent = −2
//     value  = −digits × 10^(exponent − fractionDigits)

/// The parts of a number's text.
package struct ScannedNumber {
  /// All digits before the exponent, as one integer; meaningless unless `isExact`.
  package var digits: UInt64 = 0
  package var fractionDigits = 0
  /// The exponent as written, saturated far outside the range of any number type.
  package var exponent = 0
  /// The length of the text in bytes, sign included.
  package var length = 0
  package var isNegative = false
  /// Whether there is neither a point nor an exponent.
  package var isInteger = true
  /// Whether there is an exponent, even if it is zero.
  package var hasExponent = false
  /// How the number is written; all but `decimal` are extensions.
  package var form = Form.decimal
  /// Whether `digits` holds every digit. Otherwise the value is known only from the text.
  package var isExact = true

  package enum Form: UInt8 {
    case decimal
    case hexadecimal
    case notANumber
    case infinity
  }

  /// The power of ten that `digits` must be multiplied by.
  @inline(__always) package var decimalExponent: Int { exponent &- fractionDigits }
}

/// The last `count` (0...16) of the 16 bytes before `end` as an integer. `others` is 0 if all of them are digits.
@inline(__always)
func lastDigits(_ end: CheckedView<UInt8>, _ count: Int) -> rush_digits {
  assert(count >= 0 && count <= 16)
  #if arch(x86_64) || arch(arm64)
    return unsafe rush_last_digits(end.checked(16, at: -16) + 16, count)
  #else
    return portableLastDigits(end, count)
  #endif
}

/// As `lastDigits`, in two 64-bit integers.
@inline(__always)
private func portableLastDigits(_ end: CheckedView<UInt8>, _ count: Int) -> rush_digits {
  let mask = rush_last_bytes_mask(count)
  let first = (end.word(at: -16) ^ DigitWord.ascii) & UInt64(littleEndian: mask.first)
  let second = (end.word(at: -8) ^ DigitWord.ascii) & UInt64(littleEndian: mask.second)
  return rush_digits(
    value: DigitWord.number(first) &* 100_000_000 &+ DigitWord.number(second),
    others: DigitWord.nonDigits(first) | DigitWord.nonDigits(second))
}

/// Whether the byte can follow a number, a literal, or a name without quotes.
@inline(__always)
package func endsScalar(_ byte: UInt8) -> Bool {
  if byte == .comma || byte | 0x20 == .closeBrace { return true }
  if byte <= 0x20 { return (1 as UInt64) &<< UInt64(byte) & 0x0000_0001_0000_2600 != 0 }
  return byte == .colon || byte == .quote || byte | 0x20 == .openBrace
}

extension ScannedNumber {
  /// The number of bytes that the fast scan may read before a number's first byte, and from it on.
  static let fastReach = 16

  /// Scans a number of known length without an exponent: an integer of at most 19 digits, or at most 7
  /// digits before the point and 16 after it, 19 in all. Returns `nil` for any other text.
  ///
  /// The next token's offset gives the length. With it the last 16 bytes can be read in one step, and
  /// what precedes the number is masked out: no branch depends on the number of digits, which no
  /// processor can predict.
  ///
  ///     "x": -65.613616999999977,          "id": 505874924095815681,
  ///          │└┐ └──────┬──────┘                 └┐└──────┬───────┘
  ///       sign head   tail                       head   tail
  @inline(__always)
  static func fast(_ start: CheckedView<UInt8>, length: Int) -> ScannedNumber? {
    assert(length > 0)
    // Invariant: `fastReach` bytes may be read on either side of `start`, and `length` from it on.
    // So 8 bytes after the sign may be read, and the 16 bytes that end with the number.
    let everyByte: UInt64 = 0x0101_0101_0101_0101
    let isNegative = start.pointee == .minus
    let first = start + (isNegative ? 1 : 0)
    let count = isNegative ? length &- 1 : length

    // The point, if it is one of the first eight bytes. The lowest set bit is exact.
    let head = first.word()
    let difference = head ^ (everyByte &* UInt64(UInt8.decimalPoint))
    let points = (difference &- everyByte) & ~difference & (everyByte &* 0x80)
    let point = points.trailingZeroBitCount &>> 3
    let hasPoint = points != 0 && point < count
    let headDigits = hasPoint ? point : count &- 16
    let tailDigits = hasPoint ? count &- point &- 1 : min(count, 16)
    // One comparison for 1...16.
    if UInt(bitPattern: tailDigits &- 1) > 15 { return nil }

    let tail = lastDigits(start + length, tailDigits)
    var digits = tail.value
    var others = tail.others
    if hasPoint || headDigits > 0 {
      // A point that comes first, or more digits than 64 bits hold.
      if headDigits == 0 || headDigits &+ tailDigits > 19 { return nil }
      assert(headDigits > 0 && headDigits < 8)
      // Shifted so that the head's last digit comes last and zeros come in front.
      let values = (head ^ DigitWord.ascii) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* headDigits)
      others |= DigitWord.nonDigits(values)
      // Cannot overflow: 19 digits at most.
      digits = digits &+ DigitWord.number(values) &* rush_integer_power_of_ten(tailDigits)
    }
    let hasLeadingZero = head & 0xff == UInt64(UInt8.digit0) && (hasPoint ? headDigits : count) > 1
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

extension ScannedNumber {
  /// The integer of 20 digits, or `nil` if a byte is not a digit or the integer exceeds 64 bits.
  @inline(__always)
  static func integerOfTwentyDigits(_ start: CheckedView<UInt8>) -> UInt64? {
    let tail = lastDigits(start + 20, 16)
    // Four digits, with zeros in front. 2⁶⁴ begins with 1844.
    let head = (start.word() ^ DigitWord.ascii) &<< 32
    let leading = DigitWord.number(head)
    guard tail.others | DigitWord.nonDigits(head) == 0, leading >= 1000 else { return nil }
    let (high, exceeds) = leading.multipliedReportingOverflow(by: 10_000_000_000_000_000)
    let (value, overflows) = high.addingReportingOverflow(tail.value)
    return exceeds || overflows ? nil : value
  }
}

/// Both ways to read the last digits of 16 bytes, for a test that compares them.
package enum LastDigits {
  /// The last `count` of 16 bytes as an integer, by vector registers where available; `nil` if one of
  /// them is not a digit.
  package static func fastest(_ bytes: SIMD16<UInt8>, count: Int) -> UInt64? {
    read(bytes, count: count) { lastDigits($0, $1) }
  }

  /// The same, in 64-bit integers.
  package static func portable(_ bytes: SIMD16<UInt8>, count: Int) -> UInt64? {
    read(bytes, count: count) { portableLastDigits($0, $1) }
  }

  private static func read(
    _ bytes: SIMD16<UInt8>, count: Int, by body: (CheckedView<UInt8>, Int) -> rush_digits
  ) -> UInt64? {
    unsafe withUnsafeBytes(of: bytes) {
      let digits = unsafe body(CheckedBytes($0).view() + 16, count)
      return digits.others == 0 ? digits.value : nil
    }
  }
}

// MARK: - Double

extension ScannedNumber {
  /// The nearest `Double`. The number's text begins at `text`.
  @inline(__always)
  func double(in text: CheckedView<UInt8>) -> Double {
    if isExact, form == .decimal {
      return DecimalConversion.nearest(digits, decimalExponent, isNegative: isNegative)
    }
    return slowDouble(in: text.bytes(length))
  }

  @inline(never)
  private func slowDouble(in text: CheckedBytes) -> Double {
    switch form {
    case .decimal:
      return DecimalConversion.nearest(text)
    case .hexadecimal:
      // Invariant: the caller keeps the bytes of the number alive during the call.
      let magnitude = unsafe hexadecimalMagnitude(in: text.buffer.span).double
      return isNegative ? -magnitude : magnitude
    // The sign of a NaN has no meaning, and a tree keeps none.
    case .notANumber: return .nan
    case .infinity: return isNegative ? -.infinity : .infinity
    }
  }

  /// The magnitude of a hexadecimal integer. The text is read only if it has more than 64 bits.
  func hexadecimalMagnitude(in text: Span<UInt8>) -> WordPair {
    if isExact { return WordPair(high: 0, low: digits) }
    var magnitude = WordPair(high: 0, low: 0)
    var isPrefix = true
    for index in text.indices {
      // A sign and a zero precede the "x".
      let letter = text[index] | 0x20
      if isPrefix {
        isPrefix = letter != UInt8(ascii: "x")
      } else {
        let digit = letter < UInt8(ascii: "a") ? letter & 0x0f : letter &- UInt8(ascii: "a") &+ 10
        magnitude.high = magnitude.high &<< 4 | magnitude.low &>> 60
        magnitude.low = magnitude.low &<< 4 | UInt64(digit)
      }
    }
    return magnitude
  }
}

// MARK: - Kernels

extension BlockKernel {
  /// Whether numbers of known length are read by the kernel's vector instructions.
  @inline(__always) var readsNumbers: Bool { rush_kernel_reads_numbers(raw) != 0 }
}

extension ScannedNumber {
  /// Scans a number of known length: by the kernel, if it reads numbers, at most 19 digits after leading zeros, and at
  /// most 4 in the exponent; otherwise as `fast(_:length:)`. Returns `nil` for any other text.
  @inline(__always)
  static func fast(_ start: CheckedView<UInt8>, length: Int, kernel: BlockKernel) -> ScannedNumber?
  {
    assert(length > 0)
    if !kernel.readsNumbers { return fast(start, length: length) }
    // Invariant: `fastReach` bytes before `start` and `length` bytes from it on may be read.
    let found = unsafe rush_read_number(kernel.raw, start.checked(length), length)
    if found.form == 0 { return nil }
    var number = ScannedNumber()
    number.digits = found.digits
    number.fractionDigits = Int(found.fraction_digits)
    assert(number.fractionDigits < length)
    number.exponent = Int(found.exponent)
    let form = Int(found.form)
    number.isInteger = form & (RUSH_NUMBER_HAS_POINT | RUSH_NUMBER_HAS_EXPONENT) == 0
    number.hasExponent = form & RUSH_NUMBER_HAS_EXPONENT != 0
    number.isNegative = form & RUSH_NUMBER_IS_NEGATIVE != 0
    number.length = length
    return number
  }

  /// Whether the text is a number that `fast(_:length:kernel:)` scans, or any other of up to 32 bytes if the kernel
  /// reads numbers.
  @inline(__always)
  static func isFast(_ start: CheckedView<UInt8>, length: Int, kernel: BlockKernel) -> Bool {
    // Invariant: as for that function.
    unsafe kernel.readsNumbers
      ? rush_is_number(kernel.raw, start.checked(length), length) != 0
      : isFast(start, length: length)
  }

  // Not inlined, because it needs all registers, and the grammar's loop must keep its own.
  @inline(never)
  private static func isFast(_ start: CheckedView<UInt8>, length: Int) -> Bool {
    fast(start, length: length) != nil
  }

  /// The value of a number of known length, read by a kernel that reads numbers; none if `fast` would return `nil`, and
  /// for some numbers at the ends of their range.
  @inline(__always)
  static func value(_ start: CheckedView<UInt8>, length: Int, kernel: BlockKernel)
    -> (kind: UInt64, bits: UInt64)
  {
    assert(length > 0)
    // Invariant: as for `fast`.
    let value = unsafe rush_read_value(kernel.raw, start.checked(length), length)
    return (value.kind, value.bits)
  }
}
