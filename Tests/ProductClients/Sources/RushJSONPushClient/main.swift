// Linked with push payloads, and what they need.

import RushJSONPush

var aps = APS()
aps.badge = 3
let data = try APNSPayload(aps: aps).jsonData()
let payload = try RushJSONDecoder.forPayloads().decode(
  APNSPayload<APS.NoCustomKeys>.self, from: data)
precondition(payload.aps == aps)
