internal import RushJSONCore
internal import _RushJSONFoundation

// A `Decimal` from its parts and back, by its memory on Linux, where Foundation has no public way to its integer:
//
//     byte    0         1      2    3   4 … 11    12 … 19
//             exponent  flags  not in   low half  high half of the integer
//                       │      use
//                       └ 4 bits: length in units of 16 bits; 1 bit: negative; 1 bit: without trailing zeros
//
// Zero has no flags, and NaN only the sign. Foundation does not promise this, so it is probed once per process. Where the
// probe fails, and on other systems, public initialisers and texts serve.

extension Decimal {
  /// Creates a number, or returns `nil` if it takes a text: a zero or a long integer, where the layout is unknown.
  init?(_ parts: DecimalParts) {
    if DecimalLayout.isKnown {
      self = DecimalLayout.decimal(parts)
    } else if parts.high == 0, parts.low != 0 {
      self.init(
        sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent,
        significand: Decimal(parts.low))
    } else {
      return nil
    }
  }

  /// The parts, or `nil` if the layout is unknown, or the number is NaN or not in its shortest form.
  var parts: DecimalParts? { DecimalLayout.isKnown ? DecimalLayout.parts(of: self) : nil }

  /// The number as text: its `description`, mostly written without Foundation.
  var text: String {
    guard let parts else { return description }
    return unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: DecimalParts.textCapacity
    ) {
      // Invariant: the capacity is what `write` needs, and it returns how many bytes it has written.
      guard let output = unsafe CheckedPointer($0) else { return description }
      let count = parts.write(to: output)
      return unsafe String(decoding: $0[..<count], as: UTF8.self)
    }
  }
}

private enum DecimalLayout {
  private static let isCompact: UInt8 = 0x04
  private static let isNegative: UInt8 = 0x08

  static let isKnown: Bool = {
    #if os(Linux)
      guard Layouts.mayBeKnown, MemoryLayout<Decimal>.size == 20 else { return false }
      let numbers: [(Decimal, DecimalParts)] = [
        (Decimal(), DecimalParts()),
        (
          Decimal(sign: .minus, exponent: -3, significand: 12_345),
          DecimalParts(low: 12_345, exponent: -3, isNegative: true)
        ),
        (Decimal(UInt64.max), DecimalParts(low: .max)),
        (
          Decimal(sign: .plus, exponent: 20, significand: 1) + 7,
          DecimalParts(high: 5, low: 7_766_279_631_452_241_927)
        ),
        (.greatestFiniteMagnitude, DecimalParts(high: .max, low: .max, exponent: 127)),
        (
          .leastFiniteMagnitude,
          DecimalParts(high: .max, low: .max, exponent: 127, isNegative: true)
        ),
      ]
      return numbers.allSatisfy { hasSameBytes(decimal($1), $0) && parts(of: $0) == $1 }
        && parts(of: .nan) == nil
    #else
      return false
    #endif
  }()

  private static func hasSameBytes(_ left: Decimal, _ right: Decimal) -> Bool {
    unsafe withUnsafeBytes(of: left) { left in
      unsafe withUnsafeBytes(of: right) { unsafe left.elementsEqual($0) }
    }
  }

  @inline(__always)
  static func decimal(_ parts: DecimalParts) -> Decimal {
    var flags: UInt8 = 0
    if parts.high | parts.low != 0 {
      let zeros =
        parts.high == 0 ? 64 + parts.low.leadingZeroBitCount : parts.high.leadingZeroBitCount
      let length = UInt8(truncatingIfNeeded: (128 + 15 - zeros) / 16)
      flags = length &<< 4 | isCompact | (parts.isNegative ? isNegative : 0)
    }
    var decimal = Decimal()
    unsafe withUnsafeMutableBytes(of: &decimal) { bytes in
      // Invariant: a Decimal has 20 bytes.
      unsafe bytes.storeBytes(of: Int8(truncatingIfNeeded: parts.exponent), as: Int8.self)
      unsafe bytes.storeBytes(of: flags, toByteOffset: 1, as: UInt8.self)
      unsafe bytes.storeBytes(of: parts.low, toByteOffset: 4, as: UInt64.self)
      unsafe bytes.storeBytes(of: parts.high, toByteOffset: 12, as: UInt64.self)
    }
    return decimal
  }

  @inline(__always)
  static func parts(of decimal: Decimal) -> DecimalParts? {
    unsafe withUnsafeBytes(of: decimal) { bytes in
      // Invariant: a Decimal has 20 bytes.
      let flags = unsafe bytes.load(fromByteOffset: 1, as: UInt8.self)
      guard flags == 0 || flags & isCompact != 0 else { return nil }
      return unsafe DecimalParts(
        high: bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self),
        low: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self),
        exponent: Int(bytes.load(as: Int8.self)), isNegative: flags & isNegative != 0)
    }
  }
}
