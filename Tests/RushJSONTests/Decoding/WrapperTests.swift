import Foundation
import RushJSON
import RushJSONProperties
import Testing

/// Leniencies of single properties, with both decoders if they work with both.
@Suite("Lenient properties")
struct WrapperTests {
  private struct Item: Codable, Equatable { var id: Int }

  private func both<T: Decodable>(_ type: T.Type, _ text: String) throws -> [T] {
    [
      try RushJSONDecoder().decode(type, from: text),
      try JSONDecoder().decode(type, from: Data(text.utf8)),
    ]
  }

  private func fail<T: Decodable>(_ type: T.Type, _ text: String) {
    #expect(throws: DecodingError.self) { try RushJSONDecoder().decode(type, from: text) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(type, from: Data(text.utf8)) }
  }

  @Test func lossyArrays() throws {
    struct Feed: Codable { @LossyArray var items: [Item] }
    let text = #"{"items":[{"id":1},{"id":"x"},null,{"id":3},[]]}"#
    for feed in try both(Feed.self, text) {
      #expect(feed.items == [Item(id: 1), Item(id: 3)])
      #expect(feed.$items.map(\.place) == [.index(1), .index(2), .index(4)])
      #expect(feed.$items.first?.path == ["items"])
      #expect(feed.$items.map(\.rawJSON) == [["id": "x"], .null, []])
      #expect(feed.$items.first?.error is DecodingError)
      #expect(try JSONEncoder().encode(feed) == Data(#"{"items":[{"id":1},{"id":3}]}"#.utf8))
    }
    fail(Feed.self, #"{"items":{}}"#)
    fail(Feed.self, "{}")
    struct Optionals: Decodable { @LossyArray var items: [Int?] }
    for value in try both(Optionals.self, #"{"items":[1,null,"x"]}"#) {
      #expect(value.items == [1, nil])
      #expect(value.$items.count == 1)
    }
  }

  @Test func lossyDictionaries() throws {
    struct Feed: Decodable { @LossyDictionary var items: [String: Item] }
    for feed in try both(Feed.self, #"{"items":{"a":{"id":1},"b":{"id":"x"},"c":null}}"#) {
      #expect(feed.items == ["a": Item(id: 1)])
      #expect(Set(feed.$items.map(\.place)) == [.name("b"), .name("c")])
      #expect(feed.$items.first { $0.place == .name("b") }?.rawJSON == ["id": "x"])
    }
    fail(Feed.self, #"{"items":[]}"#)
  }

  /// A text of nothing but faults does not fill the memory with errors.
  @Test func lossyCollectionsReportAThousand() throws {
    let array = "[" + Array(repeating: "0", count: 1200).joined(separator: ",") + "]"
    for found in try both(LossyArray<String>.self, array) {
      #expect(found.projectedValue.map(\.place) == (0..<1000).map { .index($0) })
      #expect(found.skippedCount == 1200)
    }
    let members = (0..<1200).map { #""a\#($0)":0"# }.joined(separator: ",")
    struct Two: Decodable { @LossyDictionary var a: [String: LossyDictionary<String>] }
    for found in try both(Two.self, "{\"a\":{\"x\":{\(members)},\"y\":{\"b\":0},\"z\":0}}") {
      #expect(found.a["x"]?.projectedValue.count == 1000)
      #expect(found.a["x"]?.skippedCount == 1200)
      #expect(found.a["y"]?.projectedValue.count == 1)
      #expect(found.$a.count == 1)
    }
  }

  /// Collections in each other report no more together.
  @Test func lossyCollectionsInEachOther() throws {
    let row = "[" + Array(repeating: "0", count: 900).joined(separator: ",") + "]"
    let text = "[" + Array(repeating: row, count: 12).joined(separator: ",") + "]"
    let decoder = RushJSONDecoder()
    for _ in 0..<2 {
      let rows = try decoder.decode([LossyArray<String>].self, from: Data(text.utf8))
      #expect(rows.map(\.skippedCount) == Array(repeating: 900, count: 12))
      let reports = rows.map(\.projectedValue.count)
      #expect(reports == Array(repeating: 900, count: 5) + [500] + Array(repeating: 0, count: 6))
    }
    let members = (0..<900).map { #""a\#($0)":0"# }.joined(separator: ",")
    let objects = "[" + Array(repeating: "{\(members)}", count: 12).joined(separator: ",") + "]"
    let dictionaries = try decoder.decode(
      [LossyDictionary<String>].self, from: Data(objects.utf8))
    #expect(dictionaries.reduce(0) { $0 + $1.projectedValue.count } == 5000)
  }

  /// The errors that a full collection drops have no message, but those that another one inside of it
  /// reports do.
  @Test func reportedErrorsAreWhole() throws {
    struct Row: Decodable { @LossyArray var cells: [Int] }
    let text =
      "[" + String(repeating: "0,", count: 1100) + #"{"cells":[1,"x",null]},{"cells":{}}]"#
    for rows in try both(LossyArray<Row>.self, text) {
      #expect(rows.skippedCount == 1101)
      let cells = try #require(rows.wrappedValue.first)
      #expect(cells.cells == [1])
      for (index, skipped) in cells.$cells.enumerated() {
        #expect(skipped.path == ["Index 1100", "cells"])
        switch skipped.error as? DecodingError {
        case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
          #expect(
            context.codingPath.map(\.stringValue) == ["Index 1100", "cells", "Index \(index + 1)"])
          #expect(context.debugDescription.contains(index == 0 ? "string" : "null"))
        default: Issue.record("\(skipped.error)")
        }
      }
      #expect(cells.$cells.map(\.rawJSON) == ["x", .null])
    }
  }

  /// The same few messages are made again and again, each about its own value.
  @Test func messagesBelongToTheirErrors() throws {
    struct One: Decodable { let a: Int }
    struct Other: Decodable { let b: String }
    let items = #"{"a":"x"},{"b":1},null,7,{"a":null},{"a":0.5},{"b":null},[]"#
    let text = "[" + Array(repeating: items, count: 3).joined(separator: ",") + "]"
    func messages(_ errors: [SkippedValue]) -> [String] {
      errors.map { skipped in
        switch skipped.error as? DecodingError {
        case .typeMismatch(let type, let context)?: "\(type) \(context.debugDescription)"
        case .valueNotFound(let type, let context)?: "\(type) \(context.debugDescription)"
        case .keyNotFound(let key, let context)?: "\(key.stringValue) \(context.debugDescription)"
        case .dataCorrupted(let context)?: context.debugDescription
        default: "\(skipped.error)"
        }
      }
    }
    let decoder = RushJSONDecoder()
    let ones = messages(
      try decoder.decode(LossyArray<One>.self, from: Data(text.utf8)).projectedValue)
    let others = messages(
      try decoder.decode(LossyArray<Other>.self, from: Data(text.utf8)).projectedValue)
    #expect(ones.count == 24 && others.count == 24)
    for (at, item) in [(0, 0), (0, 8), (0, 16)] {
      #expect(ones[at] == ones[item])
      #expect(ones[item + 1] == ones[1] && others[item] == others[0])
    }
    for text in items.split(separator: ",") {
      // Each message alone, from a decoder that has made no other.
      let alone = try RushJSONDecoder().decode(
        LossyArray<One>.self, from: Data("[\(text)]".utf8))
      for message in messages(alone.projectedValue) {
        #expect(ones.contains(message), "\(message)")
      }
    }
  }

  @Test func defaults() throws {
    struct Settings: Codable, Equatable {
      @DefaultValue<JSONDefaults.False> var isPublic: Bool
      @DefaultValue<JSONDefaults.True> var isOpen: Bool
      @DefaultValue<JSONDefaults.Zero> var count: Int
      @DefaultValue<JSONDefaults.Empty> var tags: [String]
    }
    for text in ["{}", #"{"isPublic":null,"tags":null}"#] {
      for settings in try both(Settings.self, text) {
        #expect(!settings.isPublic && settings.isOpen && settings.count == 0 && settings.tags == [])
      }
    }
    for settings in try both(Settings.self, #"{"isPublic":true,"count":5,"tags":["x"]}"#) {
      #expect(settings.isPublic && settings.count == 5 && settings.tags == ["x"])
    }
    fail(Settings.self, #"{"count":"x"}"#)
  }

  @Test func fields() throws {
    struct Update: Codable, Equatable { var name: JSONField<String>; var age: JSONField<Int> }
    for (text, update) in [
      ("{}", Update(name: .missing, age: .missing)),
      (#"{"name":null}"#, Update(name: .null, age: .missing)),
      (#"{"age":3,"name":"x"}"#, Update(name: .value("x"), age: .value(3))),
    ] {
      for decoded in try both(Update.self, text) { #expect(decoded == update) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(try encoder.encode(update) == Data(text.utf8))
    }
    fail(Update.self, #"{"name":5}"#)
    var name: String? = "old"
    JSONField<String>.missing.updating(&name)
    #expect(name == "old")
    JSONField.value("new").updating(&name)
    #expect(name == "new")
    JSONField<String>.null.updating(&name)
    #expect(name == nil)
  }

  @Test func stringified() throws {
    struct Order: Codable { @Stringified var id: Int; @Stringified var price: Double }
    for order in try both(Order.self, #"{"id":"12345","price":1.5}"#) {
      #expect(order.id == 12345 && order.price == 1.5)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(try encoder.encode(order) == Data(#"{"id":"12345","price":1.5}"#.utf8))
    }
    fail(Order.self, #"{"id":"x","price":1}"#)
    fail(Order.self, #"{"id":true,"price":1}"#)
  }

  @Test func lenientBools() throws {
    struct Flags: Decodable {
      @LenientBool var a: Bool; @LenientBool var b: Bool; @LenientBool var c: Bool
    }
    for flags in try both(Flags.self, #"{"a":1,"b":"false","c":true}"#) {
      #expect(flags.a && !flags.b && flags.c)
    }
    fail(Flags.self, #"{"a":2,"b":0,"c":0}"#)
    fail(Flags.self, #"{"a":"maybe","b":0,"c":0}"#)
  }

  @Test(
    "@LenientBool accepts what lenientBool accepts",
    arguments: [
      "true", "false", "0", "1", "2", "-1", "1.0", "0.0", "1.5", "null", "[]", "{}", "\"true\"",
      "\"TRUE\"", "\"false\"", "\"yes\"", "\"Yes\"", "\"no\"", "\"NO\"", "\"1\"", "\"0\"",
      "\"1.0\"",
      "\"on\"", "\"\"", "\" true\"", "\"trueish\"",
    ])
  func lenientWords(text: String) throws {
    struct Flag: Decodable { @LenientBool var a: Bool }
    let expected = try RawJSON(parsing: text).lenientBool
    let data = Data("{\"a\":\(text)}".utf8)
    #expect((try? JSONDecoder().decode(Flag.self, from: data))?.a == expected)
    #expect((try? RushJSONDecoder().decode(Flag.self, from: data))?.a == expected)
  }

  @Test func extraFields() throws {
    struct Message: Decodable { var id: Int; @ExtraFields var extra: [String: RawJSON] }
    let text = #"{"a":[1.10],"id":1,"extra":true,"b":{"c":null},"a":2}"#
    #expect(
      try RushJSONDecoder().decode(Message.self, from: text).extra
        == ["a": [1.1], "extra": true, "b": ["c": .null]])
    #expect(try RushJSONDecoder().decode(Message.self, from: #"{"id":1}"#).extra.isEmpty)
    let snake = RushJSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    struct Named: Decodable {
      var userID: Int?; var firstName: String; @ExtraFields var extra: [String: RawJSON]
    }
    #expect(
      try snake.decode(Named.self, from: #"{"first_name":"x","other_name":1}"#).extra == [
        "other_name": 1
      ])
    struct Portable: Decodable {
      enum CodingKeys: CodingKey { case id }
      var id: Int
      var extra: ExtraFields
      init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        extra = try ExtraFields(from: decoder, knownBy: CodingKeys.self)
      }
    }
    // Foundation's coders do neither, as the documentation says.
    struct Both: Codable { var id: Int; @ExtraFields var extra: [String: RawJSON] }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Both.self, from: Data(text.utf8))
    }
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(Both(id: 1, extra: ["mood": "ok"]))
    }
    for message in try both(Portable.self, #"{"id":1,"x":[true]}"#) {
      #expect(message.extra.wrappedValue == ["x": [true]])
    }
  }
}

extension WrapperTests {
  @Test func extraFieldsAreMadeFromLiterals() throws {
    struct Message: Codable, Equatable { var id: Int; @ExtraFields var extra: [String: RawJSON] }
    struct Defaulted: Codable { var id: Int; @ExtraFields var extra: [String: RawJSON] = [:] }
    let message = Message(id: 1, extra: ["mood": "ok"])
    let text = try RushJSONEncoder().encodeToString(message)
    #expect(text == #"{"id":1,"mood":"ok"}"#)
    #expect(try RushJSONDecoder().decode(Message.self, from: text) == message)
    #expect(try RushJSONEncoder().encodeToString(Defaulted(id: 1)) == #"{"id":1}"#)
    #expect(Defaulted(id: 1, extra: ["a": 1]).extra == ["a": 1])
  }

  @Test func aStringifiedValueTellsHowItIsWritten() throws {
    struct Order: Codable { @Stringified var id: Int }
    for (text, isInString) in [(#"{"id":"7"}"#, true), (#"{"id":7}"#, false)] {
      var order = try RushJSONDecoder().decode(Order.self, from: text)
      #expect(order.$id == isInString)
      #expect(try RushJSONEncoder().encodeToString(order) == text)
      order.$id = true
      #expect(try RushJSONEncoder().encodeToString(order) == #"{"id":"7"}"#)
    }
  }
}
