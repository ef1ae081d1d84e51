internal import _RushJSONShims

// A decimal number of Foundation's type, without Foundation: an integer of 128 bits and a power of ten.
//
//     -65.6136169999999770  →  negative, high 0, low 65613616999999977, exponent −15
//
// As in Foundation, the integer has no trailing zeros, and digits that do not fit are dropped.

/// ±(`high` · 2⁶⁴ + `low`) · 10^`exponent`.
package struct DecimalParts: Equatable, Sendable {
  package var high: UInt64 = 0
  package var low: UInt64 = 0
  package var exponent = 0
  package var isNegative = false

  package init(high: UInt64 = 0, low: UInt64 = 0, exponent: Int = 0, isNegative: Bool = false) {
    (self.high, self.low) = (high, low)
    (self.exponent, self.isNegative) = (exponent, isNegative)
  }
}

// MARK: - Reading

extension DecimalParts {
  /// The most digits that always fit into 128 bits.
  private static let digitCount = 38
  /// Far from the ends of Foundation's range, where its rules have exceptions.
  private static let largestExponent = 100

  /// Reads the number at the start of `text` (RFC 8259 §6). Returns `nil` for other spellings, for numbers near the ends
  /// of Foundation's range, and where a 39th digit may fit, so that the caller asks Foundation.
  package init?(_ text: CheckedBytes) {
    if let usual = DecimalParts.usual(text) {
      self = usual
      return
    }
    var scan = DecimalScan(text)
    guard scan.readDigits() else { return nil }
    let written = scan.readExponent() ?? 0
    let exponent = scan.exponent &+ written
    guard scan.isAtEnd, scan.fits else { return nil }
    guard scan.count > 0 else {
      // A zero keeps its fraction digits, unless it is negative.
      if scan.hasExponent || scan.fractionDigits > Self.largestExponent { return nil }
      self.init(exponent: scan.isNegative ? 0 : 0 &- scan.fractionDigits)
      return
    }
    // Foundation counts trailing zeros of a fraction, too.
    guard exponent <= Self.largestExponent,
      written &- scan.fractionDigits >= 0 &- Self.largestExponent
    else { return nil }
    assert(scan.count <= Self.digitCount)
    let product = scan.first.multipliedFullWidth(
      by: rush_integer_power_of_ten(max(scan.count &- 19, 0)))
    let (low, carries) = product.low.addingReportingOverflow(scan.last)
    self.init(
      high: product.high &+ (carries ? 1 : 0), low: low, exponent: exponent,
      isNegative: scan.isNegative)
  }

  /// Reads up to 18 digits without an exponent. Returns `nil` for any other text, and for zero.
  @inline(__always)
  private static func usual(_ text: CheckedBytes) -> DecimalParts? {
    // Invariant: `at` is compared with the count before each use as an index.
    let isNegative = text.first == .minus
    let start = isNegative ? 1 : 0
    var (digits, at, point) = (0 as UInt64, start, -1)
    var byte: UInt8 = .space
    while at < text.count {
      byte = text[at]
      if byte &- .digit0 < 10 {
        digits = digits &* 10 &+ UInt64(byte &- .digit0)
      } else if byte == .decimalPoint, point < 0 {
        point = at
      } else {
        break
      }
      at &+= 1
    }
    // With a point, 18 digits have 19 bytes.
    let longest = point < 0 ? 18 : 19
    guard digits != 0, at &- start <= longest, at == text.count || endsScalar(byte) else {
      return nil
    }
    var exponent = point < 0 ? 0 : point &+ 1 &- at
    while digits % 10 == 0 {
      digits /= 10
      exponent &+= 1
    }
    return DecimalParts(low: digits, exponent: exponent, isNegative: isNegative)
  }

  /// The scan of one number.
  @safe
  private struct DecimalScan {
    // Invariant: `at` is compared with the count before each use as an index.
    private let text: CheckedBytes
    private var at = 0
    /// The first 19 digits after leading zeros, and up to 19 more. Zeros wait until another digit follows.
    private(set) var first: UInt64 = 0
    private(set) var last: UInt64 = 0
    private(set) var count = 0
    private var zeros = 0
    private(set) var isNegative = false
    private(set) var fractionDigits = 0
    private(set) var hasExponent = false
    /// Whether no 39th digit was dropped that could fit.
    private(set) var fits = true
    /// The power of ten of the last digit that was kept.
    private(set) var exponent = 0

    init(_ text: CheckedBytes) { self.text = text }

    private var byte: UInt8 { at < text.count ? text[at] : UInt8.space }

