import Foundation
import RushJSON
import Testing

/// Coders with the options of Foundation's, and functions that take either.
@Suite("Options taken over from Foundation's coders")
struct ConvertedOptionTests {
  private struct Model: Codable, Equatable {
    var someDay: Date
    var someData: Data
    var someNumber: Double
    var note: String?

    init(_ note: String?) {
      someDay = Date(timeIntervalSince1970: 86400)
      someData = Data([1, 2])
      someNumber = .infinity
      self.note = note
    }

    private enum CodingKeys: CodingKey { case someDay, someData, someNumber, note }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      someDay = try container.decode(Date.self, forKey: .someDay)
      someData = try container.decode(Data.self, forKey: .someData)
      someNumber = try container.decode(Double.self, forKey: .someNumber)
      note = decoder.userInfo[ConvertedOptionTests.key] as? String
    }
  }

  private static let key = unsafe CodingUserInfoKey(rawValue: "note").unsafelyUnwrapped

  private func decode<T: Decodable>(
    _ type: T.Type, _ text: Data, _ decoder: some JSONDataDecoding
  ) throws -> T {
    try decoder.decode(type, from: text)
  }

  private func encode(_ value: some Encodable, _ encoder: some JSONDataEncoding) throws -> Data {
    try encoder.encode(value)
  }

  private static let formatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy/MM/dd"
    return formatter
  }()

  @Test("every option and strategy is taken over", arguments: 0..<6)
  func allOptions(_ round: Int) throws {
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    encoder.outputFormatting =
      [
        [.sortedKeys], [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
      ][round % 3]
    encoder.userInfo = [Self.key: "a/b"]
    decoder.userInfo = [Self.key: "a/b"]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    let days: (Date) -> Double = { $0.timeIntervalSince1970 / 86400 }
    let (write, read): (JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy) = [
      (.deferredToDate, .deferredToDate), (.secondsSince1970, .secondsSince1970),
      (.millisecondsSince1970, .millisecondsSince1970), (.iso8601, .iso8601),
      (.formatted(Self.formatter), .formatted(Self.formatter)),
      (
        .custom { try ($0.timeIntervalSince1970 / 86400).encode(to: $1) },
        .custom { try Date(timeIntervalSince1970: Double(from: $0) * 86400) }
      ),
    ][round]
    encoder.dateEncodingStrategy = write
    decoder.dateDecodingStrategy = read
    #expect(days(Model(nil).someDay) == 1)
    let (writeData, readData):
      (JSONEncoder.DataEncodingStrategy, JSONDecoder.DataDecodingStrategy) = [
        (.base64, .base64), (.deferredToData, .deferredToData),
        (.custom { try Array($0).encode(to: $1) }, .custom { try Data([UInt8](from: $0)) }),
      ][round % 3]
    encoder.dataEncodingStrategy = writeData
    decoder.dataDecodingStrategy = readData
    let (writeKey, readKey): (JSONEncoder.KeyEncodingStrategy, JSONDecoder.KeyDecodingStrategy) = [
      (.useDefaultKeys, .useDefaultKeys), (.convertToSnakeCase, .convertFromSnakeCase),
      (
        .custom { JSONPathKey(stringValue: "_" + $0.last!.stringValue) },
        .custom { JSONPathKey(stringValue: String($0.last!.stringValue.dropFirst())) }
      ),
    ][round % 3]
    encoder.keyEncodingStrategy = writeKey
    decoder.keyDecodingStrategy = readKey
    let text = try encode(Model("a/b"), encoder)
    #expect(try encode(Model("a/b"), RushJSONEncoder(encoder)) == text)
    #expect(try decode(Model.self, text, decoder) == Model("a/b"))
    #expect(try decode(Model.self, text, RushJSONDecoder(decoder)) == Model("a/b"))
    // The options are on the coder of which Foundation's is made, so its getters must give them.
    let ourEncoder = RushJSONEncoder(encoder).makeJSONEncoder()
    let ourDecoder = RushJSONDecoder(decoder).makeJSONDecoder()
    #expect(try encode(Model("a/b"), ourEncoder) == text)
    #expect(try encode(Model("a/b"), RushJSONEncoder(ourEncoder)) == text)
    #expect(try decode(Model.self, text, ourDecoder) == Model("a/b"))
    #expect(try decode(Model.self, text, RushJSONDecoder(ourDecoder)) == Model("a/b"))
  }

  @Test("a JSONDecoder and a JSONEncoder that are ours keep the options that Foundation lacks")
  func forwarding() throws {
    let decoder = RushJSONDecoder()
    decoder.readingOptions.maximumDepth = 2
    decoder.dateFormat = .rfc3339
    let made = decoder.makeJSONDecoder()
    decoder.readingOptions.maximumDepth = 512
    #expect(throws: DecodingError.self) { try made.decode(RawJSON.self, from: Data("[[[]]]".utf8)) }
    let date = Data("\"1970-01-01T00:00:00Z\"".utf8)
    #expect(try made.decode(Date.self, from: date) == Date(timeIntervalSince1970: 0))
    made.dateDecodingStrategy = .secondsSince1970
    #expect(try made.decode(Date.self, from: Data("0".utf8)) == Date(timeIntervalSince1970: 0))

    let encoder = RushJSONEncoder()
    encoder.outputFormatting = .canonical
    encoder.dateFormat = .rfc3339
    let madeEncoder = encoder.makeJSONEncoder()
    madeEncoder.outputFormatting.insert(.withoutEscapingSlashes)
    let values: RawJSON = ["\u{E000}": 1, "\u{10000}": 1.0]
    let canonical = String(decoding: try madeEncoder.encode(values), as: UTF8.self)
    #expect(canonical == "{\"\u{10000}\":1,\"\u{E000}\":1}")
    let epoch = Date(timeIntervalSince1970: 0)
    #expect(try madeEncoder.encode(epoch) == date)
    madeEncoder.dateEncodingStrategy = .secondsSince1970
    #expect(try madeEncoder.encode(epoch) == Data("0".utf8))
  }

  @Test("JSON5 and members without braces")
  func syntax() throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    decoder.assumesTopLevelDictionary = true
    let text = Data("a: 0x10".utf8)
    #expect(try RushJSONDecoder(decoder).decode([String: Int].self, from: text) == ["a": 16])
    #expect(throws: DecodingError.self) {
      try RushJSONDecoder(JSONDecoder()).decode([String: Int].self, from: text)
    }
    #expect(throws: EncodingError.self) {
      try RushJSONEncoder(JSONEncoder()).encode([Double.nan])
    }
  }

  @Test("a coder of a subclass takes them over too")
  func subclass() throws {
    class Decoder: RushJSONDecoder, @unchecked Sendable {
      var count = 0
    }
    let foundation = JSONDecoder()
    foundation.dateDecodingStrategy = .secondsSince1970
    let decoder = Decoder(foundation)
    let text = Data("[5]".utf8)
    #expect(try decoder.decode([Date].self, from: text) == [Date(timeIntervalSince1970: 5)])
  }

  @Test("formats and styles take the place of strategies while they are set")
  func formatsAndStyles() throws {
    let date = Date(timeIntervalSince1970: 0)
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .rfc3339
    decoder.dateDecodingStrategy = .secondsSince1970
    let text = "\"1970-01-01T00:00:00Z\""
    #expect(try decoder.decode(Date.self, from: text) == date)
    #expect(try decoder.copy().decode(Date.self, from: text) == date)
    decoder.dateFormat = nil
    #expect(try decoder.decode(Date.self, from: "0") == date)
    let encoder = RushJSONEncoder()
    encoder.dateFormat = .rfc3339
    encoder.dateEncodingStrategy = .secondsSince1970
    let stamp = JSONTimestamp(seconds: 0)
    #expect(try encoder.encodeToString([date]) == "[\(text)]")
    #expect(try encoder.encodeToString([stamp]) == "[\(text)]")
    encoder.dateFormat = .unix(.milliseconds)
    #expect(try encoder.encodeToString([stamp]) == "[0]")
    encoder.dateFormat = nil
    #expect(try encoder.encodeToString([date]) == "[0]")
    #expect(try encoder.encodeToString([stamp]) == "[\(text)]")
    struct Name: Codable { var firstName: Int }
    decoder.nameStyle = .kebabCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Name.self, from: #"{"first-name":1}"#).firstName == 1)
    decoder.nameStyle = nil
    #expect(try decoder.decode(Name.self, from: #"{"first_name":1}"#).firstName == 1)
    encoder.nameStyle = .kebabCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try encoder.encodeToString(Name(firstName: 1)) == #"{"first-name":1}"#)
    encoder.nameStyle = nil
    #expect(try encoder.encodeToString(Name(firstName: 1)) == #"{"first_name":1}"#)
  }
}
