import Foundation
import RushJSON
import Testing

/// Features that Foundation's decoder does not have.
@Suite("RushJSONDecoder")
struct DecoderTests {
  private struct User: Decodable, Equatable { var name: String; var age: Int? }

  @Test("every form of text")
  func forms() throws {
    let decoder = RushJSONDecoder()
    let text = "[{\"name\":\"Ann\",\"age\":3},{\"name\":\"Bo\"}]"
    let users = [User(name: "Ann", age: 3), User(name: "Bo", age: nil)]
    #expect(try decoder.decode([User].self, from: text) == users)
    #expect(try decoder.decode([User].self, from: Array(text.utf8)) == users)
    #expect(try decoder.decode([User].self, from: text.utf8.span) == users)
    #expect(try decoder.decode([User].self, from: Data(text.utf8)) == users)
    #expect(try decoder.decode(from: JSONDocument(parsing: text)) == users)
    #expect(try decoder.decode([User].self, from: RawJSON(parsing: text)) == users)
    #expect(try RawJSON(parsing: text)[1]?.decode(User.self) == users[1])
    let document = try JSONDocument(parsing: text)
    #expect(try decoder.decode(User.self, from: #require(document.root[1])) == users[1])
  }

  @Test("the value at a pointer")
  func pointers() throws {
    let decoder = RushJSONDecoder()
    let text = "{\"data\":{\"users\":[{\"name\":\"Ann\"},{\"name\":7}]}}"
    #expect(try decoder.decode(User.self, from: text, at: "/data/users/0").name == "Ann")
    #expect(
      try decoder.decode(String.self, from: Array(text.utf8), at: "/data/users/0/name") == "Ann")
    #expect(try decoder.decode(Int.self, from: Data(text.utf8), at: "/data/users/1/name") == 7)
    for (pointer, errorCase, path) in [
      ("/data/users/1", "typeMismatch", ["data", "users", "Index 1#1", "name"]),
      ("/data/nobody", "keyNotFound", ["data"]),
      ("/data/users/2", "valueNotFound", ["data", "users", "Index 2#2"]),
      ("/data/users/x", "keyNotFound", ["data", "users"]),
      ("/data/users/0/name/x", "typeMismatch", ["data", "users", "Index 0#0", "name"]),
    ] as [(JSONPointer, String, [String])] {
      let outcome = Outcome { try decoder.decode(User.self, from: text, at: pointer) }
      #expect(outcome.errorCase == errorCase, "\(pointer)")
      #expect(outcome.path == path, "\(pointer)")
    }
  }

  @Test("errors know their place in the text")
  func places() throws {
    let text = "{\n  \"users\": [{\"name\": \"Ann\"},\n    {\"name\": 7}]}"
    do {
      _ = try RushJSONDecoder().decode([String: [User]].self, from: text)
      Issue.record("decoded")
    } catch DecodingError.typeMismatch(_, let context) {
      let error = try #require(context.underlyingError as? JSONValueError)
      #expect(error.pointer == "/users/1/name")
      #expect(error.offset == 44)
      #expect(error.location == RushJSON.JSONSourceLocation(line: 3, column: 14, utf16Column: 14))
      #expect(error.kind == .wrongKind(expected: .string, found: .number))
      #expect(error.report.hasSuffix("    {\"name\": 7}]}\n             ^"))
    }
    do {
      _ = try RushJSONDecoder().decode([Int].self, from: "[1,\n 2 3]")
      Issue.record("decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(
        context.underlyingError as? JSONSyntaxError
          == JSONSyntaxError(.expectedCommaOrArrayEnd, at: 7))
    }
  }

  @Test("trees and numbers as members keep their spelling")
  func trees() throws {
    struct Message: Decodable {
      var id: Int; var extra: RawJSON; var price: JSONNumber; var all: [RawJSON]
    }
    let text = """
      {"extra":{"b":[1.10,{"x":"\\u00e9"}],"a":null},"id":1,"price":2.000,"all":[1,"x",[[]],{},true]}
      """
    let message = try RushJSONDecoder().decode(Message.self, from: text)
    #expect(message.extra.description == #"{"b":[1.10,{"x":"é"}],"a":null}"#)
    #expect(message.price.text == "2.000")
    #expect(message.all == [1, "x", [[]], [:], true])
    #expect(try RushJSONDecoder().decode(RawJSON.self, from: text) == RawJSON(parsing: text))
    #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(JSONNumber.self, from: "\"1\"")
    }
  }

  @Test("dates in a JSONDateFormat")
  func dates() throws {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .rfc3339
    let date = Date(timeIntervalSince1970: 1_479_443_219)
    #expect(
      try decoder.decode(
        [Date].self, from: "[\"2016-11-18T04:26:59Z\", \"2016-11-18T06:26:59+02:00\"]") == [
          date, date,
        ])
    #expect(
      try decoder.decode(JSONTimestamp.self, from: "\"2016-11-18T04:26:59.123456789Z\"").nanoseconds
        == 123_456_789)
    decoder.dateFormat = .anyOf(.rfc3339, .unix(.milliseconds))
    #expect(
      try decoder.decode([Date].self, from: "[\"2016-11-18T04:26:59Z\", 1479443219000]") == [
        date, date,
      ])
    let outcome = Outcome { try decoder.decode([String: Date].self, from: "{\"d\":\"x\"}") }
    #expect(outcome.errorCase == "dataCorrupted")
    #expect(outcome.path == ["d"])
    #expect(Outcome { try decoder.decode(Date.self, from: "null") }.errorCase == "valueNotFound")
    #expect(Outcome { try decoder.decode(Date.self, from: "true") }.errorCase == "typeMismatch")
    #expect(
      try RushJSONDecoder().decode([JSONTimestamp].self, from: "[5, \"1970-01-01T00:00:05Z\"]") == [
        .init(seconds: 5), .init(seconds: 5),
      ])
  }

  @Test("kebab case and acronyms")
  func keyStrategies() throws {
    struct Image: Decodable { var imageURL: String; var someID: Int }
    let decoder = RushJSONDecoder()
    decoder.nameStyle = .snakeCaseWithAcronyms
    for text in [
      "{\"image_url\":\"x\",\"some_id\":1}", "{\"imageURL\":\"x\",\"someID\":1}",
      "{\"imageUrl\":\"x\",\"SOME_ID\":1}",
      "{\"image_url\":\"y\",\"imageURL\":\"x\",\"some_id\":1}",
    ] {
      #expect(try decoder.decode(Image.self, from: text).imageURL == "x", "\(text)")
    }
    struct Kebab: Decodable { var firstName: String }
    decoder.nameStyle = .kebabCase
    #expect(try decoder.decode(Kebab.self, from: "{\"first-name\":\"x\"}").firstName == "x")
  }

  @Test("duplicate policies")
  func duplicates() throws {
    struct One: Decodable { var a: Int; var b: Int? }
    let text = "{\"a\":1,\"b\":5,\"a\":2}"
    let decoder = RushJSONDecoder()
    #expect(try decoder.decode(One.self, from: text).a == 1)
    decoder.readingOptions.duplicateNames = .keepLast
    #expect(try decoder.decode(One.self, from: text).a == 2)
    #expect(try decoder.decode([String: Int].self, from: text) == ["a": 2, "b": 5])
    decoder.readingOptions.duplicateNames = .refuse
    #expect(throws: DecodingError.self) { try decoder.decode(One.self, from: text) }
  }

  @Test("a hundred thousand members, in any order")
  func largeObjects() throws {
    let text =
      "{" + (0..<100_000).map { "\"key\($0)\":{\"name\":\"\($0)\"}" }.joined(separator: ",") + "}"
    let users = try RushJSONDecoder().decode([String: User].self, from: text)
    #expect(users.count == 100_000)
    #expect(users["key99999"]?.name == "99999")
    struct Backwards: Decodable {
      var sum = 0
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for index in (0..<100_000).reversed() {
          sum += try container.decode(User.self, forKey: Name(stringValue: "key\(index)")).name
            .count
        }
      }
    }
    #expect(try RushJSONDecoder().decode(Backwards.self, from: text).sum == 488_890)
  }

  @Test("many threads share a decoder while another changes its options")
  func threads() async throws {
    let decoder = RushJSONDecoder()
    let text = Array(
      "[{\"name\":\"Ann\",\"age\":3},{\"name\":\"a name of more than fifteen bytes\"}]".utf8)
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<500).allSatisfy { _ in
            (try? decoder.decode([User].self, from: text))?.last?.name
              == "a name of more than fifteen bytes"
          }
        }
      }
      group.addTask {
        for index in 0..<500 { decoder.userInfo = [key: index] }
        return true
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("a decoding inside another, with the same decoder")
  func reentrancy() throws {
    struct Outer: Decodable {
      nonisolated static let decoder = RushJSONDecoder()
      var inner: User
      var name: String
      enum CodingKeys: CodingKey { case inner, name }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        inner = try Outer.decoder.decode(
          User.self, from: try container.decode(String.self, forKey: .inner))
        name = try container.decode(String.self, forKey: .name)
      }
    }
    let text =
      #"[{"inner":"{\"name\":\"Ann\"}","name":"x"},{"inner":"{\"name\":\"Bo\"}","name":"y"}]"#
    let outer = try Outer.decoder.decode([Outer].self, from: text)
    #expect(outer.map(\.inner.name) == ["Ann", "Bo"])
    #expect(outer.map(\.name) == ["x", "y"])
  }
}