    /// Whether the number ends here.
    var isAtEnd: Bool { endsScalar(byte) }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard self.byte == byte else { return false }
      at &+= 1
      return true
    }

    /// Reads the sign and the digits.
    mutating func readDigits() -> Bool {
      isNegative = skip(.minus)
      let start = at
      while let digit { add(digit) }
      if at == start { return false }
      // So far the power counts from the last kept digit to the point.
      guard skip(.decimalPoint) else { return true }
      let point = at
      while let digit {
        fractionDigits = at &+ 1 &- point
        add(digit)
      }
      return at > point
    }

    /// The next digit.
    private var digit: UInt8? { byte &- .digit0 < 10 ? byte &- .digit0 : nil }

    @inline(__always)
    private mutating func add(_ digit: UInt8) {
      at &+= 1
      if fractionDigits == 0 { exponent &+= 1 }
      guard digit != 0 else {
        if count > 0 { zeros &+= 1 }
        return
      }
      let position = count &+ zeros &+ 1
      guard position <= DecimalParts.digitCount else {
        if position == DecimalParts.digitCount &+ 1, mayTakeAnotherDigit { fits = false }
        zeros &+= 1
        return
      }
      while zeros > 0 {
        append(0)
        zeros &-= 1
      }
      append(digit)
      exponent = 0 &- fractionDigits
    }

    @inline(__always)
    private mutating func append(_ digit: UInt8) {
      assert(count < DecimalParts.digitCount && digit < 10)
      if count < 19 {
        first = first &* 10 &+ UInt64(digit)
      } else {
        last = last &* 10 &+ UInt64(digit)
      }
      count &+= 1
    }

    /// Whether another digit after 38, among them zeros that wait, may fit into 128 bits: 2¹²⁸ is 3.4 · 10³⁸.
    private var mayTakeAnotherDigit: Bool {
      var leading = first
      while leading >= 10 { leading /= 10 }
      return leading < 4
    }

    /// Reads the exponent, or returns `nil` if there is none.
    mutating func readExponent() -> Int? {
      guard byte | 0x20 == UInt8(ascii: "e") else { return nil }
      hasExponent = true
      at &+= 1
      let isNegative = skip(.minus)
      if !isNegative { _ = skip(.plus) }
      var value = 0
      while let digit {
        // Saturated, far outside of the range.
        if value < 10_000 { value = value &* 10 &+ Int(digit) }
        at &+= 1
      }
      return isNegative ? 0 &- value : value
    }
  }
}

// MARK: - Writing

extension DecimalParts {
  /// The room that `write` needs, in bytes: 39 digits and 128 zeros, a sign, a point, and the excess of a word's store.
  package static let textCapacity = 224

  /// Writes the number without an exponent, as Foundation does, and returns how many bytes its text has.
  /// - Precondition: The exponent is in -128...127. The integer has no trailing zeros, or the exponent is not negative.
  /// - Parameter output: Room for `textCapacity` bytes.
  package func write(to output: CheckedPointer<UInt8>) -> Int {
    // Invariant of this file: a text has at most 168 bytes, and the digits are written to at most 40 bytes from a
    // place that has 132 bytes before it.
    assert(exponent >= -128 && exponent <= 127)
    guard high | low != 0 else {
      output[0] = UInt8.digit0
      return 1
    }
    output[0] = UInt8.minus
    let start = output + (isNegative ? 1 : 0)
    return (isNegative ? 1 : 0) &+ writeMagnitude(to: start)
  }

  private func writeMagnitude(to start: CheckedPointer<UInt8>) -> Int {
    let fractionDigits = 0 &- exponent
    if high == 0, fractionDigits > 0 {
      return NumberText.write(low, fractionDigits: fractionDigits, to: start)
    }
    let digits = WordPair(high: high, low: low)
    if fractionDigits <= 0 {
      let count = NumberText.write(digits, to: start)
      (start + count).update(repeating: UInt8.digit0, count: exponent)
      return count &+ exponent
    }
    // One byte further on, so that the digits before the point can move back.
    let count = NumberText.write(digits, to: start + 1)
    let whole = count &- fractionDigits
    if whole > 0 {
      start.update(from: start + 1, count: whole)
      start[whole] = UInt8.decimalPoint
      return count &+ 1
    }
    let zeros = 0 &- whole
    assert(zeros >= 0 && 2 &+ zeros &+ count < DecimalParts.textCapacity)
    (start + 2 + zeros).update(from: start + 1, count: count)
    start.update(repeating: UInt8.digit0, count: 2 &+ zeros)
    start[1] = UInt8.decimalPoint
    return 2 &+ zeros &+ count
  }
}
