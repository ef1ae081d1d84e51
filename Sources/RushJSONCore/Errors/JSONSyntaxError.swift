/// The text is not JSON: what is wrong, and at which byte.
///
/// The error is two words and knows nothing of the text. With the text at hand,
/// ``location(in:)`` gives line and column and ``report(in:)`` the sentence to show a person.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// What is wrong.
  public let kind: Kind

  /// Where it is wrong, as a byte offset from the start of the text.
  ///
  /// For text that ends too early this is the length of the text; for a string, an escape, or a
  /// UTF-8 sequence it is the byte at which the faulty part begins.
  public let offset: Int

  /// Creates an error of the given kind at a byte offset.
  public init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// What is wrong with a text.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// There is no value: the text is empty, or all whitespace.
    case emptyText
    /// The text ends inside an array or object, or before a value.
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
    /// A comma is followed by the end of its array or object.
    case trailingComma
    /// Something follows the one value of the text.
    case expectedEnd
    /// A word that is none of `true`, `false` and `null`.
    case invalidLiteral
    /// A number that RFC 8259 §6 does not allow; the offset is the first byte that does not fit.
    case invalidNumber
    /// A number that begins with a zero and goes on with a digit.
    case leadingZero
    /// The text ends inside a string.
    case unterminatedString
    /// A byte below 0x20 inside a string.
    case controlCharacter
    /// A backslash that begins no escape; the offset is that of the backslash.
    case invalidEscape
    /// Half of a surrogate pair, written as an escape, without its other half.
    case loneSurrogate
    /// Bytes that are not well-formed UTF-8.
    case invalidUTF8
    /// The text begins with U+FEFF, and the reading options do not allow it.
    case byteOrderMark
    /// A comment has no end.
    case unterminatedComment
    /// A second member of an object has the name of an earlier one, and the options refuse that.
    case duplicateName
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep
    /// The text is longer than the limit; the offset is the limit.
    case textTooLong
    /// A string is longer than the limit; the offset is its first byte's.
    case stringTooLong
    /// A number is longer than the limit; the offset is its first byte's.
    case numberTooLong
    /// A document has more values than its records can count.
    case tooManyValues
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// What was expected, and the byte offset.
  public var description: String { "\(kind) at byte \(offset)" }
}

extension JSONSyntaxError.Kind: CustomStringConvertible {
  /// What is wrong, as the beginning of a sentence.
  public var description: String {
    switch self {
    case .emptyText: "expected a value, but the text is empty"
    case .unexpectedEnd: "the text ends inside a value"
    case .expectedValue: "expected a value"
    case .expectedName: "expected a name in quotes"
    case .expectedColon: "expected ':' after the name"
    case .expectedCommaOrArrayEnd: "expected ',' or ']' after an array element"
    case .expectedCommaOrObjectEnd: "expected ',' or '}' after an object member"
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
