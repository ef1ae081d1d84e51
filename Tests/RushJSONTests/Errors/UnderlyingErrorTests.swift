import Foundation
import RushJSON
import RushJSONStreams
import Testing

/// Errors without underlying errors of this library, for answers that people outside read.
@Suite struct UnderlyingErrorTests {
  private struct Order: Decodable {
    var id: Int
    var size: Size?
    var age: Age?
    var when: Date?
  }

  private enum Size: String, Decodable, CaseIterable { case small, large }

  /// A type with an underlying error of its own.
  private struct Age: Decodable {
    struct Refusal: Error {}

    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no", underlyingError: Refusal()))
    }
  }

  private static let brief = {
    let decoder = RushJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.readingOptions.maximumLength = 200
    decoder.includesUnderlyingErrors = false
    return decoder
  }()

  private static let full = {
    let decoder = brief.copy()
    decoder.includesUnderlyingErrors = true
    return decoder
  }()

  private func context(_ body: () throws -> Void) throws -> DecodingError.Context {
    let error = #expect(throws: DecodingError.self) { try body() }
    switch try #require(error) {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      return context
    @unknown default: return .init(codingPath: [], debugDescription: "")
    }
  }

  private static let marks = #"{"id": 1, "note": "a\#(String(repeating: "\u{301}", count: 80))"}"#

  @Test(
    arguments: [
      #"{"id": "x"}"#, #"{"size": null}"#, #"{"id": 1.5}"#, #"{"id": null}"#, #"[]"#, "1",
      #"{"id": 1, "size": "big"}"#, #"{"id": 1, "when": "today"}"#, #"{"id": 1"#, "", "{,}",
      String(repeating: " ", count: 300), marks,
    ])
  func errorHasFoundationsWordsAlone(_ text: String) throws {
    let full = try context { _ = try Self.full.decode(Order.self, from: text) }
    #expect(full.underlyingError is JSONValueError || full.underlyingError is JSONSyntaxError)
    for body in [
      { _ = try Self.brief.decode(Order.self, from: text) },
      { _ = try Self.brief.decode(Order.self, from: Data(text.utf8)) },
      { _ = try Self.brief.makeJSONDecoder().decode(Order.self, from: Data(text.utf8)) },
      { _ = try Self.brief.copy().decode(Order.self, from: text, userInfo: [:]) },
      { _ = try Self.brief.decode(from: text) { try Order(from: $0) } },
    ] as [() throws -> Void] {
      let brief = try context(body)
      #expect(brief.underlyingError == nil)
      #expect(brief.debugDescription == full.debugDescription)
      #expect(brief.codingPath.map(\.stringValue) == full.codingPath.map(\.stringValue))
    }
  }

  @Test func missingPointerHasNoUnderlyingError() throws {
    let error = try context { _ = try Self.brief.decode(Int.self, from: "{}", at: "/a") }
    #expect(error.underlyingError == nil)
  }

  @Test func documentAndTreeFollowTheOption() throws {
    let text = #"{"id": "x"}"#
    let document = try JSONDocument(parsing: text)
    let tree = try RawJSON(parsing: text)
    #expect(
      try context { _ = try Self.brief.decode(Order.self, from: document) }.underlyingError == nil)
    #expect(
      try context { _ = try Self.brief.decode(Order.self, from: tree) }.underlyingError == nil)
  }

  @Test func errorOfATypeKeepsItsUnderlyingError() throws {
    let error = try context {
      _ = try Self.brief.decode(Order.self, from: #"{"id": 1, "age": 3}"#)
    }
    #expect(error.underlyingError is Age.Refusal)
  }

  @Test func faultsHaveTheirPlaces() throws {
    let text = #"{"id": "x", "size": "big"}"#
    let faults = try Self.brief.faults(of: Order.self, in: text.utf8)
    #expect(faults.map(\.pointer) == ["/id", "/size"])
    #expect(faults.map(\.offset) == [7, 20])
    #expect(throws: JSONSyntaxError(.unexpectedEnd, at: 1)) {
      try Self.brief.faults(of: Order.self, in: "{".utf8)
    }
  }

  @Test func reportFollowsThePath() throws {
    let text = #"{"id": "x"}"#
    do {
      _ = try Self.brief.decode(Order.self, from: text)
    } catch {
      let report = error.jsonReport(in: text)
      #expect(report.hasPrefix("Expected to decode Int but found a string instead at /id"))
      #expect(report.hasSuffix(#"\#n{"id": "x"}\#n       ^"#))
    }
  }

  @Test func partialValueLeavesOutWhatIsIncomplete() throws {
    var partial = PartialJSON()
    try partial.feed(Array(#"{"id": 1, "size": "sma"#.utf8))
    #expect(try partial.snapshot(as: Order.self, decoder: Self.brief)?.id == 1)
    partial = PartialJSON()
    try partial.feed(Array(#"{"id": "x", "size": "sma"#.utf8))
    let error = try context { _ = try partial.snapshot(as: Order.self, decoder: Self.brief) }
    #expect(error.underlyingError == nil)
  }

  @Test func lineKeepsItsPlace() throws {
    let lines = JSONLines(["{\"id\": 1}\n{\"id\": \"x\"}\n{\"id\""], policy: .deliver)
    let results = Array(lines.values(of: Order.self, decoder: Self.brief))
    #expect(results.count == 3)
    for (line, result) in results.enumerated().dropFirst() {
      guard case .failure(let error) = result else {
        Issue.record("line \(line + 1) was decoded")
        continue
      }
      #expect(error.kind == .value && error.line == line + 1)
      #expect(try context { throw try #require(error.underlying) }.underlyingError == nil)
    }
  }
}
