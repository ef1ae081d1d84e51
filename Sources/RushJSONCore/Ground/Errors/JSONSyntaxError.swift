/// The error of a text that is not JSON: the fault and its byte offset.
///
/// The error does not hold the text. Pass the text to ``location(in:)-(Span<UInt8>)`` for the line and
/// column, or to ``report(in:)-(Span<UInt8>)`` for a report to show a person.
public struct JSONSyntaxError: Error, Sendable {
  /// The fault.
  public let kind: Kind

  /// The byte offset of the fault from the start of the text.
  ///
  /// If the text ends too early, this is its length. For a string, an escape or a UTF-8 sequence it is
  /// the byte at which the faulty part begins.
  public let offset: Int

  /// The limit that the text exceeds. `nil` if the error is about something else.
  public let limit: Limit?

  /// The departures from RFC 8259 that would accept the byte at ``offset``. With them in
  /// ``JSONReadingOptions/leniencies``, the reader continues there. Empty if there are none.
  ///
  /// In a stream, a chunk that ends there may hide them.
  public let leniencies: JSONReadingOptions.Leniencies

  /// The line and column, if the error is the underlying one of a decoder, and they fit.
  private var place: (line: UInt32, column: UInt32) = (0, 0)

  /// Creates an error of the given kind at a byte offset.
  public init(_ kind: Kind, at offset: Int) { self.init(kind, at: offset, limit: nil) }

  package init(
    _ kind: Kind, at offset: Int, limit: Limit?, leniencies: JSONReadingOptions.Leniencies = []
  ) {
    self.kind = kind
    self.offset = offset
    self.limit = limit
    self.leniencies = leniencies
  }

  /// The same error at another offset.
  package func moved(to offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(kind, at: offset, limit: limit, leniencies: leniencies)
  }

  /// The same error, whose description has the line and the column.
  package func located(at location: JSONSourceLocation) -> JSONSyntaxError {
    var located = self
    located.place = (UInt32(clamping: location.line), UInt32(clamping: location.column))
    return located
  }

  /// A limit of reading, and its value.
  public struct Limit: Sendable, Hashable {
    /// The option or type that sets a limit.
    public enum Option: String, Sendable, Hashable {
      /// ``JSONReadingOptions/maximumDepth``.
      case maximumDepth
      /// ``JSONReadingOptions/maximumLength``, or the option of this name that a stream has for its
      /// records.
      case maximumLength
      /// The option of this name that a stream has for all its bytes.
      case maximumTotal
      /// ``JSONReadingOptions/maximumStringLength``.
      case maximumStringLength
      /// ``JSONReadingOptions/maximumNumberLength``.
      case maximumNumberLength
      /// ``JSONReadingOptions/maximumCombiningMarks``.
      case maximumCombiningMarks
      /// The values of a document, which no option sets.
      case values
    }

    /// The option or type that sets the limit.
    public let option: Option
    /// The largest number that is accepted.
    public let value: Int

    package init(_ option: Option, _ value: Int) {
      self.option = option
      self.value = value
    }
  }

  /// A fault of a text.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// There is no value: the text is empty, or all whitespace.
    case emptyText
    /// The text ends inside an array or object, or where a value must follow.
    case unexpectedEnd
    /// No value begins with this byte.
    case expectedValue
    /// A member of an object does not begin with a name in quotes.
    case expectedName
    /// A name is not followed by `:`.
    case expectedColon
    /// An array element is followed by neither `,` nor `]`.
    case expectedCommaOrArrayEnd
    /// An object member is followed by neither `,` nor `}`.
    case expectedCommaOrObjectEnd
    /// A value of a stream whose values are separated by commas is not followed by `,`.
    case expectedComma
    /// A comma is followed by the end of its array, its object, or its stream.
    case trailingComma
    /// Something follows the one value of the text.
    case expectedEnd
    /// A word other than `true`, `false` and `null`.
    case invalidLiteral
    /// A number that RFC 8259 §6 does not allow. The offset is that of the first byte that does not fit.
    case invalidNumber
    /// A number begins with a zero followed by a digit.
    case leadingZero
    /// The text ends inside a string.
    case unterminatedString
    /// A string has a byte below 0x20.
    case controlCharacter
    /// A backslash does not begin an escape. The offset is that of the backslash.
    case invalidEscape
    /// An escape is half of a surrogate pair, without its other half.
    case loneSurrogate
    /// The bytes are not well-formed UTF-8.
    case invalidUTF8
    /// The text begins with U+FEFF, and the reading options do not allow it.
    case byteOrderMark
    /// A comment has no end.
    case unterminatedComment
    /// A member has the name of an earlier one in its object, and the options refuse that.
    case duplicateName
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep
    /// The text is longer than the limit. The offset is the limit.
    case textTooLong
    /// A string is longer than the limit. The offset is that of its first byte.
    case stringTooLong
    /// A number is longer than the limit. The offset is that of its first byte.
    case numberTooLong
    /// A document has more values than its records can count.
    case tooManyValues
  }
}

