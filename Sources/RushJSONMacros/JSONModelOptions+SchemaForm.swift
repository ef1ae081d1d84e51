// Schemas for services that accept a part of JSON Schema.
//
//   {"type": "object",                            {"type": "object",
//    "properties": {"name": …, "note": …},         "properties": {"name": …, "note": …},
//    "required": ["name"]}                         "required": ["name", "note"], "additionalProperties": false}
//
// Every object is closed and demands all its members. What may be missing accepts `null`, in the schema of the decoder, too,
// so it need not be missing. Alternatives of a part of an object become alternatives of the whole object.

extension JSONModelOptions {
  /// A form of a JSON Schema that a service demands.
  public enum SchemaForm: Sendable {
    /// Each object demands all its members and refuses others, an optional has `null` in its type, and nothing is beside
    /// `$ref`. The strict modes of language models take it.
    case strict
    /// The same with each type in its place, for services that take no `$ref`. A type that holds itself has no such form.
    case strictWithoutReferences
  }

  /// The reason why a type has no schema in a form.
  public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason as a sentence: `Tree holds itself, so its schema needs references`.
    public let description: String
  }
}

extension JSONModelOptions.SchemaProvider {
  /// The schema of the type's values in the form that a service demands. It accepts nothing that ``jsonSchema`` refuses.
  ///
  /// Members that may be missing are demanded, and may be `null`. Formats that such services do not know, and
  /// `contentEncoding`, are left out. An object without known members, a `RawJSON.Object`, accepts none.
  /// - Throws: ``JSONModelOptions/SchemaError``, which names the place: the type is no object, a value may be any, the
  ///   cases of an enum with raw values are unknown, a dictionary has any names, alternatives multiply to more than 256, or without references a type holds itself.
  /// - Complexity: O(*n*) in the size of the schema. Without references, each type counts as often as it is used.
  public static func jsonSchema(for form: JSONModelOptions.SchemaForm)
    throws(JSONModelOptions.SchemaError) -> RawJSON
  {
    var strict = StrictSchema(jsonSchema, form, "\(self)")
    return try strict.document()
  }
}

private struct StrictSchema {
  private typealias Failure = JSONModelOptions.SchemaError

  private let root: RawJSON.Object
  private let definitions: RawJSON.Object
  private let form: JSONModelOptions.SchemaForm
  private let name: String
  /// The types that are being written in their places.
  private var open: [String] = []

  init(_ schema: RawJSON, _ form: JSONModelOptions.SchemaForm, _ name: String) {
    var root = schema.objectValue ?? [:]
    if case .dictionary(let definitions)? = root["$defs"] {
      self.definitions = definitions
    } else {
      definitions = [:]
    }
    (root["$defs"], root["$schema"]) = (nil, nil)
    (self.root, self.form, self.name) = (root, form, name)
  }

  mutating func document() throws(JSONModelOptions.SchemaError) -> RawJSON {
    open = [name]
    guard case .dictionary(var schema) = try converted(.dictionary(root), at: name),
      schema["type"] == "object"
    else {
      throw Failure(
        description: "\(name) is not one object: put it in a member of a struct")
    }
    if form == .strict, !definitions.isEmpty {
      var converted = RawJSON.Object()
      for (name, definition) in definitions.pairs {
        converted[name] = try self.converted(definition, at: name)
      }
      schema["$defs"] = .dictionary(converted)
    }
    return .dictionary(schema)
  }

  private mutating func converted(_ schema: RawJSON, at place: String) throws(JSONModelOptions
    .SchemaError) -> RawJSON
  {
    guard case .dictionary(let keywords) = schema, keywords.tellsValues else {
      throw Failure(description: "\(place) accepts any value: a strict schema needs its type")
    }
    if let comment = keywords["$comment"]?.stringValue,
      comment.hasPrefix(JSONModelOptions._SchemaBuilder.unknownCases)
    {
      throw Failure(description: "\(place): \(comment)")
    }
    if let reference = keywords["$ref"]?.stringValue { return try target(of: reference) }
    if keywords.isObject {
      return try object(keywords, at: place)
    }
    var result = RawJSON.Object()
    for (keyword, value) in keywords.pairs {
      switch keyword {
      // Beside `anyOf`, the tags alone, which are the only members where all objects are closed.
      case "oneOf" where keywords["anyOf"] != nil: break
      case "anyOf", "oneOf", "allOf":
        var choices: [RawJSON] = []
        for choice in value.elements { choices.append(try converted(choice, at: place)) }
        let others = keywords.names.filter {
          ![keyword, "description", "not", "oneOf"].contains($0)
        }
        if choices.count == 1, others.isEmpty { return choices[0].described(by: keywords) }
        result[keyword == "oneOf" ? "anyOf" : keyword] = .array(RawJSON.Array(choices))
      case "items": result[keyword] = try converted(value, at: "\(place)[]")
      case "format":
        if Self.formats.contains(value.stringValue ?? "") { result[keyword] = value }
      case "contentEncoding", "$comment", "not": break
      default: result[keyword] = value
      }
    }
    return .dictionary(result)
  }

