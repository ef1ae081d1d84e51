/// Why a text could not be written: it would not be JSON, it is beyond a limit, or the sink failed.
public struct JSONWritingError: Error, Sendable {
  /// The fault.
  public var kind: Kind

  /// The path of the value. `nil` if a sink has already received the beginning of the text, without
  /// which the path is unknown.
  public var pointer: JSONPointer?

  /// The sink's error, if that is the reason.
  public var underlying: (any Error)?

  /// Creates an error of the given kind.
  public init(_ kind: Kind, at pointer: JSONPointer? = nil, underlying: (any Error)? = nil) {
    self.kind = kind
    self.pointer = pointer
    self.underlying = underlying
  }

  /// The fault.
  public enum Kind: Sendable, Hashable {
    /// Expected a name or the end of the object.
    case expectedName
    /// A value whose members are to be among those of another object is not an object: the name of its property or
    /// case, which may be empty, and its type.
    case membersOfNoObject(name: String, type: String)
    /// Expected a value: after a name, or at the start of the text.
    case expectedValue
    /// A name or the end of an object was written in an array.
    case notInObject
    /// The end of an array was written in an object.
    case notInArray
    /// No array or object is open.
    case nothingOpen
    /// A second value was written; a text has one value.
    case moreThanOneValue
    /// The text is incomplete: `open` arrays and objects are open, or there is no value.
    case unfinished(open: Int)
    /// Arrays and objects nest deeper than ``JSONWritingOptions/maximumDepth``.
    case tooDeep(limit: Int)
    /// The text has more bytes than ``JSONWritingOptions/maximumLength``.
    case tooLong(limit: Int)
    /// The number, given as its text, is NaN, infinite, or beyond the number form.
    case notRepresentable(number: String)
    /// An object has two members of this name, and the form allows only one.
    case duplicateName(String)
    /// A Swift or Foundation value has a type without a JSON form, such as `Date`.
    case unsupportedType(String)
    /// A key of a dictionary is not a string: its description and its type.
    case nameNotString(String, type: String)
    /// An array or dictionary of Foundation contains itself.
    case holdsItself
    /// The bytes of a string are not UTF-8.
    case invalidUTF8
    /// The bytes of a value are not one JSON value.
    case invalidJSON(JSONSyntaxError)
    /// A record that must be one line has a line feed at this byte offset.
    case lineFeed(at: Int)
    /// A record of a sequence has a record separator at this byte offset.
    case separator(at: Int)
    /// The sink threw the underlying error.
    case sink
    /// A value that is only `Encodable` threw the underlying error.
    case notEncodable
    /// A value put another writer in the place of the one that it was given.
    case writerReplaced
  }
}

extension JSONWritingError: Equatable {
  /// Whether kind and path are the same.
  public static func == (a: JSONWritingError, b: JSONWritingError) -> Bool {
    a.kind == b.kind && a.pointer == b.pointer
  }
}

extension JSONWritingError: CustomStringConvertible {
  /// The fault and its place, as a sentence.
  public var description: String {
    var text = "\(kind)"
    if let pointer, !pointer.isEmpty { text += " at \(pointer.shortened(to: 200))" }
    #if !hasFeature(Embedded)
      if let underlying { text += ": \(underlying)" }
    #endif
    return text
  }
}

extension JSONWritingError.Kind: CustomStringConvertible {
  /// What is wrong, as the beginning of a sentence. Long names and numbers are shortened.
  public var description: String {
    switch self {
    case .expectedName: "expected a name or the end of the object, not a value"
    case .membersOfNoObject(let name, let type):
      "\(name.isEmpty ? "a value" : "'\(name)'") of type \(type) shares an object, so its value must be an object"
    case .expectedValue: "expected a value"
    case .notInObject: "a name or the end of an object was written in an array"
    case .notInArray: "the end of an array was written in an object"
    case .nothingOpen: "no array or object is open"
    case .moreThanOneValue: "a text has only one value"
    case .unfinished(let open):
      open == 0 ? "the text has no value" : "\(open) arrays and objects are still open"
    case .tooDeep(let limit): "arrays and objects nest deeper than \(limit) (maximumDepth)"
    case .tooLong(let limit): "the text has more than \(limit) bytes (maximumLength)"
    case .notRepresentable(let number):
      "the number \(number.shortened(to: 60)) cannot be written as JSON in this form"
    case .duplicateName(let name):
      "two members are named \"\(name.shortened(to: 60))\" in the object"
    case .unsupportedType(let type):
      "a value of type \(type) is not a JSON value; convert it to a string, a number, an array or a dictionary"
    case .nameNotString(let name, let type):
      "the key \(name.shortened(to: 60)) has the type \(type), but names must be strings"
    case .holdsItself: "an array or dictionary contains itself"
    case .invalidUTF8: "the bytes of the string are not UTF-8"
    case .invalidJSON(let error): "the bytes are not a JSON value: \(error)"
    case .lineFeed(let offset): "a line contains a line feed at byte \(offset)"
    case .separator(let offset): "a record contains a record separator at byte \(offset)"
    case .sink: "the sink failed"
    case .notEncodable: "a value failed to encode itself"
    case .writerReplaced: "a value put another writer in the place of the one that it was given"
    }
  }
}
