import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Properties with a style of their own, with this library's coders and Foundation's.
@Suite("Properties with a style of their own")
struct FormattedTests {
  private struct Flight: Codable, Equatable {
    @Formatted<JSONStyles.RFC3339> var departure: Date
    @Formatted<JSONStyles.SecondsSince1970> var booked: Date
    @Formatted<JSONStyles.MillisecondsSince1970> var paid: Date
    @Formatted<JSONStyles.RFC3339?> var arrival: Date?
    @Formatted<[JSONStyles.SecondsSince1970]> var calls: [Date]
    @Formatted<JSONStyles.SecondsSince1970> var instant: JSONTimestamp
  }

  private struct Keys: Codable, Equatable {
    @Formatted<JSONStyles.Base64> var base64: Data
    @Formatted<JSONStyles.Base64URL> var url: Data
    @Formatted<JSONStyles.Hexadecimal> var hexadecimal: [UInt8]
    @Formatted<JSONStyles.Base64?> var maybe: [UInt8]?
    @Formatted<[JSONStyles.Hexadecimal?]?> var list: [Data?]?
  }

  /// Custom styles: one for a single type, one for all types of dates.
  private enum Tenths: JSONStyles.DateStyle {
    typealias Value = Date
    static let format = JSONDateFormat.rfc3339(.fraction(.fixed(1)))
  }

  private enum Either<Value: JSONStyles.DateValue>: JSONStyles.DateStyle {
    static var format: JSONDateFormat { .anyOf(.rfc3339, .unix(.milliseconds)) }
  }

  private func both<T: Decodable>(_ type: T.Type, _ text: String) throws -> [T] {
    // The coders' strategies for dates and data do not apply.
    let ours = RushJSONDecoder()
    ours.dateDecodingStrategy = .secondsSince1970
    ours.dataDecodingStrategy = .deferredToData
    let foundations = JSONDecoder()
    foundations.dateDecodingStrategy = .iso8601
    foundations.dataDecodingStrategy = .deferredToData
    return [
      try ours.decode(type, from: text), try foundations.decode(type, from: Data(text.utf8)),
    ]
  }

  private func written(_ value: some Encodable) throws -> [String] {
    let ours = RushJSONEncoder()
    ours.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    ours.dateEncodingStrategy = .iso8601
    ours.dataEncodingStrategy = .deferredToData
    let foundations = JSONEncoder()
    foundations.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [
      String(decoding: try ours.encode(value) as Data, as: UTF8.self),
      String(decoding: try foundations.encode(value), as: UTF8.self),
    ]
  }

