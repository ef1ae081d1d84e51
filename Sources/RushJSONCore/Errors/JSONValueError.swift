/// The text is JSON, but not what was asked for: what is wrong, and with which value.
public struct JSONValueError: Error, Sendable, Hashable {
  /// What is wrong.
  public var kind: Kind

  /// The path of the value.
  ///
  /// For a name or an index that does not exist it is the path of the object or the array.
  public var pointer: JSONPointer

  /// Where the value begins, as a byte offset from the start of its text, if it has one.
  public var offset: Int?

  /// Creates an error of the given kind about the value at `pointer`.
  public init(_ kind: Kind, at pointer: JSONPointer = .root, offset: Int? = nil) {
    self.kind = kind
    self.pointer = pointer
    self.offset = offset
  }

  /// What is wrong with a value.
  public enum Kind: Sendable, Hashable {
    /// The value is of another kind.
    case wrongKind(expected: JSONKind, found: JSONKind)
    /// The object has no member of this name.
    case missingName(String)
    /// The array has no element of this index.
    case indexOutOfRange(Int, count: Int)
    /// A token of a pointer that leads into an array is not an index.
    case invalidIndex(String)
    /// The number, given as its text, is out of the type's range or not exactly one of its values.
    case notRepresentable(number: String, type: String)
    /// The text of a string is not `expected`, for example "an RFC 3339 date".
    case invalidFormat(text: String, expected: String)
  }
}

extension JSONValueError: CustomStringConvertible {
  /// What is wrong and with which value, as a sentence:
  /// `expected a string, found a number at /users/0/name`.
  ///
  /// Long names, numbers and paths are shortened.
  public var description: String {
    var text = "\(kind)"
    if !pointer.isEmpty { text += " at \(pointer.shortened(to: 200))" }
    if let offset { text += " (byte \(offset))" }
    return text
  }
}

extension JSONValueError.Kind: CustomStringConvertible {
  /// What is wrong, as the beginning of a sentence. Long names and numbers are shortened.
  public var description: String {
    switch self {
    case .wrongKind(let expected, let found):
      "expected \(expected.phrase), found \(found.phrase)"
    case .missingName(let name):
      "no member is named \"\(name.shortened(to: 60))\" in the object"
    case .indexOutOfRange(let index, let count):
      "no element has index \(index) in the array of \(count)"
    case .invalidIndex(let token):
      "\"\(token.shortened(to: 60))\" is not the index of an element in the array"
    case .notRepresentable(let number, let type):
      "the number \(number.shortened(to: 60)) cannot be represented as \(type)"
    case .invalidFormat(let text, let expected):
      "expected \(expected), found \"\(text.shortened(to: 60))\""
    }
  }
}
