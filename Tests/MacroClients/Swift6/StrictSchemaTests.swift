import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// Schemas in the form of services, and limits that schemas and readers share.
@Suite struct StrictSchemaTests {
  private static let invoice: RawJSON = [
    "number": "a-7", "month": 12, "lines": [["text": "x", "price": 1.5]], "to": nil,
    "kind": ["type": "card", "digits": "1234"], "due": "2026-11-22T09:00:00Z", "next": nil,
    "note": nil, "count": 1,
  ]

  @Test func eachObjectIsClosedAndDemandsItsMembers() throws {
    let schema = try Invoice.jsonSchema(for: .strict)
    #expect(
      schema == [
        "description": "A bill.", "type": "object",
        "properties": [
          "number": ["type": "string", "pattern": "^[a-z]-[0-9]+$"],
          "month": ["type": "integer", "minimum": 1, "maximum": 12],
          "lines": ["type": "array", "items": ["$ref": "#/$defs/InvoiceLine"], "minItems": 1],
          "to": ["type": ["string", "null"], "format": "email"],
          "kind": ["description": "How it is paid.", "anyOf": [["$ref": "#/$defs/InvoiceKind"]]],
          "due": ["type": "string", "format": "date-time"],
          "next": ["anyOf": [["$ref": "#"], ["type": "null"]]],
          "note": ["type": ["string", "null"], "minLength": 2, "maxLength": 3],
          "count": ["type": "integer", "minimum": 0, "maximum": 9],
        ],
        "required": [
          "number", "month", "lines", "to", "kind", "due", "next", "note", "count",
        ],
        "additionalProperties": false,
        "$defs": [
          "InvoiceLine": [
            "type": "object",
            "properties": ["text": ["type": "string"], "price": ["type": ["number", "null"]]],
            "required": ["text", "price"], "additionalProperties": false,
          ],
          "InvoiceKind": [
            "anyOf": [
              [
                "type": "object",
                "properties": ["type": ["const": "card"], "digits": ["type": "string"]],
                "required": ["type", "digits"], "additionalProperties": false,
              ],
              [
                "type": "object", "properties": ["type": ["const": "cash"]], "required": ["type"],
                "additionalProperties": false,
              ],
            ]
          ],
        ],
      ], "\(schema)")
    let validator = SchemaValidator(schema)
    #expect(validator.accepts(Self.invoice))
    #expect(throws: Never.self) { try RushJSONDecoder().decode(Invoice.self, from: Self.invoice) }
    var less = Self.invoice
    try less.remove(at: "/note")
    #expect(!validator.accepts(less))
  }

  /// Each fault that a keyword tells is one of the reader.
  @Test func limitsAreThoseOfTheReader() throws {
    var text = Self.invoice
    try text.set("A7", at: "/number")
    try text.set(13, at: "/month")
    try text.set([], at: "/lines")
    try text.set("me", at: "/to")
    try text.set("x", at: "/note")
    try text.set(10, at: "/count")
    let faults = try RushJSONDecoder().faults(of: Invoice.self, in: text.jsonBytes())
    #expect(
      faults.map { "\($0.pointer): \($0.message)" } == [
        "/number: must match the pattern ^[a-z]-[0-9]+$", "/month: must be 12 or less",
        "/lines: must have 1 or more elements", "/to: must be of the format email",
        "/note: must have 2 or more characters", "/count: must be 9 or less",
      ])
    #expect(!SchemaValidator(Invoice.jsonSchema).accepts(text))
    #expect(throws: DecodingError.self) { try RushJSONDecoder().decode(Invoice.self, from: text) }
    try text.set("wxyz", at: "/note")
    try text.set(0, at: "/month")
    #expect(
      try RushJSONDecoder().faults(of: Invoice.self, in: text.jsonBytes()).map(\.message)
        .suffix(5) == [
          "must be 1 or more", "must have 1 or more elements", "must be of the format email",
          "must have 3 or fewer characters", "must be 9 or less",
        ])
  }

  @Test func typesAreInTheirPlacesWithoutReferences() throws {
    let error = try #require(throws: JSONModelOptions.SchemaError.self) {
      try Invoice.jsonSchema(for: .strictWithoutReferences)
    }
    #expect("\(error)" == "Invoice holds itself, so its schema needs references")
    let schema = try InvoiceBox.jsonSchema(for: .strictWithoutReferences)
    #expect(
      schema == [
        "type": "object",
        "properties": [
          "line": [
            "description": "The only one.", "type": "object",
            "properties": ["text": ["type": "string"], "price": ["type": ["number", "null"]]],
            "required": ["text", "price"], "additionalProperties": false,
          ]
        ], "required": ["line"], "additionalProperties": false,
      ], "\(schema)")
  }

  /// A part with alternatives makes alternatives of the whole object.
  @Test func partsAreAmongTheMembers() throws {
    let schema = try InvoicePart.jsonSchema(for: .strict)
    let alternatives: [RawJSON] = [
      [
        "type": "object",
        "properties": [
          "id": ["type": "integer"], "type": ["const": "card"], "digits": ["type": "string"],
        ],
        "required": ["id", "type", "digits"], "additionalProperties": false,
      ],
      [
        "type": "object", "properties": ["id": ["type": "integer"], "type": ["const": "cash"]],
        "required": ["id", "type"], "additionalProperties": false,
      ],
    ]
    #expect(schema["$defs"]?["Inner"] == ["anyOf": RawJSON(alternatives)], "\(schema)")
  }

  @Test func whatNoServiceAcceptsIsAnError() throws {
    func message(_ type: any JSONModelOptions.SchemaProvider.Type) -> String {
      do {
        return "\(try type.jsonSchema(for: .strict))"
      } catch { return "\(error)" }
    }
    #expect(
      message(InvoiceNames.self)
        == "InvoiceNames.names has members of any name: a strict schema knows all names")
    #expect(
      message(InvoiceAny.self)
        == "InvoiceAny.value accepts any value: a strict schema needs its type")
    #expect(
      message(InvoiceBare.self)
        == "InvoiceBare.states[]: the cases of InvoiceState are unknown: make it CaseIterable, "
        + "or write '@JSONModel(schema: true)'")
    #expect(
      message(InvoiceKind.self)
        == "InvoiceKind is not one object: put it in a member of a struct")
  }
}