  /// Expects that encoding the decoded value gives the same text.
  private func roundTrip<T: Codable & Equatable>(_ value: T, _ text: String) throws {
    for decoded in try both(T.self, text) { #expect(decoded == value) }
    for encoded in try written(value) { #expect(encoded == text) }
    #expect(
      try RushJSONDecoder().decode(T.self, from: RushJSONEncoder().encode(value) as Data) == value)
    for decoded in try both([T].self, "[\(text),\(text)]") { #expect(decoded == [value, value]) }
    for encoded in try written([value, value]) { #expect(encoded == "[\(text),\(text)]") }
  }

  private static let date = Date(timeIntervalSince1970: 1_719_262_833.167806)

  @Test func dates() throws {
    let flight = Flight(
      departure: Self.date, booked: Self.date, paid: Self.date, arrival: nil,
      calls: [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: -1.5)],
      instant: JSONTimestamp(seconds: 5, nanoseconds: 0))
    let text = """
      {"booked":1719262833.167806,"calls":[0,-1.5],"departure":"2024-06-24T21:00:33.167806Z",\
      "instant":5,"paid":1719262833167.806}
      """
    try roundTrip(flight, text)
    var landed = flight
    landed.arrival = Date(timeIntervalSince1970: 1_719_270_000)
    try roundTrip(
      landed,
      text.replacing("{\"booked", with: "{\"arrival\":\"2024-06-24T23:00:00Z\",\"booked"))
    let null = text.replacing("{\"booked", with: "{\"arrival\":null,\"booked")
    for decoded in try both(Flight.self, null) { #expect(decoded == flight) }
  }

  @Test func bytes() throws {
    let keys = Keys(
      base64: Data([0xfb, 0xff]), url: Data([0xfb, 0xff]), hexadecimal: [0, 0xab], maybe: nil,
      list: nil)
    let text = #"{"base64":"+/8=","hexadecimal":"00ab","url":"-_8"}"#
    try roundTrip(keys, text)
    let escaped = #"{"base64":"\u002b\/8=","hexadecimal":"00AB","url":"-_8=","maybe":null}"#
    for decoded in try both(Keys.self, escaped) { #expect(decoded == keys) }
    var more = keys
    more.maybe = []
    more.list = [Data([1]), nil, Data()]
    try roundTrip(
      more,
      #"{"base64":"+/8=","hexadecimal":"00ab","list":["01",null,""],"maybe":"","url":"-_8"}"#)
  }

  @Test func stylesOfOnesOwn() throws {
    struct Person: Codable, Equatable {
      @Formatted<Tenths> var born: Date
      @Formatted<Tenths?> var died: Date?
      @Formatted<Either> var seen: JSONTimestamp
    }
    let person = Person(
      born: Date(timeIntervalSince1970: 0), died: nil,
      seen: JSONTimestamp(seconds: 1, nanoseconds: 500_000_000))
    try roundTrip(person, #"{"born":"1970-01-01T00:00:00.0Z","seen":"1970-01-01T00:00:01.5Z"}"#)
    for decoded in try both(Person.self, #"{"born":"1970-01-01T00:00:00.0Z","seen":1500}"#) {
      #expect(decoded == person)
    }
  }

  @Test func nilIsWrittenAsTheEncoderDoes() throws {
    struct Maybe: Codable { @Formatted<JSONStyles.RFC3339?> var at: Date? }
    #expect(try written(Maybe(at: nil)) == ["{}", "{}"])
    let encoder = RushJSONEncoder()
    encoder.nilEncodingStrategy = .null
    #expect(try encoder.encode(Maybe(at: nil)) == Data(#"{"at":null}"#.utf8))
  }

  @Test(arguments: [
    (#"{"a":[{"at":"x"}]}"#, ["a", "Index 0", "at"]),
    (
      #"{"a":[{"at":"2024-01-01T00:00:00Z"},{"at":"2024-13-01T00:00:00Z"}]}"#,
      ["a", "Index 1", "at"]
    ),
    (#"{"a":[{"at":"2024-01-01T00:00:00Z","maybe":"1e"}]}"#, ["a", "Index 0", "maybe"]),
    (
      #"{"a":[{"at":"2024-01-01T00:00:00Z","list":[1,1e30]}]}"#,
      ["a", "Index 0", "list", "Index 1"]
    ),
    (#"{"a":[{"at":"2024-01-01T00:00:00Z","key":"Zg"}]}"#, ["a", "Index 0", "key"]),
    (#"{"a":[{"at":"2024-01-01T00:00:00Z","hex":"0"}]}"#, ["a", "Index 0", "hex"]),
  ])
  func badTextsAreRefusedWithTheirPath(text: String, path: [String]) throws {
    struct Item: Decodable {
      @Formatted<JSONStyles.RFC3339> var at: Date
      @Formatted<JSONStyles.RFC3339?> var maybe: Date?
      @Formatted<[JSONStyles.SecondsSince1970]?> var list: [Date]?
      @Formatted<JSONStyles.Base64?> var key: Data?
      @Formatted<JSONStyles.Hexadecimal?> var hex: Data?
    }
    struct Items: Decodable { var a: [Item] }
    for decode in [
      { try RushJSONDecoder().decode(Items.self, from: text) },
      { try JSONDecoder().decode(Items.self, from: Data(text.utf8)) },
    ] {
      let error = try #require(throws: DecodingError.self) { try decode() }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == path)
    }
  }

  @Test(arguments: [
    "{}", #"{"at":null}"#, #"{"at":5}"#, #"{"at":[]}"#,
    #"{"at":"2024-01-01T00:00:00Z","seconds":"5"}"#,
    #"{"at":"2024-01-01T00:00:00Z","key":5}"#,
  ])
  func otherValuesAreRefused(text: String) throws {
    struct Item: Decodable {
      @Formatted<JSONStyles.RFC3339> var at: Date
      @Formatted<JSONStyles.SecondsSince1970?> var seconds: Date?
      @Formatted<JSONStyles.Base64?> var key: Data?
    }
    for decode in [
      { try RushJSONDecoder().decode(Item.self, from: text) },
      { try JSONDecoder().decode(Item.self, from: Data(text.utf8)) },
    ] {
      let error = try #require(throws: DecodingError.self) { try decode() }
      if case .dataCorrupted = error { Issue.record("\(error)") }
    }
  }

  @Test func datesWithoutATextAreRefusedWithTheirPath() throws {
    struct Item: Encodable { @Formatted<JSONStyles.RFC3339> var at: Date }
    for seconds in [Double.nan, .infinity, 1e12] {
      let items = [Item(at: Date(timeIntervalSince1970: seconds))]
      for encode in [
        { try RushJSONEncoder().encode(items) as Data }, { try JSONEncoder().encode(items) },
      ] {
        // Without an expectation, which would describe the date in the error, and trap in Foundation.
        var path: [String]?
        do {
          _ = try encode()
        } catch EncodingError.invalidValue(_, let context) {
          path = context.codingPath.map(\.stringValue)
        }
        #expect(path == ["Index 0", "at"])
      }
    }
  }

  /// The same as Foundation, except for padding that Foundation does not check.
  @Test func base64IsThatOfData() {
    for count in 0..<100 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 167 + count) }
      let text = JSONBytesFormat.base64.format(bytes.span)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Data(base64Encoded: text) == Data(bytes))
    }
    // Unused bits.
    for text in ["QR==", "QUJ=", "Q", "QUJDQ===", "QU JD"] {
      #expect(JSONBytesFormat.base64.parse(text).map { Data($0) } == Data(base64Encoded: text))
    }
  }
}

extension FormattedTests {
  @Test func instantsOfDates() throws {
    let timestamp = JSONTimestamp(seconds: 1_598_290_084, nanoseconds: 123_000_000)
    #expect(timestamp._jsonTimestamp == timestamp)
    #expect(Date(timeIntervalSince1970: 1_598_290_084)._jsonTimestamp?.seconds == 1_598_290_084)
    #expect(Date(timeIntervalSince1970: .infinity)._jsonTimestamp == nil)
  }
}
