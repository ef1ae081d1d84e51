import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Fallbacks for values that a program does not know, with both decoders.
@Suite("Fallbacks")
struct FallbackTests {
  private enum Status: String { case active, closed }
  private enum Code: Int, Codable { case ok = 200, missing = 404 }

  private struct Ticket: Codable, Equatable {
    var status: OpenEnum<Status>
    var code: OpenEnum<Code>?
    var past: [OpenEnum<Status>] = []
  }

  private func both<T: Decodable>(_ type: T.Type, _ text: String) throws -> [T] {
    [
      try RushJSONDecoder().decode(type, from: text),
      try JSONDecoder().decode(type, from: Data(text.utf8)),
    ]
  }

  private func encoded<T: Encodable>(_ value: T) throws -> [String] {
    let encoder = RushJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let other = JSONEncoder()
    other.outputFormatting = .sortedKeys
    return [
      try encoder.encodeToString(value), String(decoding: try other.encode(value), as: UTF8.self),
    ]
  }

  // MARK: - OpenEnum

  @Test(arguments: [
    (#"{"past":[],"status":"active"}"#, Ticket(status: .known(.active))),
    (#"{"past":[],"status":"archived"}"#, Ticket(status: .unknown("archived"))),
    (#"{"past":[],"status":""}"#, Ticket(status: .unknown(""))),
    (#"{"past":[],"status":5}"#, Ticket(status: .unknown(5))),
    (#"{"past":[],"status":null}"#, Ticket(status: .unknown(.null))),
    (#"{"past":[],"status":{"a":[true]}}"#, Ticket(status: .unknown(["a": [true]]))),
    (
      #"{"code":200,"past":[],"status":"closed"}"#,
      Ticket(status: .known(.closed), code: .known(.ok))
    ),
    (
      #"{"code":500,"past":[],"status":"closed"}"#,
      Ticket(status: .known(.closed), code: .unknown(500))
    ),
    (
      #"{"code":1.5,"past":[],"status":"closed"}"#,
      Ticket(status: .known(.closed), code: .unknown(1.5))
    ),
    (
      #"{"code":"200","past":["x","closed",7],"status":"closed"}"#,
      Ticket(
        status: .known(.closed), code: .unknown("200"),
        past: [.unknown("x"), .known(.closed), .unknown(7)])
    ),
  ])
  private func openEnumsInBothDirections(text: String, value: Ticket) throws {
    for decoded in try both(Ticket.self, text) { #expect(decoded == value) }
    for written in try encoded(value) { #expect(written == text) }
    #expect(
      value.status.known
        == (value.status == .known(.active)
          ? .active : value.status == .known(.closed) ? .closed : nil))
  }

  @Test func openEnumsOfOptionalMembers() throws {
    let text = #"{"code":null,"past":[],"status":"active"}"#
    for decoded in try both(Ticket.self, text) {
      #expect(decoded == Ticket(status: .known(.active)))
    }
    #expect(throws: DecodingError.self) { try RushJSONDecoder().decode(Ticket.self, from: "{}") }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Ticket.self, from: Data("{}".utf8))
    }
  }

  /// Digits, order and depth of an unknown value stay. A number that no Swift type holds is kept.
  @Test(arguments: [
    "1e400", "-0.0", "1.500", "18446744073709551616", #"{"b":1,"a":[{"c":{}}],"b2":"\u0000"}"#,
    "99999999999999999999999999999999999999999999999",
  ])
  func unknownValuesStay(text: String) throws {
    let value = try RushJSONDecoder().decode(OpenEnum<Code>.self, from: text)
    #expect(value == .unknown(try RawJSON(parsing: text)))
    #expect(try RushJSONEncoder().encodeToString(value) == text)
    #expect(
      try RushJSONDecoder().decode([String: OpenEnum<Code>].self, from: "{\"k\":\(text)}")
        == ["k": value])
  }

  @Test func manyUnknownValues() throws {
    let text = "[" + Array(repeating: "0", count: 20_000).joined(separator: ",") + "]"
    let values = try RushJSONDecoder().decode([OpenEnum<Status>].self, from: text)
    #expect(values.allSatisfy { $0 == .unknown(0) } && values.count == 20_000)
  }

  // MARK: - Defaults for wrong values

  private struct Settings: Codable, Equatable {
    @DefaultValue<JSONDefaults.Lossy<JSONDefaults.False>> var isOn: Bool
    @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var count: UInt8
    @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Empty>> var tags: [String]
    @DefaultValue<JSONDefaults.Lossy<NotFound>> var code: Code
    @DefaultValue<Lowest> var level: Level
  }
  private enum NotFound: JSONDefaults.Provider { static var defaultValue: Code { .missing } }
  private enum Level: Codable, Equatable { case low, high(by: Int) }
  private enum Lowest: JSONDefaults.Provider {
    static var defaultValue: Level { .low }
    static var replacesInvalidValues: Bool { true }
  }

  private static let standard = Settings(
    isOn: false, count: 0, tags: [], code: .missing, level: .low)

  @Test(arguments: [
    "{}", #"{"isOn":null,"count":null,"tags":null,"code":null,"level":null}"#,
    #"{"isOn":1}"#, #"{"isOn":"true"}"#, #"{"isOn":{}}"#, #"{"isOn":[true]}"#,
    #"{"count":"1"}"#,
    #"{"count":[]}"#, #"{"tags":{}}"#, #"{"tags":""}"#, #"{"tags":false}"#,
    #"{"code":201}"#, #"{"code":"200"}"#, #"{"code":4e2}"#, #"{"code":{"ok":{}}}"#,
    #"{"level":{"middle":{}}}"#, #"{"level":"low"}"#, #"{"level":{}}"#, #"{"level":[]}"#,
  ])
  func lossyDefaultsStandIn(text: String) throws {
    for settings in try both(Settings.self, text) { #expect(settings == Self.standard) }
    try expectStandardInLossyArrays(text)
  }

  /// Foundation's decoder takes these numbers for invalid JSON.
  @Test(arguments: [
    #"{"count":256}"#, #"{"count":-1}"#, #"{"count":1.5}"#, #"{"count":1e30}"#,
    #"{"count":-1e400}"#,
  ])
  func lossyDefaultsStandInForNumbersOutOfRange(text: String) throws {
    #expect(try RushJSONDecoder().decode(Settings.self, from: text) == Self.standard)
    let rows = "[" + String(repeating: "0,", count: 1_050) + "\(text)]"
    let found = try RushJSONDecoder().decode(LossyArray<Settings>.self, from: rows)
    #expect(found.wrappedValue == [Self.standard])
  }

  private func expectStandardInLossyArrays(_ text: String) throws {
    // The same where a full lossy collection around them drops errors.
    let rows = "[" + String(repeating: "0,", count: 1_050) + "\(text)]"
    for found in try both(LossyArray<Settings>.self, rows) {
      #expect(found.wrappedValue == [Self.standard])
      #expect(found.skippedCount == 1_050)
    }
    for found in try both(
      [DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero<Int>>>].self, "[1,\"1\",[],2]")
    {
      #expect(found.map(\.wrappedValue) == [1, 0, 0, 2])
    }
  }

  @Test func lossyDefaultsLeaveValidValues() throws {
    let text = #"{"code":200,"count":255,"isOn":true,"level":{"high":{"by":2}},"tags":["a"]}"#
    let value = Settings(isOn: true, count: 255, tags: ["a"], code: .ok, level: .high(by: 2))
    for settings in try both(Settings.self, text) { #expect(settings == value) }
    for written in try encoded(value) { #expect(written == text) }
  }

  @Test(arguments: [
    (#"{"tags":["a",1]}"#, ["tags", "Index 1"]), (#"{"tags":[null]}"#, ["tags", "Index 0"]),
    (#"{"level":{"high":{"by":"2"}}}"#, ["level", "high", "by"]),
    (#"{"level":{"high":{}}}"#, ["level", "high"]),
  ])
  func faultsInsideAreErrors(text: String, path: [String]) {
    func place<T>(_ decode: () throws -> T) -> [String]? {
      do {
        _ = try decode()
      } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(
        _, let context),
        DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context)
      {
        return context.codingPath.map(\.stringValue)
      } catch {}
      return nil
    }
    #expect(place { try RushJSONDecoder().decode(Settings.self, from: text) } == path)
    #expect(place { try JSONDecoder().decode(Settings.self, from: Data(text.utf8)) } == path)
  }

  @Test func readersTakeLossyDefaults() throws {
    struct Row: Decodable, JSONReadable {
      init(from decoder: any Decoder) throws {
        var reader = try JSONReader(decoder, for: Self.self); try self.init(from: &reader)
      }
      @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var a: Int
      @DefaultValue<JSONDefaults.Zero> var b: Int
      init(from reader: inout JSONReader) throws {
        try reader.beginObject()
        _a = try reader.value("a")
        _b = try reader.value("b")
      }
    }
    for (text, a) in [("{}", 0), (#"{"a":"x"}"#, 0), (#"{"a":7}"#, 7)] {
      let row = try RushJSONDecoder().decode(Row.self, from: text)
      #expect(row.a == a && row.b == 0)
    }
    let error = #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(Row.self, from: #"{"a":[],"b":"x"}"#)
    }
    guard case .typeMismatch(_, let context)? = error else { return #expect(Bool(false)) }
    #expect((context.underlyingError as? JSONValueError)?.offset == 12)
  }
}
