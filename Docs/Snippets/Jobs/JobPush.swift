// A push notification: read from the dictionary that the system delivers, and written.
import Foundation
import RushJSONPush

struct News: Codable {
  var articleID: Int
  var imageURL: URL?
  var readTimes: [String: Int]?
}

// The dictionary of `didReceiveRemoteNotification` or of a notification's
// content.
let userInfo: [AnyHashable: Any] = [
  "aps": ["alert": ["title": "Rush", "body": "Twice as fast"], "badge": 3]
    as [String: Any],
  "article_id": 42, "image-url": "https://example.org/1.png",
  "read_times": ["de_DE": 7],
]

let push = try APNSPayload<News>(userInfo: userInfo)
print(push.aps.alert?.body ?? "-", push.aps.badge ?? 0)  // Twice as fast 3
// Keys match in snake, kebab and camel case. Names inside a dictionary stay
// as they are.
print(push.custom.articleID, push.custom.readTimes ?? [:])
// 42 ["de_DE": 7]
print(push.raw["article_id"]?.intValue ?? 0)
// 42: the whole payload is there, too

// A payload to send. It throws above the service's 4096 bytes.
var aps = APS()
aps.alert = APS.Alert(title: "Rush", body: "Twice as fast")
aps.interruptionLevel = .timeSensitive
aps.mutableContent = true
let data = try APNSPayload(aps: aps, custom: push.custom).jsonData()
print(data.count)

// Any type can be decoded from such a dictionary, with payload rules or
// your own.
struct Badge: Decodable {
  struct Contents: Decodable { var badge: Int }
  var aps: Contents
}
let decoder = RushJSONDecoder.forPayloads()
print(try decoder.decode(Badge.self, fromUserInfo: userInfo).aps.badge)
// 3
