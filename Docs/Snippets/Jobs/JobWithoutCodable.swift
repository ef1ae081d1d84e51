// Reads and writes types straight from and to JSON.
import RushJSON

struct Flight: Codable, JSONReadable, JSONWritable {
  var number: Int
  var seats: [String] = []
  var gate: String?

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
    var reader = try JSONReader(decoder, for: Self.self)
    try self.init(from: &reader)
  }

  func encode(to encoder: any Encoder) throws { try write(into: encoder) }
}

let flights = try RushJSONDecoder().decode(
  [Flight].self, from: #"[{"no": 1815, "gate": "B7"}, {"number": 1816}]"#)
print(try RushJSONEncoder().encodeToString(flights))
// [{"number":1815,"seats":[],"gate":"B7"},{"number":1816,"seats":[]}]
