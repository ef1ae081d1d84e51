// Each pair of digits is one load from a table and one store.

extension RFC3339Rules {
  /// `YYYY-MM-DDThh:mm:ss.nnnnnnnnn+hh:mm` is 35 bytes; the digits of a fraction are written whole.
  static let maximumLength = 40

  /// Writes the text and returns its length, or `nil` if the year is not in 0 ... 9999.
  /// Invariant: `maximumLength` bytes from `bytes` on may be written.
  @inline(__always)
  func write(_ exact: JSONTimestamp, to bytes: UnsafeMutableRawPointer) -> Int? {
    // A function of its own, so that nothing has to be kept across a call.
    if _slowPath(digits.isRounding) { return unsafe writeRounded(exact, to: bytes) }
    return unsafe writeUnrounded(exact, to: bytes)
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
    let year = UInt32(bitPattern: civil.date.year)
    let hour = civil.secondOfDay / 3_600
    let secondOfHour = civil.secondOfDay % 3_600
    // Invariant: offsets up to 29 + 8 are below `maximumLength`.
    unsafe DigitPairs.write(year / 100, to: bytes)
    unsafe DigitPairs.write(year % 100, to: bytes + 2)
    unsafe bytes.storeBytes(of: UInt8.minus, toByteOffset: 4, as: UInt8.self)
    unsafe DigitPairs.write(UInt32(bitPattern: civil.date.month), to: bytes + 5)
    unsafe bytes.storeBytes(of: UInt8.minus, toByteOffset: 7, as: UInt8.self)
    unsafe DigitPairs.write(UInt32(bitPattern: civil.date.day), to: bytes + 8)
    unsafe bytes.storeBytes(of: UInt8(ascii: "T"), toByteOffset: 10, as: UInt8.self)
    unsafe DigitPairs.write(hour, to: bytes + 11)
    unsafe bytes.storeBytes(of: UInt8.colon, toByteOffset: 13, as: UInt8.self)
    unsafe DigitPairs.write(secondOfHour / 60, to: bytes + 14)
    unsafe bytes.storeBytes(of: UInt8.colon, toByteOffset: 16, as: UInt8.self)
    unsafe DigitPairs.write(secondOfHour % 60, to: bytes + 17)
    let end = unsafe writeFraction(timestamp.nanoseconds, to: bytes + 19) &+ 19
    return unsafe end &+ writeZone(to: bytes + end)
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
