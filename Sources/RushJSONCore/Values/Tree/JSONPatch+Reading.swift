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
