import Foundation
import RushJSON
import RushJSONPocket
import RushJSONProperties
import RushJSONPush
import RushJSONStreams
import Testing

/// A default of this module, whose conformance belongs to the main actor.
enum Unknown: JSONDefaults.Provider {
  static var defaultValue: String { "unknown" }
}

/// A style of this module.
enum Cents: JSONStyles.Style {
  static func decode(from decoder: any Decoder) throws -> Int {
    Int((try decoder.singleValueContainer().decode(Double.self) * 100).rounded())
  }

  static func encode(_ value: Int, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Double(value) / 100)
  }
}

/// Codes itself by hand, with each wrapper.
struct Ticket: Codable, Equatable {
  @DefaultValue<Unknown> var name: String
  @Formatted<Cents> var price: Int
  @Stringified var seat: Int
  @LenientBool var isPaid: Bool
  var event: JSONField<Shape>
  @ExtraFields var extra: [String: RawJSON]

  enum CodingKeys: String, CodingKey { case name, price, seat, isPaid, event, extra }
}

struct Notes: Codable, Equatable {
  var title: String
  var next: [Notes]

  private enum Keys: String, CodingKey { case title, next }

  init(title: String, next: [Notes] = []) {
    self.title = title
    self.next = next
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    title = try container.decode(String.self, forKey: .title)
    next = try container.decodeIfPresent([Notes].self, forKey: .next) ?? []
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(title, forKey: .title)
    if !next.isEmpty { try container.encode(next, forKey: .next) }
  }
}

/// A type that is read from a tree.
struct Age: RawJSON.Extractable, Equatable {
  var years: Int

  init?(rawJSON: RawJSON) {
    guard let years = rawJSON.intValue else { return nil }
    self.years = years
  }
}

/// The rest of the library, used in a module whose default isolation is the main actor.
@Suite struct IsolatedFeatureTests {
  private static let ticket = """
    {"price":12.5,"seat":"7","isPaid":1,"event":{"line":{}},"row":3}
    """

  // MARK: - Coders

  @Test func wrappersAndStyles() throws {
    let ticket = try RushJSONDecoder().decode(Ticket.self, from: Self.ticket)
    #expect(ticket.name == "unknown" && ticket.price == 1250 && ticket.seat == 7 && ticket.isPaid)
    #expect(ticket.extra == ["row": 3] && ticket.event.value == .line)
    let text = try RushJSONEncoder().encodeToString(ticket)
    #expect(try RushJSONDecoder().decode(Ticket.self, from: text) == ticket)
  }

  @Test func typesThatCodeThemselves() throws {
    let notes = Notes(title: "a", next: [Notes(title: "b")])
    let encoder = RushJSONEncoder()
    encoder.keyEncodingStrategy = .custom { JSONPathKey(stringValue: "\($0.last!.stringValue)_") }
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .custom {
      JSONPathKey(stringValue: String($0.last!.stringValue.dropLast()))
    }
    let text = try encoder.encodeToString(notes)
    #expect(text == #"{"title_":"a","next_":[{"title_":"b"}]}"#)
    #expect(try decoder.decode(Notes.self, from: text) == notes)
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    #expect(try decoder.decode(Notes.self, from: text, userInfo: [key: 1]) == notes)
    #expect(try encoder.copy().encodeToString(notes, userInfo: [key: 1]) == text)
  }

  /// A sink that uses state of the main actor.
  @Test func encodingToASink() throws {
    let counter = Counter()
    try RushJSONEncoder().encode([Notes(title: "a")]) { counter.count += $0.count }
    #expect(counter.count == #"[{"title":"a"}]"#.utf8.count)
    var lines = JSONLinesWriter { counter.count += $0.count }
    try lines.write(encoding: Notes(title: "a"))
    _ = try lines.finish()
    #expect(counter.count == 2 * #"[{"title":"a"}]"#.utf8.count - 1)
    try (["a": 1] as RawJSON).writeJSON { counter.count = $0.count }
    #expect(counter.count == 7)
  }

  @Test func partsOfDocumentsAndTrees() throws {
    let text = #"{"a":[{"title":"x"}],"age":36,"ages":[1,2]}"#
    let document = try JSONDocument(parsing: text)
    let tree = try RawJSON(parsing: text)
    let expected = Notes(title: "x")
    #expect(try document.root.value(Notes.self, at: ["a", 0]) == expected)
    #expect(try document.root.valueIfPresent(Notes.self, at: "/a/0") == expected)
    #expect(try document.root.field(Notes.self, at: "/b").value == nil)
    #expect(try document.root["a"]?.decode([Notes].self) == [expected])
    #expect(try tree.value(Notes.self, at: "/a/0") == expected)
    #expect(try tree.value(at: "/a/0").decode(Notes.self) == expected)
    #expect(tree["age"].flatMap(Age.init(rawJSON:)) == Age(rawJSON: 36))
    #expect(tree["ages"]?.array(of: Age.self)?.map(\.years) == [1, 2])
    #expect(try RawJSON(encoding: expected) == ["title": "x"])
    #expect(tree.mapValues { $0.intValue.map { .number($0 + 1) } ?? $0 }["age"] == 37)
  }

