import Foundation
import RushJSON
import RushJSONPush
import Testing

@Suite("Push payloads, encoded")
struct APNSEncodingTests {
  struct Custom: Codable, Hashable {
    var articleID = 7
    var at = Date(timeIntervalSince1970: 1_685_952_000)
  }

  private static var full: APS {
    var aps = APS()
    aps.alert = "hi/there"
    aps.badge = 0
    aps.sound = .critical(isCritical: true, name: "x", volume: 0.5)
    aps.contentAvailable = true
    aps.mutableContent = true
    aps.threadID = "t"
    aps.category = "c"
    aps.interruptionLevel = .unknown("new")
    aps.relevanceScore = 0.25
    aps.targetContentID = "tc"
    aps.filterCriteria = "fc"
    aps.timestamp = Date(timeIntervalSince1970: 1_685_952_000)
    aps.event = "update"
    aps.contentState = ["a_b": [1, nil]]
    aps.staleDate = Date(timeIntervalSince1970: 1_685_952_000.5)
    aps.dismissalDate = Date(timeIntervalSince1970: 1)
    aps.attributesType = "T"
    aps.attributes = ["x": 1]
    aps.other = ["new": true, "badge": 99]
    return aps
  }

  @Test func everythingComesBack() throws {
    let payload = APNSPayload(aps: Self.full, custom: Custom())
    let tree = try RawJSON(parsing: payload.jsonData())
    #expect(tree["articleID"] == 7)
    #expect(tree["at"] == 1_685_952_000)
    let expected: RawJSON = [
      "alert": "hi/there", "badge": 0, "sound": ["critical": 1, "name": "x", "volume": 0.5],
      "content-available": 1, "mutable-content": 1, "thread-id": "t", "category": "c",
      "interruption-level": "new", "relevance-score": 0.25, "target-content-id": "tc",
      "filter-criteria": "fc", "timestamp": 1_685_952_000, "event": "update",
      "content-state": ["a_b": [1, nil]], "stale-date": 1_685_952_000.5, "dismissal-date": 1,
      "attributes-type": "T", "attributes": ["x": 1], "new": true,
    ]
    #expect(tree["aps"] == expected)
    let again = try RushJSONDecoder.forPayloads().decode(
      APNSPayload<Custom>.self, from: payload.jsonData())
    var aps = Self.full
    // Properties take precedence.
    aps.other["badge"] = nil
    #expect(again.aps == aps)
    #expect(again.custom == Custom())
    #expect(again.raw["aps"] == expected)
  }

  @Test func whatIsNotThereIsNotWritten() throws {
    #expect(
      String(decoding: try APNSPayload(aps: APS()).jsonData(), as: UTF8.self) == #"{"aps":{}}"#)
    var aps = APS()
    aps.alert = APS.Alert(title: "a", body: "b")
    aps.alert?.locArgs = ["x"]
    aps.sound = .named("default")
    let tree = try RawJSON(parsing: APNSPayload(aps: aps).jsonData())
    #expect(
      tree["aps"]
        == ["alert": ["title": "a", "body": "b", "loc-args": ["x"]], "sound": "default"])
  }

  @Test(
    "A22: the limits",
    arguments: [
      (4096, APS.SizeLimit.standard, true), (4097, .standard, false), (5120, .voip, true),
      (5121, .voip, false),
    ])
  func a22(size: Int, limit: APS.SizeLimit, fits: Bool) throws {
    var aps = APS()
    // {"aps":{"alert":"…"}}, in characters of two bytes and one of one.
    let letters = size - 20
    aps.alert = APS.Alert(
      body: String(repeating: "é", count: letters / 2) + (letters % 2 == 0 ? "" : "x"))
    let payload = APNSPayload(aps: aps)
    if fits {
      #expect(try payload.jsonData(limit: limit).count == size)
    } else {
      #expect(
        throws: APS.Failure.sizeLimitExceeded(limit: limit.bytes, actual: size)
      ) { try payload.jsonData(limit: limit) }
    }
  }
}
