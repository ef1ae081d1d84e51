import Foundation
import RushJSON
import Testing

/// Details in which both decoders agree.
@Suite struct FoundationDetailTests {
  @Test(
    arguments: [
      "2021-09-15T15:47:03Z", "2021-09-15t15:47:03Z", "2021-09-15t15:47:03z",
      "2021-09-15T15:47:03z", "2021-09-15t15:47:03+01:00", "2021-09-15 15:47:03Z",
      "2021-09-15_15:47:03Z", "2021-09-15T15:47:03+01:00",
    ])
  func iso8601Letters(_ text: String) {
    let (ours, theirs) = (RushJSONDecoder(), JSONDecoder())
    ours.dateDecodingStrategy = .iso8601
    theirs.dateDecodingStrategy = .iso8601
    let data = Data("[\"\(text)\"]".utf8)
    let expected = Result { try theirs.decode([Date].self, from: data) }
    let found = Result { try ours.decode([Date].self, from: data) }
    #expect((try? found.get()) == (try? expected.get()))
  }

  /// The positions after `decodeIfPresent` of scalars at the end of an array, and again.
  private struct Positions: Decodable {
    var positions: [Int] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      func note<T>(_ value: T?) { if value == nil { positions.append(container.currentIndex) } }
      note(try container.decodeIfPresent(Int128.self))
      note(try container.decodeIfPresent(UInt128.self))
      note(try container.decodeIfPresent(Int.self))
      note(try container.decodeIfPresent(Int128.self))
      note(try container.decodeIfPresent([Int].self))
      note(try container.decodeIfPresent(UInt128.self))
    }
  }

  @Test(arguments: ["[]", "[null]", "[1]", "[null, 1]", "[1, 2, 3, null]"])
  func positionsAtTheEnd(_ text: String) throws {
    let data = Data(text.utf8)
    let expected = try JSONDecoder().decode(Positions.self, from: data).positions
    #expect(try RushJSONDecoder().decode(Positions.self, from: data).positions == expected)
  }

  /// Names of ASCII are converted byte by byte.
  @Test func namesOfManyWords() throws {
    var generator = SystemRandomNumberGenerator()
    let characters = Array("aZbY019'^`.:!-$_______ ~")
    for _ in 0..<3000 {
      let count = Int.random(in: 1...14, using: &generator)
      let name = String((0..<count).compactMap { _ in characters.randomElement(using: &generator) })
      let data = try JSONEncoder().encode([name: 1])
      let (ours, theirs) = (RushJSONDecoder(), JSONDecoder())
      ours.keyDecodingStrategy = .convertFromSnakeCase
      theirs.keyDecodingStrategy = .convertFromSnakeCase
      let expected = try theirs.decode(Keys.self, from: data).names
      #expect(try ours.decode(Keys.self, from: data).names == expected, "\(name)")
    }
  }

  private struct Keys: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
    }
  }

  @Test func nullAsDictionaryUnderAStrategy() {
    struct Holder: Decodable, Equatable { var aB: [String: [Int]] }
    for text in ["null", #"{"a_b":null}"#, #"{"a_b":[]}"#, "[]"] {
      for (foundation, rush) in [
        BothDecoders([.snakeCase]).outcomes([String: Int].self, Data(text.utf8)),
        BothDecoders([.snakeCase]).outcomes(Holder.self, Data(text.utf8)),
      ] {
        #expect(foundation.errorCase == rush.errorCase)
        #expect(foundation.text == rush.text)
      }
    }
  }
}
