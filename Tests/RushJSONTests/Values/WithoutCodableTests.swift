import Foundation
import RushJSON
import RushJSONFiles
import RushJSONPush
import RushJSONStreams
import Testing

/// A type that is only `JSONReadable` and one that is only `JSONWritable` go wherever `Codable` types go.
@Suite("Types without Codable, everywhere")
struct WithoutCodableTests {
  /// Only read.
  struct Stop: Decodable, JSONReadable, Equatable, Sendable {
    init(from decoder: any Decoder) throws {
      var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
    }
    var name: String
    var note: String?

    init(_ name: String, _ note: String? = nil) { (self.name, self.note) = (name, note) }

    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      name = try reader.value("name")
      note = reader.userInfo[WithoutCodableTests.key] as? String
    }
  }

  /// Only written.
  struct Call: Encodable, JSONWritable {
    func encode(to encoder: any Encoder) throws { try write(into: encoder) }
    var number: Int

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("callNumber", number)
      try writer.endObject()
    }
  }

  /// Read and written in all ways.
  struct Both: Codable, JSONReadable, JSONWritable, Equatable, Sendable {
    var name: String
    init(_ name: String) { self.name = name }
    init(from reader: inout JSONReader) throws {
      try reader.beginObject()
      name = try reader.value("name")
    }
    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("name", name)
      try writer.endObject()
    }
  }

  static let key = unsafe CodingUserInfoKey(rawValue: "note").unsafelyUnwrapped
  static let note: [CodingUserInfoKey: any Sendable] = [key: "n"]
  static let text = #"{"name":"Ada"}"#
  static let nested = #"{"stops":[{"name":"Ada"},null]}"#

  struct Door: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var open: @Sendable () throws -> [Stop]

    init(_ name: String, _ open: @escaping @Sendable () throws -> [Stop]) {
      (testDescription, self.open) = (name, open)
    }
  }

  static func stop(_ stop: Stop?) -> [Stop] { stop.map { [$0] } ?? [] }

  static let texts: [Door] = [
    Door("a string") { [try decoder.decode(Stop.self, from: text, userInfo: note)] },
    Door("bytes") { [try decoder.decode(Stop.self, from: Array(text.utf8), userInfo: note)] },
    Door("a slice") {
      [try decoder.decode(Stop.self, from: Array(text.utf8)[...], userInfo: note)]
    },
    Door("contiguous bytes") {
      [try decoder.decode(Stop.self, from: ContiguousArray(text.utf8), userInfo: note)]
    },
    Door("the UTF-8 of a string") {
      [try decoder.decode(Stop.self, from: text.utf8, userInfo: note)]
    },
    Door("any sequence") {
      [try decoder.decode(Stop.self, from: AnySequence(text.utf8), userInfo: note)]
    },
    Door("a span") {
      try Array(text.utf8).withSpan { [try decoder.decode(Stop.self, from: $0, userInfo: note)] }
    },
    Door("raw bytes") {
      let found = unsafe try Array(text.utf8).withUnsafeBytes {
        try unsafe noting.decode(Stop.self, from: $0)
      }
      return [found]
    },
    Door("Data with more userInfo") {
      [try decoder.decode(Stop.self, from: Data(text.utf8), userInfo: note)]
    },
    Door("Data at a pointer") {
      [try noting.decode(Stop.self, from: Data(nested.utf8), at: "/stops/0")]
    },
    Door("Data") { [try noting.decode(Stop.self, from: Data(text.utf8))] },
    Door("chunks") {
      let bytes = Array(text.utf8)
      return [
        try decoder.decode(
          Stop.self,
          from: JSONDocument(parsingChunks: [Array(bytes[..<5]), Array(bytes[5...])]),
          userInfo: note)
      ]
    },
    Door("userInfo of a notification") {
      [try noting.decode(Stop.self, fromUserInfo: ["name": "Ada"])]
    },
    Door("any decoder of Data") {
      func decode(_ decoder: some JSONDataDecoding) throws -> Stop {
        try decoder.decode(Stop.self, from: Data(text.utf8))
      }
      return [try decode(noting)]
    },
  ]

  static let values: [Door] = [
    Door("a document") {
      [try decoder.decode(Stop.self, from: JSONDocument(parsing: text), userInfo: note)]
    },
    Door("a value of a document") {
      [try decoder.decode(Stop.self, from: document.root, at: "/stops/0", userInfo: note)]
    },
    Door("a tree") {
      [try decoder.decode(Stop.self, from: tree, at: "/stops/0", userInfo: note)]
    },
    Door("Value.decode") {
      stop(try document.root["stops"]?[0]?.decode(Stop.self, decoder: noting))
    },
    Door("RawJSON.decode") { stop(try tree["stops"]?[0]?.decode(Stop.self, decoder: noting)) },
    Door("RawJSON.Object.decode") {
      stop(try tree["stops"]?[0]?.objectValue?.decode(Stop.self, decoder: noting))
    },
    Door("Value.value(at:)") {
      [try document.root.value(Stop.self, at: "/stops/0", decoder: noting)]
    },
    Door("Value.valueIfPresent(at:)") {
      #expect(try document.root.valueIfPresent(Stop.self, at: "/stops/1") == nil)
      return stop(try document.root.valueIfPresent(Stop.self, at: "/stops/0", decoder: noting))
    },
    Door("Value.field(at:)") {
      #expect(try document.root.field(Stop.self, at: "/stops/1") == .null)
      #expect(try document.root.field(Stop.self, at: "/no") == .missing)
      return stop(try document.root.field(Stop.self, at: "/stops/0", decoder: noting).value)
    },
    Door("Value.tuple") {
      let pair = try JSONDocument(parsing: "[\(text),7]").root
      let (stop, number) = try pair.tuple(Stop.self, Int.self, decoder: noting)
      #expect(number == 7)
      return [stop]
    },
    Door("RawJSON.value(at:)") { [try tree.value(Stop.self, at: "/stops/0", decoder: noting)] },
    Door("RawJSON.valueIfPresent(at:)") {
      stop(try tree.valueIfPresent(Stop.self, at: "/stops/0", decoder: noting))
    },
    Door("RawJSON.field(at:)") {
      #expect(try tree.field(Stop.self, at: "/no") == .missing)
      return stop(try tree.field(Stop.self, at: "/stops/0", decoder: noting).value)
    },
  ]

  static let records: [Door] = [
    Door("lines") {
      try JSONLines([Array("\(text)\n".utf8)]).values(of: Stop.self, decoder: noting)
        .map { try $0.get() }
    },
    Door("elements") {
      try JSONElements(at: .root, in: [Array("[\(text)]".utf8)])
        .values(of: Stop.self, decoder: noting).map { try $0.get() }
    },
    Door("server-sent events") {
      try ServerSentEvent.Stream([Array("data: \(text)\n\n".utf8)])
        .values(of: Stop.self, decoder: noting).map { try $0.get() }
    },
    Door("one record") {
      try JSONLines([Array("\(text)\n".utf8)]).map { try $0.value(of: Stop.self, decoder: noting) }
        .map { try $0.get() }
    },
    Door("a file of lines") {
      let file = try TemporaryFile("\(text)\n".utf8)
      return try JSONLinesFile(file.path).values(of: Stop.self, decoder: noting)
        .map { try $0.get() }
    },
    Door("a push payload") {
      let payload = try APNSPayload<Stop>(
        userInfo: ["aps": ["badge": 3], "name": "Ada"], decoder: noting)
      #expect(payload.aps.badge == 3)
      #expect(payload.raw["name"] == "Ada")
      return [payload.custom]
    },
  ]

  static let decoder = RushJSONDecoder()
  static let noting: RushJSONDecoder = {
    let decoder = RushJSONDecoder()
    decoder.userInfo[key] = "n"
    return decoder
  }()
  static let document: JSONDocument = {
    do { return try JSONDocument(parsing: nested) } catch { preconditionFailure("\(error)") }
  }()
  static let tree: RawJSON = ["stops": [["name": "Ada"], nil]]

  @Test(arguments: texts + values + records)
  func readsThrough(_ door: Door) throws { #expect(try door.open() == [Stop("Ada", "n")]) }
}
