import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// Schemas against the decoder. Each file of `Schemas` has the schema of a type and texts, which
/// `Scripts/check-schemas.py` validates with another implementation of JSON Schema.
@Suite struct SchemaTests {
  typealias Model = JSONModelOptions.SchemaProvider & Decodable

  nonisolated private static let models: [String: any Model.Type] = [
    "Room": Room.self, "Leaves": Leaves.self, "Vague": Vague.self, "Outline": Outline.self,
    "Grade": Grade.self,
    "Lamp": Lamp.self, "OpenShape": OpenShape.self, "ClosedShape": ClosedShape.self,
    "InternalShape": InternalShape.self, "ClosedInternal": ClosedInternal.self,
    "AdjacentShape": AdjacentShape.self, "GrowingShape": GrowingShape.self,
    "GrowingState": GrowingState.self, "GrowingExternal": GrowingExternal.self,
    "Spot": Spot.self, "SharedSpot": SharedSpot.self, "LooseSpot": LooseSpot.self,
    "KeptSpot": KeptSpot.self, "NestedStrict": NestedStrict.self, "Setting": Setting.self,
    "Reference": Reference.self,
    "OtherNumbers": OtherNumbers.self,
    "DescribedNode": DescribedNode.self, "OptionalParts": OptionalParts.self,
    "StrictParts": StrictParts.self, "AliasedShape": AliasedShape.self, "Comments": Comments.self,
  ]

  private struct Table: Decodable {
    var schema: RawJSON
    var valid: [RawJSON]
    var invalid: [RawJSON]
    /// What the decoder refuses, and the schema cannot.
    var unsaid: [RawJSON]?
  }

  private static func path(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Schemas/\(name).json")
  }

