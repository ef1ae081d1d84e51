import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// What wrappers leave out, in one list, and what they make of a member that is missing, `null` or of another kind.
@Suite struct DroppedValueTests {
  private struct Feed: Decodable {
    @LossyArray var items: [Item]
    @LossyDictionary var prices: [String: Int]
    @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var count: Int
    @Stringified var likes: Int?
    @LenientBool var isOpen: Bool
    @OneOrMany var tags: [String]
  }

  private struct Item: Decodable {
    var id: Int
    @LossyArray var sizes: [Int]
    @DefaultValue<JSONDefaults.Lossy<JSONDefaults.False>> var isNew: Bool
  }

  private static let messy = """
    {"items": [{"id": 1, "sizes": [1, "x", null], "isNew": 7}, {"id": "2", "sizes": ["y"], "isNew": []}, 5],
     "prices": {"a": 1, "b": "2"}, "count": "many", "likes": "12", "isOpen": "yes", "tags": "t"}
    """

  private static func places(_ dropped: [SkippedValue]) -> [String] {
    dropped.map { value in
      let last =
        switch value.place {
        case .index(let index): "\(index)"
        case .name(let name): name
        case .pastTheEnd: "-"
        }
      return "/\((value.path + [last]).joined(separator: "/")): "
        + (value.rawJSON.map { "\($0)" } ?? "-")
    }
  }

  private static let all = [
    "/items/Index 0/sizes/1: \"x\"", "/items/Index 0/sizes/2: null", "/items/Index 0/isNew: 7",
    // What was dropped inside it went with it.
    "/items/1: {\"id\":\"2\",\"sizes\":[\"y\"],\"isNew\":[]}", "/items/2: 5",
    "/prices/b: \"2\"", "/count: \"many\"",
  ]

  @Test func allThatAPayloadDropsIsInOneList() throws {
    var dropped: [SkippedValue] = []
    let feed = try RushJSONDecoder().decode(
      Feed.self, from: Self.messy.utf8, dropped: &dropped)
    #expect(Self.places(dropped) == Self.all)
    #expect(feed.items.map(\.id) == [1] && feed.count == 0 && feed.likes == 12 && feed.isOpen)
    #expect(feed.tags == ["t"] && feed.items[0].isNew == false)
    // Another call adds to the list.
    _ = try RushJSONDecoder().decode(Feed.self, from: Self.messy.utf8, dropped: &dropped)
    #expect(dropped.count == 2 * Self.all.count)
  }

  @Test func membersThatAreDroppedAreInTheOrderOfTheText() throws {
    struct Prices: Decodable { @LossyDictionary var all: [String: Int] }
    let names = (0..<50).map { "k\($0)" }
    let text = #"{"all":{"# + names.map { #""\#($0)":[]"# }.joined(separator: ",") + "}}"
    var dropped: [SkippedValue] = []
    let prices = try RushJSONDecoder().decode(Prices.self, from: text.utf8, dropped: &dropped)
    #expect(Self.places(dropped) == names.map { "/all/\($0): []" })
    #expect(Self.places(prices.$all) == names.map { "/all/\($0): []" })
  }

