import CorpusGenerator
import Foundation
import RushJSON
import RushJSONProperties
import RushJSONStreams
import Testing

/// A decoder keeps the memory of a call for the next one, whatever that one decodes.
@Suite struct SourcesInTurnTests {
  private struct Item: Decodable {
    var name: String
    var tags: [String]
    var inner: Inner?
    var kind: Kind?
    @LossyArray var sizes: [Int8]

    struct Inner: Decodable { var number: Int }
    enum Kind: String, Decodable { case open, closed }
  }

  private static let texts = [
    #"{"name":"a","tags":["x","yyyyyyyyyyyyyyyyyyyyyy"],"inner":{"number":1},"sizes":[]}"#,
    #"{"name":"a long name, with \u00e9","tags":[],"inner":null,"sizes":[1,"2",300]}"#,
    #"{"name":"a","name":"b","tags":["1"],"tags":[],"kind":"open","sizes":[3]}"#,
    #"{"name":"a","tags":["x",5],"sizes":[]}"#,
    #"{"tags":[],"kind":"ajar"}"#,
    #"{"name":"a","tags":[],"inner":{"number":1.5},"sizes":[true]}"#,
    #"{"name":"a","tags":[],"#,
  ]
  private static let ways = 9

  /// What a text gives, in one of the ways to read it: the value, or the error and its place.
  private static func outcome(_ decoder: RushJSONDecoder, _ text: String, way: Int) -> String {
    do {
      switch way {
      case 0: return "\(try decoder.decode(Item.self, from: Data(text.utf8)))"
      case 1: return "\(try decoder.decode(Item.self, from: JSONDocument(parsing: text)))"
      case 2: return "\(try decoder.decode(Item.self, from: RawJSON(parsing: text)))"
      case 3: return "\(try decoder.decode([Item].self, from: "[\(text)]"))"
      case 4: return "\(try decoder.decode(Item.Kind.self, from: text, at: "/kind"))"
      case 5:
        return "\(try decoder.faults(of: Item.self, in: text.utf8).map { "\($0.pointer) \($0)" })"
      case 6:
        var dropped: [SkippedValue] = []
        let item = try decoder.decode(Item.self, from: text.utf8, dropped: &dropped)
        return "\(item) \(dropped)"
      case 7:
        let lines = JSONLines([text + "\n"]).values(of: Item.self, decoder: decoder)
        return "\(try lines.map { try $0.get() })"
      default:
        var partial = PartialJSON()
        var seen = 0
        for byte in text.utf8 {
          try partial.feed([byte])
          if try partial.snapshot(as: Item.self, decoder: decoder) != nil { seen += 1 }
        }
        return "\(seen) snapshots"
      }
    } catch let error as DecodingError {
      return "\(error) \(error.jsonReport(in: text))"
    } catch {
      return "\(error)"
    }
  }

  /// A decoder whose memory no other decoder has.
  private static func aloneDecoder() throws -> RushJSONDecoder {
    let decoder = RushJSONDecoder()
    decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "alone"))] = 1
    return decoder
  }

  @Test func whatWasReadBeforeChangesNothing() throws {
    var expected: [[String]] = []
    for text in Self.texts {
      expected.append(
        try (0..<Self.ways).map { Self.outcome(try Self.aloneDecoder(), text, way: $0) })
    }
    let kept = try Self.aloneDecoder()
    var random = SeededGenerator(seed: 70)
    for round in 0..<4000 {
      let text = random.integer(in: 0...Self.texts.count - 1)
      let way = random.integer(in: 0...Self.ways - 1)
      let place = "round \(round): \(Self.texts[text]), way \(way)"
      #expect(Self.outcome(kept, Self.texts[text], way: way) == expected[text][way], "\(place)")
      let new = RushJSONDecoder()
      #expect(Self.outcome(new, Self.texts[text], way: way) == expected[text][way], "\(place)")
    }
  }

  /// A type that decodes a document while it is decoded.
  private struct Nested: Decodable {
    let outer: Int
    let inner: Int

    private enum CodingKeys: CodingKey { case outer, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let text = try container.decode(String.self, forKey: .text)
      let document = try JSONDocument(parsing: text)
      inner = try NestedDecoder.shared.decode(Int.self, from: document, at: "/n")
      outer = try container.decode(Int.self, forKey: .outer)
    }
  }

  private enum NestedDecoder { static let shared = RushJSONDecoder() }

  @Test func aTypeMayDecodeADocumentWithTheDecoderThatDecodesIt() throws {
    let document = try JSONDocument(parsing: #"{"text":"{\"n\":7}","outer":8}"#)
    for _ in 0..<3 {
      let value = try NestedDecoder.shared.decode(Nested.self, from: document)
      #expect(value.outer == 8 && value.inner == 7)
    }
  }

  /// A container that a type keeps reads its own document, whatever the decoder has decoded since.
  private struct Keeping: Decodable {
    let container: KeyedDecodingContainer<Key>

    enum Key: CodingKey { case name }

    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }
  }

  @Test func aKeptContainerStaysWithItsDocument() throws {
    let decoder = RushJSONDecoder()
    let first = try decoder.decode(
      Keeping.self, from: JSONDocument(parsing: #"{"name":"the first document"}"#))
    let second = try decoder.decode(
      Keeping.self, from: JSONDocument(parsing: #"{"name":"the second one"}"#))
    _ = try decoder.decode([Int].self, from: Data("[1,2,3]".utf8))
    #expect(try first.container.decode(String.self, forKey: .name) == "the first document")
    #expect(try second.container.decode(String.self, forKey: .name) == "the second one")
  }

  /// What is incomplete in a value that arrives is complete in the next text.
  @Test func aTextAfterASnapshotIsComplete() throws {
    enum Kind: String, Decodable { case open }
    struct Order: Decodable { var kind: Kind? }
    let text = #"{"kind":"open"}"#
    for length in 0..<text.utf8.count {
      var partial = PartialJSON()
      try partial.feed(text.utf8.prefix(length))
      _ = try partial.snapshot(as: Order.self)
      #expect(try RushJSONDecoder().decode(Order.self, from: text).kind == .open)
      #expect(try RushJSONDecoder().decode(Kind.self, from: #""open""#) == .open)
      #expect(try RushJSONCoreDecoder().decode(Kind.self, from: #""open""#) == .open)
    }
  }
}
