import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// Shapes of types in schemas that no table of `Schemas` has.
@Suite struct SchemaShapeTests {
  private static func property(_ name: String) -> RawJSON? {
    Shapes.jsonSchema["properties"]?[name] ?? nil
  }

  @Test func keysOfADictionaryAreItsNames() {
    #expect(
      Self.property("byTone") == [
        "type": "object", "additionalProperties": ["type": "integer"],
        "propertyNames": ["$ref": "#/$defs/ShapeTone"],
      ])
    #expect(
      Self.property("byNumber") == [
        "type": "object", "additionalProperties": ["type": "integer"],
        "propertyNames": ["pattern": "^[-+]?[0-9]+$"],
      ])
    #expect(
      Self.property("byName") == [
        "type": "object", "additionalProperties": ["type": "integer"],
      ])
  }

  @Test func rawValuesWithoutASchemaAreThoseOfTheCases() {
    #expect(Self.property("plain") == ["type": "string", "enum": ["low", "high"]])
  }

  /// A schema that accepts every string says why.
  @Test func casesThatNothingListsAreNamed() {
    #expect(
      Self.property("silent") == [
        "type": "string",
        "$comment":
          "the cases of ShapeSilent are unknown: make it CaseIterable, or write '@JSONModel(schema: true)'",
      ])
  }

  /// Services refuse other keywords beside a reference.
  @Test func referenceWithADescriptionIsAnAlternative() {
    #expect(
      Self.property("tone") == [
        "description": "How it sounds.", "anyOf": [["$ref": "#/$defs/ShapeTone"]],
      ])
  }
}

@JSONModel(schema: true) struct Shapes {
  var byTone: [ShapeTone: Int]
  var byNumber: [Int: Int]
  var byName: [String: Int]
  var plain: ShapePlain
  var silent: ShapeSilent
  /// How it sounds.
  var tone: ShapeTone
}

@JSONModel(schema: true) enum ShapeTone: String, JSONName.Convertible {
  case calm, loud
}

@JSONModel enum ShapePlain: String, CaseIterable { case low, high }

@JSONModel enum ShapeSilent: String { case low, high }
