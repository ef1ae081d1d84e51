import Foundation
import RushJSON
import Testing

/// Keys that match regardless of case, underscores and hyphens.
@Suite("Tolerant keys")
struct TolerantKeyTests {
  typealias Style = RushJSONDecoder.NameStyle

  private struct Model: Decodable {
    var imageURL: Int?
    var größe: Int?
    var x: Int?
  }

  private func decode(
    _ text: String, _ style: Style, lastWins: Bool = false
  ) throws -> [Int?] {
    let decoder = RushJSONDecoder()
    decoder.nameStyle = style
    if lastWins { decoder.readingOptions.duplicateNames = .keepLast }
    let model = try decoder.decode(Model.self, from: text)
    return [model.imageURL, model.größe, model.x]
  }

  /// The text is searched for members of small objects. Large objects have a dictionary of names.
  @Test(arguments: [0, 10, 63, 200]) func matches(others: Int) throws {
    let padding = (0..<others).map { #","other_\#($0)":\#($0)"# }.joined()
    func text(_ members: String) -> String { "{" + members + padding + "}" }
    for keys in [Style.snakeCaseWithAcronyms, .snakeOrKebabCase] {
      for name in ["image_url", "imageURL", "imageUrl", "_Image__URL_", #"im\u0061ge_url"#] {
        #expect(try decode(text(#""\#(name)":1"#), keys) == [1, nil, nil], "\(name)")
      }
      #expect(try decode(text(#""größe":1"#), keys) == [nil, 1, nil])
      // Equal in Swift, with other scalars.
      #expect(try decode(text("\"gro\u{308}ße\":1"), keys) == [nil, 1, nil])
      #expect(try decode(text(#""X":1"#), keys) == [nil, nil, 1])
      #expect(try decode(text(#""":1,"_":2,"xx":3"#), keys) == [nil, nil, nil])
      // An exact name takes precedence, then the first match.
      #expect(try decode(text(#""image_url":1,"imageURL":2,"ImageURL":3"#), keys)[0] == 2)
      #expect(try decode(text(#""image_url":1,"ImageURL":3"#), keys)[0] == 1)
      // The policy decides between members with the same name.
      let twice = text(#""image_url":1,"ImageURL":3,"image_url":2"#)
      #expect(try decode(twice, keys)[0] == 1)
      #expect(try decode(twice, keys, lastWins: true)[0] == 2)
      let exact = text(#""imageURL":1,"image_url":3,"imageURL":2"#)
      #expect(try decode(exact, keys)[0] == 1)
      #expect(try decode(exact, keys, lastWins: true)[0] == 2)
    }
    let kebab = text(#""image-url":1"#)
    #expect(try decode(kebab, .snakeOrKebabCase)[0] == 1)
    #expect(try decode(kebab, .snakeCaseWithAcronyms)[0] == nil)
  }

  @Test func extraFieldsExcludeDecodedKeys() throws {
    struct Push: Decodable {
      var userId: Int
      var imageURL: Int
      var htmlURLOfID: Int?
      @ExtraFields var extra: [String: RawJSON]
    }
    let decoder = RushJSONDecoder.forPayloads()
    for name in ["user_id", "user-id", "userId"] {
      let push = try decoder.decode(
        Push.self,
        fromUserInfo: [
          name: 1, "image_url": 3, "html-url-of-id": 4, "other-id": 2, "gcm.message_id": "x",
          "a_b_c_d_e_f_g": 5, "_": 6,
        ])
      #expect([push.userId, push.imageURL, push.htmlURLOfID] == [1, 3, 4])
      #expect(
        push.extra == ["other-id": 2, "gcm.message_id": "x", "a_b_c_d_e_f_g": 5, "_": 6])
    }
  }

  @Test func allKeysAreInCamelCase() throws {
    struct Names: Decodable {
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      var names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
      }
    }
    let decoder = RushJSONDecoder()
    decoder.nameStyle = .snakeOrKebabCase
    let text = #"{"image_url":1,"content-available":2,"plain":3,"gcm.message_id":4}"#
    #expect(
      try decoder.decode(Names.self, from: text).names
        == ["imageUrl", "contentAvailable", "plain", "gcm.messageId"])
  }
}