  @Test func membersThatAreDroppedTakeThePlaceOfWhatWasDroppedInside() throws {
    struct Items: Decodable { @LossyDictionary var all: [String: Item] }
    let good = #"{"id": 1, "sizes": ["y"]}"#
    let text = #"{"all": {"a": {"sizes": ["x"], "id": "2"}, "b": \#(good), "c": {"sizes": ["z"]}}}"#
    var dropped: [SkippedValue] = []
    _ = try RushJSONDecoder().decode(Items.self, from: text.utf8, dropped: &dropped)
    #expect(
      Self.places(dropped) == [
        "/all/b/sizes/0: \"y\"", #"/all/a: {"sizes":["x"],"id":"2"}"#, #"/all/c: {"sizes":["z"]}"#,
      ])
  }

  @Test func listsHaveTheNamesOfTheText() throws {
    struct Part: Decodable {
      @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var partCount: Int
    }
    struct Whole: Decodable {
      @LossyArray var allParts: [Part]
      @LossyDictionary var partPrices: [String: Int]
      @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var wholeCount: Int
    }
    let text = """
      {"all_parts": [{"part_count": "x"}, 5], "part_prices": {"a_b": []}, "whole_count": "?"}
      """
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var dropped: [SkippedValue] = []
    let value = try decoder.decode(Whole.self, from: text.utf8, dropped: &dropped)
    #expect(
      Self.places(dropped) == [
        "/all_parts/Index 0/part_count: \"x\"", "/all_parts/1: 5", "/part_prices/a_b: []",
        "/whole_count: \"?\"",
      ])
    #expect(Self.places(value.$allParts) == ["/all_parts/1: 5"])
  }

  /// An element beyond those that are listed takes what was dropped inside it along.
  @Test func elementsThatAreNotListedTakeWhatWasDroppedInside() throws {
    struct Items: Decodable { @LossyArray var all: [Item] }
    let bad = #"{"sizes": ["x"]}"#
    let text = #"{"all": [\#(Array(repeating: bad, count: 1100).joined(separator: ","))]}"#
    var dropped: [SkippedValue] = []
    let items = try RushJSONDecoder().decode(Items.self, from: text.utf8, dropped: &dropped)
    #expect(items.$all.count == 1000 && dropped.count == 1000)
    #expect(dropped.allSatisfy { $0.path == ["all"] })
  }

  /// Foundation makes a `DecodingError` of these outside of all types.
  @Test func numbersThatFoundationRefusesAreReplaced() throws {
    struct Numbers: Decodable, Equatable {
      @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var byte: UInt8
      @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var number: Double
      @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> @Stringified var text: Int
    }
    for number in ["300", "1e400", "-1", "1.5", "123456789012345678901234567890"] {
      let text = #"{"byte": \#(number), "number": 1e400, "text": \#(number)}"#
      let own = try RushJSONDecoder().decode(Numbers.self, from: text)
      #expect(own.byte == 0 && own.number == 0)
      #expect(try JSONDecoder().decode(Numbers.self, from: Data(text.utf8)) == own, "\(number)")
    }
    // A number inside the value is a fault of its own.
    struct Bytes: Decodable {
      @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Empty>> var bytes: [UInt8]
    }
    let text = #"{"bytes": [1, 300]}"#
    #expect(throws: DecodingError.self) { try RushJSONDecoder().decode(Bytes.self, from: text) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Bytes.self, from: Data(text.utf8))
    }
  }

  /// Errors take much more memory than the values.
  @Test func theListHasNotMoreThanFiveThousandValues() throws {
    struct Count: Decodable { @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var n: Int }
    let text = "[" + repeatElement(#"{"n":""}"#, count: 6000).joined(separator: ",") + "]"
    var dropped: [SkippedValue] = []
    let counts = try RushJSONDecoder().decode([Count].self, from: text.utf8, dropped: &dropped)
    #expect(counts.count == 6000 && counts.allSatisfy { $0.n == 0 } && dropped.count == 5000)
  }

  @Test func theListHasWhatWasDroppedBeforeAnError() throws {
    var dropped: [SkippedValue] = []
    let text = #"{"items": [5], "prices": {}, "count": 1, "isOpen": [], "tags": []}"#
    #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(Feed.self, from: text.utf8, dropped: &dropped)
    }
    #expect(Self.places(dropped) == ["/items/0: 5"])
  }

  /// Coders that share options do not share lists.
  @Test func listsOfSeveralThreadsAreApart() async throws {
    let decoder = RushJSONDecoder()
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var dropped: [SkippedValue] = []
          for _ in 0..<20 {
            _ = try decoder.decode(Feed.self, from: Self.messy.utf8, dropped: &dropped)
          }
          return dropped.count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 20 * Self.all.count, count: 16))
  }

  // MARK: - Optional values in strings

  struct Holder: Codable, Equatable, Sendable {
    @Stringified var n: Int?
    @Stringified var text: String?
    @Stringified var ratio: Double
  }

  @Test(arguments: [
    (#"{"n":"7","text":"a","ratio":1.5}"#, Holder(n: 7, text: "a", ratio: 1.5)),
    (#"{"n":7,"text":5,"ratio":"1.5"}"#, Holder(n: 7, text: "5", ratio: 1.5)),
    (#"{"ratio":2}"#, Holder(n: nil, text: nil, ratio: 2)),
  ])
  func optionalsAreHeldInStrings(text: String, value: Holder) throws {
    #expect(try RushJSONDecoder().decode(Holder.self, from: text) == value)
    let other = try JSONDecoder().decode(Holder.self, from: Data(text.utf8))
    #expect(other == value)
    #expect(try RushJSONEncoder().encodeToString(other) == text)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let sorted = try RawJSON(parsing: text)
    #expect(try RawJSON(parsing: encoder.encode(other)) == sorted)
  }

  @Test func nullIsNilAndOtherTextsAreErrors() throws {
    let value = try RushJSONDecoder().decode(Holder.self, from: #"{"n":null,"ratio":1}"#)
    #expect(value.n == nil)
    for text in [
      #"{"n":"x","ratio":1}"#, #"{"n":[],"ratio":1}"#, #"{"n":"99999999999999999999","ratio":1}"#,
    ] {
      #expect(throws: DecodingError.self, "\(text)") {
        try RushJSONDecoder().decode(Holder.self, from: text)
      }
    }
  }

  /// Swift's types of numbers take other spellings than JSON.
  @Test(arguments: ["nan", "inf", "0x1p3", "+5", "007", ".5", "5.", " 5", "1_0", ""])
  func numbersInStringsAreSpelledAsInJSON(text: String) throws {
    struct Number: Decodable { @Stringified var a: Double }
    struct Integer: Decodable { @Stringified var a: Int? }
    let json = #"{"a":"\#(text)"}"#
    let data = Data(json.utf8)
    #expect(throws: DecodingError.self) { try RushJSONDecoder().decode(Number.self, from: json) }
    #expect(throws: DecodingError.self) { try RushJSONDecoder().decode(Integer.self, from: json) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Number.self, from: data) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Integer.self, from: data) }
    // A strategy takes its own words.
    let decoder = RushJSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let other = JSONDecoder()
    other.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let isWord = text == "nan" || text == "inf"
    for decode in [
      { try decoder.decode(Number.self, from: $0) }, { try other.decode(Number.self, from: $0) },
    ]
      as [(Data) throws -> Number]
    {
      do {
        let value = try decode(data)
        #expect(isWord && !value.a.isFinite)
      } catch {
        #expect(!isWord)
      }
    }
  }

  // MARK: - Wrappers around wrappers

  struct Nested: Codable, Equatable, Sendable {
    @DefaultValue<JSONDefaults.EmptyArray> @LossyArray var items: [Int]
    @DefaultValue<JSONDefaults.EmptyObject> @LossyDictionary var prices: [String: Int]
    @DefaultValue<JSONDefaults.Zero> @Stringified var views: Int
    @Stringified @DefaultValue<JSONDefaults.Zero> var likes: Int
    @DefaultValue<JSONDefaults.True> @LenientBool var isOpen: Bool
    @ObjectOrEmptyArray @LossyDictionary var labels: [String: Int]
  }

  @Test func theInnerWrapperIsReachedThroughTheDefault() throws {
    let text = #"{"items":[1,"x"],"prices":{"b":[]},"views":"3","likes":"4","labels":[]}"#
    var value = try RushJSONDecoder().decode(Nested.self, from: text)
    #expect(value.items == [1] && value.views == 3 && value.likes == 4 && value.isOpen)
    #expect(value.$items.projectedValue.map(\.place) == [.index(1)])
    #expect(value.$items.skippedCount == 1 && value.$prices.projectedValue.count == 1)
    let other = try JSONDecoder().decode(Nested.self, from: Data(text.utf8))
    #expect(other == value && other.$items.projectedValue.count == 1)
    #expect(
      try RushJSONEncoder().encodeToString(value)
        == #"{"items":[1],"prices":{},"views":"3","likes":"4","isOpen":true,"labels":{}}"#)
    value.$views.projectedValue = false
    #expect(try RushJSONEncoder().encodeToString(value).contains(#""views":3,"#))
    let made = Nested(items: [2], prices: [:], views: 1, likes: 2, isOpen: false, labels: [:])
    #expect(try RushJSONDecoder().decode(Nested.self, from: RushJSONEncoder().encode(made)) == made)
  }

  // MARK: - The table of the article

  private enum Level: String, Codable { case low }

  private struct Plain: Decodable { var a: Int }
  private struct Optional: Decodable { var a: Int? }
  private struct Default: Decodable { @DefaultValue<JSONDefaults.Zero> var a: Int }
  private struct Lossy: Decodable {
    @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var a: Int
  }
  private struct Elements: Decodable { @LossyArray var a: [Int] }
  private struct Members: Decodable { @LossyDictionary var a: [String: Int] }
  private struct Boolean: Decodable { @LenientBool var a: Bool }
  private struct MaybeBoolean: Decodable { @Formatted<JSONStyles.LenientBool?> var a: Bool? }
  private struct Text: Decodable { @Stringified var a: Int }
  private struct MaybeText: Decodable { @Stringified var a: Int? }
  private struct Many: Decodable { @OneOrMany var a: [Int] }
  private struct Object: Decodable { @ObjectOrEmptyArray var a: [String: Int] }
  private struct MaybeObject: Decodable { @ObjectOrEmptyArray var a: [String: Int]? }
  private struct MaybeDefault: Decodable { @DefaultValue<One> var a: Int? }
  private struct DefaultElements: Decodable {
    @DefaultValue<JSONDefaults.EmptyArray> @LossyArray var a: [Int]
  }
  private struct LossyElements: Decodable {
    @DefaultValue<JSONDefaults.Lossy<JSONDefaults.EmptyArray>> @LossyArray var a: [Int]
  }
  private struct DefaultMembers: Decodable {
    @DefaultValue<JSONDefaults.EmptyObject> @LossyDictionary var a: [String: Int]
  }
  private struct DefaultBoolean: Decodable {
    @DefaultValue<JSONDefaults.False> @LenientBool var a: Bool
  }
  private struct LossyBoolean: Decodable {
    @DefaultValue<JSONDefaults.Lossy<JSONDefaults.True>> @LenientBool var a: Bool
  }
  private struct DefaultText: Decodable {
    @DefaultValue<JSONDefaults.Zero> @Stringified var a: Int
  }
  private struct TextDefault: Decodable {
    @Stringified @DefaultValue<JSONDefaults.Zero> var a: Int
  }
  private struct LossyText: Decodable {
    @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> @Stringified var a: Int
  }
  private struct TextLossy: Decodable {
    @Stringified @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var a: Int
  }
  private struct DefaultDate: Decodable {
    @DefaultValue<Epoch> @Formatted<JSONStyles.RFC3339> var a: JSONTimestamp
  }
  private struct ObjectMembers: Decodable {
    @ObjectOrEmptyArray @LossyDictionary var a: [String: Int]
  }
  private struct ObjectDefault: Decodable {
    @ObjectOrEmptyArray @DefaultValue<JSONDefaults.EmptyObject> var a: [String: Int]
  }
  private enum One: JSONDefaults.Provider { static var defaultValue: Int? { 1 } }
  private enum Epoch: JSONDefaults.Provider {
    static var defaultValue: Formatted<JSONStyles.RFC3339<JSONTimestamp>> {
      Formatted(wrappedValue: JSONTimestamp(seconds: 0))
    }
  }
  private struct Open: Decodable { var a: OpenEnum<Level> }
  private struct MaybeOpen: Decodable { var a: OpenEnum<Level>? }

  private static func row<T: Decodable>(_ code: String, _ type: T.Type, _ value: (T) -> Any?)
    -> String
  {
    func cell(_ decode: () throws -> T) -> String {
      do { return value(try decode()).map { "`\($0)`" } ?? "`nil`" } catch { return "an error" }
    }
    let cells = ["{}", #"{"a": null}"#, #"{"a": "?"}"#].map { text in
      let own = cell { try RushJSONDecoder().decode(type, from: text) }
      let foundations = cell { try JSONDecoder().decode(type, from: Data(text.utf8)) }
      #expect(own == foundations, "\(code): \(text)")
      return own
    }
    return "| `\(code)` | \(cells.joined(separator: " | ")) |"
  }

  @Test func tableOfTheArticleHolds() throws {
    let rows = [
      Self.row("var a: Int", Plain.self, \.a), Self.row("var a: Int?", Optional.self, \.a),
      Self.row("@DefaultValue<JSONDefaults.Zero> var a: Int", Default.self, \.a),
      Self.row("@DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var a: Int", Lossy.self, \.a),
      Self.row("@LossyArray var a: [Int]", Elements.self, \.a),
      Self.row("@LossyDictionary var a: [String: Int]", Members.self, \.a),
      Self.row("@LenientBool var a: Bool", Boolean.self, \.a),
      Self.row("@Formatted<JSONStyles.LenientBool?> var a: Bool?", MaybeBoolean.self, \.a),
      Self.row("@Stringified var a: Int", Text.self, \.a),
      Self.row("@Stringified var a: Int?", MaybeText.self, \.a),
      Self.row("@OneOrMany var a: [Int]", Many.self, \.a),
      Self.row("@ObjectOrEmptyArray var a: [String: Int]", Object.self, \.a),
      Self.row("@ObjectOrEmptyArray var a: [String: Int]?", MaybeObject.self, \.a),
      Self.row("@DefaultValue<One> var a: Int?", MaybeDefault.self, \.a),
      Self.row(
        "@DefaultValue<JSONDefaults.EmptyArray> @LossyArray var a: [Int]", DefaultElements.self,
        \.a),
      Self.row(
        "@DefaultValue<JSONDefaults.Lossy<JSONDefaults.EmptyArray>> @LossyArray var a: [Int]",
        LossyElements.self, \.a),
      Self.row(
        "@DefaultValue<JSONDefaults.EmptyObject> @LossyDictionary var a: [String: Int]",
        DefaultMembers.self, \.a),
      Self.row(
        "@DefaultValue<JSONDefaults.False> @LenientBool var a: Bool", DefaultBoolean.self, \.a),
      Self.row(
        "@DefaultValue<JSONDefaults.Lossy<JSONDefaults.True>> @LenientBool var a: Bool",
        LossyBoolean.self, \.a),
      Self.row(
        "@DefaultValue<JSONDefaults.Zero> @Stringified var a: Int", DefaultText.self, \.a),
      Self.row(
        "@Stringified @DefaultValue<JSONDefaults.Zero> var a: Int", TextDefault.self, \.a),
      Self.row(
        "@DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> @Stringified var a: Int",
        LossyText.self, \.a),
      Self.row(
        "@Stringified @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var a: Int",
        TextLossy.self, \.a),
      Self.row(
        "@DefaultValue<Epoch> @Formatted<JSONStyles.RFC3339> var a: Date", DefaultDate.self
      ) { $0.a.seconds },
      Self.row(
        "@ObjectOrEmptyArray @LossyDictionary var a: [String: Int]", ObjectMembers.self, \.a),
      Self.row(
        "@ObjectOrEmptyArray @DefaultValue<JSONDefaults.EmptyObject> var a: [String: Int]",
        ObjectDefault.self, \.a),
      Self.row("var a: OpenEnum<Level>", Open.self) { $0.a.known == nil ? "unknown" : "known" },
      Self.row("var a: OpenEnum<Level>?", MaybeOpen.self) { $0.a.map { _ in "unknown" } },
    ]
    let article = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../Sources/RushJSON/RushJSON.docc/DefaultsAndLeniencies.md"), encoding: .utf8)
    for row in rows {
      let isInArticle = article.contains("\n\(row)\n")
      #expect(isInArticle, "\(row)")
    }
  }
}
