/// Why a patch cannot be applied, or is none: which operation, what it is about, and what is wrong.
public struct JSONPatchError: Error, Sendable, Hashable {
  /// What is wrong.
  public var kind: Kind

  /// The index of the operation; `nil` if the patch as a whole is wrong.
  public var index: Int?

  /// The name of the operation, if it has one that is known.
  public var operation: JSONPatch.Operation.Kind?

  /// The path that the operation is about, its `from` or its `path`, if it is known.
  public var pointer: JSONPointer?

  /// Creates an error of the given kind.
  public init(
    _ kind: Kind, index: Int? = nil, operation: JSONPatch.Operation.Kind? = nil,
    pointer: JSONPointer? = nil
  ) {
    self.kind = kind
    self.index = index
    self.operation = operation
    self.pointer = pointer
  }

  /// What is wrong with a patch or one of its operations.
  public enum Kind: Sendable, Hashable {
    // MARK: - Applying

    /// The path leads nowhere; the error says at which value it ends, and why.
    case notFound(JSONValueError)
    /// The value is not the one that `test` asks for.
    case testFailed
    /// `move` is to put a value into itself (RFC 6902 §4.4).
    case moveIntoItself
    /// The operations `copy` have copied more values in all than the limit allows.
    case copiesTooLarge(limit: Int)

    // MARK: - Reading

    /// A value of the patch is of another kind than RFC 6902 §3 and §4 say.
    case wrongKind(expected: JSONKind, found: JSONKind)
    /// The operation lacks a member that it must have.
    case missingMember(String)
    /// RFC 6902 has no such operation.
    case unknownOperation(String)
    /// A path is not a JSON Pointer.
    case invalidPointer(JSONValueError)
  }
}

extension JSONPatchError: CustomStringConvertible {
  /// What is wrong and where, as a sentence:
  /// `patch operation 2 (replace /price) failed: no member is named "price" in the object`.
  ///
  /// Long names and paths are shortened.
  public var description: String {
    guard let index else { return "not a JSON patch: \(kind)" }
    var text = "patch operation \(index)"
    if operation != nil || pointer != nil {
      let words = [operation?.rawValue, pointer.map { "\"\($0.description.shortened(to: 200))\"" }]
      text += " (\(words.compactMap { $0 }.joined(separator: " ")))"
    }
    return "\(text) failed: \(kind)"
  }
}

extension JSONPatchError.Kind: CustomStringConvertible {
  /// What is wrong, as the end of a sentence.
  public var description: String {
    switch self {
    case .notFound(let error): error.description
    case .testFailed: "the value is another one"
    case .moveIntoItself: "a value cannot be moved into itself"
    case .copiesTooLarge(let limit): "more than \(limit) values are copied in all"
    case .wrongKind(let expected, let found): "expected \(expected.phrase), found \(found.phrase)"
    case .missingMember(let name): "the operation has no member \"\(name)\""
    case .unknownOperation(let name): "\"\(name.shortened(to: 60))\" is no operation"
    case .invalidPointer(let error): error.description
    }
  }
}
