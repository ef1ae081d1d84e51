public import RushJSONCore

extension JSONPatch {
  /// A patch that cannot be read or applied: the fault, the operation that has it, and its path.
  public struct Failure: Error, Sendable, Hashable {
    /// The fault.
    public var kind: Kind

    /// The index of the operation, or `nil` if the error is about the whole patch.
    public var index: Int?

    /// The name of the operation, or `nil` if it has no valid name.
    public var operation: JSONPatch.Operation.Kind?

    /// The `path` or `from` of the operation that the error is about, if it is known.
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

    /// A fault of a patch or of one of its operations.
    public enum Kind: Sendable, Hashable {
      // MARK: - Applying

      /// The path has no value. The error has its longest existing prefix and the reason.
      case notFound(JSONValueError)
      /// The value differs from the one that `test` expects.
      case testFailed
      /// `move` would put a value into itself (RFC 6902 §4.4).
      case moveIntoItself
      /// The `copy` operations together copied more values than the limit allows.
      case copiesTooLarge(limit: Int)

      // MARK: - Reading

      /// A value of the patch has a kind other than the one that RFC 6902 §3 and §4 require.
      case wrongKind(expected: JSONKind, found: JSONKind)
      /// The operation lacks a required member.
      case missingMember(String)
      /// RFC 6902 has no operation of this name.
      case unknownOperation(String)
      /// A path is not a JSON Pointer.
      case invalidPointer(JSONValueError)
    }
  }
}

extension JSONPatch.Failure: CustomStringConvertible {
  /// The fault and its place, as a sentence, for example
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

extension JSONPatch.Failure.Kind: CustomStringConvertible {
  /// The fault, as the end of a sentence.
  public var description: String {
    switch self {
    case .notFound(let error): error.description
    case .testFailed: "the value differs from the expected one"
    case .moveIntoItself: "a value cannot be moved into itself"
    case .copiesTooLarge(let limit):
      "the patch copies more than \(limit) values; raise the limit if you trust it"
    case .wrongKind(let expected, let found): "expected \(expected.phrase), found \(found.phrase)"
    case .missingMember(let name): "the operation has no member \"\(name)\""
    case .unknownOperation(let name):
      "\"\(name.shortened(to: 60))\" is not one of \(operations)"
    case .invalidPointer(let error): error.description
    }
  }
  private var operations: String {
    JSONPatch.Operation.Kind.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
