extension JSONModelOptions {
  /// A type that describes its values by a schema of JSON Schema, draft 2020-12.
  ///
  /// `@JSONModel(schema: true)` makes a type conform. `jsonSchema` is then a whole schema, with the types inside it
  /// under `$defs`:
  ///
  /// ```swift
  /// @JSONModel(schema: true) struct Room { var beds: Int; var view: String? }
  /// print(try Room.jsonSchema.jsonString(.pretty))
  /// ```
  ///
  /// Conform a type that reads and writes itself, such as an address in a string:
  ///
  /// ```swift
  /// extension Email: JSONModelOptions.SchemaProvider {
  ///   static var jsonSchema: RawJSON { ["type": "string", "format": "email"] }
  /// }
  /// ```
  ///
  /// The article *Macros* of `RushJSON` says what the schema of each type is.
  public protocol SchemaProvider: SendableMetatype {
    /// The schema of the type's values.
    /// - Complexity: For a generated schema, O(*n*) in the members of the type and of the types inside it, at each call.
    static var jsonSchema: RawJSON { get }
  }

  /// A type with a generated schema.
  public protocol _SchemaModel: SchemaProvider {
    /// The schema, which refers to the types inside it by their names.
    static func _schema(_ schema: inout _SchemaBuilder) -> RawJSON
  }
}

extension JSONModelOptions._SchemaModel {
  /// The schema of the type's values as a whole document, made anew at each call.
  public static var jsonSchema: RawJSON { JSONModelOptions._SchemaBuilder.document(of: self) }
}

// MARK: - Shapes

/// A type that holds values of other types.
protocol SchemaShape {
  static func schema(_ builder: inout JSONModelOptions._SchemaBuilder) -> RawJSON

  /// The type of the value of a member that may be missing; `nil` for a type that demands its member.
  static var typeIfPresent: Any.Type? { get }
}

extension SchemaShape {
  static var typeIfPresent: Any.Type? { nil }
}

extension Optional: SchemaShape {
  static func schema(_ builder: inout JSONModelOptions._SchemaBuilder) -> RawJSON {
    builder.schema(of: Wrapped.self).orNull
  }

  static var typeIfPresent: Any.Type? { Wrapped.self }
}

extension JSONField: SchemaShape {
  static func schema(_ builder: inout JSONModelOptions._SchemaBuilder) -> RawJSON {
    builder.schema(of: Value.self).orNull
  }

  static var typeIfPresent: Any.Type? { Value.self }
}

extension Array: SchemaShape {
  static func schema(_ builder: inout JSONModelOptions._SchemaBuilder) -> RawJSON {
    if Element.self == UInt8.self, let format = builder.bytes { return .bytes(format) }
    return ["type": "array", "items": builder.schema(of: Element.self)]
  }
}

extension Set: SchemaShape {
  static func schema(_ builder: inout JSONModelOptions._SchemaBuilder) -> RawJSON {
    builder.schema(of: [Element].self)
  }
}

extension ContiguousArray: SchemaShape {
  static func schema(_ builder: inout JSONModelOptions._SchemaBuilder) -> RawJSON {
    builder.schema(of: [Element].self)
  }
}

extension Dictionary: SchemaShape {
  /// Codable writes a dictionary with other keys as an array.
  static func schema(_ builder: inout JSONModelOptions._SchemaBuilder) -> RawJSON {
    guard Key.self is any JSONName.Convertible.Type else { return [:] }
    var schema: RawJSON.Object = [
      "type": "object", "additionalProperties": builder.schema(of: Value.self),
    ]
    if let names = builder.schema(ofNames: Key.self) { schema["propertyNames"] = names }
    return .dictionary(schema)
  }
}

// MARK: - Scalars

extension JSONModelOptions._SchemaBuilder {
  /// The schema of a type that tells nothing itself; `{}`, which accepts every value, for one that is not known.
  func scalar(_ type: Any.Type) -> RawJSON {
    switch type {
    case is any JSONStyles.DateValue.Type:
      if let dates { return .dates(dates) }
      return type == JSONTimestamp.self
        ? ["type": ["string", "number"]] : ["type": "number"]
    case is any JSONStyles.BytesValue.Type: return .bytes(bytes ?? .base64)
    case let integer as any FixedWidthInteger.Type: return .integers(integer)
    case is any BinaryFloatingPoint.Type, is JSONNumber.Type: return ["type": "number"]
    case is Bool.Type: return ["type": "boolean"]
    case is any StringProtocol.Type: return ["type": "string"]
    case is RawJSON.Array.Type: return ["type": "array"]
    case is RawJSON.Object.Type: return ["type": "object"]
    default: break
    }
    // This module does not import Foundation, which not every program has.
    switch String(reflecting: type) {
    case "Foundation.URL", "FoundationEssentials.URL":
      return ["type": "string", "format": "uri-reference"]
    case "Foundation.UUID", "FoundationEssentials.UUID":
      return ["type": "string", "format": "uuid"]
    case "Foundation.Decimal", "FoundationEssentials.Decimal", "__C.NSDecimal":
      return ["type": "number"]
    default: return [:]
    }
  }
}

extension RawJSON {
  /// The same schema, which accepts `null` as well.
  var orNull: RawJSON {
    guard case .dictionary(var schema) = self, !schema.isEmpty else { return self }
    if case .string(let type)? = schema["type"],
      schema.pairs.allSatisfy({ !["enum", "anyOf", "oneOf", "allOf"].contains($0.name) })
    {
      schema["type"] = [.string(type), "null"]
      return .dictionary(schema)
    }
    if case .array(let types)? = schema["type"], types.contains("null") { return self }
    return ["anyOf": [self, ["type": "null"]]]
  }

  fileprivate static func dates(_ format: JSONDateFormat) -> RawJSON {
    if format.reads(.number) {
      return ["type": format.reads(.string) ? ["number", "string"] : "number"]
    }
    guard let name = format.schemaFormat else { return ["type": "string"] }
    return ["type": "string", "format": .string(name)]
  }

  fileprivate static func bytes(_ format: JSONBytesFormat) -> RawJSON {
    let encoding: RawJSON =
      switch format {
      case .base64: "base64"
      case .base64URL: "base64url"
      case .hexadecimal: "base16"
      }
    return ["type": "string", "contentEncoding": encoding]
  }

  /// Bounds of up to 32 bits: most validators hold numbers as doubles, which cannot represent those of larger types.
  fileprivate static func integers<T: FixedWidthInteger>(_ type: T.Type) -> RawJSON {
    var schema: RawJSON.Object = ["type": "integer"]
    if let least = Int64(exactly: T.min), let most = Int64(exactly: T.max), T.bitWidth <= 32 {
      schema["minimum"] = RawJSON(least)
      schema["maximum"] = RawJSON(most)
    } else if !T.isSigned {
      schema["minimum"] = 0
    }
    return .dictionary(schema)
  }
}
