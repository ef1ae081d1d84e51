/// The text is not a date of the format, or the instant has no text in it: what and where.
public struct JSONDateError: Error, Sendable, Hashable {
  /// What was expected.
  public var kind: Kind

  /// Where, as a byte offset from the start of the text. 0 if an instant could not be written.
  public var offset: Int

  /// What stands there instead: at most 16 bytes of the text, ill-formed UTF-8 repaired. Empty at
  /// the end of the text, and if an instant could not be written.
  public var found: String

  /// Creates an error of the given kind at `offset`.
  public init(_ kind: Kind, at offset: Int, found: String = "") {
    self.kind = kind
    self.offset = offset
    self.found = found
  }

  /// What was expected.
  public enum Kind: Sendable, Hashable {
    /// The digits of a field, as many as the format says.
    case expectedDigits(of: Field)
    /// The English name of a month, a weekday or a half of the day.
    case expectedName(of: Field)
    /// A field within its range: the 30th of February is outside, and so is a year after 9999.
    case outOfRange(Field)
    /// This byte, which is a separator or part of the format's own text.
    case expectedByte(UInt8)
    /// `T` between date and time, or what the format allows in its place.
    case expectedSeparator
    /// `Z` or an offset from UTC.
    case expectedOffset
    /// The end of the text.
    case expectedEnd
    /// A number as JSON writes it.
    case expectedNumber
    /// A minute of 60 seconds: leap seconds are refused, or there cannot be one at this time.
    case unexpectedLeapSecond
    /// The weekday is not that of the date.
    case wrongWeekday
    /// The format reads no text of this form: numbers if it was a string, strings if it was a
    /// number.
    case wrongForm
  }

  /// A part of a date.
  public enum Field: UInt8, Sendable, Hashable {
    case year, month, day, dayOfYear, weekday
    case hour, minute, second, fraction, dayPeriod
    case offset
    /// The seconds since 1970, which are 64 bits.
    case secondsSince1970
  }
}

extension JSONDateError: CustomStringConvertible {
  /// What was expected, what was found and where, as a sentence:
  /// `expected the digits of the month, found "x1-24T21:00:33Z" at byte 5`.
  public var description: String {
    switch kind {
    case .outOfRange, .unexpectedLeapSecond, .wrongWeekday, .wrongForm:
      found.isEmpty
        ? "\(kind)" : "\(kind): found \"\(found.shortened(to: 16))\" at byte \(offset)"
    default:
      "\(kind), found \(found.isEmpty ? "the end" : "\"\(found.shortened(to: 16))\"") at byte \(offset)"
    }
  }
}

extension JSONDateError.Kind: CustomStringConvertible {
  /// What was expected, as the beginning of a sentence.
  public var description: String {
    switch self {
    case .expectedDigits(let field): "expected the digits of the \(field)"
    case .expectedName(let field): "expected the name of the \(field)"
    case .outOfRange(let field): "the \(field) is out of range"
    case .expectedByte(let byte): "expected \(Unicode.Scalar(byte).quoted)"
    case .expectedSeparator: "expected 'T' between date and time"
    case .expectedOffset: "expected 'Z' or an offset from UTC"
    case .expectedEnd: "expected the end of the date"
    case .expectedNumber: "expected a number"
    case .unexpectedLeapSecond: "there is no leap second at this time, or none is allowed"
    case .wrongWeekday: "the weekday is not that of the date"
    case .wrongForm: "the format does not read this form of value"
    }
  }
}

extension JSONDateError.Field: CustomStringConvertible {
  /// What people call the field.
  public var description: String {
    switch self {
    case .year: "year"
    case .month: "month"
    case .day: "day"
    case .dayOfYear: "day of the year"
    case .weekday: "weekday"
    case .hour: "hour"
    case .minute: "minute"
    case .second: "second"
    case .fraction: "fraction of a second"
    case .dayPeriod: "half of the day"
    case .offset: "offset from UTC"
    case .secondsSince1970: "number of seconds since 1970"
    }
  }
}

/// A `JSONDateError` without its text: what the readers throw, because a list of formats throws
/// most of them away.
struct DateFailure: Error {
  var kind: JSONDateError.Kind
  var offset: Int

  @inline(__always)
  init(_ kind: JSONDateError.Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// The error, with what stands there in the text.
  @inline(never)
  func error(in bytes: UnsafeRawBufferPointer) -> JSONDateError {
    // Invariant: offset ≤ count, because every reader stops at the end.
    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[min(offset, bytes.count)...])
    return unsafe JSONDateError(
      kind, at: offset, found: String(decoding: rest.prefix(16), as: UTF8.self))
  }
}
