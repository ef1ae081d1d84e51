import Foundation
import RushJSON
import Testing

/// Behaviour of the strategies of Foundation's decoder: items 52 to 65.
@Suite("As Foundation: strategies", .serialized)
struct FoundationStrategyTests {
  private struct Keys: Decodable {
    var names: [String]
    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).sorted()
    }
  }

  @Test(
    "53: snake case",
    arguments: [
      "my_url_value", "ALL_CAPS", "m_URL", "__this_and_that", "a__b", "key_1_x", "1_a", "plain",
      "_", "__",
      "_a", "a_", "_a_b_", "A_B", "key-foo_bar-baz", "a_o'neil", "a_2nd thing", "x_éCLAIR", "ß_ßA",
      "my_ǆx", "foo_bar.baz x", "", "ID", "fooBar", "foo_Bar", "a_b_c_d", "___a___b___", "x_'a",
      "a_b^c",
      "a_b\u{2019}s", "a_b`c", "a_b.c:d", "a_b\u{2018}c", "a_\u{301}b_c", "\u{301}_a_b",
      "a_b_\u{301}", "\u{600}_a_b",
    ])
  func snakeCase(name: String) {
    expectSame(Keys.self, "{\"\(name)\":1}", settings: [.snakeCase])
  }

  @Test("36 and 53: names that become the same")
  func collisions() {
    struct One: Decodable { var fooBar: Int }
    expectSame(
      One.self, "{\"foo_bar\":1,\"fooBar\":2}", "{\"fooBar\":2,\"foo_bar\":1}", "{\"foo__bar\":3}",
      "{\"Foo_bar\":4}", settings: [.snakeCase])
  }

  @Test("52: dictionaries keep their names")
  func dictionaries() {
    struct Inner: Decodable { var fooBar: Int }
    enum Represented: String, Codable, CodingKeyRepresentable { case fooBar }
    let settings: [Setting] = [.snakeCase]
    expectSame([String: Int].self, "{\"foo_bar\":1}", settings: settings)
    expectSame([String: Inner].self, "{\"foo_bar\":{\"foo_bar\":1}}", "{}", settings: settings)
    expectSame(
      [[String: [String: Inner]]].self, "[{\"a_b\":{\"c_d\":{\"foo_bar\":1}}}]", settings: settings)
    expectSame([String: Int?]?.self, "{\"foo_bar\":null}", settings: settings)
    expectSame([Represented: Int].self, "{\"foo_bar\":1}", "{\"fooBar\":1}", settings: settings)
    expectSame([String: [Int]].self, "{\"foo_bar\":[1]}", settings: settings)
    expectSame([Int: Int].self, "{\"1\":1}", settings: settings)
    struct Holder: Decodable { var someMap: [String: Inner]; var otherMap: [String: String]? }
    expectSame(
      Holder.self, "{\"some_map\":{\"x_y\":{\"foo_bar\":1}},\"other_map\":{\"p_q\":\"r_s\"}}",
      settings: settings)
  }

  @Test("55: custom keys")
  func customKeys() {
    struct Inner: Decodable { var value: Int }
    struct Outer: Decodable { var inner: [Inner] }
    // Paths of elements depend on the place of the call. Names and ancestors do not.
    let convert: @Sendable ([any CodingKey]) -> any CodingKey = { path in
      Name(stringValue: String((path.last?.stringValue ?? "").dropFirst(path.count)))
    }
    expectSame(
      Outer.self, "{\"1inner\":[{\"123value\":5}]}", "{\"inner\":[]}",
      settings: [.customKeys(convert)])
    expectSame([String: Int].self, "{\"abc\":1}", settings: [.customKeys(convert)])
  }

  @Test("57 and 58: dates as numbers")
  func numericDates() {
    for settings: [Setting] in [[], [.secondsSince1970], [.millisecondsSince1970]] {
      expectSame(
        Box<Date>.self, "{\"a\":0}", "{\"a\":1700000000.5}", "{\"a\":-1}", "{\"a\":null}",
        "{\"a\":\"x\"}",
        "{}", settings: settings)
      expectSame([Date].self, "[1,2]", "[null]", settings: settings)
      expectSame([String: Date?].self, "{\"a\":1,\"b\":null}", settings: settings)
      expectSame(Date.self, "1", settings: settings)
    }
  }

  @Test(
    "59: ISO 8601",
    arguments: [
      "2024-01-02T03:04:05Z", "2024-01-02T03:04:05+02:00", "2024-01-02T03:04:05+0200",
      "2024-01-02T03:04:05.123Z", "2024-1-2T3:4:5Z", "2024-01-02T24:00:00Z", "2024-01-02T03:04:60Z",
      "2024-02-30T00:00:00Z", "2024-01-02T03:04:05Zjunk",
    ])
  func iso8601(text: String) {
    expectSame([Date].self, "[\"\(text)\"]", settings: [.iso8601])
  }

  @Test("59 and 60: strings that are not ISO 8601 dates")
  func invalidISO8601() {
    for text in [
      "2024-01-02", "2024-01-02 03:04:05Z", "2024-01-02t03:04:05z", "2024-01-02T03:04:05", "",
      "20240102T030405Z",
    ] {
      expectBetterError(
        Box<Date>.self, "{\"a\":\"\(text)\"}", path: ["a"],
        message: "Expected date string to be ISO8601-formatted.", settings: [.iso8601])
    }
    expectSame(Box<Date>.self, "{\"a\":1}", "{\"a\":null}", settings: [.iso8601])
  }

  @Test("60: custom dates")
  func customDates() {
    struct Failure: Error {}
    let decode: @Sendable (any Decoder) throws -> Date = { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      if text == "fail" { throw Failure() }
      return Date(
        timeIntervalSince1970: Double(decoder.codingPath.map(\.stringValue).joined().count))
    }
    expectSame(
      Box<[Date?]>.self, "{\"a\":[\"x\",null]}", "{\"a\":[\"fail\"]}", "{\"a\":[1]}",
      settings: [.customDate(decode)])
    expectSame(Box<Date>.self, "{\"a\":null}", settings: [.customDate(decode)])
  }

  @Test("61: formatted dates")
  func formattedDates() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "dd/MM/yyyy"
    expectSame(
      Box<Date>.self, "{\"a\":\"02/01/2024\"}", "{\"a\":\"x\"}", "{\"a\":null}", "{\"a\":1}",
      settings: [.formatted(formatter)])
  }

  @Test("62: data")
  func data() {
    expectSame(
      Box<Data>.self, #"{"a":"AQL/"}"#, #"{"a":"AQL\/"}"#, #"{"a":""}"#, #"{"a":"AQ=="}"#,
      #"{"a":"AQ"}"#,
      #"{"a":"AQ= ="}"#, #"{"a":"A Q=="}"#, #"{"a":"AQ==\n"}"#, #"{"a":"_-=="}"#, #"{"a":1}"#,
      #"{"a":null}"#, #"{"a":[1,2]}"#)
    expectSame(
      Box<Data>.self, #"{"a":[1,2,255]}"#, #"{"a":["x"]}"#, #"{"a":"AQ=="}"#, #"{"a":null}"#,
      settings: [.deferredData])
    expectSame(
      Box<Data>.self, #"{"a":3}"#, #"{"a":null}"#, #"{"a":"x"}"#,
      settings: [.customData { Data(count: try $0.singleValueContainer().decode(Int.self)) }])
  }

  @Test("63: URLs")
  func urls() {
    expectSame(
      Box<URL>.self, #"{"a":"https://example.com/a?b=c#d"}"#, #"{"a":""}"#, #"{"a":"c d"}"#,
      #"{"a":"é"}"#,
      #"{"a":1}"#, #"{"a":null}"#, #"{"a":"http:\/\/x"}"#)
  }

  @Test("64: UUIDs")
  func uuids() {
    expectSame(
      Box<UUID>.self, #"{"a":"F2D5A6C4-9B7E-4A3D-8C1B-0123456789AB"}"#,
      #"{"a":"f2d5a6c4-9b7e-4a3d-8c1b-0123456789ab"}"#, #"{"a":"x"}"#, #"{"a":1}"#, #"{"a":null}"#)
  }

  @Test("65: configurations")
  func configurations() throws {
    struct Scaled: DecodableWithConfiguration, Equatable {
      var value: Int
      init(from decoder: any Decoder, configuration: Int) throws {
        value = try decoder.singleValueContainer().decode(Int.self) * configuration
      }
    }
    struct Times: DecodingConfigurationProviding { static var decodingConfiguration: Int { 3 } }
    struct Nested: DecodableWithConfiguration {
      var scaled: Scaled
      var optional: Scaled?
      init(from decoder: any Decoder, configuration: Int) throws {
        let container = try decoder.container(keyedBy: Name.self)
        scaled = try container.decode(Scaled.self, forKey: "a", configuration: configuration)
        optional = try container.decodeIfPresent(
          Scaled.self, forKey: "b", configuration: configuration)
      }
    }
    let both = BothDecoders()
    for text in ["5", "\"x\"", "null"] {
      let data = Data(text.utf8)
      let foundation = Outcome {
        try both.foundation.decode(Scaled.self, from: data, configuration: 2)
      }
      #expect(
        Outcome { try both.rush.decode(Scaled.self, from: data, configuration: 2) } == foundation)
      #expect(
        Outcome { try both.rush.decode(Scaled.self, from: data, configuration: Times.self) }
          == Outcome {
            try both.foundation.decode(Scaled.self, from: data, configuration: Times.self)
          })
    }
    for text in ["{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":null}", "{\"a\":1}", "{\"a\":\"x\"}", "{}"] {
      let data = Data(text.utf8)
      #expect(
        Outcome { try both.rush.decode(Nested.self, from: data, configuration: 2) }
          == Outcome { try both.foundation.decode(Nested.self, from: data, configuration: 2) })
    }
    #expect(
      try both.rush.decode([Scaled].self, from: Data("[1,2]".utf8), configuration: 2).map(\.value)
        == [2, 4])
  }
}
