/// The error of a value that cannot be read as requested: the fault and the value's path.
///
/// The text is JSON, but a value has another kind, is missing, or cannot become the requested type. A
/// text that should be a pointer or a date, and is not, is reported in the same way.
public struct JSONValueError: Error, Sendable {
  /// The fault.
  public var kind: Kind

  private var place: Place

  /// The path of the value.
  ///
  /// For a name or an index that does not exist, this is the path of the object or array. An error of a decoder about
  /// a missing member has the path of the member, and the offset of the object.
  /// - Complexity: O(1), unless the error comes from a decoder or a document. Such an error keeps the
  ///   text and finds the path on each access, in O(*d* · *m*), where *d* is the depth of the value and
  ///   *m* the largest number of siblings before it or one of its ancestors.
  public var pointer: JSONPointer {
    // Once in the program: 300 bytes.
    @inline(never)
    get {
      let pointer = pointerOfPlace
      guard case .missingName(let name) = kind, placeInText?.isOfDecoder == true else {
        return pointer
      }
      return pointer.appending(name)
    }
    set { place = .known(newValue, offset: place.offset) }
  }

  /// The byte offset of the value in its text, or `nil` if it has no text.
  ///
  /// For a text that is not a pointer, this is an offset in that text. For a member that a type refuses, it is that of
  /// the name.
  public var offset: Int? {
    get { place.offset }
    set { place = .known(place.pointer, offset: newValue) }
  }

  /// Creates an error of the given kind about the value at `pointer`.
  public init(_ kind: Kind, at pointer: JSONPointer = .root, offset: Int? = nil) {
    self.kind = kind
    place = .known(pointer, offset: offset)
  }

  /// Creates an error about a value whose place is found on request.
  package init(_ kind: Kind, place: any JSONValuePlace) {
    self.kind = kind
    self.place = .lazy(place)
  }

  /// Creates an error about a value whose place is one of many, which are made on request.
  package init(_ kind: Kind, place number: Int, of places: any JSONValuePlaces) {
    self.kind = kind
    self.place = .listed(places, number)
  }

  /// The path of the value in the text: of the object that lacks a member.
  package var pointerOfPlace: JSONPointer { place.pointer }

  /// The place, if the error keeps the text of the value.
  var placeInText: (any JSONValuePlace)? {
    switch place {
    case .known: nil
    case .lazy(let place): place
    case .listed(let places, let number): places.place(number)
    }
  }

  private enum Place: Sendable {
    case known(JSONPointer, offset: Int?)
    case lazy(any JSONValuePlace)
    case listed(any JSONValuePlaces, Int)

    var pointer: JSONPointer {
      switch self {
      case .known(let pointer, _): pointer
      case .lazy(let place): place.pointer
      case .listed(let places, let number): places.place(number).pointer
      }
    }

    var offset: Int? {
      switch self {
      case .known(_, let offset): offset
      case .lazy(let place): place.offset
      case .listed(let places, let number): places.place(number).offset
      }
    }
  }

  /// A fault of a value.
  public enum Kind: Sendable, Hashable {
    /// The value is of another kind.
    case wrongKind(expected: JSONKind, found: JSONKind)
    /// The object has no member of this name.
    case missingName(String)
    /// The object has a member of this name, which the type does not have and refuses.
    case unknownName(String)
    /// The array has no element at this index.
    case indexOutOfRange(Int, count: Int)
    /// A token of a pointer selects an element of an array, but is not an index.
    case invalidIndex(String)
    /// The number, given as text, is outside the range of the type, or the type cannot hold it exactly.
    case notRepresentable(number: String, type: String)
    /// The string does not have the form `expected`, for example "an RFC 3339 date".
    case invalidFormat(text: String, expected: String)
    /// The value has an acceptable kind, but the type refuses it.
    case invalidValue(JSONKind, type: String)
    /// A text is not a date of the format, or the format has no text for the instant.
    ///
    /// The error's offset counts the bytes of that text, and `found` has the text there: at most
    /// 16 bytes, with ill-formed UTF-8 repaired. At the end of the text `found` is empty. If an
    /// instant could not be written, there is no offset either.
    case invalidDate(DateFault, found: String = "")
    /// A text is not a date pattern. The error's offset counts the bytes of that text.
    case invalidDatePattern(DatePatternFault)
    /// A text is not a JSON Pointer (RFC 6901). The error's offset counts the bytes of that text.
    case invalidPointer(PointerFault)
  }

