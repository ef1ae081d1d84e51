// The README's section on push notifications.
import Foundation
import RushJSON

struct News: Codable {
  var articleID: Int
  var imageURL: URL?
}

// The dictionary that the system delivers.
let userInfo: [AnyHashable: Any] = [
  "aps": ["alert": "Twice as fast", "badge": 3, "mutable-content": 1] as [String: Any],
  "article_id": 42, "image-url": "https://example.org/1.png",
]

let push = try APNSPayload<News>(userInfo: userInfo)
print(push.aps.alert?.body ?? "", push.aps.badge ?? 0)  // Twice as fast 3
print(push.custom.articleID, push.custom.imageURL?.host() ?? "")  // 42 example.org
print(push.raw["article_id"] ?? nil)  // 42

var aps = APS()
aps.alert = "Twice as fast"
let data = try APNSPayload(aps: aps, custom: push.custom).jsonData()  // throws above 4096 bytes
print(data.count)  // 87
