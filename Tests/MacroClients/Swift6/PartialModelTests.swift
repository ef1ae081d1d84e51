import Foundation
import RushJSON
import RushJSONMacros
import RushJSONStreams
import Testing

/// Types of what has arrived, read from snapshots of a text that is still coming.
@Suite struct PartialModelTests {
  private static func tale(_ text: String) throws -> Tale.Partial? {
    var partial = PartialJSON()
    try partial.feed(text)
    return try partial.snapshot(as: Tale.Partial.self)
  }

  nonisolated static let cuts: [(text: String, seen: String)] = [
    ("", "nothing"), ("{", "-"), (#"{"ti"#, "-"), (#"{"title": "#, "-"),
    (#"{"title": "The V"#, "title The V"), (#"{"title": null"#, "-"),
    (#"{"title": "a", "mood": "ca"#, "title a"),
    (#"{"title": "a", "mood": "calm""#, "title a, mood calm"),
    // A number may continue.
    (#"{"pages": 12"#, "-"), (#"{"pages": 12,"#, "pages 12"),
    (#"{"moods": ["calm", "st"#, "moods calm"),
    (#"{"moods": ["calm", "stormy""#, "moods calm stormy"),
    (#"{"chapters": ["#, "chapters"), (#"{"chapters": [{"#, "chapters ?/?"),
    (#"{"chapters": [{"name": "L"#, "chapters L/?"),
    (#"{"chapters": [{"name": "Leave", "pages": 3}, {"pages": 4, "#, "chapters Leave/3 ?/4"),
    (#"{"notes": {"a": {"name": "x"#, "notes a=x/?"),
    (#"{"written": "2026-11-2"#, "-"),
    (#"{"written": "2026-11-22T09:00:00Z""#, "written"),
    // A part of a value that arrives as a whole.
    (#"{"shape": {"type": "cir"#, "-"), (#"{"shape": {"type": "circle", "radius": 1"#, "-"),
    (#"{"shape": {"type": "circle", "radius": 1}"#, "shape circle(radius: 1.0)"),
    (#"{"y": 1.5, "x": 1"#, "corner ?/1.5"), (#"{"by": "me", "z": [1, "#, "writer me, rest z=[1]"),
  ]

  @Test(arguments: cuts)
  func whatHasArrivedIsThere(text: String, seen: String) throws {
    guard let tale = try Self.tale(text) else {
      #expect(seen == "nothing")
      return
    }
    var found: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { found.append(value.isEmpty ? name : "\(name) \(value)") }
    }
    func show(_ chapter: TaleChapter.Partial) -> String {
      "\(chapter.name ?? "?")/\(chapter.pages.map { "\($0)" } ?? "?")"
    }
    add("title", tale.title)
    add("mood", tale.mood?.rawValue)
    add("pages", tale.pages.map { "\($0)" })
    add("moods", tale.moods.map { $0.map(\.rawValue).joined(separator: " ") })
    add("chapters", tale.chapters.map { $0.map(show).joined(separator: " ") })
    add("notes", tale.notes.map { $0.map { "\($0.key)=\(show($0.value))" }.joined() })
    add("written", tale.written.map { _ in "" })
    add("shape", tale.shape.map { "\($0)" })
    add("writer", tale.writer)
    add(
      "corner", tale.corner.map { "\($0.x.map { "\($0)" } ?? "?")/\($0.y.map { "\($0)" } ?? "?")" })
    add("rest", tale.rest.isEmpty ? nil : tale.rest.map { "\($0.name)=\($0.value)" }.joined())
    #expect(found.isEmpty ? seen == "-" : found.joined(separator: ", ") == seen)
  }

  /// Decoders with the same options share what they keep from call to call.
  @Test func laterDecodingsAreOfCompleteValues() throws {
    for _ in 0..<10 {
      _ = try Self.tale(#"{"title": "The V"#)
      #expect(try RushJSONCoreDecoder().decode(FormPlan.self, from: #""free""#) == .free)
      #expect(try RushJSONDecoder().decode([OpenWord].self, from: #"["x"]"#) == [.other("x")])
      #expect(try RushJSONDecoder().decode(OpenWord.self, from: RawJSON("x")) == .other("x"))
    }
  }

  /// At each cut of a text, what is complete has its value, and no cut is an error.
  @Test func membersThatAreCompleteAreThoseOfTheWholeValue() throws {
    let text = try RushJSONEncoder().encodeToString(Tale.sample)
    var partial = PartialJSON()
    for byte in text.utf8 {
      try partial.feed([byte])
      guard let tale = try partial.snapshot(as: Tale.Partial.self) else { continue }
      func check<T: Equatable>(_ path: JSONPointer, _ value: T?, _ whole: T?) {
        // Not in the macro, whose closure would send the value to another actor.
        let isWhole = value == whole
        if partial.isComplete(at: path) { #expect(isWhole) }
      }
      check("/title", tale.title, Tale.sample.title)
      check("/mood", tale.mood, Tale.sample.mood)
      check("/pages", tale.pages, Tale.sample.pages)
      check("/moods", tale.moods, Tale.sample.moods)
      check("/written", tale.written, Tale.sample.written)
      check("/shape", tale.shape, Tale.sample.shape)
      check("/chapters/1/name", tale.chapters?.last?.name, Tale.sample.chapters[1].name)
      check("/notes/a/pages", tale.notes?["a"]?.pages, Tale.sample.notes?["a"]?.pages)
      check("/x", tale.corner?.x, Tale.sample.corner.x)
      check("/sequels/0/title", tale.sequels?.first?.title, Tale.sample.sequels?.first?.title)
      // A type that is not partial is there as soon as it can be decoded.
      let whole = try partial.snapshot(as: Tale.self)
      #expect((whole != nil) == partial.isComplete(at: "/y"))
      if partial.isComplete { #expect(whole == Tale.sample) }
    }
    #expect(partial.isComplete)
  }

  @Test(arguments: [
    #"{"title": 1"#, #"{"title": 1, "mood": "ca"#, #"{"mood": "grey""#,
    #"{"chapters": [{"pages": "a""#,
    #"{"shape": {"type": 1, "#, #"{"written": "", "#,
  ])
  func aCompleteValueThatDoesNotFitIsAnError(text: String) throws {
    let error = (try? Self.tale(text)) == nil
    // A number may continue.
    #expect(error == !text.hasSuffix("1"))
  }

  @Test func anErrorWithoutAPlaceWaitsForTheEnd() throws {
    var partial = PartialJSON()
    func codes() throws -> Int? {
      try partial.snapshot(as: PartialCodes.Partial.self).map { $0.codes?.count ?? 0 }
    }
    try partial.feed(#"{"codes": ["abc", "d"#)
    #expect(try codes() == 1)
    try partial.feed(#"efg""#)
    #expect(try codes() == 2)
    try partial.feed(#", "h""#)
    #expect(try codes() == 0)
    try partial.feed("]}")
    #expect(throws: PartialShort.Refusal.self) { try codes() }
  }

  @Test func typesWithParametersArePartial() throws {
    var partial = PartialJSON()
    try partial.feed(#"{"items": [1, 2], "value": {"name": "a"#)
    let page = try partial.snapshot(as: PartialPage<Int, TaleChapter.Partial>.Partial.self)
    #expect(page?.items == [1, 2] && page?.value?.name == "a" && page?.next == nil)
    try partial.feed(#""}, "next": 3}"#)
    #expect(try partial.snapshot(as: PartialNode.Partial.self)?.next == 3)
  }

  @Test func nullThatIsACaseHasCome() throws {
    var partial = PartialJSON()
    try partial.feed(#"{"loose": null, "name": null, "tree": null, "#)
    let seen = try #require(try partial.snapshot(as: PartialNulls.Partial.self))
    #expect(seen.loose == .nothing && seen.name == nil && seen.tree == .some(.null))
    #expect(seen.maybe == nil && seen.later == nil)
    try partial.feed(#""maybe": null, "later": null}"#)
    let end = try #require(try partial.snapshot(as: PartialNulls.Partial.self))
    #expect(end.maybe == nil && end.later == .some(.nothing))
  }

  // MARK: - What is shown is a part of the final value

  nonisolated static let choices = [
    #"{"shape": {"radius": 1, "type": "circle"}, "state": "open"}"#,
    #"{"shape": {"type": "circled", "radius": 1}, "state": "opening"}"#,
    #"{"tone": "calmer", "tones": ["calm", "calmer", "calm"], "plain": "calmer"}"#,
    #"{"loose": "2026-11-22T09:00:00Z", "looser": [1, "a", {"x": 1, "y": 2}]}"#,
    #"{"loose": {"x": 1, "y": 2}, "looser": ["https://a.b/c d", null]}"#,
    #"{"page": "https://example.org/a/b", "words": {"a": "long text"}, "list": ["ab", "cd"]}"#,
    #"{"open": "calmer", "external": {"wide": {"w": 1}}, "title": "calm"}"#,
    #"{"external": {"other": {"w": 1}, "more": 2}, "open": "unheard"}"#,
  ]

  /// With every cut: enums, dates and the like are those of the whole text, and strings are the beginnings of theirs.
  @Test(arguments: choices)
  func snapshotIsAPartOfTheFinalValue(text: String) throws {
    let bytes = Array(text.utf8)
    let whole = try RushJSONDecoder().decode(Choices.Partial.self, from: bytes)
    var partial = PartialJSON()
    for (index, byte) in bytes.enumerated() {
      try partial.feed([byte])
      guard let seen = try partial.snapshot(as: Choices.Partial.self) else { continue }
      let place = "after \(index + 1) bytes of \(text)"
      #expect(seen.shape == nil || seen.shape == whole.shape, "\(place)")
      #expect(seen.state == nil || seen.state == whole.state, "\(place)")
      #expect(seen.tone == nil || seen.tone == whole.tone, "\(place)")
      #expect(seen.plain == nil || seen.plain == whole.plain, "\(place)")
      #expect(seen.loose == nil || seen.loose == whole.loose, "\(place)")
      #expect(seen.external == nil || seen.external == whole.external, "\(place)")
      #expect(seen.open == nil || seen.open == whole.open, "\(place)")
      #expect(seen.page == nil || seen.page == whole.page, "\(place)")
      #expect((whole.tones ?? []).starts(with: seen.tones ?? []), "\(place)")
      #expect((whole.looser ?? []).starts(with: seen.looser ?? []), "\(place)")
      let title = seen.title ?? ""
      let word = seen.words?["a"] ?? ""
      let isPart = whole.title?.hasPrefix(title) ?? title.isEmpty
      let isWordPart = whole.words?["a"]?.hasPrefix(word) ?? word.isEmpty
      #expect(isPart && isWordPart, "\(place)")
      for (own, last) in zip(seen.list ?? [], whole.list ?? []) {
        #expect(last.hasPrefix(own), "\(place)")
      }
    }
    #expect(try partial.snapshot(as: Choices.Partial.self) == whole)
  }
}

@JSONModel(partial: true) struct Choices: Equatable, Sendable {
  var title: String?
  var shape: ChoiceShape?
  var state: ChoiceState?
  var tone: ChoiceTone?
  var tones: [ChoiceTone]?
  var plain: PlainTone?
  var loose: ChoiceLoose?
  var looser: [ChoiceLoose]?
  var external: ChoiceExternal?
  var open: OpenEnum<PlainTone>?
  var page: URL?
  var words: [String: String]?
  var list: [String]?
}

@JSONModel(tag: .internal("type"), partial: true) enum ChoiceShape: Equatable, Sendable {
  case circle(radius: Double)
  case circled(radius: Double)
  @Unknown case other(RawJSON)
}

@JSONModel(tag: .value, partial: true) enum ChoiceState: Equatable, Sendable {
  case open, opening
  @Unknown case other(RawJSON)
}

@JSONModel(partial: true) enum ChoiceTone: String, Sendable { case calm, calmer }

/// Reads its raw value by `Codable`.
nonisolated enum PlainTone: String, Codable, Sendable { case calm, calmer }

extension PlainTone { typealias Partial = Self }

@JSONModel(tag: .untagged, partial: true) enum ChoiceLoose: Equatable, Sendable {
  case number(Int)
  case date(Date)
  case page(URL)
  case point(x: Int, y: Int)
  case column(x: Int)
  case nothing
  case text(String)
}

@JSONModel(partial: true) enum ChoiceExternal: Equatable, Sendable {
  case wide(w: Int)
  @Unknown case other(RawJSON)
}

// MARK: - Types

@JSONModel(partial: true) struct Tale: Equatable, Sendable {
  let title: String
  var mood: TaleMood
  var pages = 3
  var moods: [TaleMood] = []
  var chapters: [TaleChapter]
  var notes: [String: TaleChapter]?
  @Format(.rfc3339) var written: Date?
  var shape: TaleShape
  @Name("by", also: "author") var writer: String
  @Flattened var corner: TaleCorner
  @Unknown var rest: RawJSON.Object
  var sequels: [Tale]?
  @Ignored var cache = 1

  static let sample = Tale(
    title: "é \"q\"", mood: .stormy, pages: 12, moods: [.calm, .stormy],
    chapters: [TaleChapter(name: "a", pages: 1), TaleChapter(name: "bc", pages: 23)],
    notes: ["a": TaleChapter(name: "n", pages: 45)], written: Date(timeIntervalSince1970: 0),
    shape: .circle(radius: 1.5), writer: "me", corner: TaleCorner(x: 1, y: 2),
    rest: ["z": [1, "a"]],
    sequels: [
      Tale(
        title: "t", mood: .calm, chapters: [], shape: .none, writer: "",
        corner: TaleCorner(x: 3, y: 4), rest: [:])
    ])
}

@JSONModel(partial: true) struct TaleChapter: Equatable, Sendable {
  var name: String
  var pages: Int
}

@JSONModel(partial: true) struct TaleCorner: Equatable, Sendable {
  var x: Double
  var y: Double
}

@JSONModel(partial: true) enum TaleMood: String, Sendable { case calm, stormy }

@JSONModel(tag: .internal("type"), partial: true) enum TaleShape: Equatable, Sendable {
  case circle(radius: Double)
  case none
}

@JSONModel(partial: true) struct PartialPage<Item: Codable, Value> {
  var items: [Item]
  var value: Value
  var next: Item?
}

@JSONModel(partial: true) nonisolated final class PartialNode {
  var items: [Int] = []
  let next: Int

  init(next: Int) { self.next = next }
}

@JSONModel(partial: true) public struct PartialExport {
  public var url: URL
  package var code: PartialCode
  var parts: Set<PartialCode>
  fileprivate var hidden: PartialHidden
}

/// A type that is not a model says so itself.
public nonisolated struct PartialCode: Codable, Hashable {
  public typealias Partial = Self
  var number: Int
}

/// Throws an error of its own for a short text.
nonisolated struct PartialShort: Codable {
  typealias Partial = Self
  struct Refusal: Error {}
  var text: String

  init(from decoder: any Decoder) throws {
    text = try String(from: decoder)
    if text.count < 3 { throw Refusal() }
  }
}

@JSONModel(partial: true) struct PartialCodes { var codes: [PartialShort] }

@JSONModel(partial: true) struct PartialNulls {
  var loose: ChoiceLoose
  var name: String
  var tree: RawJSON
  var maybe: ChoiceLoose?
  @Name("later", also: "then") var later: ChoiceLoose
}

@JSONModel(partial: true) fileprivate struct PartialHidden { private var a: Int }
