import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// `/Date(0)/` and zones of mail in coders, as the format of a coder, of a property and of a formatter.
@Suite struct SlashDateCoderTests {
  private struct Visit: Codable, Equatable {
    var start: Date
    var end: Date?
    @Formatted<JSONStyles.ASPNet?> var seen: Date?
  }

  private let visit = Visit(
    start: Date(timeIntervalSince1970: 1_234_567_890.123), end: Date(timeIntervalSince1970: -1),
    seen: nil)

  @Test func coders() throws {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .aspNet
    let encoder = RushJSONEncoder()
    encoder.dateFormat = .aspNet(offset: .ahead(hours: 1))
    let text = #"{"start":"/Date(1234567890123+0100)/","end":"/Date(-1000+0100)/"}"#
    #expect(try decoder.decode(Visit.self, from: text) == visit)
    // As those programs write it.
    let escaped = text.replacing("/", with: #"\/"#)
    #expect(try encoder.encodeToString(visit) == escaped)
    encoder.outputFormatting = .withoutEscapingSlashes
    #expect(try encoder.encodeToString(visit) == text)
    #expect(try decoder.decode(Visit.self, from: escaped) == visit)
    let instant = try decoder.decode([JSONTimestamp].self, from: #"["\/Date(1)\/"]"#)
    #expect(instant == [JSONTimestamp(seconds: 0, nanoseconds: 1_000_000)])
  }

  @Test(arguments: [
    (#"{"start":0}"#, 9), (#"{"start":"x"}"#, 9), (#"{"start":"/Date(1)"}"#, 9),
    (#"{"start":"2026-01-01T00:00:00Z"}"#, 9), (#"{"start":null}"#, 9), (#"{"start":{}}"#, 9),
    (#"{"start":"/Date(1e999)/"}"#, 9),
  ])
  func errorsHaveTheirPlace(text: String, offset: Int) {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .aspNet
    do {
      _ = try decoder.decode(Visit.self, from: text)
      Issue.record("no error")
    } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context)
    {
      #expect(context.codingPath.map(\.stringValue) == ["start"])
      #expect((context.underlyingError as? JSONValueError)?.offset == offset)
    } catch {
      Issue.record(error)
    }
  }

  @Test func propertiesWithBothCoders() throws {
    struct Seen: Codable, Equatable { @Formatted<JSONStyles.ASPNet> var seen: Date }
    let text = #"{"seen":"\/Date(1234567890123)\/"}"#
    let value = Seen(seen: visit.start)
    #expect(try RushJSONDecoder().decode(Seen.self, from: text) == value)
    #expect(try JSONDecoder().decode(Seen.self, from: Data(text.utf8)) == value)
    #expect(String(decoding: try JSONEncoder().encode(value), as: UTF8.self) == text)
    #expect(try RushJSONEncoder().encodeToString(value) == text)
    for text in [#"{"seen":1}"#, #"{"seen":"/Date(1"}"#] {
      #expect(throws: DecodingError.self) { try RushJSONDecoder().decode(Seen.self, from: text) }
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Seen.self, from: Data(text.utf8))
      }
    }
  }

  @Test func datesOfMail() throws {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .anyOf(
      try .pattern("EEE, d MMM yyyy HH:mm:ss Z"), try .pattern("d MMM yyyy HH:mm Z"))
    for text in [
      "Mon, 11 Aug 2008 06:05:04 GMT", "Mon, 11 Aug 2008 01:05:04 EST",
      "Sun, 10 Aug 2008 23:05:04 PDT",
      "Mon, 11 Aug 2008 06:05:04 A",
    ] {
      let date = try decoder.decode([Date].self, from: "[\"\(text)\"]")
      #expect(date == [Date(timeIntervalSince1970: 1_218_434_704)], "\(text)")
    }
    #expect(
      try decoder.decode([Date].self, from: #"["11 Aug 2008 00:05 CST"]"#)
        == [Date(timeIntervalSince1970: 1_218_434_700)])
    let formatter = try JSONDateFormat.pattern("EEE, dd MMM yyyy HH:mm:ss zzz")
    #expect(
      formatter.date(from: "Mon, 11 Aug 2008 02:05:04 EDT")?.timeIntervalSince1970 == 1_218_434_704)
    #expect(formatter.date(from: "Mon, 11 Aug 2008 02:05:04 CEST") == nil)
  }
}
