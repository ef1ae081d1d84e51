public import RushJSONCore

/// Why a value of Swift or Foundation is no JSON: what is wrong, and with which value.
public struct JSONConversionError: Error, Sendable, Hashable {
  /// What is wrong.
  public var kind: Kind
  /// The path of the value; of the dictionary, if one of its keys is wrong.
  public var pointer: JSONPointer

  /// Creates an error about the value at `pointer`.
  public init(_ kind: Kind, at pointer: JSONPointer = .root) {
    self.kind = kind
    self.pointer = pointer
  }

  /// What is wrong with a value.
  public enum Kind: Sendable, Hashable {
    /// JSON has no value for this type, `Date` for example.
    case unsupportedType(String)
    /// A key is no string but of this type; the key's description.
    case keyNotString(String, type: String)
    /// Two keys of a dictionary are the same text, as `"a"` and an `NSString` of it may be.
    case duplicateKey(String)
    /// A number is NaN or infinite; its description.
    case notFinite(String)
    /// Arrays and dictionaries nest deeper than the limit.
    case tooDeep(limit: Int)
    /// An array or dictionary is inside itself.
    case holdsItself
  }
}

extension JSONConversionError: CustomStringConvertible {
  /// What is wrong and with which value, as a sentence.
  public var description: String {
    pointer.isEmpty ? "\(kind)" : "\(kind) at \(pointer)"
  }
}

extension JSONConversionError.Kind: CustomStringConvertible {
  /// What is wrong, as the beginning of a sentence.
  public var description: String {
    switch self {
    case .unsupportedType(let type): "a \(type) is no JSON value"
    case .keyNotString(let key, let type): "the key \(key.prefix(60)) is no string but a \(type)"
    case .duplicateKey(let key): "the key \"\(key.prefix(60))\" is there twice"
    case .notFinite(let number): "the number \(number) is not finite"
    case .tooDeep(let limit): "arrays and dictionaries nest deeper than \(limit)"
    case .holdsItself: "an array or dictionary holds itself"
    }
  }
}
