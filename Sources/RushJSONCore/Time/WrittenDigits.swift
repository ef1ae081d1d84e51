/// How many fraction digits of a second are written.
struct WrittenDigits: Sendable, Hashable {
  var fewest: UInt8 = 0
  var most: UInt8 = 9
  /// Whether digits that do not fit round the last one that does. They are dropped otherwise.
  var roundsToNearest = false

  /// The instant that decides which second and which digits are written. It still has the digits
  /// that are dropped without rounding, because `write` leaves them out.
  @inline(__always)
  func rounded(_ timestamp: JSONTimestamp) -> JSONTimestamp {
    isRounding ? cut(timestamp) : timestamp
  }

  /// Whether `rounded` changes anything.
  @inline(__always) var isRounding: Bool { roundsToNearest && most != 9 }

  /// The instant without the digits that are not written.
  @inline(never)
  func cut(_ timestamp: JSONTimestamp) -> JSONTimestamp {
    let unit = powerOfTen(9 - Int(most))
    let excess = timestamp.nanoseconds % unit
    let cut = timestamp.nanoseconds - excess
    // A unit that anything can be cut from is a multiple of ten, so half of it is an integer.
    guard roundsToNearest, excess >= unit / 2, excess > 0 else {
      return JSONTimestamp(normalizedSeconds: timestamp.seconds, nanoseconds: cut)
    }
    return JSONTimestamp(seconds: timestamp.seconds, nanoseconds: cut + unit)
  }

  /// Whether always three digits are written, as most servers do.
  @inline(__always) var isMilliseconds: Bool { fewest == 3 && most == 3 }

  /// Writes a point and three digits, and returns that these are four bytes.
  /// Invariant: 4 bytes from `bytes` on may be written.
  @inline(__always)
  static func writeMilliseconds(_ nanoseconds: Int32, to bytes: UnsafeMutableRawPointer) -> Int {
    let milliseconds = UInt32(bitPattern: nanoseconds) / 1_000_000
    unsafe bytes.storeBytes(of: UInt8.decimalPoint, as: UInt8.self)
    unsafe DigitPairs.write(milliseconds / 10, to: bytes + 1)
    unsafe bytes.storeBytes(
      of: UInt8(truncatingIfNeeded: milliseconds % 10) ^ .digit0, toByteOffset: 3, as: UInt8.self)
    return 4
  }

  /// Writes a point and the digits of a fraction, without those that are dropped. Returns how many
  /// bytes that takes: none if all digits are 0 and none has to be written.
  /// Invariant: 10 bytes from `bytes` on may be written.
  @inline(__always)
  func write(_ nanoseconds: Int32, to bytes: UnsafeMutableRawPointer) -> Int {
    let value = UInt32(bitPattern: nanoseconds)
    let (upper, last) = (value / 10, value % 10)
    let eight = DigitWord.values(UInt64(upper))
    unsafe bytes.storeBytes(of: UInt8.decimalPoint, as: UInt8.self)
    unsafe storeWord(eight ^ DigitWord.ascii, to: bytes + 1)
    unsafe bytes.storeBytes(
      of: UInt8(truncatingIfNeeded: last) ^ .digit0, toByteOffset: 9, as: UInt8.self)
    // The last of the kept digits that is not 0 is in the highest byte that is not 0.
    let kept = most >= 8 ? eight : eight & ((1 &<< UInt64(most &* 8)) &- 1)
    let significant = last == 0 || most < 9 ? 8 &- kept.leadingZeroBitCount / 8 : 9
    let count = max(significant, Int(fewest))
    return count == 0 ? 0 : count &+ 1
  }
}

/// 10 to the power of 0 ... 9.
func powerOfTen(_ exponent: Int) -> Int32 {
  var power: Int32 = 1
  for _ in 0..<min(max(exponent, 0), 9) { power *= 10 }
  return power
}

func decimalLength(_ value: UInt64) -> Int {
  var length = 1
  var rest = value / 10
  while rest > 0 {
    rest /= 10
    length += 1
  }
  return length
}

/// Writes the last `count` digits of a number, with leading zeros, and returns `count`.
/// Invariant: `count` bytes from `bytes` on may be written.
@discardableResult
func writeInteger(_ value: UInt64, digits count: Int, to bytes: UnsafeMutableRawPointer) -> Int {
  var rest = value
  var index = count
  while index > 0 {
    index -= 1
    unsafe bytes.storeBytes(
      of: UInt8(truncatingIfNeeded: rest % 10) | .digit0, toByteOffset: index, as: UInt8.self)
    rest /= 10
  }
  return count
}
