import Foundation
import RushJSON
import RushJSONPush
import RushJSONStreams
import Testing

// How values without Codable leave, what other coders make of them, and types of both kinds.

extension WithoutCodableTests {
  struct Exit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var open: @Sendable (Call) throws -> String

    init(_ name: String, _ open: @escaping @Sendable (Call) throws -> String) {
      (testDescription, self.open) = (name, open)
    }
  }

  static let encoder: RushJSONEncoder = {
    let encoder = RushJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return encoder
  }()

  static let exits: [Exit] = [
    Exit("bytes") { String(decoding: try encoder.encodeToBytes($0), as: UTF8.self) },
    Exit("bytes with userInfo") {
      String(decoding: try encoder.encodeToBytes($0, userInfo: note), as: UTF8.self)
    },
    Exit("a string") { try encoder.encodeToString($0) },
    Exit("a string with userInfo") { try encoder.encodeToString($0, userInfo: note) },
    Exit("Data") { String(decoding: try encoder.encode($0) as Data, as: UTF8.self) },
    Exit("Data with userInfo") {
      String(decoding: try encoder.encode($0, userInfo: note), as: UTF8.self)
    },
    Exit("a sink") { call in
      var bytes: [UInt8] = []
      try encoder.encode(call) { piece in
        for index in piece.indices { bytes.append(piece[index]) }
      }
      return String(decoding: bytes, as: UTF8.self)
    },
    Exit("a file") { call in
      let file = try TemporaryFile([])
      let url = URL(filePath: file.path)
      try encoder.encode(call, to: url)
      return try String(contentsOf: url, encoding: .utf8)
    },
    Exit("a tree") { try RawJSON(encoding: $0, encoder: encoder).jsonString() },
    Exit("a line") { call in
      var lines = JSONLinesWriter()
      try lines.write(encoding: call, encoder: encoder)
      return String(decoding: try lines.finish().dropLast(), as: UTF8.self)
    },
    Exit("any encoder of Data") { call in
      func encode(_ encoder: some JSONDataEncoding) throws -> Data { try encoder.encode(call) }
      return String(decoding: try encode(encoder), as: UTF8.self)
    },
  ]

  @Test(arguments: exits)
  func writesThrough(_ exit: Exit) throws {
    #expect(try exit.open(Call(number: 7)) == #"{"call_number":7}"#)
  }

  @Test func payloadIsWritten() throws {
    var aps = APS()
    aps.badge = 3
    let payload = APNSPayload(aps: aps, custom: Call(number: 7))
    let text = #"{"callNumber":7,"aps":{"badge":3}}"#
    #expect(String(decoding: try payload.jsonData(), as: UTF8.self) == text)
    // The function of the payload, not that of all JSONWritable types, which has no limit.
    struct Long: Encodable, JSONWritable {
      func encode(to encoder: any Encoder) throws { try write(into: encoder) }
      func write(to writer: inout JSONWriter) throws(JSONWritingError) {
        try writer.beginObject()
        try writer.member("name", String(repeating: "x", count: 4_100))
        try writer.endObject()
      }
    }
    let error = APS.Failure.sizeLimitExceeded(limit: 4_096, actual: 4_129)
    #expect(throws: error) { try APNSPayload(aps: aps, custom: Long()).jsonData() }
    let both = Both(String(repeating: "x", count: 4_100))
    #expect(throws: error) { try APNSPayload(aps: aps, custom: both).jsonData() }
  }

  @Test func encodersNameTheValueItself() {
    struct Endless: Encodable, JSONWritable {
      func encode(to encoder: any Encoder) throws { try write(into: encoder) }
      func write(to writer: inout JSONWriter) throws(JSONWritingError) {
        try writer.double(.infinity)
      }
    }
    #expect {
      try Self.encoder.encode(Endless()) { _ in }
    } throws: {
      guard case EncodingError.invalidValue(let value, _) = $0 else { return false }
      return !"\(value)".contains("Directly")
    }
  }

  // MARK: - Other coders, other errors

  @Test func foundationsCodersTakeThem() throws {
    func decode(_ decoder: some JSONDataDecoding) throws -> [Stop] {
      try decoder.decode([Stop].self, from: Data("[\(Self.text)]".utf8))
    }
    #expect(try decode(JSONDecoder()) == [Stop("Ada")])
    #expect(try decode(RushJSONDecoder().makeJSONDecoder()) == [Stop("Ada")])
    func encode(_ encoder: some JSONDataEncoding) throws -> String {
      String(decoding: try encoder.encode(Call(number: 7)), as: UTF8.self)
    }
    #expect(try encode(JSONEncoder()) == #"{"callNumber":7}"#)
    #expect(try encode(Self.encoder.makeJSONEncoder()) == #"{"call_number":7}"#)
  }

  @Test func errorsNameTheTypeItself() throws {
    struct Odd: Decodable, JSONReadable {
      init(from decoder: any Decoder) throws {
        var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
      }
      init(from reader: inout JSONReader) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "odd"))
      }
    }
    for open in [
      { _ = try Self.decoder.decode(Odd.self, from: "7".utf8) },
      { _ = try JSONDocument(parsing: "7").root.value(Odd.self, at: .root) },
    ] {
      #expect {
        try open()
      } throws: {
        guard case DecodingError.dataCorrupted(let context) = $0 else { return false }
        let error = context.underlyingError as? JSONValueError
        return error?.kind == .notRepresentable(number: "7", type: "\(Odd.self)")
      }
    }
  }

  @Test func pathsAndPlacesAreThoseOfCodable() throws {
    let text = #"{"stops":[{"name":7}]}"#
    for open in [
      { _ = try Self.decoder.decode(Stop.self, from: text.utf8, at: "/stops/0") },
      { _ = try Self.decoder.decode(Both.self, from: text.utf8, at: "/stops/0") },
    ] {
      #expect {
        try open()
      } throws: {
        guard case DecodingError.typeMismatch(let type, let context) = $0 else { return false }
        let place = context.underlyingError as? JSONValueError
        return type == String.self && place?.offset == 18
          && context.codingPath.map(\.stringValue) == ["stops", "Index 0", "name"]
      }
    }
  }

  @Test func closuresForKeysApply() throws {
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      Key(stringValue: path.last.map { $0.stringValue.lowercased() } ?? "")
    }
    #expect(try decoder.decode(Stop.self, from: #"{"NAME":"Ada"}"#.utf8) == Stop("Ada"))
    #expect(try decoder.decode(Stop.self, from: #"{"NAME":"Ada"}"#) == Stop("Ada"))
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Sees every text.
  private final class Watching: RushJSONDecoder, @unchecked Sendable {
    var lengths: [Int] = []
    override func decode<T: Decodable>(
      _ type: T.Type, from text: UnsafeRawBufferPointer, at pointer: JSONPointer
    ) throws -> T {
      lengths.append(text.count)
      return try unsafe super.decode(type, from: text, at: pointer)
    }
  }

  @Test func subclassesSeeEveryText() throws {
    let decoder = Watching()
    let text = Self.text
    _ = try decoder.decode(Stop.self, from: text)
    _ = try decoder.decode(Stop.self, from: Array("\(text) ".utf8))
    _ = try decoder.decode(Stop.self, from: Data("\(text)  ".utf8))
    _ = try decoder.decode(Stop.self, from: "\(text)   ".utf8)
    #expect(decoder.lengths == [14, 15, 16, 17])
  }

  // MARK: - Types of both kinds

  /// Each call compiles, without a word about which function is meant.
  @Test func typesOfBothKindsAreNotAmbiguous() throws {
    let (decoder, tree, root) = (Self.decoder, Self.tree, Self.document.root)
    let text = Self.text
    let both = Both("Ada")
    let decoded: [Both] = [
      try decoder.decode(from: text), try decoder.decode(from: text.utf8),
      try decoder.decode(from: Array(text.utf8)), try decoder.decode(from: Data(text.utf8)),
      try decoder.decode(Both.self, from: Data(text.utf8)),
      try decoder.decode(Both.self, from: Data(text.utf8), at: .root),
      try decoder.decode(fromUserInfo: ["name": "Ada"]),
      try decoder.decode(from: JSONDocument(parsing: text)),
      try root.value(at: "/stops/0"), try root.value(at: ["stops", 0]),
      try root.valueIfPresent(at: "/no") ?? both, try tree.value(at: "/stops/0"),
      try tree.value(at: ["stops", 0]), try tree.valueIfPresent(at: "/no") ?? both,
    ]
    #expect(decoded.allSatisfy { $0 == both })
    let optional: [Both?] = [
      try tree["stops"]?[0]?.decode(), try tree.valueIfPresent(at: "/stops/0"),
      try tree.field(at: "/stops/0").value, try root.field(at: "/stops/0").value,
      try root.field(at: ["stops", 0]).value, try tree.value(at: "/stops/0"),
    ]
    #expect(optional.allSatisfy { $0 == both })
    let number: Int = try RawJSON.array([1]).value(at: "/0")
    let numbers: [Int]? = try RawJSON.array([1]).value(at: .root)
    #expect(number == 1 && numbers == [1])
    #expect(try RawJSON.array([1]).value(at: "/0") == 1)
    let (name, count) = try JSONDocument(parsing: #"["x",1]"#).root.tuple(String.self, Int.self)
    #expect(name == "x" && count == 1)
    let lines = JSONLines([Array("\(text)\n".utf8)])
    #expect(try lines.values(of: Both.self).map { try $0.get() } == [both])
    #expect(try lines.map { try $0.value() as Both }.map { try $0.get() } == [both])
    let payload = try APNSPayload<Both>(userInfo: ["aps": [String: Int](), "name": "Ada"])
    #expect(payload.custom == both)
    #expect(String(decoding: try payload.jsonData(), as: UTF8.self) == #"{"name":"Ada","aps":{}}"#)
    #expect(try RawJSON(encoding: both) == ["name": "Ada"])
    #expect(try RawJSON(encoding: [1, 2]) == [1, 2])
    #expect(try Self.encoder.encodeToString(both, userInfo: [:]) == text)
    #expect(try Self.encoder.encode(both) == Data(text.utf8))
    #expect(try Self.encoder.encode([both], userInfo: [:]) == Data("[\(text)]".utf8))
    var writer = JSONLinesWriter()
    try writer.write(encoding: both)
    try writer.write(encoding: 5)
    #expect(try writer.finish() == Array("\(text)\n5\n".utf8))
  }
}
