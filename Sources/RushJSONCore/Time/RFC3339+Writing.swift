// Each pair of digits is one load from a table and one store.

extension RFC3339Rules {
  /// `YYYY-MM-DDThh:mm:ss.nnnnnnnnn+hh:mm` is 35 bytes; the digits of a fraction are written whole.
  static let maximumLength = 40

  /// Writes the text and returns its length, or `nil` if the year is not in 0 ... 9999.
  /// Invariant: `maximumLength` bytes from `bytes` on may be written.
  @inline(__always)
  func write(_ exact: JSONTimestamp, to bytes: UnsafeMutableRawPointer) -> Int? {
    // What most servers write needs no look at the other options.
    if writesMilliseconds { return unsafe writeMilliseconds(exact, to: bytes) }
    // A function of its own, so that nothing has to be kept across a call.
    if _slowPath(digits.isRounding) { return unsafe writeRounded(exact, to: bytes) }
    return unsafe writeUnrounded(exact, to: bytes)
  }

  @inline(__always)
  private func writeMilliseconds(_ exact: JSONTimestamp, to bytes: UnsafeMutableRawPointer) -> Int?
  {
    guard let civil = CivilTime(secondsSince1970: exact.seconds, offset: 0) else { return nil }
    // Invariant: 24 bytes are below `maximumLength`.
    unsafe writeSeconds(civil, to: bytes)
    _ = unsafe WrittenDigits.writeMilliseconds(exact.nanoseconds, to: bytes + 19)
    unsafe bytes.storeBytes(of: UInt8(ascii: "Z"), toByteOffset: 23, as: UInt8.self)
    return 24
  }

  @inline(never)
  private func writeRounded(_ exact: JSONTimestamp, to bytes: UnsafeMutableRawPointer) -> Int? {
    unsafe writeUnrounded(digits.cut(exact), to: bytes)
  }

  @inline(__always)
  private func writeUnrounded(_ timestamp: JSONTimestamp, to bytes: UnsafeMutableRawPointer) -> Int?
  {
    guard let civil = CivilTime(secondsSince1970: timestamp.seconds, offset: offset.seconds)
    else { return nil }
    // Invariant: offsets up to 29 + 8 are below `maximumLength`.
    unsafe writeSeconds(civil, to: bytes)
    let end = unsafe writeFraction(timestamp.nanoseconds, to: bytes + 19) &+ 19
    return unsafe end &+ writeZone(to: bytes + end)
  }

  /// Writes the 19 bytes up to the seconds.
  @inline(__always)
  private func writeSeconds(_ civil: CivilTime, to bytes: UnsafeMutableRawPointer) {
    let year = UInt32(bitPattern: civil.date.year)
    let hour = civil.secondOfDay / 3_600
    let secondOfHour = civil.secondOfDay % 3_600
    // Invariant: the caller has room for them. The separators come first, with zeros between them.
    unsafe bytes.storeBytes(
      of: (0x2d30_302d as UInt32).littleEndian, toByteOffset: 4, as: UInt32.self)
    unsafe bytes.storeBytes(
      of: (0x303a_3030_3a30_3054 as UInt64).littleEndian, toByteOffset: 10, as: UInt64.self)
    unsafe DigitPairs.write(year / 100, to: bytes)
    unsafe DigitPairs.write(year % 100, to: bytes + 2)
    unsafe DigitPairs.write(UInt32(bitPattern: civil.date.month), to: bytes + 5)
    unsafe DigitPairs.write(UInt32(bitPattern: civil.date.day), to: bytes + 8)
    unsafe DigitPairs.write(hour, to: bytes + 11)
    unsafe DigitPairs.write(secondOfHour / 60, to: bytes + 14)
    unsafe DigitPairs.write(secondOfHour % 60, to: bytes + 17)
  }

  /// Writes the point and the digits, and returns how many bytes that takes.
  @inline(__always)
  private func writeFraction(_ nanoseconds: Int32, to bytes: UnsafeMutableRawPointer) -> Int {
    if nanoseconds == 0, digits.fewest == 0 { return 0 }
    if digits.isMilliseconds {
      return unsafe WrittenDigits.writeMilliseconds(nanoseconds, to: bytes)
    }
    return unsafe digits.write(nanoseconds, to: bytes)
  }

  @inline(__always)
  private func writeZone(to bytes: UnsafeMutableRawPointer) -> Int {
    if offset == .utc, !writesNumericUTC {
      unsafe bytes.storeBytes(of: UInt8(ascii: "Z"), as: UInt8.self)
      return 1
    }
    let minutes = UInt32(offset.minutes.magnitude)
    unsafe bytes.storeBytes(of: offset.minutes < 0 ? UInt8.minus : UInt8.plus, as: UInt8.self)
    unsafe DigitPairs.write(minutes / 60, to: bytes + 1)
    unsafe bytes.storeBytes(of: UInt8.colon, toByteOffset: 3, as: UInt8.self)
    unsafe DigitPairs.write(minutes % 60, to: bytes + 4)
    return 6
  }
}
