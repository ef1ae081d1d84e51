import Foundation
import RushJSON
import RushJSONProperties
import RushJSONPush
import Testing

/// What the errors of coders say to people: the underlying error, which has the place and the reason.
@Suite struct HelpfulErrorTests {
  private struct Holder<Value: Decodable>: Decodable { var a: Value }

  private static func context(_ error: any Error) -> DecodingError.Context? {
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    default: nil
    }
  }

  private static func underlying<T: Decodable>(
    _ type: T.Type, _ text: String, _ decoder: RushJSONDecoder = RushJSONDecoder()
  ) throws -> String {
    let error = try #require(throws: DecodingError.self) { try decoder.decode(T.self, from: text) }
    return "\(try #require(context(error)?.underlyingError))"
  }

  // MARK: - Null

  @Test func nullForTypesThatOptionsDecode() throws {
    let null = #"{"a": null}"#
    let place = "at /a (byte 6, line 1, column 7)"
    #expect(try Self.underlying(Holder<Date>.self, null) == "null is not a valid Date \(place)")
    #expect(try Self.underlying(Holder<Data>.self, null) == "null is not a valid Data \(place)")
    #expect(try Self.underlying(Holder<URL>.self, null) == "null is not a valid URL \(place)")
    #expect(
      try Self.underlying(Holder<Decimal>.self, null) == "null is not a valid Decimal \(place)")
    #expect(
      try Self.underlying(Holder<JSONTimestamp>.self, null).hasPrefix(
        "null is not a valid JSONTimestamp"))
    // What needs one kind says so.
    #expect(try Self.underlying(Holder<Int>.self, null) == "expected a number, found null \(place)")
    #expect(
      try Self.underlying(Holder<String>.self, null) == "expected a string, found null \(place)")
    #expect(
      try Self.underlying(Holder<[String: Int]>.self, null)
        == "expected an object, found null \(place)")
    #expect(
      try Self.underlying(Holder<[Int]>.self, null) == "expected an array, found null \(place)")
  }

  @Test func nullForLenientScalarsIsAMissingValue() {
    func isNotFound(_ decode: () throws -> Any) -> Bool {
      do {
        _ = try decode()
        return false
      } catch {
        if case .valueNotFound = error as? DecodingError { return true }
        return false
      }
    }
    let null = Data(#"{"a": null}"#.utf8)
    #expect(isNotFound { try RushJSONDecoder().decode(Flag.self, from: null) })
    #expect(isNotFound { try RushJSONDecoder().decode(Text<Bool>.self, from: null) })
    #expect(isNotFound { try RushJSONDecoder().decode(Text<Int>.self, from: null) })
    #expect(isNotFound { try JSONDecoder().decode(Flag.self, from: null) })
    #expect(isNotFound { try JSONDecoder().decode(Text<Bool>.self, from: null) })
  }

  private struct Flag: Decodable { @LenientBool var a: Bool }
  private struct Text<Value: Decodable & LosslessStringConvertible>: Decodable {
    @Stringified var a: Value
  }

  // MARK: - Dates

  @Test func datesSayWhatWasExpectedAndFound() throws {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .unix(.seconds)
    #expect(
      try Self.underlying([Date].self, "[1e400]", decoder)
        == "expected a date as a number, found \"1e400\" at /0 (byte 1, line 1, column 2)")
    decoder.dateFormat = try .pattern("dd.MM.yyyy")
    #expect(
      try Self.underlying([Date].self, "[\"1.2.3\"]", decoder).hasPrefix(
        "expected a date in the pattern 'dd.MM.yyyy', found \"1.2.3\""))
    decoder.dateFormat = .anyOf(try .pattern("yyyy"), .rfc3339)
    #expect(
      try Self.underlying([Date].self, "[\"x\"]", decoder).hasPrefix(
        "expected a date in the pattern 'yyyy' or an RFC 3339 date, found \"x\""))
  }

  // MARK: - Payloads, limits, articles

  @Test func payloadsKeepThePathInTheUnderlyingError() throws {
    let payload = APNSPayload<APS.NoCustomKeys>.self
    #expect(
      try Self.underlying(payload, #"{"aps":{"badge":"3"}}"#)
        == "expected a number, found \"\"3\"\" at /aps/badge")
    #expect(try Self.underlying(payload, #"{"aps":{"badge":9.5}}"#).hasSuffix("at /aps/badge"))
    #expect(
      try Self.underlying(payload, #"{"aps":{"alert":{"title":1}}}"#).hasSuffix(
        "at /aps/alert/title"))
    #expect(try Self.underlying(payload, #"{"aps":[]}"#).hasSuffix("at /aps"))
    #expect(try Self.underlying(payload, "{}") == "no member is named \"aps\" in the object")
  }

  private final class Level: Encodable {
    let next: Level?
    init(_ next: Level?) { self.next = next }
  }

  @Test func encodersSayWhichLimitIsExceeded() throws {
    var level: Level? = nil
    for _ in 0...513 { level = Level(level) }
    let error = try #require(throws: EncodingError.self) { try RushJSONEncoder().encode(level) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(
      "\(try #require(context.underlyingError))"
        == "arrays and objects nest deeper than 512 (maximumDepth)")
  }

  @Test func messagesNeedNoArticleBeforeATypesName() throws {
    #expect(
      JSONWritingError(.unsupportedType("NSOrderedSet")).description.hasPrefix(
        "a value of type NSOrderedSet is not"))
    let error = try #require(throws: DecodingError.self) {
      try RushJSONDecoder().decode(Text<Int>.self, from: #"{"a":"x"}"#)
    }
    #expect(
      Self.context(error)?.debugDescription == "The string is not the text of a value of type Int.")
  }

  // MARK: - Lines and columns

  @Test func errorsOfDecodersHaveLineAndColumn() throws {
    let text = "{\n  \"a\": [1,\n    \"é\", x]}"
    #expect(
      try Self.underlying(RawJSON.self, text)
        == "expected a value at byte 23 (line 3, column 10)")
    #expect(
      try Self.underlying(RawJSON.self, "[1,\n'a']")
        == "expected a value at byte 4 (line 2, column 1); "
        + "accepted with JSONReadingOptions.Leniencies.singleQuotes")
    #expect(
      try Self.underlying([String: [Int]].self, "{\n  \"a\": [1,\n    \"é\"]}")
        == "expected a number, found a string at /a/1 (byte 17, line 3, column 5)")
    // An error that was caught without the text has none.
    let plain = try #require(throws: JSONSyntaxError.self) { try RawJSON(parsing: text) }
    #expect("\(plain)" == "expected a value at byte 23")
  }
}
