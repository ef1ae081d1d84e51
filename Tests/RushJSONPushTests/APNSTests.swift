import Foundation
import RushJSON
import RushJSONPush
import Testing

/// The table of push payloads, row by row. Each payload is read as a dictionary, as the system passes it,
/// and as text, with this library's decoder and with Foundation's.
@Suite("Push payloads")
struct APNSTests {
  private static func userInfo(_ text: String) throws -> [AnyHashable: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(object as? [String: Any])
  }

  /// The payload of a text, which must be the same by every route.
  private func payload<Custom: Decodable & Equatable>(
    _ text: String, _ type: Custom.Type = APS.NoCustomKeys.self
  ) throws -> APNSPayload<Custom> {
    let payload = try APNSPayload<Custom>(userInfo: try Self.userInfo(text))
    let parsed = try RushJSONDecoder.forPayloads().decode(APNSPayload<Custom>.self, from: text)
    #expect(payload == parsed)
    return payload
  }

  private func aps(_ members: String) throws -> APS {
    let text = #"{"aps":{\#(members)}}"#
    let aps = try payload(text).aps
    let foundation = try JSONDecoder().decode(
      APNSPayload<APS.NoCustomKeys>.self, from: Data(text.utf8))
    #expect(foundation.aps == aps)
    // The decoder's strategies do not affect `aps`.
    for style in [.kebabCase, nil] as [RushJSONDecoder.NameStyle?] {
      let decoder = RushJSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.nameStyle = style
      #expect(try decoder.decode(APNSPayload<APS.NoCustomKeys>.self, from: text).aps == aps)
    }
    return aps
  }

  private static let article =
    #"{"aps":{"alert":{"title":"タイトル","body":"本文"},"badge":9},"custom_field":{"hoge_list":["piyo"]}}"#

  @Test("A1: the article's payload") func a1() throws {
    struct Custom: Decodable, Equatable {
      struct Field: Decodable, Equatable {
        var hogeList: [String]
        var fuga: String?
      }
      var customField: Field?
    }
    let payload = try payload(Self.article, Custom.self)
    #expect(payload.aps.alert == APS.Alert(title: "タイトル", body: "本文"))
    #expect(payload.aps.badge == 9)
    #expect(payload.custom.customField == Custom.Field(hogeList: ["piyo"], fuga: nil))
    #expect(payload.raw["custom_field"]?["hoge_list"]?[0] == "piyo")
  }

  @Test("A2: an alert that is a string") func a2() throws {
    #expect(try aps(#""alert":"hi""#).alert == APS.Alert(body: "hi"))
  }

  @Test("A3: an alert with a body only") func a3() throws {
    #expect(try aps(#""alert":{"body":"b"}"#).alert == APS.Alert(body: "b"))
  }

