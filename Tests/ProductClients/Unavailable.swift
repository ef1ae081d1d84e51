// Code that does not compile with the trait FoundationEssentialsOnly. `Scripts/product-clients` counts the messages.

import FoundationEssentials
import RushJSON
import RushJSONPush

_ = try RawJSON(converting: [1])
_ = try RawJSON.null.foundationObject()
_ = try RawJSON.null.sendableValue()
_ = try RawJSON.Object(converting: ["a": 1])
_ = try [String: any Sendable](converting: RawJSON.Object())
_ = try RushJSONDecoder().decode(Int.self, fromUserInfo: [:])
_ = try APNSPayload<APS.NoCustomKeys>(userInfo: [:])
_ = try RushJSONSerialization.jsonObject(with: Data())
_ = JSONDecoder.DateDecodingStrategy.formatted(1)
_ = JSONEncoder.DateEncodingStrategy.formatted(1)
_ = try RushJSONSerialization.data(withJSONObject: 1)
_ = RushJSONSerialization.isValidJSONObject(1)
