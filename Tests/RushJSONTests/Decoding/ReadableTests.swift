import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Types that are read and written without Codable, by hand.
@Suite struct ReadableTests {
  struct Flight: Decodable, Encodable, JSONReadable, JSONWritable, Equatable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var number: Int
    var from: String
    var gate: String?
    var seats: [String] = ["none"]
    var limit: Int? = 5

    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      number = try reader.value("number", also: ["no", "n"])
      from = try reader.value("from")
      gate = try reader.value("gate")
      try reader.value("seats", into: &seats)
      try reader.value("limit", into: &limit)
    }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member(JSONName(prepared: #","number":"#), number)
      try writer.member("from", from)
      try writer.member(JSONName(prepared: #","gate":"#), gate)
      try writer.member("seats", seats)
      try writer.member("limit", limit)
      try writer.endObject()
    }
  }

  private let decoder = RushJSONDecoder()
  private let encoder = RushJSONEncoder()

  /// Decodes a value and encodes it again.
  private func rewritten<T: Codable & JSONReadable & JSONWritable>(_ type: T.Type, _ text: String)
    throws
    -> String
  {
    try encoder.encodeToString(decoder.decode(type, from: text))
  }

  private func failure<T: Decodable & JSONReadable>(_ type: T.Type, _ text: String) -> String {
    do {
      _ = try decoder.decode(type, from: text)
      return "no error"
    } catch let error as DecodingError {
      let (kind, context): (String, DecodingError.Context) =
        switch error {
        case .typeMismatch(_, let context): ("type", context)
        case .valueNotFound(_, let context): ("value", context)
        case .keyNotFound(let key, let context): ("key \(key.stringValue)", context)
        case .dataCorrupted(let context): ("data", context)
        @unknown default: ("unknown", DecodingError.Context(codingPath: [], debugDescription: ""))
        }
      let place = context.underlyingError as? JSONValueError
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "\(kind) at \(path), \(place?.pointer.description ?? "-"), \(place?.offset ?? -1)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    (
      #"{"number":1,"from":"A","gate":"B2","seats":[],"limit":null}"#,
      #"{"number":1,"from":"A","gate":"B2","seats":[]}"#
    ),
    (#"{"from":"A","number":1}"#, #"{"number":1,"from":"A","seats":["none"],"limit":5}"#),
    (
      #"{"n":7,"no":8,"from":"","gate":null,"x":{},"limit":6}"#,
      #"{"number":8,"from":"","seats":["none"],"limit":6}"#
    ),
    (
      #"{"\u006eumber":2,"x":[1],"y":2,"fr\u006fm":"\n","z":3}"#,
      #"{"number":2,"from":"\n","seats":["none"],"limit":5}"#
    ),
    (
      #"{"number":1,"number":2,"from":"first","from":"last"}"#,
      #"{"number":1,"from":"first","seats":["none"],"limit":5}"#
    ),
    (
      #"{"x":1,"from":"first","number":1,"from":"last"}"#,
      #"{"number":1,"from":"first","seats":["none"],"limit":5}"#
    ),
  ]) func members(_ text: String, _ expected: String) throws {
    #expect(try rewritten(Flight.self, text) == expected)
  }

  @Test func theLastOfEqualNamesMayCount() throws {
    let decoder = RushJSONDecoder()
    decoder.readingOptions.duplicateNames = .keepLast
    let flight = try decoder.decode(
      Flight.self, from: #"{"number":1,"from":"first","number":2,"from":"last"}"#)
    #expect(flight.number == 2 && flight.from == "last")
  }

  @Test(arguments: [
    ("{}", "key number at , /number, 0"),
    (#"{"number":1}"#, "key from at , /from, 0"),
    (#"{"number":null,"from":""}"#, "value at number, /number, 10"),
    (#"{"number":1.5,"from":""}"#, "data at number, /number, 10"),
    (#"{"number":1,"from":[]}"#, "type at from, /from, 19"),
    (#"{"number":1,"from":"","seats":1}"#, "type at seats, /seats, 30"),
    (#"{"number":1,"from":"","seats":["",2]}"#, "type at seats.Index 1, /seats/1, 34"),
    ("[]", "type at , , 0"),
    ("null", "value at , , 0"),
  ]) func errors(_ text: String, _ expected: String) throws {
    #expect(failure(Flight.self, text) == expected)
    // Below other values, the path is longer.
    let inner = failure([String: [Flight]].self, #"{"a":[\#(text)]}"#)
    #expect(inner.contains("at a.Index 0"))
  }

  // MARK: - Enums

  enum Mode: String, Decodable, Encodable, JSONReadable, JSONWritable, JSONName.Convertible {
    case on, off
  }

  enum Shape: Decodable, Encodable, JSONReadable, JSONWritable, Equatable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    case circle(radius: Double)
    case square(Double)
    case nothing

    init(from reader: inout JSONReader) throws {
      switch try reader._externalTag(["circle", "square", "nothing"], of: Shape.self) {
      case 0: self = .circle(radius: try reader.value("radius"))
      case 1: self = .square(try reader.value("_0"))
      default: self = .nothing
      }
    }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      switch self {
      case .circle(let radius):
        try writer.name(JSONName("circle"))
        try writer.beginObject()
        try writer.member("radius", radius)
        try writer.endObject()
      case .square(let side): try writer.member("square", ["_0": side])
      case .nothing: try writer.member("nothing", [String: Int]())
      }
      try writer.endObject()
    }
  }

  @Test func externalTags() throws {
    let text = #"[{"circle":{"radius":1.5}},{"square":{"_0":2}},{"nothing":{}}]"#
    #expect(try rewritten([Shape].self, text) == text)
    #expect(failure(Shape.self, #"{"circle":{},"square":{}}"#) == "type at , , 0")
    #expect(failure(Shape.self, #"{"oval":{}}"#) == "type at , , 0")
    #expect(failure(Shape.self, #"{"circle":{}}"#) == "key radius at circle, /circle/radius, 10")
    #expect(failure(Shape.self, #"{"nothing":1}"#) == "type at nothing, /nothing, 11")
  }

  struct Message: Decodable, JSONReadable, Equatable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    enum Body: Equatable { case text(String), number(Int), empty }
    var body: Body

    init(from reader: inout JSONReader) throws {
      switch try reader._internalTag("type", ["text", "number", "empty"], of: Body.self) {
      case 0: body = .text(try reader.value("value"))
      case 1:
        try reader.enter("content")
        body = .number(try reader.read())
      default:
        body = .empty
        try reader.refuseUnknownMembers(beside: { $0.add("type") })
      }
    }
  }

  @Test func internalAndAdjacentTags() throws {
    let text = #"[{"value":"a","type":"text"},{"type":"number","content":4},{"type":"empty"}]"#
    let bodies = try decoder.decode([Message].self, from: text).map(\.body)
    #expect(bodies == [.text("a"), .number(4), .empty])
    #expect(failure(Message.self, #"{"type":"x"}"#) == "data at type, /type, 8")
    #expect(failure(Message.self, #"{"type":1}"#) == "type at type, /type, 8")
    #expect(failure(Message.self, #"{"a":1}"#) == "key type at , /type, 0")
    #expect(
      failure(Message.self, #"{"type":"number","content":""}"#) == "type at content, /content, 27")
    #expect(failure(Message.self, #"{"a":1,"type":"empty"}"#) == "data at a, /a, 1")
  }

  @Test func rawValuesAndKeys() throws {
    #expect(try rewritten([Mode: [Mode]].self, #"{"on":["off","on"]}"#) == #"{"on":["off","on"]}"#)
    #expect(try rewritten([Int: Bool?].self, #"{"12":null}"#) == #"{"12":null}"#)
    #expect(failure([Mode].self, #"["on","no"]"#) == "data at Index 1, /1, 6")
    #expect(failure([Int: Int].self, #"{"x":1}"#) == "type at x, /x, 1")
    #expect(try decoder.decode(Set<Int>.self, from: "[3,3,4]") == [3, 4])
  }

  // MARK: - Classes

  class Node: Decodable, Encodable, JSONReadable, JSONWritable {
    required convenience init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var id: Int
    var next: Node?
    var children: [Node]

    required init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      id = try reader.value("id")
      next = try reader.value("next")
      children = try reader.value("children")
    }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("id", id)
      try writer.member("next", next)
      try writer.member("children", children)
      try writer.endObject()
    }
  }

  @Test func classesThatMayHaveSubclasses() throws {
    let text = #"{"id":1,"next":{"id":2,"children":[]},"children":[{"id":3,"children":[]}]}"#
    #expect(try rewritten(Node.self, text) == text)
    #expect(try rewritten([Node?].self, "[null,\(text)]") == "[null,\(text)]")
  }

  // MARK: - Other members

  struct Meta: Decodable, Encodable, JSONReadable, JSONWritable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var id: Int
    var tag: String?
    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      id = try reader.value("id")
      tag = try reader.value("tag")
    }
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("id", id)
      try writer.member("tag", tag)
      try writer.endObject()
    }
  }

  struct Open: Decodable, Encodable, JSONReadable, JSONWritable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var name: String
    var meta: Meta
    var rest: RawJSON.Object
    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      name = try reader.value("name")
      meta = try reader.read()
      rest = reader.unknownMembers(beside: {
        $0.add("name"); $0.add("id"); $0.add("tag")
      })
    }
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("name", name)
      try writer.members(of: meta)
      try writer.members(of: rest)
      try writer.endObject()
    }
  }

  @Test func flattenedAndUnknownMembers() throws {
    #expect(
      try rewritten(
        [Open].self, #"[{"z":[1],"id":1,"name":"n","a":{}},{"name":"","id":2,"tag":"t"}]"#)
        == #"[{"name":"n","id":1,"z":[1],"a":{}},{"name":"","id":2,"tag":"t"}]"#)
    #expect(throws: EncodingError.self) { try encoder.encodeToString(Broken()) }
  }

  struct Broken: Encodable, JSONWritable {
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.members(of: 1)
      try writer.endObject()
    }
  }

  // MARK: - Beside Codable

  struct Inner: Codable, Equatable {
    var date: Date
    var mark: String?
  }

  struct Direct: Codable, JSONReadable, JSONWritable, Equatable {
    var firstName: String
    var inner: Inner
    var more: [Inner]?
    var when: Date?
    var data: Data

    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self)
      try self.init(from: &reader)
    }

    func encode(to encoder: any Encoder) throws { try write(into: encoder) }

    init(from reader: inout JSONReader) throws {
      firstName = try reader.value("firstName")
      inner = try reader.value("inner")
      more = try reader.value("more")
      when = try reader.value("when", format: .rfc3339)
      data = try reader.value("data", format: .hexadecimal)
    }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("firstName", firstName)
      try writer.member("inner", inner)
      try writer.member("more", more)
      try writer.member("when", when, format: .rfc3339)
      try writer.member("data", data, format: .hexadecimal)
      try writer.endObject()
    }
  }

  struct Outer: Codable, Equatable {
    var list: [Direct]
    var one: Direct?
  }

  @Test func besideCodable() throws {
    let direct =
      #"{"firstName":"A","inner":{"date":1},"more":[{"date":2,"mark":"m"}],"when":"1970-01-01T00:00:01Z","data":"0aff"}"#
    let text = #"{"list":[\#(direct),\#(direct)],"one":\#(direct)}"#
    let outer = try decoder.decode(Outer.self, from: text)
    #expect(outer.list[1].data == Data([10, 255]) && outer.one == outer.list[0])
    #expect(outer.list[0].inner.date == Date(timeIntervalSinceReferenceDate: 1))
    #expect(try encoder.encodeToString(outer) == text)
    // In a tree and in a document.
    #expect(try RawJSON(parsing: text).decode(Outer.self) == outer)
    #expect(
      try JSONDocument(parsing: Array(text.utf8)).root["list"]?.decode([Direct].self) == outer.list)
  }

  @Test func pathsPassThroughBothKinds() throws {
    let text = #"{"list":[{"firstName":"","inner":{"date":1},"more":[{"date":"x"}],"data":""}]}"#
    let error = #expect(throws: DecodingError.self) { try decoder.decode(Outer.self, from: text) }
    guard case .typeMismatch(_, let context) = error else { return }
    #expect(
      context.codingPath.map(\.stringValue) == ["list", "Index 0", "more", "Index 0", "date"])
    #expect((context.underlyingError as? JSONValueError)?.pointer == "/list/0/more/0/date")
  }

  @Test func strategiesApply() throws {
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let text = #"{"first_name":"A","inner":{"date":1},"data":"00"}"#
    let value = try decoder.decode(Direct.self, from: text)
    #expect(value.firstName == "A" && value.inner.date == Date(timeIntervalSince1970: 1))
    let encoder = RushJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(try encoder.encodeToString(value) == text)
    encoder.nilEncodingStrategy = .null
    #expect(
      try encoder.encodeToString(value)
        == #"{"first_name":"A","inner":{"date":1,"mark":null},"more":null,"when":null,"data":"00"}"#
    )
  }

  @Test func valuesWithoutATextAreErrorsWithAPath() throws {
    let error = #expect(throws: EncodingError.self) {
      try encoder.encodeToString(["a": [1, 2, Double.nan]] as [String: [Double?]])
    }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 2"])
  }

  @Test func arraysAndMembersOneByOne() throws {
    struct Pairs: Decodable, JSONReadable {
      init(from decoder: any Decoder) throws {
        var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
      }
      var names: [String] = []
      var sum = 0
      init(from reader: inout JSONReader) throws {
        if reader.kind == .array {
          _ = try reader.beginArray()
          try reader.skipElement()
          while !reader.isAtEnd { sum += try reader.element() }
        } else {
          try reader.beginObject()
          while let name = reader.nextName() {
            names.append(name)
            if name != "skip" { sum += try reader.element() }
          }
        }
      }
    }
    #expect(try decoder.decode(Pairs.self, from: #"["x",1,2]"#).sum == 3)
    let pairs = try decoder.decode(Pairs.self, from: #"{"a":1,"skip":{"b":[]},"a":4}"#)
    #expect(pairs.names == ["a", "skip", "a"] && pairs.sum == 5)
  }
}
