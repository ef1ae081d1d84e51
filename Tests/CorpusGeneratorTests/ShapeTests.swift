import CorpusGenerator
import Foundation
import Testing

/// Each shape is valid JSON and has the properties that its documentation claims.
@Suite struct ShapeTests {
  @Test(arguments: CorpusShape.allCases, [0, 1, 3_000, 60_000])
  func shapeIsValidAtEverySize(shape: CorpusShape, targetBytes: Int) throws {
    let bytes = shape.generate(seed: 3, targetBytes: targetBytes)
    if shape.isLines {
      #expect(bytes.last == UInt8(ascii: "\n"))
      let lines = bytes.dropLast().split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines {
        #expect(try parseWithFoundation(line) is [String: Any])
      }
    } else {
      #expect(throws: Never.self) { _ = try parseWithFoundation(bytes) }
    }
  }

  @Test func namesAndSummariesAreDistinct() {
    let shapes = CorpusShape.allCases
    #expect(Set(shapes.map(\.name)).count == shapes.count)
    #expect(Set(shapes.map(\.summary)).count == shapes.count)
    #expect(CorpusShape.timeline.name == "timeline.json")
    #expect(CorpusShape.log.name == "log.jsonl")
  }

  @Test func timelineHasThirtyMembersInEachStatus() throws {
    let bytes = CorpusShape.timeline.generate(seed: 3, targetBytes: 60_000)
    let document = try #require(try parseWithFoundation(bytes) as? [String: Any])
    let statuses = try #require(document["statuses"] as? [[String: Any]])
    #expect(statuses.allSatisfy { (28...33).contains($0.count) })
    #expect(CorpusWriter.statistics(of: bytes).nonASCIIBytes > bytes.count / 12)
  }

  @Test func escapedIsTheTimelineInASCII() throws {
    let plain = CorpusShape.timeline.generate(seed: 5, targetBytes: 1)
    let escaped = CorpusShape.escaped.generate(seed: 5, targetBytes: 1)
    #expect(escaped.allSatisfy { $0 < 0x80 })
    let plainObject = try #require(try parseWithFoundation(plain) as? NSDictionary)
    #expect(plainObject == (try parseWithFoundation(escaped) as? NSDictionary))
    let large = CorpusShape.escaped.generate(seed: 5, targetBytes: 60_000)
    #expect(String(decoding: large, as: UTF8.self).contains("\\ud83"), "no surrogate pair")
  }

  @Test func geographyHasFifteenToSeventeenDigits() {
    let bytes = CorpusShape.geography.generate(seed: 3, targetBytes: 30_000)
    let text = String(decoding: bytes, as: UTF8.self)
    for match in text.matches(of: /[0-9]+\.[0-9]+/) {
      let digits = match.output.filter(\.isNumber).drop { $0 == "0" }
      // Zeros after "0." are not significant, so a coordinate near the equator may have fewer.
      let isNearZero = match.output.hasPrefix("0.")
      #expect((isNearZero ? 12...17 : 15...17).contains(digits.count), "\(match.output)")
    }
  }

  @Test func catalogueIsMostlyWhitespace() {
    let bytes = CorpusShape.catalogue.generate(seed: 3, targetBytes: 100_000)
    #expect((65...75).contains(CorpusWriter.statistics(of: bytes).whitespacePercent))
  }

  @Test func textHasLongStrings() throws {
    let bytes = CorpusShape.text.generate(seed: 3, targetBytes: 100_000)
    let articles = try #require(try parseWithFoundation(bytes) as? [[String: Any]])
    let paragraphs = articles.compactMap { $0["paragraphs"] as? [String] }.flatMap { $0 }
    #expect(paragraphs.count > 50)
    #expect(paragraphs.allSatisfy { (100...2_000).contains($0.utf8.count) })
    #expect(CorpusWriter.statistics(of: bytes).stringPercent > 95)
  }

  @Test func eventsAreOfSixKinds() throws {
    let bytes = CorpusShape.events.generate(seed: 3, targetBytes: 60_000)
    let events = try #require(try parseWithFoundation(bytes) as? [[String: Any]])
    let types = Set(events.compactMap { $0["type"] as? String })
    #expect(types == ["push", "issue", "comment", "star", "fork", "release"])
    #expect(CorpusWriter.statistics(of: bytes).whitespaceBytes == 0)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func deepStopsAt500(seed: UInt64) {
    let bytes = CorpusShape.deep.generate(seed: seed, targetBytes: 60_000)
    #expect(CorpusWriter.statistics(of: bytes).maximumDepth == 500)
  }

  @Test(arguments: [1, 2, 1_000, 100_000])
  func wideHasTheRequestedNumberOfDistinctNames(count: Int) {
    let bytes = CorpusShape.wideObject(memberCount: count, seed: 3)
    let statistics = CorpusWriter.statistics(of: bytes)
    #expect(statistics.names == count)
    #expect(statistics.distinctNames == count)
  }

  @Test func wideHas100_000MembersByDefault() {
    let bytes = CorpusShape.wide.generate(seed: 3, targetBytes: CorpusShape.wide.defaultBytes)
    #expect(bytes == CorpusShape.wideObject(memberCount: 100_000, seed: 3))
    #expect(bytes.count < 2_000_000)
  }

  @Test func datesHasAbout19_000DatesAFifthDistinct() {
    let size = CorpusShape.dates.defaultBytes
    let bytes = CorpusShape.dates.generate(seed: CorpusWriter.defaultSeed, targetBytes: size)
    // Text between quotation marks, because no string of this document has an escape.
    let dates = bytes.split(separator: UInt8(ascii: "\"")).filter { piece in
      let bytes = Array(piece.prefix(11))
      return bytes.count == 11 && bytes[4] == UInt8(ascii: "-") && bytes[10] == UInt8(ascii: "T")
    }
    #expect((18_500...19_500).contains(dates.count))
    let distinct = Set(dates.map { Array($0) }).count
    #expect((19...21).contains(distinct * 100 / dates.count))
    // 19 digits and signs, the point, six digits, and Z or an offset of six.
    let micros = dates.count { $0.count == 27 || $0.count == 32 }
    #expect(micros * 10 > dates.count * 7)
  }
}
