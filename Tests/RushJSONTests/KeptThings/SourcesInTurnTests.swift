import CorpusGenerator
import Foundation
import RushJSON
import RushJSONStreams
import Testing

/// A decoder keeps the memory of a call for the next one, whatever that one decodes.
@Suite struct SourcesInTurnTests {
  private struct Item: Decodable, Equatable {
    var name: String
    var tags: [String]
    var inner: Inner?

    struct Inner: Decodable, Equatable { var number: Int }
  }

  private static let texts = [
    #"{"name":"a","tags":["x","yyyyyyyyyyyyyyyyyyyyyy"],"inner":{"number":1}}"#,
    #"{"name":"a long name, with \u00e9","tags":[],"inner":null}"#,
    #"{"name":"a","name":"b","tags":["1"],"tags":[]}"#,
    #"{"name":"a","tags":["x",5]}"#,
    #"{"tags":[]}"#,
    #"{"name":"a","tags":[],"inner":{"number":1.5}}"#,
  ]

  /// What decoding a text gives, in one of four ways: the value, or the error and its place.
  private static func outcome(_ decoder: RushJSONDecoder, _ text: String, way: Int) -> String {
    do {
      let item: Item
      switch way {
      case 0: item = try decoder.decode(Item.self, from: Data(text.utf8))
      case 1: item = try decoder.decode(Item.self, from: JSONDocument(parsing: text))
      case 2: item = try decoder.decode(Item.self, from: RawJSON(parsing: text))
      default: item = try decoder.decode([Item].self, from: "[\(text)]")[0]
      }
      return "\(item)"
    } catch let error as DecodingError {
      return "\(error) \(error.jsonReport(in: text))"
    } catch {
      return "\(error)"
    }
  }

  @Test func textsDocumentsAndTreesInTurnGiveWhatNewDecodersGive() {
    let kept = RushJSONDecoder()
    var random = SeededGenerator(seed: 70)
    for round in 0..<2000 {
      let text = Self.texts[random.integer(in: 0...Self.texts.count - 1)]
      let way = random.integer(in: 0...3)
      #expect(
        Self.outcome(kept, text, way: way) == Self.outcome(RushJSONDecoder(), text, way: way),
        "round \(round): \(text), way \(way)")
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
