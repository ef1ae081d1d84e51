public import RushJSONCore

/// The payload of a push notification of the Apple Push Notification service: what the system
/// understands, keys of the program's own, and all of it as it came.
///
/// ```swift
/// struct News: Decodable { var articleID: Int }
///
/// let push = try APNSPayload<News>(userInfo: userInfo)
/// push.aps.alert?.body
/// push.custom.articleID      // "article_id", "article-id" or "articleID" beside "aps"
/// push.raw["gcm.message_id"]
/// ```
///
/// `Custom` is decoded from the same object as `aps` stands in, by the decoder's strategies; these do
/// not matter to ``aps``. A payload without keys of its own is an `APNSPayload<NoCustomKeys>`.
public struct APNSPayload<Custom> {
  /// What the system understands.
  public var aps: APS
  /// The keys beside `aps`, as a type.
  public var custom: Custom
  /// The payload as it was decoded, `aps` and all. It is not encoded; empty in a payload that was not
  /// decoded.
  public private(set) var raw: JSONObject

  /// Creates a payload.
  public init(aps: APS, custom: Custom) {
    self.aps = aps
    self.custom = custom
    raw = [:]
  }
}

extension APNSPayload: Sendable where Custom: Sendable {}

extension APNSPayload: Equatable where Custom: Equatable {}

extension APNSPayload: Hashable where Custom: Hashable {}

/// For payloads that have nothing beside `aps`, or nothing that matters.
public struct NoCustomKeys: Sendable, Hashable, Codable {
  /// Creates it.
  public init() {}

  public init(from decoder: any Decoder) throws {}

  /// Encodes no member.
  public func encode(to encoder: any Encoder) throws {
    // An object without members, which is more than nothing.
    _ = encoder.container(keyedBy: JSONPathKey.self)
  }
}

extension APNSPayload where Custom == NoCustomKeys {
  /// Creates a payload without keys of its own.
  public init(aps: APS) { self.init(aps: aps, custom: NoCustomKeys()) }
}

extension APNSPayload: Decodable where Custom: Decodable {
  /// Decodes a payload, with this package's decoder or another one.
  ///
  /// - Throws: A `DecodingError`: key not found if there is no `aps`; or what `Custom` throws.
  public init(from decoder: any Decoder) throws {
    raw = try JSONObject(from: decoder)
    // As a tree, so that no key strategy touches the system's names.
    aps = try APS(PayloadReader(raw, decoder.codingPath).object("aps"))
    custom = try Custom(from: decoder)
  }

  /// Decodes a payload from a notification's `userInfo`.
  ///
  /// - Parameter decoder: By default one with ``RushJSONDecoder/forPayloads()``.
  /// - Throws: As `RushJSONDecoder.decode(_:fromUserInfo:)`.
  /// - Complexity: O(*n*) in values and bytes of strings.
  public init(
    userInfo: [AnyHashable: Any], decoder: RushJSONDecoder = RushJSONDecoder.forPayloads()
  ) throws {
    self = try decoder.decode(APNSPayload.self, fromUserInfo: userInfo)
  }
}

extension APNSPayload: Encodable where Custom: Encodable {
  /// Encodes `aps` and the members of `custom` beside it. (Not ``raw``.)
  public func encode(to encoder: any Encoder) throws {
    try custom.encode(to: encoder)
    var container = encoder.container(keyedBy: JSONPathKey.self)
    try container.encode(RawJSON.dictionary(aps.object), forKey: JSONPathKey(stringValue: "aps"))
  }
}
