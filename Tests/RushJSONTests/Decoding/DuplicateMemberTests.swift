import Foundation
import RushJSON
import Testing

/// Members with the same name, of which one counts. The others may have any value.
@Suite("Duplicate members in dictionaries")
struct DuplicateMemberTests {
  struct Pair: Decodable, Equatable { var a: Int; var b: Int? }

  @Test(
    "a later duplicate of any kind is not an error where the first counts",
    .enabled(if: isFoundationOfSwift63, "the Foundation of Swift 6.3 or later"))
  func firstWins() {
    let others = #","p":1,"q":2,"r":3,"s":4"#
    for rest in ["", others] {
      expectSame(
        [String: Int].self, #"{"a":1,"a":"x"\#(rest)}"#, #"{"a":"x","a":1\#(rest)}"#,
        #"{"a":1,"\u0061":null,"a":[]\#(rest)}"#, "{\"\u{e9}\":1,\"e\u{301}\":\"x\"\(rest)}")
      expectSame([String: Int?].self, #"{"a":null,"a":"x"\#(rest)}"#)
      expectSame([Int: Int].self, #"{"1":1,"1":"x"}"#, #"{"1":1,"1":"x","2":2,"3":3,"4":4}"#)
    }
    let pairs = #","p":{"a":1},"q":{"a":2},"r":{"a":3},"s":{"a":4}"#
    for rest in ["", pairs] {
      expectSame(
        [String: Pair].self, #"{"a":{"a":1},"a":"x"\#(rest)}"#, #"{"a":"x","a":{"a":1}\#(rest)}"#,
        #"{"a":{"a":1},"a":{"b":2}\#(rest)}"#)
    }
  }

  /// Foundation decodes all of them where it converts keys, although the first counts there, too.
  @Test("a later duplicate of any kind is not an error with a key strategy")
  func keyStrategy() throws {
    let decoder = RushJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = #"{"a":{"a":1,"a":"x"},"a":{"x":"y"}}"#
    #expect(try decoder.decode([String: [String: Int]].self, from: text) == ["a": ["a": 1]])
  }

  @Test("of names that are equal after conversion, the same one counts in texts and trees")
  func equalAfterConversion() throws {
    struct Roll: Decodable { var rollOver: Int }
    for (policy, expected) in [
      (JSONReadingOptions.DuplicateNames.keepFirst, [1, 2]), (.keepLast, [2, 1]),
    ] {
      let decoder = RushJSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.readingOptions.duplicateNames = policy
      for (text, value) in zip(
        [#"{"rollOver":1,"roll_over":2}"#, #"{"roll_over":2,"rollOver":1}"#], expected)
      {
        let document = try JSONDocument(parsing: text, options: decoder.readingOptions)
        let tree = try RawJSON(parsing: text)
        #expect(try decoder.decode(Roll.self, from: text).rollOver == value)
        #expect(try decoder.decode(Roll.self, from: document).rollOver == value)
        #expect(try decoder.decode(Roll.self, from: tree).rollOver == value)
      }
    }
  }

  @Test("an earlier duplicate of any kind is not an error where the last counts")
  func lastWins() throws {
    let decoder = RushJSONDecoder()
    decoder.readingOptions.duplicateNames = .keepLast
    let others = #","p":1,"q":2,"r":3,"s":4"#
    for (rest, count) in [("", 1), (others, 5)] {
      let text = #"{"a":"x","a":true,"a":1\#(rest)}"#
      let values = try decoder.decode([String: Int].self, from: text)
      #expect(values["a"] == 1 && values.count == count)
      let optional = try decoder.decode([String: Int?].self, from: text)
      #expect(optional["a"] == 1 && optional.count == count)
      let equivalent = "{\"\u{e9}\":\"x\",\"e\u{301}\":1\(rest)}"
      #expect(try decoder.decode([String: Int].self, from: equivalent)["\u{e9}"] == 1)
      #expect(throws: DecodingError.self) {
        try decoder.decode([String: Int].self, from: #"{"a":1,"a":"x"\#(rest)}"#)
      }
    }
  }

  /// The decoder looks up once which members count.
  @Test("many duplicates that do not count")
  func many() throws {
    let count = 5000
    let wrong = (0..<count).map { #""\#($0)":"x""# }.joined(separator: ",")
    let right = (0..<count).map { #""\#($0)":\#($0)"# }.joined(separator: ",")
    let decoder = RushJSONDecoder()
    #expect(
      try decoder.decode([String: Int].self, from: "{\(right),\(wrong)}").count == count)
    #expect(
      try decoder.decode([String: Int?].self, from: "{\(right),\(wrong)}").count == count)
    decoder.readingOptions.duplicateNames = .keepLast
    #expect(
      try decoder.decode([String: Int].self, from: "{\(wrong),\(right)}").count == count)
  }
}
