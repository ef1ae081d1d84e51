// The fast reader's steps in reverse: words are stored, and later ones overwrite their excess.

extension RFC3339Rules {
  /// `YYYY-MM-DDThh:mm:ss.nnnnnnnnn+hh:mm` is 35 bytes; the last word is stored whole.
  static let maximumLength = 40

  /// Writes the text and returns its length, or `nil` if the year is not in 0 ... 9999.
  /// Invariant: `maximumLength` bytes from `bytes` on may be written.
  @inline(__always)
  func write(_ exact: JSONTimestamp, to bytes: UnsafeMutableRawPointer) -> Int? {
    let timestamp = digits.rounded(exact)
    guard let civil = CivilTime(secondsSince1970: timestamp.seconds, offset: offset.seconds)
    else { return nil }
    let year = UInt32(bitPattern: civil.date.year)
    let (century, yearOfCentury) = (year / 100, year % 100)
    let (hour, secondOfHour) = (civil.secondOfDay / 3_600, civil.secondOfDay % 3_600)
    let centuryText = DigitPairs.text(century, 0, 0, separators: DigitPairs.dateSeparators)
    // Invariant: offsets up to 29 + 8 are below `maximumLength`.
    unsafe bytes.storeBytes(
      of: UInt16(truncatingIfNeeded: centuryText).littleEndian, as: UInt16.self)
    unsafe storeWord(
      DigitPairs.text(
        yearOfCentury, UInt32(bitPattern: civil.date.month), UInt32(bitPattern: civil.date.day),
        separators: DigitPairs.dateSeparators), to: bytes + 2)
    unsafe bytes.storeBytes(of: UInt8(ascii: "T"), toByteOffset: 10, as: UInt8.self)
    unsafe storeWord(
      DigitPairs.text(
        hour, secondOfHour / 60, secondOfHour % 60, separators: DigitPairs.timeSeparators),
      to: bytes + 11)
    let end = unsafe writeFraction(timestamp.nanoseconds, to: bytes + 19) &+ 19
    return unsafe end &+ writeZone(to: bytes + end)
  }

  /// Writes the point and the digits, and returns how many bytes that takes.
  @inline(__always)
  private func writeFraction(_ nanoseconds: Int32, to bytes: UnsafeMutableRawPointer) -> Int {
    if nanoseconds == 0, digits.fewest == 0 { return 0 }
    return unsafe digits.write(nanoseconds, to: bytes)
  }

  @inline(__always)
  private func writeZone(to bytes: UnsafeMutableRawPointer) -> Int {
    if offset == .utc, !writesNumericUTC {
      unsafe bytes.storeBytes(of: UInt8(ascii: "Z"), as: UInt8.self)
      return 1
    }
    let minutes = UInt32(offset.minutes.magnitude)
    let text = DigitPairs.text(minutes / 60, minutes % 60, 0, separators: DigitPairs.timeSeparators)
    let sign: UInt64 = offset.minutes < 0 ? UInt64(UInt8.minus) : UInt64(UInt8.plus)
    unsafe storeWord(text &<< 8 | sign, to: bytes)
    return 6
  }
}