  /// A fault of a text that is not a JSON Pointer.
  public enum PointerFault: Sendable, Hashable, CaseIterable {
    /// The text is not empty and does not begin with `/`.
    case expectedSlash
    /// A `~` is followed by neither `0` nor `1`.
    case invalidEscape
    /// In a fragment, a `%` is not followed by two hexadecimal digits.
    case invalidPercentEncoding
    /// The bytes of a fragment are not UTF-8.
    case invalidUTF8
  }
}

// MARK: - Dates

extension JSONValueError {
  /// A fault of a text that is not a date of the format, or of an instant without a text in it.
  public enum DateFault: Sendable, Hashable {
    /// Expected the digits of a field, as many as the format requires.
    case expectedDigits(of: DateField)
    /// Expected the English name of a month, a weekday, or a half of the day.
    case expectedName(of: DateField)
    /// The field is out of its range, like the 30th of February or a year after 9999.
    case outOfRange(DateField)
    /// Expected this byte, which is a separator or part of the format's own text.
    case expectedByte(UInt8)
    /// Expected `T` between date and time, or what the format allows in its place.
    case expectedSeparator
    /// Expected `Z` or an offset from UTC.
    case expectedOffset
    /// Expected the end of the text.
    case expectedEnd
    /// Expected a number as JSON writes it.
    case expectedNumber
    /// The second is 60, but the format refuses leap seconds, or none is possible at this time.
    case unexpectedLeapSecond
    /// The weekday is not that of the date.
    case wrongWeekday
    /// The format reads numbers and this is a string, or the reverse.
    case wrongForm
  }

  /// A part of a date.
  public enum DateField: UInt8, Sendable, Hashable {
    /// The year of the Gregorian calendar.
    case year
    /// The month, as a number or a name.
    case month
    /// The day of the month.
    case day
    /// The day of the year.
    case dayOfYear
    /// The name of the day of the week.
    case weekday
    /// The hour, of 24 or of 12.
    case hour
    /// The minute.
    case minute
    /// The second, which is 60 in a leap second.
    case second
    /// The digits after the second's decimal point.
    case fraction
    /// AM or PM.
    case dayPeriod
    /// The distance to UTC.
    case offset
    /// The number of seconds since 1970, which must fit in 64 bits.
    case secondsSince1970
  }

  /// A fault of a date pattern.
  public enum DatePatternFault: Sendable, Hashable {
    /// The letter has no meaning. Literal text must be between apostrophes.
    case unknownLetter(Unicode.Scalar)
    /// The letter has no meaning when it is repeated this many times.
    case unsupportedCount(Unicode.Scalar, count: Int)
    /// The closing apostrophe is missing.
    case unterminatedQuote
    /// The pattern already has this field, perhaps by another letter.
    case repeatedField(DateField)
    /// A 12-hour field needs `a`, the half of the day.
    case missingDayPeriod
    /// A field without a fixed number of digits is followed by another digit.
    case ambiguousDigits
    /// The pattern is empty.
    case empty
  }
}

// MARK: - Comparison and text

extension JSONValueError: Hashable {
  public static func == (a: JSONValueError, b: JSONValueError) -> Bool {
    a.kind == b.kind && a.offset == b.offset && a.pointer == b.pointer
  }

  /// Feeds the kind, the path and the offset to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(pointer)
    hasher.combine(offset)
  }
}

#if !hasFeature(Embedded)
  extension DecodingError {
    var context: Context? {
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    }

    /// The error about a value of this library, if there is one.
    package var valueError: JSONValueError? { context?.underlyingError as? JSONValueError }
  }
#endif

/// The place of a value in a text that is kept.
package protocol JSONValuePlace: AnyObject, Sendable {
  var pointer: JSONPointer { get }
  /// Whether the place is that of a value that is decoded, so that a missing member has a path.
  var isOfDecoder: Bool { get }
  /// Where the value begins, or `nil` if the user has not seen the text.
  var offset: Int? { get }
  /// The line and the column. Found on request, in O(*offset*).
  var location: JSONSourceLocation? { get }
  /// The one-based line where the text begins, if it is a record of a stream. Otherwise 1.
  var firstLine: Int { get set }
  func withText(_ body: (Span<UInt8>) -> Void)
  /// The words of the type that refused the value. They replace the description of the kind.
  var reason: String? { get }
  /// What may help, as the end of a message: `; did you mean "theme"?`. Empty if nothing is known.
  var advice: String { get }
}

/// The places of many errors about one text, which is kept once.
package protocol JSONValuePlaces: AnyObject, Sendable {
  func place(_ number: Int) -> any JSONValuePlace
}

extension JSONValuePlace {
  package var isOfDecoder: Bool { false }
  package var firstLine: Int {
    get { 1 }
    set {}
  }
  package var reason: String? { nil }
  package var advice: String { "" }
}

