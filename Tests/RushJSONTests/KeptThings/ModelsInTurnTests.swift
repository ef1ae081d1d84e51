import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// A value that writes itself as a whole text takes a shorter way, with a session and a writer that earlier values have used.
/// Its text and its error are those of the usual way, and nothing that it does reaches later values.
/// One at a time, because some keep their writer or their encoder where the next one does.
@Suite(.serialized) struct ModelsInTurnTests {
  private enum Deed: JSONWritable, Encodable, CaseIterable {
    case ordinary, nothing, unfinished, wrongCall, caughtError, deep, tooDeep, long, veryLong,
      replaced, kept
    case notFinite, date, badDate, member, failingMember, caughtMember, parts, unfinishedParts,
      inner, absent

    func encode(to encoder: any Encoder) throws { try write(into: encoder) }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      switch self {
      case .nothing: break
      case .wrongCall:
        try writer.beginArray()
        try writer.endObject()
      case .caughtError:
        try writer.beginArray()
        do { try writer.name("a") } catch {}
        try writer.endArray()
      case .deep: try nest(200, &writer)
      case .tooDeep: try nest(513, &writer)
      case .long: try write(count: 20_000, &writer)
      case .veryLong: try write(count: 400_000, &writer)
      case .replaced:
        writer = JSONWriter(options: .pretty)
        try writer.null()
      case .kept:
        let other = JSONWriter()
        WriterKeeper.shared.keep(writer)
        writer = other
        try writer.null()
      case .notFinite: try writer.value(Double.nan)
      case .inner:
        // The same encoder, while it encodes this value.
        let text = try? EncoderKeeper.shared.encodeToString(Deed.ordinary)
        try writer.string(text ?? "nothing")
      default: try writeObject(to: &writer)
      }
    }

    private func writeObject(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.member("firstName", "a/b")
      switch self {
      case .unfinished:
        try writer.name("open")
        return try writer.beginArray()
      case .date: try writer.member("sentAt", Date(timeIntervalSince1970: 86_400))
      case .badDate: try writer.member("sentAt", Date(timeIntervalSince1970: .infinity))
      case .member: try writer.member("inTurn", Member(fails: false))
      case .failingMember: try writer.member("inTurn", Member(fails: true))
      case .caughtMember:
        do { try writer.member("inTurn", Member(fails: true)) } catch { try writer.null() }
      case .parts: try writer.members(of: Deed.ordinary, beside: { $0.add("lastName") })
      case .unfinishedParts:
        try writer.members(of: Deed.unfinished, beside: { $0.add("lastName") })
      case .absent: try writer.member("missing", String?.none)
      default: break
      }
      try writer.member("lastName", 2)
      try writer.endObject()
    }

    private func nest(_ depth: Int, _ writer: inout JSONWriter) throws(JSONWritingError) {
      for _ in 0..<depth { try writer.beginArray() }
      for _ in 0..<depth { try writer.endArray() }
    }

    private func write(count: Int, _ writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginArray()
      for index in 0..<count { try writer.integer(Int64(index)) }
      try writer.endArray()
    }
  }

  private struct Member: Encodable {
    var fails: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .aName)
      MemberKeeper.shared.encoder = encoder
      if fails { throw CancellationError() }
    }

    enum Key: CodingKey { case aName }
  }

  /// What outlives the call that it was made for.
  private final class MemberKeeper: @unchecked Sendable {
    static let shared = MemberKeeper()
    var encoder: (any Encoder)?
  }

  private final class WriterKeeper: @unchecked Sendable {
    static let shared = WriterKeeper()
    private var writer: JSONWriter? = nil

    func keep(_ other: consuming JSONWriter) { writer = consume other }
  }

  private enum EncoderKeeper { static let shared = RushJSONEncoder() }

  private static func encoders(_ name: String) -> RushJSONEncoder {
    let encoder = RushJSONEncoder()
    switch name {
    case "iso8601": encoder.dateEncodingStrategy = .iso8601
    case "snake case": encoder.keyEncodingStrategy = .convertToSnakeCase
    case "custom keys": encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] }
    case "sorted": encoder.outputFormatting = .sortedKeys
    case "pretty": encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    case "nil": encoder.nilEncodingStrategy = .null
    case "short": encoder.maximumLength = 20
    case "flat": encoder.maximumDepth = 1
    default: break
    }
    return encoder
  }

  private static let options = [
    "default", "iso8601", "snake case", "custom keys", "sorted", "pretty", "nil", "short", "flat",
  ]

  private static func outcome(_ body: () throws -> String) -> String {
    do { return try body() } catch { return "\(error)" }
  }

  /// What a value gives in one of several ways: its text or its error.
  private static func outcome(_ encoder: RushJSONEncoder, _ deed: Deed, way: Int) -> String {
    outcome {
      switch way {
      case 0: try encoder.encodeToString(deed)
      case 1: String(decoding: try encoder.encodeToBytes(deed), as: UTF8.self)
      case 2: String(decoding: try encoder.encode(deed), as: UTF8.self)
      case 3: "\(try RawJSON(encoding: deed, encoder: encoder))"
      case 4: try encoder.encodeToString([deed, .ordinary])
      default: try encoder.encodeToString(["a": [deed]])
      }
    }
  }
  private static let ways = 6

  @Test(arguments: options) func theShortWayGivesWhatTheUsualOneDoes(_ name: String) throws {
    let encoder = Self.encoders(name)
    // The first value of a type says that it is a model.
    _ = try Self.encoders("default").encodeToBytes(Deed.ordinary)
    for deed in Deed.allCases {
      for _ in 0..<2 {
        let short = Self.outcome { try encoder.encodeToString(deed) }
        let usual = Self.outcome { try encoder.encodeToString(deed, userInfo: [:]) }
        #expect(short == usual, "\(deed)")
      }
    }
  }

  // Not a short maximum: if a text is too deep as well, the memory of the last text decides which of the two errors comes.
  @Test(arguments: options.filter { $0 != "short" })
  func whatWasWrittenBeforeChangesNothing(_ name: String) throws {
    let key = try #require(CodingUserInfoKey(rawValue: "alone"))
    let deeds = Deed.allCases.filter { $0 != .veryLong }
    let expected = deeds.map { deed in
      (0..<Self.ways).map { way in
        // An encoder whose memory no other has.
        let alone = Self.encoders(name)
        alone.userInfo[key] = 1
        return Self.outcome(alone, deed, way: way)
      }
    }
    let kept = Self.encoders(name)
    var random = SeededGenerator(seed: 74)
    for round in 0..<1500 {
      let (deed, way) = (
        random.integer(in: 0...deeds.count - 1), random.integer(in: 0...Self.ways - 1)
      )
      let encoder = random.integer(in: 0...1) == 0 ? kept : Self.encoders(name)
      #expect(
        Self.outcome(encoder, deeds[deed], way: way) == expected[deed][way],
        "round \(round): \(deeds[deed]), way \(way)")
    }
  }

  @Test func aLongTextLeavesNoMemoryBehind() throws {
    let encoder = RushJSONEncoder()
    for _ in 0..<3 {
      #expect(try encoder.encodeToBytes(Deed.veryLong).count > 1 << 20)
      #expect(try encoder.encodeToString(Deed.ordinary) == #"{"firstName":"a\/b","lastName":2}"#)
    }
  }
}
