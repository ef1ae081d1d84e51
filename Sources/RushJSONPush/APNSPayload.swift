public import RushJSON
public import RushJSONCore

/// The payload of a push notification of the Apple Push Notification service: the part that the system
/// understands, the app's own keys, and the whole payload as it came.
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
/// `Custom` is decoded from the object that contains `aps`, with the decoder's strategies. These do not
/// affect ``aps``. A payload without keys of its own is an `APNSPayload<APS.NoCustomKeys>`.
public struct APNSPayload<Custom> {
  /// The part that the system understands.
  public var aps: APS
  /// The keys beside `aps`, as a type.
  public var custom: Custom
  /// The whole payload as it was decoded. It is empty if it was not decoded, and never encoded.
  public private(set) var raw: RawJSON.Object

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

extension APS {
  /// The custom keys of a payload that has no keys beside `aps`, or none of interest.
  public struct NoCustomKeys: Sendable, Hashable, Codable {
    /// Creates the value.
    public init() {}

    /// Decodes nothing: any value is accepted.
    public init(from decoder: any Decoder) throws {}

    /// Encodes an object without members.
    public func encode(to encoder: any Encoder) throws {
      // Without a container, the encoder would have no value at all.
      _ = encoder.container(keyedBy: JSONPathKey.self)
    }
  }
}

extension APNSPayload where Custom == APS.NoCustomKeys {
  /// Creates a payload without keys of its own.
  public init(aps: APS) { self.init(aps: aps, custom: APS.NoCustomKeys()) }
}

extension APNSPayload: Decodable where Custom: Decodable {
  /// Decodes a payload, with this library's decoder or another one.
  /// - Throws: `DecodingError.keyNotFound` if there is no `aps`, or an error of `Custom`.
  public init(from decoder: any Decoder) throws {
    raw = try RawJSON.Object(from: decoder)
    // Read from a tree, so that no key strategy changes the system's names.
    aps = try APS(PayloadReader(raw, decoder.codingPath).object("aps"))
    custom = try Custom(from: decoder)
  }

  #if !FoundationEssentialsOnly
    /// Decodes a payload from a notification's `userInfo`.
    /// - Parameter decoder: By default ``RushJSONDecoder/forPayloads()``.
    /// - Throws: The errors of `RushJSONDecoder.decode(_:fromUserInfo:)`.
    /// - Complexity: O(*n*) in values and bytes of strings.
    public init(
      userInfo: [AnyHashable: Any], decoder: RushJSONDecoder = RushJSONDecoder.forPayloads()
    ) throws {
      self = try decoder.decode(APNSPayload.self, fromUserInfo: userInfo)
    }
  #endif
}

#if FoundationEssentialsOnly
  extension APNSPayload {
    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public init(
      userInfo: [AnyHashable: Any], decoder: RushJSONDecoder = RushJSONDecoder.forPayloads()
    ) throws {
      throw JSONWritingError(.holdsItself)
    }
  }
#endif

extension APNSPayload: Encodable where Custom: Encodable {
  /// Encodes `aps` and the members of `custom` beside it, but not ``raw``.
  public func encode(to encoder: any Encoder) throws {
    try custom.encode(to: encoder)
    var container = encoder.container(keyedBy: JSONPathKey.self)
    try container.encode(RawJSON.dictionary(aps.object), forKey: JSONPathKey(stringValue: "aps"))
  }
}

// MARK: - Read and written

extension APNSPayload: JSONReadable where Custom: JSONReadable {
  /// Reads a payload.
  /// - Throws: `DecodingError.keyNotFound` if there is no `aps`, or an error of `Custom`.
  public init(from reader: inout JSONReader) throws {
    raw = try RawJSON.Object(from: &reader)
    aps = try APS(PayloadReader(raw, reader.currentPath()).object("aps"))
    custom = try reader.read(beside: { $0.add("aps") })
  }
}

extension APNSPayload: JSONWritable where Custom: JSONWritable {
  /// Writes `aps` and the members of `custom` beside it, but not ``raw``.
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.beginObject()
    try writer.members(of: custom, beside: { $0.add("aps") })
    try writer.name("aps" as String)
    try RawJSON.dictionary(aps.object).write(to: &writer)
    try writer.endObject()
  }
}