  private mutating func target(of reference: String) throws(JSONModelOptions.SchemaError)
    -> RawJSON
  {
    if form == .strict { return ["$ref": .string(reference)] }
    let name = reference == "#" ? name : String(reference.dropFirst("#/$defs/".count))
    if open.contains(name) {
      throw Failure(description: "\(name) holds itself, so its schema needs references")
    }
    open.append(name)
    defer { open.removeLast() }
    return try converted(definitions[name] ?? [:], at: name)
  }

  // MARK: - Objects

  private mutating func object(_ keywords: RawJSON.Object, at place: String) throws(JSONModelOptions
    .SchemaError) -> RawJSON
  {
    var variants: [RawJSON.Object] = []
    for variant in try self.variants(of: keywords, at: place) {
      variants.append(try closed(variant, at: place))
    }
    var result = variants[0]
    if variants.count > 1 {
      result = [:]
      if let text = keywords["description"] { result["description"] = text }
      result["anyOf"] = .array(
        RawJSON.Array(
          variants.map { variant in
            var variant = variant
            if variant["description"] == keywords["description"] { variant["description"] = nil }
            return .dictionary(variant)
          }))
    }
    guard case .array(let types)? = keywords["type"], types.contains("null") else {
      return .dictionary(result)
    }
    if variants.count == 1 {
      result["type"] = ["object", "null"]
      return .dictionary(result)
    }
    return ["anyOf": [.dictionary(result), ["type": "null"]]]
  }

  /// The objects that a schema with alternatives accepts, each with all members.
  private func variants(of keywords: RawJSON.Object, at place: String) throws(JSONModelOptions
    .SchemaError) -> [RawJSON.Object]
  {
    var base = keywords
    for keyword in ["anyOf", "oneOf", "allOf", "not"] { base[keyword] = nil }
    var variants = [base]
    // What refuses members says nothing where all objects are closed.
    let parts = (keywords["allOf"]?.elements ?? []).filter {
      $0["not"] == nil || $0["anyOf"] != nil
    }
    let lists =
      [keywords["anyOf"] ?? keywords["oneOf"]].compactMap { $0?.elements } + parts.map { [$0] }
    for list in lists {
      var choices: [RawJSON.Object] = []
      for case .dictionary(let choice) in list {
        choices += try self.variants(of: choice, at: place)
      }
      variants = variants.flatMap { variant in choices.map { variant.merging($0) } }
      if variants.count > 256 {
        throw Failure(description: "\(place) has more than 256 alternatives")
      }
    }
    return variants
  }

  private mutating func closed(_ keywords: RawJSON.Object, at place: String) throws(JSONModelOptions
    .SchemaError) -> RawJSON.Object
  {
    var properties = RawJSON.Object()
    if case .dictionary(let members)? = keywords["properties"] {
      for (name, schema) in members.pairs {
        properties[name] = try converted(schema, at: "\(place).\(name)")
      }
    }
    if case .dictionary? = keywords["additionalProperties"] {
      throw Failure(
        description: "\(place) has members of any name: a strict schema knows all names")
    }
    var result: RawJSON.Object = [:]
    if let text = keywords["description"] { result["description"] = text }
    result["type"] = "object"
    result["properties"] = .dictionary(properties)
    result["required"] = RawJSON(Array(properties.names))
    result["additionalProperties"] = false
    return result
  }

  /// The formats of strings that services know.
  private static let formats: Set<String> = [
    "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
  ]
}

extension RawJSON.Object {
  /// Whether the keywords say which values they accept.
  fileprivate var tellsValues: Bool {
    let keywords = ["$ref", "type", "enum", "const", "anyOf", "oneOf"]
    return keywords.contains { self[$0] != nil }
      || self["allOf"]?.elements.contains { $0 != [:] } == true
  }

  fileprivate var isObject: Bool {
    switch self["type"] {
    case .string("object")?: true
    case .array(let types)?: types.contains("object")
    default: false
    }
  }

  /// An object that has the members of both.
  fileprivate func merging(_ other: RawJSON.Object) -> RawJSON.Object {
    var result = self
    if case .dictionary(let more)? = other["properties"] {
      var members: RawJSON.Object = [:]
      if case .dictionary(let own)? = self["properties"] { members = own }
      for (name, schema) in more.pairs where members[name] == nil { members[name] = schema }
      result["properties"] = .dictionary(members)
    }
    if let text = other["description"] { result["description"] = text }
    if let schema = other["additionalProperties"], schema != false, schema != true {
      result["additionalProperties"] = schema
    }
    return result
  }
}

extension RawJSON {
  fileprivate var elements: [RawJSON] {
    if case .array(let list) = self { [RawJSON](list) } else { [] }
  }

  /// The same schema with the description of another one, if that has one.
  fileprivate func described(by keywords: RawJSON.Object) -> RawJSON {
    guard let text = keywords["description"], case .dictionary(var schema) = self else {
      return self
    }
    if schema["$ref"] != nil { return ["description": text, "anyOf": [self]] }
    schema["description"] = text
    return .dictionary(schema)
  }
}