  @Test("A4: a silent push") func a4() throws {
    let aps = try aps(#""content-available":1"#)
    #expect(aps.contentAvailable)
    #expect(aps.alert == nil)
  }

  @Test(
    "A5: flags",
    arguments: [
      ("1", true), ("0", false), ("true", true), ("false", false), (#""1""#, true), ("1.0", true),
      ("null", false), (nil, false), ("2", nil), (#""yes""#, nil), ("[]", nil),
    ] as [(String?, Bool?)])
  func a5(value: String?, expected: Bool?) throws {
    let members = value.map { #""mutable-content":\#($0)"# } ?? ""
    if let expected {
      #expect(try aps(members).mutableContent == expected)
    } else {
      #expect(failure(#"{"aps":{\#(members)}}"#) == "typeMismatch aps.mutable-content")
    }
  }

  @Test("A6: a sound as a name and as an object") func a6() throws {
    #expect(try aps(#""sound":"default""#).sound == .named("default"))
    #expect(
      try aps(#""sound":{"critical":1,"name":"x","volume":0.5}"#).sound
        == .critical(isCritical: true, name: "x", volume: 0.5))
    #expect(try aps(#""sound":{"name":"x"}"#).sound?.name == "x")
  }

  @Test("A7: interruption levels, known and not") func a7() throws {
    #expect(try aps(#""interruption-level":"time-sensitive""#).interruptionLevel == .timeSensitive)
    let level = try aps(#""interruption-level":"new-level""#).interruptionLevel
    #expect(level == .unknown("new-level"))
    #expect(level?.rawValue == "new-level")
    for name in ["passive", "active", "time-sensitive", "critical"] {
      let level = APS.InterruptionLevel(rawValue: name)
      if case .unknown = level { Issue.record("\(name) is not known") }
      #expect(level.rawValue == name)
    }
  }

  @Test("A8: relevance scores") func a8() throws {
    #expect(try aps(#""relevance-score":0.75"#).relevanceScore == 0.75)
    #expect(try aps(#""relevance-score":1"#).relevanceScore == 1)
  }

  @Test(
    "A9: badges",
    arguments: [
      ("9", "9"), ("9.0", "9"), ("0", "0"), ("null", "nil"), ("9.5", "dataCorrupted aps.badge"),
      (#""9""#, "typeMismatch aps.badge"), ("true", "typeMismatch aps.badge"),
    ])
  func a9(value: String, expected: String) throws {
    let text = #"{"aps":{"badge":\#(value)}}"#
    if let failure = failure(text) {
      #expect(failure == expected)
    } else {
      #expect(try aps(#""badge":\#(value)"#).badge.map(String.init) ?? "nil" == expected)
    }
  }

  @Test("A10: thread-id, under both names") func a10() throws {
    let aps = try aps(#""thread-id":"t""#)
    #expect(aps.threadID == "t")
    #expect(aps.threadId == "t")
    struct Both: Decodable, Equatable { var threadId: String }
    struct Upper: Decodable, Equatable { var threadID: String }
    let text = #"{"aps":{},"thread-id":"t"}"#
    #expect(try payload(text, Both.self).custom.threadId == "t")
    #expect(try payload(text, Upper.self).custom.threadID == "t")
  }

  @Test("A11: the other names of an alert and of aps") func a11() throws {
    let aps = try aps(
      #"""
      "alert":{"subtitle":"s","launch-image":"l","title-loc-key":"tk","title-loc-args":["1"],
      "subtitle-loc-key":"sk","subtitle-loc-args":[],"loc-key":"k","loc-args":["a","b"],"action":1},
      "category":"c","target-content-id":"tc","filter-criteria":"fc","new":[1]
      """#)
    var alert = APS.Alert(subtitle: "s")
    alert.launchImage = "l"
    alert.titleLocKey = "tk"
    alert.titleLocArgs = ["1"]
    alert.subtitleLocKey = "sk"
    alert.subtitleLocArgs = []
    alert.locKey = "k"
    alert.locArgs = ["a", "b"]
    alert.other = ["action": 1]
    #expect(aps.alert == alert)
    #expect([aps.category, aps.targetContentID, aps.filterCriteria] == ["c", "tc", "fc"])
    #expect(aps.other == ["new": [1]])
  }

  struct Image: Decodable, Equatable { var imageURL: String }

  @Test("A12: acronyms", arguments: ["image_url", "image-url", "imageUrl", "imageURL", "ImageUrl"])
  func a12(name: String) throws {
    #expect(try payload(#"{"aps":{},"\#(name)":"u"}"#, Image.self).custom.imageURL == "u")
    // The exact name comes first, then the first that matches.
    let others = #"{"image-url":"1","image_url":"2","aps":{},"imageURL":"0"}"#
    #expect(
      try RushJSONDecoder.forPayloads().decode(Image.self, from: others).imageURL == "0")
    let two = #"{"image-url":"1","image_url":"2"}"#
    #expect(try RushJSONDecoder.forPayloads().decode(Image.self, from: two).imageURL == "1")
  }

  @Test("A13: the names of dictionaries are data") func a13() throws {
    struct Custom: Decodable, Equatable { var theValues: [String: Int] }
    let payload = try payload(#"{"aps":{},"the-values":{"a_b":1,"c-d":2}}"#, Custom.self)
    #expect(payload.custom.theValues == ["a_b": 1, "c-d": 2])
  }

  @Test("A14: dotted names are reached by themselves") func a14() throws {
    struct Custom: Decodable, Equatable {
      var messageID: String
      var analytics: String
      enum CodingKeys: String, CodingKey {
        case messageID = "gcm.message_id"
        case analytics = "google.c.a.e"
      }
    }
    let payload = try payload(
      #"{"aps":{},"gcm.message_id":"7","google.c.a.e":"1"}"#, Custom.self)
    #expect(payload.custom == Custom(messageID: "7", analytics: "1"))
    #expect(payload.raw["gcm.message_id"] == "7")
  }

  @Test("A15: no aps") func a15() {
    #expect(failure("{}") == "keyNotFound ")
    #expect(failure(#"{"aps":null}"#) == "typeMismatch aps")
    #expect(failure(#"{"aps":[]}"#) == "typeMismatch aps")
  }

  @Test("A16: errors have the path") func a16() {
    #expect(failure(#"{"aps":{"alert":{"body":1}}}"#) == "typeMismatch aps.alert.body")
    #expect(failure(#"{"aps":{"alert":7}}"#) == "typeMismatch aps.alert")
    #expect(failure(#"{"aps":{"sound":{"volume":"x"}}}"#) == "typeMismatch aps.sound.volume")
    #expect(failure(#"{"aps":{"alert":{"loc-args":[1]}}}"#) == "typeMismatch aps.alert.loc-args")
    #expect(failure(#"{"aps":{"timestamp":"x"}}"#) == "typeMismatch aps.timestamp")
    #expect(failure(#"{"aps":{"relevance-score":1e400}}"#) == "dataCorrupted aps.relevance-score")
  }

  @Test("A17: a value without a JSON form is corrupted data at its path") func a17() throws {
    let userInfo: [AnyHashable: Any] = ["aps": ["alert": ["body": Date()]]]
    do {
      _ = try APNSPayload<APS.NoCustomKeys>(userInfo: userInfo)
      Issue.record("accepted")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue) == ["aps", "alert", "body"])
      let error = try #require(context.underlyingError as? JSONWritingError)
      #expect(error.kind == .unsupportedType("Date"))
    }
  }

  @Test("A20: errors in the app's own keys have a path") func a20() throws {
    struct Custom: Decodable, Equatable { var listOfIDs: [Int] }
    do {
      _ = try APNSPayload<Custom>(userInfo: ["aps": [String: Any](), "list_of_ids": [1, "x"]])
      Issue.record("accepted")
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.map(\.stringValue) == ["listOfIDs", "Index 1"])
      let error = try #require(context.underlyingError as? JSONValueError)
      #expect(error.pointer.tokens == ["list_of_ids", "1"])
    }
  }

  @Test("A21: Live Activities") func a21() throws {
    struct Score: Decodable, Equatable { var homeTeam: Int }
    let aps = try aps(
      #"""
      "timestamp":1685952000,"event":"update","content-state":{"homeTeam":2},
      "stale-date":1685952060.5,"dismissal-date":1685959200,"attributes-type":"Game",
      "attributes":{"id":[1]}
      """#)
    #expect(aps.timestamp == Date(timeIntervalSince1970: 1_685_952_000))
    #expect(aps.staleDate == Date(timeIntervalSince1970: 1_685_952_060.5))
    #expect(aps.dismissalDate == Date(timeIntervalSince1970: 1_685_959_200))
    #expect(aps.event == "update")
    #expect(try aps.contentState?.decode(Score.self) == Score(homeTeam: 2))
    #expect(aps.contentState == ["homeTeam": 2])
    #expect(aps.attributesType == "Game")
    #expect(aps.attributes == ["id": [1]])
  }

  /// The case and the path of the error, which are the same with both decoders.
  private func failure(_ text: String) -> String? {
    func failure(_ body: () throws -> Void) -> String? {
      do {
        try body()
        return nil
      } catch DecodingError.keyNotFound(_, let context) {
        return "keyNotFound " + path(context)
      } catch DecodingError.typeMismatch(_, let context) {
        return "typeMismatch " + path(context)
      } catch DecodingError.dataCorrupted(let context) {
        return "dataCorrupted " + path(context)
      } catch {
        return "\(error)"
      }
    }
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    let ours = failure {
      _ = try RushJSONDecoder().decode(APNSPayload<APS.NoCustomKeys>.self, from: text)
    }
    // Foundation refuses such a number before the payload is decoded.
    if !text.contains("1e400") {
      let theirs = failure {
        _ = try JSONDecoder().decode(APNSPayload<APS.NoCustomKeys>.self, from: Data(text.utf8))
      }
      #expect(ours == theirs)
    }
    return ours
  }
}
