import Foundation
import RushJSON
import Testing

/// A property wrapper of a client's that adopts the protocols for members.
@Suite struct OwnWrapperTests {
  /// A count that is 1 if its member is missing or `null`, and is left out if it is 1.
  @propertyWrapper
  struct Count: Codable, Equatable, JSONStyles.DecodableMember, JSONStyles.EncodableMember {
    var wrappedValue: Int

    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
      wrappedValue = try decoder.singleValueContainer().decode(Int.self)
    }

    init<Key>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
      self = try container.decodeIfPresent(Count.self, forKey: key) ?? Count(wrappedValue: 1)
    }

    func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }

    func encode<Key>(to container: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
      if wrappedValue != 1 { try container.encode(wrappedValue, forKey: key) }
    }
  }

  struct Line: Codable, Equatable {
    var name: String
    @Count var count: Int
  }

  @Test(arguments: [
    (#"{"name":"a"}"#, 1, #"{"name":"a"}"#), (#"{"name":"a","count":null}"#, 1, #"{"name":"a"}"#),
    (#"{"name":"a","count":3}"#, 3, #"{"count":3,"name":"a"}"#),
  ])
  func missingMembersHaveTheWrappersMeaning(text: String, count: Int, written: String) throws {
    let line = Line(name: "a", count: count)
    #expect(try RushJSONDecoder().decode(Line.self, from: text) == line)
    #expect(try JSONDecoder().decode(Line.self, from: Data(text.utf8)) == line)
    let (own, other) = (RushJSONEncoder(), JSONEncoder())
    own.outputFormatting = .sortedKeys
    other.outputFormatting = .sortedKeys
    #expect(try own.encodeToString(line) == written)
    #expect(try String(decoding: other.encode(line), as: UTF8.self) == written)
  }

  @Test func aValueOfAnotherKindIsAnError() {
    let text = #"{"name":"a","count":"3"}"#
    #expect(throws: DecodingError.self) { try RushJSONDecoder().decode(Line.self, from: text) }
  }
}
