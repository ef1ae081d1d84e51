/// A position in the text of a date, and the steps that every careful reader takes from it.
///
/// Invariant: `offset` ≤ the text's length, so `current` is the byte there or `nil` at the end.
// Copyable, though nothing copies it: Swift 6.3.1 crashes on `pair` in release builds otherwise.
@safe struct DateReader {
  let bytes: CheckedBytes
  var offset = 0

  init(_ bytes: CheckedBytes) { self.bytes = bytes }
  var current: UInt8? { byte(at: offset) }

  func byte(at offset: Int) -> UInt8? {
    assert(offset >= 0)
    return offset < bytes.count ? bytes[offset] : nil
  }

  func digit(at offset: Int) -> Int? {
    guard let byte = byte(at: offset), byte ^ .digit0 < 10 else { return nil }
    return Int(byte ^ .digit0)
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    offset += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(DateFailure) {
    if !skip(byte) { throw DateFailure(.expectedByte(byte), at: offset) }
  }

  func expectEnd() throws(DateFailure) {
    if current != nil { throw DateFailure(.expectedEnd, at: offset) }
  }

  /// Reads `fewest` to `most` digits, at most nine, as one number.
  /// A failure is at the first missing digit.
  mutating func digits(
    _ fewest: Int, _ most: Int, of field: JSONValueError.DateField
  ) throws(DateFailure) -> Int {
    assert(fewest > 0 && fewest <= most && most <= 9)
    var value = 0
    var count = 0
    while count < most, let digit = digit(at: offset) {
      value = value * 10 + digit
      offset += 1
      count += 1
    }
    if count < fewest { throw DateFailure(.expectedDigits(of: field), at: offset) }
    return value
  }

  /// Reads two digits of a field that is at most `limit`.
  mutating func pair(
    of field: JSONValueError.DateField, upTo limit: Int
  ) throws(DateFailure) -> Int {
    let start = offset
    let value = try digits(2, 2, of: field)
    if value > limit { throw DateFailure(.outOfRange(field), at: start) }
    return value
  }

  /// Reads one digit or more as nanoseconds. Digits after the ninth are dropped, or round the ninth:
  /// the result may then be a whole second.
  mutating func fraction(roundsToNearest: Bool) throws(DateFailure) -> Int32 {
    let start = offset
    var value: Int32 = 0
    while let digit = digit(at: offset) {
      let index = offset - start
      if index < 9 {
        value = value * 10 + Int32(digit)
      } else if index == 9, roundsToNearest, digit >= 5 {
        value += 1
      }
      offset += 1
    }
    let count = offset - start
    if count == 0 { throw DateFailure(.expectedDigits(of: .fraction), at: offset) }
    return value * powerOfTen(9 - min(count, 9))
  }
}

/// The fields of a date. The instant is computed once all are read.
struct DateFields {
  var date = CivilDate(year: 1970, month: 1, day: 1)
  var hour = 0
  var minute = 0
  var second = 0
  /// At most 10⁹: rounding may make it a whole second.
  var nanoseconds: Int32 = 0
  /// Seconds ahead of UTC.
  var offset: Int32 = 0

  var seconds: Int64 {
    Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
      - Int64(offset)
  }

  var timestamp: JSONTimestamp { JSONTimestamp(seconds: seconds, nanoseconds: nanoseconds) }
}

// MARK: - DateFailure

/// Why a reader of dates failed, without a copy of the text.
///
/// Readers throw this and not `JSONValueError`, because a list of formats discards most failures.
struct DateFailure: Error {
  var fault: JSONValueError.DateFault
  /// A byte offset from the start of the text.
  var offset: Int

  @inline(__always)
  init(_ fault: JSONValueError.DateFault, at offset: Int) {
    self.fault = fault
    self.offset = offset
  }

  /// The error, with a copy of the text at the offset.
  @inline(never)
  func error(in bytes: CheckedBytes) -> JSONValueError {
    // Invariant: offset ≤ count, because every reader stops at the end.
    let rest = CheckedBytes(rebasing: bytes[min(offset, bytes.count)...])
    let found = String(decoding: rest.prefix(16), as: UTF8.self)
    return JSONValueError(.invalidDate(fault, found: found), offset: offset)
  }
}
