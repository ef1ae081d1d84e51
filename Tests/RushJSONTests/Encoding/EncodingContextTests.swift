import Foundation
import RushJSON
import Testing

/// Values that are encoded with a context, by this library's encoder and by Foundation's.
@Suite struct EncodingContextTests {
  struct Prefix { var text: String }

  struct Word: EncodableWithContext {
    enum CodingKeys: String, CodingKey { case theWord }
    var word: String

    func encode(to encoder: any Encoder, context: Prefix) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if word.isEmpty {
        try container.encode(1, forKey: .theWord)
        throw EncodingError.invalidValue(
          word, .init(codingPath: encoder.codingPath, debugDescription: "empty"))
      }
      try container.encode(context.text + word, forKey: .theWord)
    }
  }

  struct Page: EncodableWithContext {
    enum CodingKeys: String, CodingKey { case words, byName, best, none }
    var words: [Word]
    var byName: [String: Word]

    func encode(to encoder: any Encoder, context: Prefix) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(words.with(context), forKey: .words)
      try container.encode(byName.with(context), forKey: .byName)
      try container.encodeIfPresent(words.first?.with(context), forKey: .best)
      try container.encodeIfPresent((nil as Word?)?.with(context), forKey: .none)
    }
  }

  @Test func contextReachesNestedValues() throws {
    let page = Page(
      words: [Word(word: "a"), Word(word: "b")], byName: ["firstWord": Word(word: "c")])
    let encoder = RushJSONEncoder()
    #expect(
      try encoder.encodeToString(page.with(Prefix(text: "-")))
        == #"{"words":[{"theWord":"-a"},{"theWord":"-b"}],"byName":{"firstWord":{"theWord":"-c"}},"best":{"theWord":"-a"}}"#
    )
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(
      try encoder.encodeToString(page.with(Prefix(text: "-")))
        == #"{"words":[{"the_word":"-a"},{"the_word":"-b"}],"by_name":{"firstWord":{"the_word":"-c"}},"best":{"the_word":"-a"}}"#
    )
    #expect(
      try encoder.encodeToString([Word?.none, Word(word: "x")].with(Prefix(text: "")))
        == #"[null,{"the_word":"x"}]"#)
  }

  @Test func errorsHaveTheWholePath() throws {
    let page = Page(words: [Word(word: "a"), Word(word: "")], byName: [:])
    let error = #expect(throws: EncodingError.self) {
      try RushJSONEncoder().encodeToString(page.with(Prefix(text: "-")))
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["words", "Index 1"])
  }

  /// A type with a context for each direction.
  struct Scaled: EncodableWithContext, DecodableWithContext, Equatable {
    var value: Int

    init(value: Int) { self.value = value }

    init(from decoder: any Decoder, context factor: Int) throws {
      value = try decoder.singleValueContainer().decode(Int.self) * factor
    }

    func encode(to encoder: any Encoder, context prefix: Prefix) throws {
      var container = encoder.singleValueContainer()
      try container.encode(prefix.text + String(value))
    }
  }

  @Test func oneTypeHasAContextForEachDirection() throws {
    let values = try RushJSONDecoder().decode(
      from: "[1,2]", { try [Scaled](from: $0, context: 10) })
    #expect(values == [Scaled(value: 10), Scaled(value: 20)])
    let text = try RushJSONEncoder().encodeToBytes(values.with(Prefix(text: "n")))
    #expect(text == Array(#"["n10","n20"]"#.utf8))
  }

  @Test func otherEncodersTakeThemToo() throws {
    struct Holder: Encodable {
      func encode(to encoder: any Encoder) throws {
        try [Word(word: "a")].encode(to: encoder, context: Prefix(text: "+"))
      }
    }
    let text = try JSONEncoder().encode(Holder())
    #expect(String(decoding: text, as: UTF8.self) == #"[{"theWord":"+a"}]"#)
  }
}
