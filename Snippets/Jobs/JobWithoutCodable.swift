// Reads and writes types straight from and to JSON.
import RushJSON

struct Flight {
  var number: Int
  var seats: [String] = []
  var gate: Gate?
}

enum Gate: Equatable {
  case desk(Int)
  case remote(bus: String)
}

extension Flight: Codable, JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    try reader.beginObject()
    number = try reader.value("number", also: ["no"])  // either name
    try reader.value("seats", into: &seats)  // the default stays if the member is missing
    gate = try reader.value("gate")  // nil if it is missing or null
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.member("number", number)
    try writer.member("seats", seats)
    try writer.member("gate", gate)  // left out if it is nil
    try writer.endObject()
  }

  // The same lines in each type: every coder codes it.
  init(from decoder: any Decoder) throws {
    var reader = try JSONReader(decoder)
    try self.init(from: &reader)
  }

  func encode(to encoder: any Encoder) throws { try write(into: encoder) }
}

extension Gate: Codable, JSONReadable, JSONWritable {
  init(from reader: inout JSONReader) throws {
    switch try reader.internalTag("type", ["desk", "remote"], of: Gate.self) {
    case 0: self = .desk(try reader.value("number"))
    default: self = .remote(bus: try reader.value("bus"))
    }
  }

  func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    switch self {
    case .desk(let number):
      try writer.member("type", "desk")
      try writer.member("number", number)
    case .remote(let bus):
      try writer.member("type", "remote")
      try writer.member("bus", bus)
    }
    try writer.endObject()
  }

  init(from decoder: any Decoder) throws {
    var reader = try JSONReader(decoder)
    try self.init(from: &reader)
  }

  func encode(to encoder: any Encoder) throws { try write(into: encoder) }
}

let json = #"[{"no": 1815, "gate": {"type": "desk", "number": 7}}, {"number": 1816}]"#
let flights = try RushJSONDecoder().decode([Flight].self, from: json)
print(flights[0].gate == .desk(7))  // true
print(try RushJSONEncoder().encodeToString(flights))
// [{"number":1815,"seats":[],"gate":{"type":"desk","number":7}},{"number":1816,"seats":[]}]

do {
  _ = try RushJSONDecoder().decode([Flight].self, from: #"[{"number": 1}, {"number": "2"}]"#)
} catch DecodingError.typeMismatch(_, let context) {
  print(context.codingPath.map(\.stringValue))  // ["Index 1", "number"]
}