  @Test(arguments: models.keys.sorted())
  func schemaAcceptsWhatTheDecoderAccepts(name: String) throws {
    let type = try #require(Self.models[name])
    let table = try RushJSONDecoder().decode(Table.self, from: Data(contentsOf: Self.path(name)))
    let schema = type.jsonSchema
    let text = try schema.jsonString(.pretty)
    #expect(schema == table.schema, "\(text)")
    #expect(table.valid.count > 0 && table.invalid.count > 0)
    let validator = SchemaValidator(schema)
    for text in table.valid {
      #expect(throws: Never.self) { try RushJSONDecoder().decode(type, from: text) }
      #expect(validator.accepts(text), "\(text)")
    }
    for text in table.invalid {
      #expect(throws: DecodingError.self, "\(text)") {
        try RushJSONDecoder().decode(type, from: text)
      }
      #expect(!validator.accepts(text), "\(text)")
    }
    for text in table.unsaid ?? [] {
      #expect(throws: DecodingError.self, "\(text)") {
        try RushJSONDecoder().decode(type, from: text)
      }
      #expect(validator.accepts(text), "\(text)")
    }
  }

  /// Each value of a valid text is removed, replaced, or has another member or element.
  @Test(arguments: models.keys.sorted())
  func schemaAcceptsAMutationIfTheDecoderDoes(name: String) throws {
    let type = try #require(Self.models[name])
    let table = try RushJSONDecoder().decode(Table.self, from: Data(contentsOf: Self.path(name)))
    let validator = SchemaValidator(type.jsonSchema)
    if table.unsaid != nil { return }
    for text in table.valid {
      for mutation in text.mutations {
        let isDecoded: Bool
        do {
          _ = try RushJSONDecoder().decode(type, from: mutation)
          isDecoded = true
        } catch { isDecoded = false }
        // Formats of strings are annotations.
        if !isDecoded, validator.accepts(mutation), mutation.holds("?") { continue }
        #expect(
          validator.accepts(mutation) == isDecoded,
          "\(name) \(isDecoded ? "is decoded from" : "refuses") \(mutation)")
      }
    }
  }

  /// What a schema refuses has a fault, and what has none is decoded: texts with two mutations.
  @Test(arguments: models.keys.sorted())
  func whatSchemasRefuseHasFaults(name: String) throws {
    let type = try #require(Self.models[name])
    let table = try RushJSONDecoder().decode(Table.self, from: Data(contentsOf: Self.path(name)))
    let plain = SchemaValidator(type.jsonSchema)
    let strict: SchemaValidator?
    do {
      strict = SchemaValidator(try type.jsonSchema(for: .strict))
    } catch { strict = nil }
    var random = UInt64(name.utf8.count)
    for text in table.valid + table.invalid {
      for mutation in text.mutations {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let more = mutation.mutations
        let text = more[Int(random >> 33) % more.count]
        let faults = try RushJSONDecoder().faults(of: type, in: text.jsonBytes())
        let isDecoded: Bool
        do {
          _ = try RushJSONDecoder().decode(type, from: text)
          isDecoded = true
        } catch { isDecoded = false }
        #expect(faults.isEmpty == isDecoded, "\(text)")
        // A schema describes what is written, so it knows no other names of tags.
        if !plain.accepts(text), name != "AliasedShape" { #expect(!faults.isEmpty, "\(text)") }
        if strict?.accepts(text) == true { #expect(plain.accepts(text), "\(text)") }
      }
    }
  }

  @Test func whatIsWrittenValidates() throws {
    let texts: [(any Model & Encodable, any Model.Type)] = [
      (OpenShape.pair(1, y: 2), OpenShape.self), (ClosedShape.none, ClosedShape.self),
      (InternalShape.spot(Spot(x: 1, y: nil)), InternalShape.self),
      (InternalShape.at(Date(timeIntervalSince1970: 0), exact: nil), InternalShape.self),
      (AdjacentShape.maybe(nil), AdjacentShape.self), (AdjacentShape.none, AdjacentShape.self),
      (AdjacentShape.both(a: nil, b: 2), AdjacentShape.self), (Lamp.dark, Lamp.self),
      (GrowingState.other("x"), GrowingState.self),
      (GrowingShape.other(["type": "square"]), GrowingShape.self),
      (SharedSpot(id: 1, spot: Spot(x: 1), shape: .circle(radius: 2)), SharedSpot.self),
      (LooseSpot(id: 1, spot: nil), LooseSpot.self),
      (KeptSpot(id: 1, spot: Spot(x: 1), rest: ["a": 1]), KeptSpot.self),
      (OtherNumbers(id: "a", others: ["b": 1]), OtherNumbers.self),
    ]
    for (value, type) in texts {
      let text = try RawJSON(encoding: value)
      #expect(SchemaValidator(type.jsonSchema).accepts(text), "\(text)")
    }
  }
}

extension RawJSON {
  /// Texts that differ in one value.
  fileprivate var mutations: [RawJSON] {
    var results: [RawJSON] = [nil, true, 0, -1, 0.5, 3_000_000_000, "?", [], [:], ["?": nil], [1]]
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        for mutation in element.mutations {
          var copy = elements
          copy[index] = mutation
          results.append(.array(copy))
        }
      }
    case .dictionary(let object):
      for (name, value) in object.pairs {
        for mutation in value.mutations {
          var copy = object
          copy[name] = mutation
          results.append(.dictionary(copy))
        }
        var copy = object
        copy[name] = nil
        results.append(.dictionary(copy))
      }
      var copy = object
      copy["another"] = 1
      results.append(.dictionary(copy))
    default: break
    }
    return results
  }

  fileprivate func holds(_ text: String) -> Bool {
    switch self {
    case .string(let string): string == text
    case .array(let elements): elements.contains { $0.holds(text) }
    case .dictionary(let object): object.pairs.contains { $0.value.holds(text) }
    default: false
    }
  }
}

/// The keywords of JSON Schema that the library writes.
struct SchemaValidator {
  let root: RawJSON

  init(_ root: RawJSON) { self.root = root }

  func accepts(_ value: RawJSON) -> Bool { evaluated(value, root) != nil }

  /// The names of the members that a schema has evaluated, or `nil` if the value is not valid.
  private func evaluated(_ value: RawJSON, _ schema: RawJSON) -> Set<String>? {
    guard case .dictionary(let keywords) = schema else { return schema == true ? [] : nil }
    var seen: Set<String> = []
    for (keyword, argument) in keywords.pairs where keyword != "unevaluatedProperties" {
      guard let more = names(of: value, keyword, argument, keywords) else { return nil }
      seen.formUnion(more)
    }
    if keywords["unevaluatedProperties"] == false, case .dictionary(let object) = value,
      !seen.isSuperset(of: object.names)
    {
      return nil
    }
    return seen
  }

