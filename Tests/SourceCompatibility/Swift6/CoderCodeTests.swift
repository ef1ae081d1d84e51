import Foundation
import Testing

// MARK: - Types that are coded

struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ string: String) { stringValue = string }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

extension CodingUserInfoKey {
  static let unit = CodingUserInfoKey(rawValue: "unit").unsafelyUnwrapped
}

struct Trip: Codable, Equatable {
  var startDay: Date
  var photo: Data
  var length: Double
}

/// Has the `userInfo` of its decoder.
struct Unit: Codable, Equatable {
  var unit: String?
  init(unit: String?) { self.unit = unit }
  init(from decoder: any Decoder) throws { unit = decoder.userInfo[.unit] as? String }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(encoder.userInfo[.unit] as? String ?? "none")
  }
}

struct Scaled: Equatable, DecodableWithConfiguration, EncodableWithConfiguration {
  struct Tenfold: DecodingConfigurationProviding, EncodingConfigurationProviding {
    static var decodingConfiguration: Int { 10 }
    static var encodingConfiguration: Int { 10 }
  }
  var value: Int
  init(_ value: Int) { self.value = value }
  init(from decoder: any Decoder, configuration: Int) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    value = try container.decode(Int.self, forKey: AnyKey("n")) * configuration
  }
  func encode(to encoder: any Encoder, configuration: Int) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(value / configuration, forKey: AnyKey("n"))
  }
}

private func data(_ text: String) -> Data { Data(text.utf8) }

// MARK: - Tests

@Suite("Code for Foundation's coders")
struct CoderCodeTests {
  @Test("strategies that are kept in a struct")
  func configurations() throws {
    var configuration = Configuration()
    let trip = Trip(startDay: Date(timeIntervalSince1970: 86400), photo: Data([1]), length: 2)
    let text = data(#"{"length":2,"photo":"AQ==","startDay":"1970-01-02T00:00:00Z"}"#)
    #expect(try configuration.makeDecoder().decode(Trip.self, from: text) == trip)
    #expect(try configuration.makeEncoder().encode(trip) == text)
    configuration = Configuration(
      dates: .days, data: .deferredToData, keys: .lowercased,
      floats: .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?"),
      encodedDates: .days, encodedData: .deferredToData, encodedKeys: .convertToSnakeCase,
      encodedFloats: .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?"),
      formatting: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
      userInfo: [.unit: "km"])
    let far = Trip(startDay: trip.startDay, photo: trip.photo, length: .infinity)
    #expect(
      try configuration.makeEncoder().encode(far)
        == data(
          "{\n  \"length\" : \"+\",\n  \"photo\" : [\n    1\n  ],\n  \"start_day\" : 1\n}"))
    configuration.keys = .convertFromSnakeCase
    #expect(
      try configuration.makeDecoder().decode(
        Trip.self, from: data(#"{"start_day":1,"photo":[1],"length":"+"}"#)) == far)
    #expect(try configuration.makeDecoder().decode(Unit.self, from: text) == Unit(unit: "km"))
    #expect(try configuration.makeEncoder().encode(Unit(unit: nil)) == data("\"km\""))
    configuration.keys = .lowercased
    let lower = try configuration.makeDecoder().decode([Lower].self, from: data("[{\"AB\":1}]"))
    #expect(lower == [Lower(ab: 1)])
  }

  private struct Lower: Codable, Equatable { var ab: Int }

  @Test("names of strategies")
  func names() {
    let configuration = Configuration()
    #expect(configuration.dates.name == "iso8601" && configuration.encodedDates.name == "iso8601")
    #expect(configuration.data.name == "base64" && configuration.encodedData.name == "base64")
    #expect(configuration.keys.name == configuration.encodedKeys.name)
    #expect(configuration.floats.name == configuration.encodedFloats.name)
    let formatter = DateFormatter()
    formatter.dateFormat = "custom"
    #expect(JSONDecoder.DateDecodingStrategy.formatted(formatter).name == "custom")
    #expect(JSONEncoder.DateEncodingStrategy.formatted(formatter).name == "custom")
    #expect(JSONDecoder().dateDecodingStrategy.name == "deferredToDate")
    #expect(JSONDecoder().dataDecodingStrategy.name == "base64")
    #expect(JSONDecoder().keyDecodingStrategy.name == "useDefaultKeys")
    #expect(JSONDecoder().nonConformingFloatDecodingStrategy.name == "throw")
    #expect(JSONEncoder().dateEncodingStrategy.name == "deferredToDate")
    #expect(JSONEncoder().dataEncodingStrategy.name == "base64")
    #expect(JSONEncoder().keyEncodingStrategy.name == "useDefaultKeys")
    #expect(JSONEncoder().nonConformingFloatEncodingStrategy.name == "throw")
    #expect(JSONEncoder().outputFormatting.isEmpty)
    #expect(JSONEncoder.OutputFormatting.prettyPrinted.rawValue == 1)
    #expect(JSONEncoder.OutputFormatting.sortedKeys.rawValue == 2)
    #expect(JSONEncoder.OutputFormatting(rawValue: 8) == .withoutEscapingSlashes)
  }

  @Test("an overriding decoder")
  func overridingDecoder() throws {
    let decoder = LoggingDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    decoder.dataDecodingStrategy = .base64
    decoder.nonConformingFloatDecodingStrategy = .throw
    decoder.allowsJSON5 = false
    decoder.assumesTopLevelDictionary = false
    // No text without braces ends in a number that is read: Foundation then reads beyond the text.
    let text = data(#"start_day: 5000, length: 16, photo: 'AQ=='"#)
    let trip = Trip(startDay: Date(timeIntervalSince1970: 5), photo: Data([1]), length: 16)
    #expect(try decoder.decode(Trip.self, from: text) == trip)
    #expect(try decoder.decode(Unit.self, from: data("a: 1")) == Unit(unit: "m"))
    decoder.userInfo = [.unit: "km"]
    #expect(try decoder.decode(Unit.self, from: data("a: 1")) == Unit(unit: "m"))
    #expect(
      try decoder.decode(Scaled.self, from: data("n: 7, o: ''"), configuration: 2) == Scaled(14))
    #expect(
      try decoder.decode(Scaled.self, from: data("n: 7, o: ''"), configuration: Scaled.Tenfold.self)
        == Scaled(70))
    #expect(try roundTrip(["a": 1], JSONEncoder(), decoder) == ["a": 1])
    #expect(
      decoder.log == [
        "keys convertFromSnakeCase", "dates millisecondsSince1970", "data base64", "floats throw",
        "json5 false", "braces false", "decode 42", "decode 4", "decode 4", "decode by value",
        "decode by type", "decode by value", "decode 7",
      ])
  }

