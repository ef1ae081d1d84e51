// Reads a push notification from the dictionary that the system delivers, and writes one.
import Foundation
import RushJSONPush

struct News: Codable {
  var articleID: Int
  var imageURL: URL?
  var readTimes: [String: Int]?
}

// The dictionary of `application(_:didReceiveRemoteNotification:)` or `UNNotificationContent`.
let userInfo: [AnyHashable: Any] = [
  "aps": [
    "alert": ["title": "Rush", "body": "Twice as fast"], "badge": NSNumber(value: 3),
    "mutable-content": 1, "interruption-level": "time-sensitive",
  ] as [String: Any],
  "article_id": 42, "image-url": "https://example.org/1.png", "read_times": ["de_DE": 7],
]

let push = try APNSPayload<News>(userInfo: userInfo)
print(push.aps.alert?.body ?? "-")  // Twice as fast
print(push.aps.badge ?? 0, push.aps.mutableContent)  // 3 true
// Keys match in snake, kebab or camel case, with or without acronyms. Names of a dictionary stay.
print(push.custom.articleID, push.custom.imageURL?.host() ?? "-")  // 42 example.org
print(push.custom.readTimes ?? [:])  // ["de_DE": 7]
// The whole payload, unchanged.
print(push.raw["article_id"] ?? nil)  // 42

// Any type can be decoded from a dictionary, and any dictionary is a tree.
struct Badge: Decodable {
  struct APS: Decodable { var badge: Int }
  var aps: APS
}
print(try RushJSONDecoder().decode(Badge.self, fromUserInfo: userInfo).aps.badge)  // 3
print(try RawJSON(converting: userInfo)["aps"]?["badge"] ?? nil)  // 3

// A value that JSON cannot hold is an error with its path, not a crash.
do {
  _ = try RawJSON(converting: ["aps": ["alert": Date()]])
} catch {
  print(error)  // a Date is not a JSON value; convert it to a string, … at /aps/alert
}

// For the service, checked against its limit of 4096 bytes.
var aps = APS()
aps.alert = "Twice as fast"
let data = try APNSPayload(aps: aps, custom: News(articleID: 42)).jsonData()
print(String(decoding: data, as: UTF8.self).count)  // 48
