public import RushJSONCore

/// A JSON Patch (RFC 6902): a list of operations that change a value, either all of them or none.
///
/// ```swift
/// let patch: JSONPatch = [
///   .test("/name", "Rock Concert"),
///   .replace("/price", 25),
///   .add("/seats/-", "14A"),
/// ]
/// try ticket.apply(patch)
///
/// let changes = new.difference(from: old)      // the patch that turns `old` into `new`
/// let text = changes.rawJSON.description
/// ```
///
/// Two patches are equal if they have equal operations in the same order.
public struct JSONPatch: Sendable, Hashable {
  /// The operations, in the order of their execution.
  public var operations: [Operation]

  /// Creates a patch of these operations.
  public init(_ operations: [Operation] = []) { self.operations = operations }

  /// One operation (RFC 6902 §4).
  public enum Operation: Sendable, Hashable {
    /// Inserts an element, or sets a member. `-` means the end of an array.
    case add(JSONPointer, RawJSON)
    /// Removes an existing member or element.
    case remove(JSONPointer)
    /// Replaces an existing value.
    case replace(JSONPointer, RawJSON)
    /// Removes an existing value, and adds it elsewhere, but not inside itself.
    case move(from: JSONPointer, to: JSONPointer)
    /// Adds a copy of an existing value elsewhere.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Fails unless the value exists and equals this one (RFC 6902 §4.6). Numbers compare by value, and
    /// the order of members does not matter.
    case test(JSONPointer, RawJSON)
  }
}

extension JSONPatch.Operation {
  /// The name of an operation, as in the member `op`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Inserts an element or sets a member.
    case add
    /// Removes a member or an element.
    case remove
    /// Replaces a value.
    case replace
    /// Removes a value and adds it elsewhere.
    case move
    /// Adds a copy of a value elsewhere.
    case copy
    /// Compares a value.
    case test
  }

  /// The name of the operation.
  public var kind: Kind {
    switch self {
    case .add: .add
    case .remove: .remove
    case .replace: .replace
    case .move: .move
    case .copy: .copy
    case .test: .test
    }
  }

  /// The member `path`: the value that the operation changes or tests.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path),
      .copy(_, let path), .test(let path, _):
      path
    }
  }

  /// The member `from`, or `nil` if the operation does not have it.
  public var from: JSONPointer? {
    switch self {
    case .move(let from, _), .copy(let from, _): from
    default: nil
    }
  }

  /// The member `value`, or `nil` if the operation does not have it.
  public var value: RawJSON? {
    switch self {
    case .add(_, let value), .replace(_, let value), .test(_, let value): return value
    // In a conditional expression, `nil` would be the literal for `.null`.
    default: return nil
    }
  }
}

extension JSONPatch: ExpressibleByArrayLiteral {
  /// Creates a patch of these operations.
  public init(arrayLiteral operations: Operation...) { self.operations = operations }
}

extension JSONPatch: CustomStringConvertible {
  /// The patch as compact JSON text.
  public var description: String { rawJSON.description }
}