extension JSONValueError: CustomStringConvertible {
  /// The fault and the value that has it, as a sentence:
  /// `expected a string, found a number at /users/0/name`.
  ///
  /// Long names, numbers and paths are shortened. If a type has thrown an error of its own about the value, its words
  /// are the fault. The names that a type has may follow: `; did you mean "theme"?`.
  public var description: String {
    var text = fault
    let pointer = pointerOfPlace
    if !pointer.isEmpty { text += " at \(pointer.shortened(to: 200))" }
    if let offset {
      let location = placeInText?.location.map { ", \($0)" } ?? ""
      let isRecord = (placeInText?.firstLine ?? 1) > 1
      text += " (byte \(offset)\(isRecord ? " of the record" : "")\(location))"
    }
    return text + advice
  }

  /// The fault as a sentence without its place: `expected a string, found a number`.
  ///
  /// If a type has thrown an error of its own about the value, or a check of a `@JSONModel` failed, these are its words. The
  /// names or values that a type has may follow: `; did you mean "theme"?`. Long names and numbers are shortened.
  public var message: String { fault + advice }

  /// What is wrong, as the start of a sentence.
  var fault: String { placeInText?.reason ?? "\(kind)" }

  /// What may help, as the end of a message.
  var advice: String { placeInText?.advice ?? "" }
}

extension JSONValueError.Kind: CustomStringConvertible {
  /// What is wrong, as the start of a sentence. Long names and numbers are shortened.
  public var description: String {
    switch self {
    case .wrongKind(let expected, let found):
      "expected \(expected.phrase), found \(found.phrase)"
    case .missingName(let name):
      "no member is named \"\(name.shortened(to: 60))\" in the object"
    case .unknownName(let name):
      "the type has no member named \"\(name.shortened(to: 60))\""
    case .indexOutOfRange(let index, let count):
      "no element has index \(index) in the array of \(count)"
    case .invalidIndex(let token):
      "\"\(token.shortened(to: 60))\" is not the index of an element in the array"
    case .notRepresentable(let number, let type):
      "the number \(number.shortened(to: 60)) cannot be represented as \(type)"
    case .invalidFormat(let text, let expected):
      "expected \(expected), found \"\(text.shortened(to: 60))\""
    case .invalidValue(let kind, let type): "\(kind.phrase) is not a valid \(type)"
    case .invalidDate(let fault, let found): fault.description(found: found)
    case .invalidDatePattern(let fault): fault.description
    case .invalidPointer(let fault): "invalid JSON Pointer: \(fault)"
    }
  }
}

extension JSONValueError.PointerFault: CustomStringConvertible {
  /// What was expected, as the end of a sentence.
  public var description: String {
    switch self {
    case .expectedSlash: "expected '/' at the start of a pointer that is not empty"
    case .invalidEscape: "expected '0' or '1' after '~'"
    case .invalidPercentEncoding: "expected two hexadecimal digits after '%'"
    case .invalidUTF8: "expected UTF-8"
    }
  }
}

// MARK: - Dates

// What is wrong with a date or a date pattern, as text.

extension JSONValueError.DateFault: CustomStringConvertible {
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

  /// What was expected, and what was found instead.
  func description(found: String) -> String {
    let quoted = "\"\(found.shortened(to: 16))\""
    switch self {
    case .outOfRange, .unexpectedLeapSecond, .wrongWeekday, .wrongForm:
      return found.isEmpty ? "\(self)" : "\(self): found \(quoted)"
    default:
      return "\(self), found \(found.isEmpty ? "the end" : quoted)"
    }
  }
}

extension JSONValueError.DateField: CustomStringConvertible {
  /// The field in plain words.
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

extension JSONValueError.DatePatternFault: CustomStringConvertible {
  /// What is wrong, as the beginning of a sentence.
  public var description: String {
    switch self {
    case .unknownLetter("Y"):
      "'Y' is the year of a week, which is not supported; use 'y' for the year"
    case .unknownLetter(let letter):
      "\(letter.quoted) has no meaning in a date pattern; put literal text between apostrophes"
    case .unsupportedCount(let letter, let count):
      "\(letter.quoted) cannot be repeated \(count) times in a date pattern"
    case .unterminatedQuote: "the closing apostrophe is missing"
    case .repeatedField(let field): "the \(field) is in the pattern already"
    case .missingDayPeriod: "a 12-hour field needs 'a', the half of the day"
    case .ambiguousDigits: "digits follow a field without a fixed number of them"
    case .empty: "the pattern is empty"
    }
  }
}
