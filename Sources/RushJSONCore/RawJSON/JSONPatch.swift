/// A JSON Patch (RFC 6902): operations that change a value, one after the other, all or none.
///
/// ```swift
/// let patch: JSONPatch = [
///   .test("/name", "Rock Concert"),
///   .replace("/price", 25),
///   .add("/seats/-", "14A"),
/// ]
/// try patch.apply(to: &ticket)
///
/// let changes = new.difference(from: old)      // the patch that makes `new` of `old`
/// let text = changes.rawJSON.description
/// ```
///
/// Patches are equal if they have equal operations in the same order.
public struct JSONPatch: Sendable, Hashable {
  /// The operations, in the order in which they are done.
  public var operations: [Operation]

  /// Creates a patch of these operations.
  public init(_ operations: [Operation] = []) { self.operations = operations }

  /// What one operation does (RFC 6902 §4).
  public enum Operation: Sendable, Hashable {
    /// Inserts an element, or sets a member; `-` stands for the end of an array.
    case add(JSONPointer, RawJSON)
    /// Removes a member or an element, which must exist.
    case remove(JSONPointer)
    /// Replaces a value, which must exist.
    case replace(JSONPointer, RawJSON)
    /// Removes a value, which must exist, and adds it elsewhere, but not in itself.
    case move(from: JSONPointer, to: JSONPointer)
    /// Adds a value, which must exist, elsewhere too.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Fails unless there is a value, and it equals this one (RFC 6902 §4.6): numbers by value, and
    /// objects whatever the order of their members.
    case test(JSONPointer, RawJSON)
  }
}

extension JSONPatch.Operation {
  /// The names of operations, as in the member `op`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Inserts an element or sets a member.
    case add
    /// Removes a member or an element.
    case remove
    /// Replaces a value.
    case replace
    /// Removes a value and adds it elsewhere.
    case move
    /// Adds a value elsewhere too.
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

  /// The member `path`: what the operation changes or tests.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path),
      .copy(_, let path), .test(let path, _):
      path
    }
  }

  /// The member `from`, where the operation has one.
  public var from: JSONPointer? {
    switch self {
    case .move(let from, _), .copy(let from, _): from
    default: nil
    }
  }

  /// The member `value`, where the operation has one.
  public var value: RawJSON? {
    switch self {
    case .add(_, let value), .replace(_, let value), .test(_, let value): return value
    // A conditional expression would take its `nil` for `.null`.
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
