// A schema for the strict mode of a service, and limits that the reader checks.
import RushJSON
import RushJSONMacros

@JSONModel(schema: true)
struct Visit {
  @Schema(minimum: 1, maximum: 12) var month: Int
  @Schema(minItems: 1) var guests: [String]
  @Schema(pattern: "^[A-Z]{2}$") var country: String?
}

print(try Visit.jsonSchema(for: .strict))
// {"type":"object","properties":{"month":{"type":"integer","minimum":1,"maximum":12},…},
//  "required":["month","guests","country"],"additionalProperties":false}

let text = #"{"month": 13, "guests": [], "country": "at"}"#
for fault in try RushJSONDecoder().faults(of: Visit.self, in: text.utf8) {
  print(fault.pointer, fault.message)  // /month must be 12 or less …
}
