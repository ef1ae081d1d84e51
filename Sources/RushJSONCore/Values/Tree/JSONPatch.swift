/// A JSON Patch (RFC 6902): a list of operations that change a value, either all of them or none.
///
/// ```swift
/// let patch: JSONPatch = [
///   .test("/name", "Rock Concert"),
///   .replace("/price", 25),
///   .add("/seats/-", "14A"),
/// ]
/// try patch.apply(to: &ticket)
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

// MARK: - Reading

// Patches from and to JSON (RFC 6902 §3):
//
//   [{"op": "replace", "path": "/price", "value": 25}, …]

extension JSONPatch {
  /// Reads a patch from its JSON (RFC 6902 §3). Unknown members of an operation are ignored.
  ///
  /// To refuse an operation with two members of the same name (RFC 6902 §A.13), read the text with
  /// ``JSONReadingOptions/duplicateNames`` set to `.refused`.
  /// - Throws: A ``JSONPatchError`` about the first invalid operation.
  public init(_ json: RawJSON) throws(JSONPatchError) {
    guard case .array(let array) = json else {
      throw JSONPatchError(.wrongKind(expected: .array, found: json.kind))
    }
    var operations: [Operation] = []
    operations.reserveCapacity(array.count)
    for (index, element) in array.enumerated() {
      do throws(JSONPatchError) {
        operations.append(try Operation(element))
      } catch {
        var error = error
        error.index = index
        throw error
      }
    }
    self.operations = operations
  }

  /// The patch as JSON (RFC 6902 §3).
  public var rawJSON: RawJSON { .array(JSONArray(operations.map(\.rawJSON))) }
}

extension JSONPatch.Operation {
  /// Reads an operation from its JSON (RFC 6902 §4).
  /// - Throws: A ``JSONPatchError`` without an index.
  public init(_ json: RawJSON) throws(JSONPatchError) {
    guard case .dictionary(let object) = json else {
      throw JSONPatchError(.wrongKind(expected: .object, found: json.kind))
    }
    let name = try Self.string("op", of: object)
    guard let kind = Kind(rawValue: name) else { throw JSONPatchError(.unknownOperation(name)) }
    var pointer: JSONPointer?
    do throws(JSONPatchError) {
      let path = try Self.pointer("path", of: object)
      pointer = path
      switch kind {
      case .add: self = .add(path, try Self.value(of: object))
      case .remove: self = .remove(path)
      case .replace: self = .replace(path, try Self.value(of: object))
      case .move: self = .move(from: try Self.pointer("from", of: object), to: path)
      case .copy: self = .copy(from: try Self.pointer("from", of: object), to: path)
      case .test: self = .test(path, try Self.value(of: object))
      }
    } catch {
      throw JSONPatchError(error.kind, operation: kind, pointer: pointer)
    }
  }

  /// The operation as JSON (RFC 6902 §4).
  public var rawJSON: RawJSON {
    var object: JSONObject = ["op": .string(kind.rawValue)]
    if let from { object["from"] = .string(from.description) }
    object["path"] = .string(path.description)
    if let value { object["value"] = value }
    return .dictionary(object)
  }

  private static func value(of object: JSONObject) throws(JSONPatchError) -> RawJSON {
    guard let value = object["value"] else { throw JSONPatchError(.missingMember("value")) }
    return value
  }

  private static func string(
    _ name: String, of object: JSONObject
  ) throws(JSONPatchError) -> String {
    guard let value = object[name] else { throw JSONPatchError(.missingMember(name)) }
    guard case .string(let string) = value else {
      throw JSONPatchError(.wrongKind(expected: .string, found: value.kind))
    }
    return string
  }

  private static func pointer(
    _ name: String, of object: JSONObject
  ) throws(JSONPatchError) -> JSONPointer {
    let text = try string(name, of: object)
    do throws(JSONValueError) {
      return try JSONPointer(text)
    } catch {
      throw JSONPatchError(.invalidPointer(error))
    }
  }
}

extension JSONPatch: Codable {
  /// Decodes a patch from its JSON.
  /// - Throws: `DecodingError.dataCorrupted` with a ``JSONPatchError`` as its underlying error, if the
  ///   value is not a patch.
  public init(from decoder: any Decoder) throws {
    let json = try RawJSON(from: decoder)
    do throws(JSONPatchError) {
      try self.init(json)
    } catch {
      throw DecodingError.corrupted(error, at: decoder.codingPath)
    }
  }

  /// Encodes the patch as its JSON.
  public func encode(to encoder: any Encoder) throws { try rawJSON.encode(to: encoder) }
}