/// The kind and offset of an error. Readers keep only these until a caller needs the whole error, because the state of
/// a tokenizer is copied for each piece, and many candidates in prose fail.
struct SyntaxFault {
  let kind: JSONSyntaxError.Kind
  let offset: Int

  init(_ kind: JSONSyntaxError.Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension JSONSyntaxError: Hashable {
  /// Whether kind and offset are the same.
  public static func == (a: JSONSyntaxError, b: JSONSyntaxError) -> Bool {
    a.kind == b.kind && a.offset == b.offset
  }

  /// Feeds kind and offset to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(offset)
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// What was expected, the byte offset, and the option that accepts it, if there is one.
  ///
  /// The underlying error of a decoder's error also has the line and the column.
  public var description: String {
    let location = place.line > 0 ? " (line \(place.line), column \(place.column))" : ""
    return "\(message) at byte \(offset)\(location)\(advice)"
  }

  /// What is wrong, without the place.
  package var message: String { limit.map { "\($0)" } ?? "\(kind)" }

  /// Which leniencies accept the text, as the end of a message.
  package var advice: String { leniencies.isEmpty ? "" : "; accepted with \(leniencies.names)" }
}

extension JSONSyntaxError.Limit: CustomStringConvertible {
  /// What exceeds the limit, as the start of a sentence: `nested deeper than 512 (maximumDepth)`.
  public var description: String {
    switch option {
    case .maximumDepth: "arrays and objects are nested deeper than \(value) (\(option.rawValue))"
    case .maximumLength: "the text is longer than \(value) bytes (\(option.rawValue))"
    case .maximumTotal: "the stream is longer than \(value) bytes (\(option.rawValue))"
    case .maximumStringLength: "a string is longer than \(value) bytes (\(option.rawValue))"
    case .maximumNumberLength: "a number is longer than \(value) bytes (\(option.rawValue))"
    case .maximumCombiningMarks:
      "a string has more than \(value) combining marks in a row (\(option.rawValue))"
    case .values: "the text has more than \(value) values"
    }
  }
}

extension JSONSyntaxError.Kind: CustomStringConvertible {
  /// What is wrong, as the start of a sentence.
  public var description: String {
    switch self {
    case .emptyText: "expected a value, but the text is empty"
    case .unexpectedEnd: "the text ends inside a value"
    case .expectedValue: "expected a value"
    case .expectedName: "expected a name in quotes"
    case .expectedColon: "expected ':' after the name"
    case .expectedCommaOrArrayEnd: "expected ',' or ']' after an array element"
    case .expectedCommaOrObjectEnd: "expected ',' or '}' after an object member"
    case .expectedComma: "expected ',' between two values"
    case .trailingComma: "expected another value after ','"
    case .expectedEnd: "expected the end of the text after its value"
    case .invalidLiteral: "expected 'true', 'false' or 'null'"
    case .invalidNumber: "expected a digit or the end of the number"
    case .leadingZero: "a number must not begin with a zero and another digit"
    case .unterminatedString: "the text ends inside a string"
    case .controlCharacter: "a control character in a string must be escaped"
    case .invalidEscape: "invalid escape in a string"
    case .loneSurrogate: "an escaped surrogate without its other half"
    case .invalidUTF8: "invalid UTF-8"
    case .byteOrderMark: "the text begins with a byte order mark"
    case .unterminatedComment: "the text ends inside a comment"
    case .duplicateName: "an object has two members of the same name"
    case .tooDeep: "arrays and objects are nested too deep"
    case .textTooLong: "the text is too long"
    case .stringTooLong: "a string is too long"
    case .numberTooLong: "a number is too long"
    case .tooManyValues: "the text has too many values"
    }
  }
}
