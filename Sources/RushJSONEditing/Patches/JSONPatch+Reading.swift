// Patches from and to JSON (RFC 6902 §3):
//
//   [{"op": "replace", "path": "/price", "value": 25}, …]

public import RushJSONCore

extension JSONPatch {
  /// Reads a patch from its JSON (RFC 6902 §3). Unknown members of an operation are ignored.
  ///
  /// To refuse an operation with two members of the same name (RFC 6902 §A.13), read the text with
  /// ``JSONReadingOptions/duplicateNames`` set to `.refuse`.
  /// - Throws: A ``JSONPatch/Failure`` about the first invalid operation.
  public init(_ json: RawJSON) throws(JSONPatch.Failure) {
    guard case .array(let array) = json else {
      throw JSONPatch.Failure(.wrongKind(expected: .array, found: json.kind))
    }
    var operations: [Operation] = []
    operations.reserveCapacity(array.count)
    for (index, element) in array.enumerated() {
      do throws(JSONPatch.Failure) {
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
  public var rawJSON: RawJSON { .array(RawJSON.Array(operations.map(\.rawJSON))) }
}

extension JSONPatch.Operation {
  /// Reads an operation from its JSON (RFC 6902 §4).
  /// - Throws: A ``JSONPatch/Failure`` without an index.
  public init(_ json: RawJSON) throws(JSONPatch.Failure) {
    guard case .dictionary(let object) = json else {
      throw JSONPatch.Failure(.wrongKind(expected: .object, found: json.kind))
    }
    let name = try Self.string("op", of: object)
    guard let kind = Kind(rawValue: name) else { throw JSONPatch.Failure(.unknownOperation(name)) }
    var pointer: JSONPointer?
    do throws(JSONPatch.Failure) {
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
      throw JSONPatch.Failure(error.kind, operation: kind, pointer: pointer)
    }
  }

  /// The operation as JSON (RFC 6902 §4).
  public var rawJSON: RawJSON {
    var object: RawJSON.Object = ["op": .string(kind.rawValue)]
    if let from { object["from"] = .string(from.description) }
    object["path"] = .string(path.description)
    if let value { object["value"] = value }
    return .dictionary(object)
  }

  private static func value(of object: RawJSON.Object) throws(JSONPatch.Failure) -> RawJSON {
    guard let value = object["value"] else { throw JSONPatch.Failure(.missingMember("value")) }
    return value
  }

  private static func string(
    _ name: String, of object: RawJSON.Object
  ) throws(JSONPatch.Failure) -> String {
    guard let value = object[name] else { throw JSONPatch.Failure(.missingMember(name)) }
    guard case .string(let string) = value else {
      throw JSONPatch.Failure(.wrongKind(expected: .string, found: value.kind))
    }
    return string
  }

  private static func pointer(
    _ name: String, of object: RawJSON.Object
  ) throws(JSONPatch.Failure) -> JSONPointer {
    let text = try string(name, of: object)
    do throws(JSONValueError) {
      return try JSONPointer(text)
    } catch {
      throw JSONPatch.Failure(.invalidPointer(error))
    }
  }
}

extension JSONPatch: Codable {
  /// Decodes a patch from its JSON.
  /// - Throws: `DecodingError.dataCorrupted` with a ``JSONPatch/Failure`` as its underlying error, if the
  ///   value is not a patch.
  public init(from decoder: any Decoder) throws {
    let json = try RawJSON(from: decoder)
    do throws(JSONPatch.Failure) {
      try self.init(json)
    } catch {
      throw DecodingError.corrupted(error, at: decoder.codingPath)
    }
  }

  /// Encodes the patch as its JSON.
  public func encode(to encoder: any Encoder) throws { try rawJSON.encode(to: encoder) }
}