  @Test("an overriding encoder")
  func overridingEncoder() throws {
    let encoder = LoggingEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.dataEncodingStrategy = .deferredToData
    encoder.nonConformingFloatEncodingStrategy = .throw
    encoder.userInfo = [.unit: "km"]
    let trip = Trip(startDay: Date(timeIntervalSince1970: 5), photo: Data([1]), length: 16)
    #expect(try encoder.encode(trip) == data(#"{"length":16,"photo":[1],"start_day":5}"#))
    #expect(try encoder.encode(Unit(unit: nil)) == data("\"km\""))
    #expect(try encoder.encode(Scaled(14), configuration: 2) == data(#"{"n":7}"#))
    #expect(try encoder.encode(Scaled(70), configuration: Scaled.Tenfold.self) == data(#"{"n":7}"#))
    #expect(try roundTrip([1, 2] as [Int], encoder, JSONDecoder()) == [1, 2])
    encoder.outputFormatting = .withoutEscapingSlashes
    #expect(try encoder.encode(["b": "/", "a": "/"]) == data(#"{"a":"/","b":"/"}"#))
    #expect(
      encoder.log == [
        "keys convertToSnakeCase", "dates secondsSince1970", "data deferredToData",
        "floats throw", "userInfo 1", "encode 39", "encode 4", "encode by value",
        "encode by type", "encode by value", "encode 5", "encode 17",
      ])
  }

  @Test("a shared decoder with options of its own")
  func sharedDecoder() throws {
    #expect(try JSONDecoder.shared.decode([String: Int].self, from: data("a: 0x10")) == ["a": 16])
  }

  @Test("actors")
  func actors() async throws {
    let store = await Store()
    try await store.load(data("[1,2]"))
    #expect(await store.values == [1, 2])
    #expect(await store.text == data("[1,2]"))
    let read = try await Reader(decoder: .shared).read([String: Int].self, from: data("a: 1"))
    #expect(read == ["a": 1])
  }
}
