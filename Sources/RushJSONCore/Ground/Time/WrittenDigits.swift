internal import _RushJSONShims

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
    assert(most <= 9)
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
  static func writeMilliseconds(_ nanoseconds: Int32, to bytes: CheckedPointer<UInt8>) -> Int {
    assert(nanoseconds >= 0 && nanoseconds < 1_000_000_000)
    let milliseconds = UInt32(bitPattern: nanoseconds) / 1_000_000
    bytes.store(UInt8.decimalPoint, as: UInt8.self)
    DigitPairs.write(milliseconds / 10, to: bytes + 1)
    bytes.store(UInt8(truncatingIfNeeded: milliseconds % 10) ^ .digit0, at: 3, as: UInt8.self)
    return 4
  }

  /// Writes a point and the digits of a fraction, without those that are dropped. Returns how many
  /// bytes that takes: none if all digits are 0 and none has to be written.
  /// Invariant: 10 bytes from `bytes` on may be written.
  @inline(__always)
  func write(_ nanoseconds: Int32, to bytes: CheckedPointer<UInt8>) -> Int {
    assert(nanoseconds >= 0 && nanoseconds < 1_000_000_000)
    let value = UInt32(bitPattern: nanoseconds)
    let (upper, last) = (value / 10, value % 10)
    let eight = DigitWord.values(UInt64(upper))
    bytes.store(UInt8.decimalPoint, as: UInt8.self)
    bytes.store(eight ^ DigitWord.ascii, at: 1)
    bytes.store(UInt8(truncatingIfNeeded: last) ^ .digit0, at: 9, as: UInt8.self)
    // The last of the kept digits that is not 0 is in the highest byte that is not 0.
    let kept = most >= 8 ? eight : eight & ((1 &<< UInt64(most &* 8)) &- 1)
    let significant = last == 0 || most < 9 ? 8 &- kept.leadingZeroBitCount / 8 : 9
    let count = max(significant, Int(fewest))
    assert(count >= 0 && count <= 9)
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
func writeInteger(_ value: UInt64, digits count: Int, to bytes: CheckedPointer<UInt8>) -> Int {
  assert(count >= 0)
  var rest = value
  var index = count
  while index > 0 {
    index -= 1
    bytes.store(UInt8(truncatingIfNeeded: rest % 10) | .digit0, at: index, as: UInt8.self)
    rest /= 10
  }
  return count
}

// MARK: - DigitPairs

// The digits of a date, eight bytes at a time. Both halves of a date and time have the same shape.
//
//     2024-06-24T21:00:33.167806Z
//       └──┬───┘ └──┬───┘
//       24-06-24 21:00:33            three pairs of digits with a separator between them
//
// In memory order the pairs begin at bytes 0, 3 and 6. They are written one by one, from a table.

/// Three pairs of digits in a word, with separators between them.
enum DigitPairs {
  static let dateSeparators: UInt64 = 0x3030_2d30_302d_3030
  static let timeSeparators: UInt64 = 0x3030_3a30_303a_3030
  /// The lowest byte of each pair, which receives its value.
  static let values: UInt64 = 0x00ff_0000_ff00_00ff

  /// The values of the digits, and 0 for each separator, if the text is well-formed.
  @inline(__always)
  static func digits(_ text: UInt64, separators: UInt64) -> UInt64 { text ^ separators }

  /// Zero if every byte is a digit, or a separator where one is expected.
  @inline(__always)
  static func faults(_ digits: UInt64) -> UInt64 {
    // As in `DigitWord.nonDigits`.
    ((digits &+ 0x0606_0006_0600_0606) | digits) & 0xf0f0_fff0_f0ff_f0f0
  }

  /// The value of each pair in the byte of its first digit; the other bytes are meaningless.
  @inline(__always)
  static func values(_ digits: UInt64) -> UInt64 {
    // At most 99, so no byte carries into the next.
    (digits &* 10 &+ (digits &>> 8)) & values
  }

  /// Writes the two digits of a value, which is at most 99.
  /// Invariant: two bytes from `bytes` on may be written.
  @inline(__always)
  static func write(_ value: UInt32, to bytes: CheckedPointer<UInt8>) {
    assert(value < 100)
    bytes.store(rush_digit_pair(value), as: UInt16.self)
  }
}
