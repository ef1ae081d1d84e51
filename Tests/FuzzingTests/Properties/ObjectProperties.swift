import Foundation
import RushJSON
import RushJSONCore
import RushJSONPush

/// Foundation objects, such as the `userInfo` of a notification: to them and back, and typed values of
/// them.
enum ObjectProperties {
  // Made once, because a coder's options take longer than a payload.
  private static let decoder = RushJSONDecoder.forPayloads()
  private static let encoder = RushJSONEncoder.forPayloads()

  static func run(_ input: inout FuzzInput) throws {
    let text = input.rest(.payload)
    let tree = try? RawJSON(parsing: text)
    let read = try? RushJSONSerialization.jsonObject(
      with: Data(text), options: [.fragmentsAllowed])
    guard let tree else { return }
    // Foundation's numbers are finite, those of duplicates that do not count included.
    var cursor = try JSONDocument(parsing: text).cursor()
    while cursor.advance() {
      if cursor.double?.isFinite == false { return }
    }
    try check("a tree's text is read as objects", read != nil)
    // Digits beyond Double and Decimal are lost on the way, once.
    let first = try RawJSON(converting: tree.foundationObject())
    let second = try RawJSON(converting: first.foundationObject())
    try checkEqual("objects and back", second, first)
    try checkEqual("kind of an object", first.kind, tree.kind)
    // Slow, so each text takes one of two ways.
    let takesFirstWay = text.count & 1 == 0
    if takesFirstWay {
      let sendable = try RawJSON(converting: tree.sendableValue())
      try checkEqual("kind of a Sendable value", sendable.kind, tree.kind)
    }
    guard let object = try tree.foundationObject() as? [String: Any] else { return }
    let members = try RawJSON.Object(converting: object)
    try checkEqual("a dictionary is its object", .dictionary(members), first)
    let userInfo = Dictionary(uniqueKeysWithValues: object.map { (AnyHashable($0), $1) })
    if takesFirstWay {
      try checkEqual("userInfo is its object", try RawJSON.Object(converting: userInfo), members)
      try checkEqual(
        "decode: userInfo ≡ tree",
        try? decoder.decode([String: RawJSON].self, fromUserInfo: userInfo),
        try? decoder.decode([String: RawJSON].self, from: first))
    } else {
      let payload = try? decoder.decode(APNSPayload<RawJSON>.self, fromUserInfo: userInfo)
      let fromText = try? decoder.decode(APNSPayload<RawJSON>.self, from: first)
      try checkEqual("payload: userInfo ≡ tree", payload?.raw, fromText?.raw)
      if let payload { _ = try? payload.jsonData(limit: .init(bytes: .max), encoder: encoder) }
    }
  }
}