  @Test func payloads() throws {
    let userInfo: [AnyHashable: Any] = ["aps": ["alert": "Hello"], "title": "a", "next": []]
    let payload = try APNSPayload<Notes>(userInfo: userInfo)
    #expect(payload.custom == Notes(title: "a") && payload.aps.alert?.body == "Hello")
    let decoder = RushJSONDecoder.forPayloads()
    #expect(try decoder.decode(Notes.self, fromUserInfo: userInfo) == Notes(title: "a"))
    let data = try RushJSONSerialization.data(withJSONObject: ["title": "a"])
    let object = try RushJSONSerialization.jsonObject(with: data)
    #expect(object as? [String: String] == ["title": "a"])
  }

  // MARK: - Streams

  private static func chunks(_ text: String) -> [[UInt8]] { text.utf8.map { [$0] } }

  private static func stream(_ text: String) -> AsyncStream<[UInt8]> {
    AsyncStream { source in
      for chunk in chunks(text) { source.yield(chunk) }
      source.finish()
    }
  }

  @Test func recordsTreesAndDocuments() async throws {
    let text = "{\"title\":\"a\"}\n{\"title\":\"b\"}\n"
    var titles: [String?] = []
    for line in JSONLines(Self.chunks(text)).records() {
      titles.append(try line.get().value(of: Notes.self).title)
    }
    for try await line in JSONLines(Self.stream(text)).documents() {
      titles.append(try line.get().root.value(String.self, at: "/title"))
    }
    for line in JSONLines(Self.chunks(text)).trees() {
      titles.append(try line.get()["title"]?.stringValue)
    }
    #expect(titles == ["a", "b", "a", "b", "a", "b"])
  }

  /// Bytes one by one, as `URLSession` delivers them.
  @Test func asynchronousBytes() async throws {
    let bytes = AsyncStream<UInt8> { source in
      for byte in "{\"title\":\"a\"}\n".utf8 { source.yield(byte) }
      source.finish()
    }
    var found: [Notes] = []
    for try await line in JSONLines(bytes.jsonChunks()).values(of: Notes.self) {
      found.append(try line.get())
    }
    #expect(found == [Notes(title: "a")])
  }

  @Test func partialValues() async throws {
    let titles = Counter()
    var partial = PartialJSON(.init(allowsProse: true))
    for await chunk in Self.stream(#"So: {"title":"ab"}"#) {
      try partial.feed(chunk)
      if let snapshot = partial.snapshot(), snapshot["title"] != nil {
        titles.count += 1
        if let notes = try? snapshot.decode(Notes.self) { #expect("ab".hasPrefix(notes.title)) }
      }
    }
    #expect(titles.count > 0)
  }

  @Test func projections() async throws {
    let projection = JSONProjection(["/a/0", "/b"])
    let counter = Counter()
    var reader = JSONProjection.Reader(projection)
    for await chunk in Self.stream(#"{"a":[{"title":"x"}],"c":[],"b":{"title":"y"}}"#) {
      reader.feed(chunk)
      while let match = try reader.next() {
        counter.count += try match.value.decode(Notes.self).title.utf8.count
      }
    }
    reader.finish()
    #expect(try reader.next() == nil)
    #expect(counter.count == 2)
  }

  // MARK: - Pockets

  /// A store of this module.
  @MainActor final class Drawer: Pocket.Store {
    private var pocket = Pocket()

    func savePocket(_ pocket: Pocket) async throws(Pocket.Failure) -> Pocket {
      self.pocket = self.pocket.saving(pocket)
      return self.pocket
    }

    func getPocket(filterReferences: [String]?) async throws(Pocket.Failure) -> Pocket { pocket }
  }

  @Test func pockets() async throws {
    var pocket = Pocket()
    pocket.addReference("id1", forKey: "favorites")
    try pocket.setData(["theme": "dark"])
    let stores: [any Pocket.Store] = [Pocket.MemoryStore(), Drawer()]
    for store in stores {
      try await store.savePocket(pocket)
      #expect(try await store.getPocket() == pocket)
    }
  }
}
