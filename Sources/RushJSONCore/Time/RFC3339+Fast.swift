// The usual form of a date, without a branch per byte: all loads come first, one word collects the
// faults, and one test comes at the end. Any other text goes to the careful reader.
//
//     2024-06-24T21:00:33.167806+02:00
//     ├┘└──┬───┘ └──┬───┘└──┬───┘└─┬──┘
//     │    │        │       │      the last 6 bytes, or the last one if it is Z
//     │    │        │       the 8 bytes before that; what precedes the fraction is shifted out
//     │    8 bytes  8 bytes
//     2 bytes

extension RFC3339Rules {
  /// Reads `YYYY-MM-DDThh:mm:ss`, a fraction of at most nine digits, and an offset. Returns `nil` for
  /// any other text, well-formed or not.
  @inline(__always)
  static func fast(_ bytes: UnsafeRawBufferPointer) -> JSONTimestamp? {
    let count = bytes.count
    guard count >= 20, let base = bytes.baseAddress else { return nil }
    // Invariant: 20 ≤ count. Each load below is in the first 20 bytes, or is of 8 bytes that end
    // with the last byte or with the one before the offset, at least 19 bytes after `base`.
    let isUTC =
      unsafe base.load(fromByteOffset: count &- 1, as: UInt8.self) | 0x20 == UInt8(ascii: "z")
    let end = isUTC ? count &- 1 : count &- 6
    guard end >= 19 else { return nil }

    let century = unsafe UInt64(UInt16(littleEndian: base.loadUnaligned(as: UInt16.self)) ^ 0x3030)
    let date = unsafe DigitPairs.digits(loadWord(base + 2), separators: DigitPairs.dateSeparators)
    let time = unsafe DigitPairs.digits(loadWord(base + 11), separators: DigitPairs.timeSeparators)
    let separator = unsafe base.load(fromByteOffset: 10, as: UInt8.self) | 0x20
    var faults = ((century &+ 0x0606) | century) & 0xf0f0
    faults |= DigitPairs.faults(date) | DigitPairs.faults(time) | UInt64(separator ^ 0x74)

    // 127 minus the greatest value: the sum's highest bit shows a value above it.
    let clock = DigitPairs.values(time)
    faults |= (clock &+ 0x0044_0000_4400_0068) & 0x0080_0000_8000_0080
    let second =
      Int32(truncatingIfNeeded: clock & 0xff) &* 3_600
      &+ Int32(truncatingIfNeeded: clock &>> 24 & 0xff) &* 60
      &+ Int32(truncatingIfNeeded: clock &>> 48)

    var nanoseconds: UInt32 = 0
    if end > 19 {
      let digits = end &- 20
      // One comparison for 1...9.
      guard UInt(bitPattern: digits &- 1) < 9 else { return nil }
      let word = unsafe loadWord(base + (end &- 8)) ^ DigitWord.ascii
      let point = unsafe base.load(fromByteOffset: 19, as: UInt8.self)
      faults |= UInt64(point ^ .decimalPoint)
      if digits == 9 {
        let first = unsafe UInt64(base.load(fromByteOffset: 20, as: UInt8.self) ^ 0x30)
        faults |= DigitWord.nonDigits(word) | (((first &+ 6) | first) & 0xf0)
        nanoseconds = UInt32(truncatingIfNeeded: first &* 100_000_000 &+ DigitWord.number(word))
      } else {
        let fraction = word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* digits)
        faults |= DigitWord.nonDigits(fraction)
        nanoseconds = UInt32(truncatingIfNeeded: DigitWord.number(fraction)) &* 10
      }
    }

    var offset: Int32 = 0
    if !isUTC {
      // "+hh:mm" in the upper six bytes.
      let word = unsafe loadWord(base + (count &- 8)) &>> 16
      let sign = word & 0xff
      let digits = (word &>> 8) ^ 0x30_303a_3030
      faults |= (sign &- 0x2b) & ~2
      faults |= ((digits &+ 0x06_0600_0606) | digits) & 0xf0_f0ff_f0f0
      let pairs = (digits &* 10 &+ (digits &>> 8)) & 0xff00_00ff
      faults |= (pairs &+ 0x4400_0068) & 0x8000_0080
      offset =
        Int32(truncatingIfNeeded: pairs & 0xff) &* 3_600
        &+ Int32(truncatingIfNeeded: pairs &>> 24) &* 60
      if sign == 0x2d { offset = 0 &- offset }
    }

    let days = DigitPairs.values(date)
    let leading = Int32(truncatingIfNeeded: (century &* 10 &+ (century &>> 8)) & 0xff)
    let civil = CivilDate(
      year: leading &* 100 &+ Int32(truncatingIfNeeded: days & 0xff),
      month: Int32(truncatingIfNeeded: days &>> 24 & 0xff),
      day: Int32(truncatingIfNeeded: days &>> 48))
    // For an invalid month the length is meaningless but defined, because the shift is masked.
    let isDay =
      UInt32(bitPattern: civil.month &- 1) < 12
      && UInt32(bitPattern: civil.day &- 1)
        < UInt32(bitPattern: CivilDate.length(ofMonth: civil.month, year: civil.year))
    guard faults == 0, isDay else { return nil }
    return JSONTimestamp(
      normalizedSeconds: Int64(civil.daysSince1970) &* 86_400 &+ Int64(second &- offset),
      nanoseconds: Int32(bitPattern: nanoseconds))
  }
}