  private func names(
    of value: RawJSON, _ keyword: String, _ argument: RawJSON, _ keywords: RawJSON.Object
  ) -> Set<String>? {
    let schemas: [RawJSON] = argument.arrayValue.map(Array.init) ?? []
    switch keyword {
    case "$ref":
      guard let pointer = argument.stringValue?.dropFirst(),
        let target = Self.part(of: root, String(pointer))
      else { return nil }
      return evaluated(value, target)
    case "type":
      let types = argument.stringValue.map { [$0] } ?? schemas.compactMap(\.stringValue)
      return types.contains { hasType(value, $0) } ? [] : nil
    case "enum": return schemas.contains(value) ? [] : nil
    case "const": return argument == value ? [] : nil
    case "minimum", "maximum":
      guard let number = value.doubleValue, let bound = argument.doubleValue else { return [] }
      return (keyword == "minimum" ? number >= bound : number <= bound) ? [] : nil
    case "minLength", "maxLength":
      guard let text = value.stringValue, let bound = argument.intValue else { return [] }
      let count = text.unicodeScalars.count
      return (keyword == "minLength" ? count >= bound : count <= bound) ? [] : nil
    case "minItems", "maxItems":
      guard case .array(let elements) = value, let bound = argument.intValue else { return [] }
      return (keyword == "minItems" ? elements.count >= bound : elements.count <= bound) ? [] : nil
    case "items":
      guard case .array(let elements) = value else { return [] }
      return elements.allSatisfy { evaluated($0, argument) != nil } ? [] : nil
    case "required":
      guard case .dictionary(let object) = value else { return [] }
      return schemas.allSatisfy { object[$0.stringValue ?? ""] != nil } ? [] : nil
    case "properties":
      guard case .dictionary(let object) = value, case .dictionary(let schemas) = argument else {
        return []
      }
      let known = object.pairs.filter { schemas[$0.name] != nil }
      return known.allSatisfy { evaluated($0.value, schemas[$0.name] ?? true) != nil }
        ? Set(known.map(\.name)) : nil
    case "additionalProperties":
      guard case .dictionary(let object) = value else { return [] }
      var known: Set<String> = []
      if case .dictionary(let schemas)? = keywords["properties"] { known = Set(schemas.names) }
      let others = object.pairs.filter { !known.contains($0.name) }
      return others.allSatisfy { evaluated($0.value, argument) != nil }
        ? Set(others.map(\.name)) : nil
    case "propertyNames":
      guard case .dictionary(let object) = value else { return [] }
      return object.names.allSatisfy { evaluated(.string($0), argument) != nil } ? [] : nil
    case "pattern":
      guard let text = value.stringValue, let pattern = argument.stringValue else { return [] }
      return (try? Regex(pattern).firstMatch(in: text)) != nil ? [] : nil
    case "anyOf", "oneOf", "allOf":
      let results = schemas.compactMap { evaluated(value, $0) }
      let isValid =
        keyword == "anyOf"
        ? !results.isEmpty
        : keyword == "oneOf" ? results.count == 1 : results.count == schemas.count
      return isValid ? results.reduce(into: []) { $0.formUnion($1) } : nil
    case "not": return evaluated(value, argument) == nil ? [] : nil
    default:
      return ["$schema", "$defs", "$comment", "description", "format", "contentEncoding"].contains(
        keyword)
        ? [] : nil
    }
  }

  private static func part(of root: RawJSON, _ pointer: String) -> RawJSON? {
    guard let pointer = try? JSONPointer(pointer) else { return nil }
    return try? root.value(at: pointer)
  }

  private func hasType(_ value: RawJSON, _ type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string),
      ("array", .array), ("object", .dictionary):
      true
    case ("integer", .number(let number)):
      (Double("\(number)") ?? 0.5).truncatingRemainder(dividingBy: 1) == 0
    default: false
    }
  }
}