// MARK: - Types

/// A bill.
@JSONModel(schema: true) nonisolated final class Invoice {
  @Schema(pattern: "^[a-z]-[0-9]+$") let number: String
  @Schema(minimum: 1, maximum: 12) let month: Int
  @Schema(minItems: 1) let lines: [InvoiceLine]
  @Schema(format: "email") let to: String?
  /// How it is paid.
  let kind: InvoiceKind
  @Format(.rfc3339) let due: Date
  let next: Invoice?
  @Schema(minLength: 2, maxLength: 3) let note: String?
  @Schema(maximum: 9) let count: UInt8
}

@JSONModel(schema: true) nonisolated struct InvoiceLine {
  var text: String
  var price = 0.0
}

@JSONModel(tag: .internal("type"), schema: true) nonisolated enum InvoiceKind {
  case card(digits: String)
  case cash
}

@JSONModel nonisolated enum InvoiceState: String { case open, paid }

@JSONModel(schema: true) nonisolated struct InvoiceBare {
  var states: [InvoiceState?]
}

@JSONModel(schema: true) nonisolated struct InvoiceBox {
  /// The only one.
  var line: InvoiceLine
}

@JSONModel(schema: true) nonisolated struct InvoicePart {
  var part: Inner

  @JSONModel(schema: true) nonisolated struct Inner {
    var id: Int
    @Flattened var kind: InvoiceKind
  }
}

@JSONModel(schema: true) nonisolated struct InvoiceNames { var names: [String: Int] }
@JSONModel(schema: true) nonisolated struct InvoiceAny { var value: RawJSON }
