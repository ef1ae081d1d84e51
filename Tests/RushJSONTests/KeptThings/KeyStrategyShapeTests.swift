import Foundation
import RushJSON
import Testing

/// A decoder that is kept remembers where the members of an object were, with each key strategy.
@Suite struct KeyStrategyShapeTests {
  struct Post: Codable, Equatable {
    var id: Int
    var userName: String?
    var isPublic: Bool?
    var straße: Int?
    var nested: Nested?

    struct Nested: Codable, Equatable { var deepValue: Int }
  }

  static let texts = [
    #"{"id":1,"user_name":"a","is_public":true,"nested":{"deep_value":5}}"#,
    #"{"id":2,"user_name":"b","is_public":false,"nested":{"deep_value":6}}"#,
    #"{"is_public":false,"nested":{"deep_value":7},"user_name":"c","id":3}"#,
    #"{"id":4}"#,
    #"{"id":5,"userName":"camel","isPublic":true}"#,
    #"{"id":6,"user_name":null,"nested":null}"#,
    #"{"id":7,"user\u005fname":"escaped"}"#,
    #"{"id":8,"straße":1}"#,
    #"{"id":9,"_user_name":"other","user_name_":"another"}"#,
    #"{"id":10,"USER_NAME":"upper"}"#,
    #"{"id":11,"user__name":"two"}"#,
    #"{"id":12,"nested":{"deep_value":"wrong"}}"#,
    #"{"id":13,"nested":{}}"#,
    #"{"id":14,"user-name":"kebab","is-public":true}"#,
    "{\"id\":15," + (0..<80).map { "\"other_name_\($0)\":0," }.joined()
      + "\"user_name\":\"large\"}",
  ]

  /// The value, or the error's kind and path.
  static func outcome(_ text: String, _ decode: (Data) throws -> Post) -> String {
    do {
      return "\(try decode(Data(text.utf8)))"
    } catch DecodingError.typeMismatch(let type, let context) {
      return "\(type) \(context.codingPath.map(\.stringValue))"
    } catch DecodingError.keyNotFound(let key, let context) {
      return "\(key.stringValue) \(context.codingPath.map(\.stringValue))"
    } catch {
      return "\(error)"
    }
  }

  static func decoder(_ strategy: Int) -> RushJSONDecoder {
    let decoder = RushJSONDecoder()
    switch strategy {
    case 0: decoder.keyDecodingStrategy = .convertFromSnakeCase
    case 1: decoder.nameStyle = .kebabCase
    case 2: decoder.nameStyle = .snakeCaseWithAcronyms
    case 3: decoder.nameStyle = .snakeOrKebabCase
    default:
      decoder.keyDecodingStrategy = .custom { path in
        AnyKey(stringValue: path.last?.stringValue.replacing("_n", with: "N") ?? "")
      }
    }
    return decoder
  }

  struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test(arguments: 0..<5) func keptDecoderAgreesWithNewOne(strategy: Int) {
    let kept = Self.decoder(strategy)
    // Each text after each other one, so that every shape is met before and after every other.
    for first in Self.texts {
      for second in Self.texts {
        for text in [first, second, first] {
          let expected = Self.outcome(text) {
            try Self.decoder(strategy).decode(Post.self, from: $0)
          }
          #expect(Self.outcome(text) { try kept.decode(Post.self, from: $0) } == expected)
        }
      }
    }
  }

  @Test func keptDecoderAgreesWithFoundation() {
    let kept = Self.decoder(0)
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    for text in Self.texts + Self.texts.reversed() {
      let expected = Self.outcome(text) { try foundation.decode(Post.self, from: $0) }
      #expect(Self.outcome(text) { try kept.decode(Post.self, from: $0) } == expected)
    }
  }

  @Test(arguments: [0, 1, 2, 3]) func namesThatConvertToOneKeyFollowThePolicy(strategy: Int) throws
  {
    let separator = strategy == 1 ? "-" : "_"
    let text =
      #"{"id":1,"user\#(separator)name":"first","userName":"second","user\#(separator)name":"third"}"#
    for (policy, expected) in [
      (JSONReadingOptions.DuplicateNames.keepFirst, "first"), (.keepLast, ""),
    ] {
      let kept = Self.decoder(strategy)
      kept.readingOptions.duplicateNames = policy
      let once = try kept.decode(Post.self, from: Data(text.utf8)).userName
      for _ in 0..<3 {
        #expect(try kept.decode(Post.self, from: Data(text.utf8)).userName == once)
      }
      if !expected.isEmpty, strategy < 2 { #expect(once == expected) }
      if policy == .keepLast, strategy < 2 { #expect(once == "third") }
    }
  }

  /// U+212A is canonically equivalent to K, and é may be one character or two.
  @Test func equivalentNamesAreFoundInPlace() throws {
    struct Names: Codable, Equatable {
      var kEy: Int?
      var caféAuLait: Int?
    }
    let decoder = Self.decoder(0)
    for text in ["{\"k_ey\":1,\"cafe\u{301}_au_lait\":2}", "{\"k_ey\":1,\"café_au_lait\":2}"] {
      for _ in 0..<2 {
        let value = try decoder.decode(Names.self, from: Data(text.utf8))
        #expect(value == Names(kEy: 1, caféAuLait: 2))
      }
    }
  }
}
