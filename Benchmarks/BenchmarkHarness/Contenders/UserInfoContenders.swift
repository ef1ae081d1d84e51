import Foundation
import RushJSON

// A push notification: from the dictionary of the system to a model. The usual way goes through
// text, because `JSONDecoder` reads nothing else.

extension InProcessContender {
  static var rushJSONUserInfo: Preparations {
    userInfo {
      let decoder = RushJSONDecoder.forPayloads()
      return { try decoder.decode(PushModel.self, fromUserInfo: $0) }
    }
  }

  static var foundationUserInfo: Preparations {
    userInfo {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.dateDecodingStrategy = .secondsSince1970
      return { userInfo in
        let data = try JSONSerialization.data(withJSONObject: userInfo)
        return try decoder.decode(PushModel.self, from: data)
      }
    }
  }

  /// Decodes this package's payload as the system delivers it. Takes no part where the file is missing.
  private static func userInfo(
    _ decoding: @escaping () -> ([AnyHashable: Any]) throws -> PushModel
  ) -> Preparations {
    [
      .userInfo: { _ in
        guard let file = PackageFiles.find("Benchmarks/Payloads/push.json") else { return nil }
        let text = try Data(contentsOf: file)
        guard let payload = try FoundationJSON.parse(text) as? [String: Any] else { return nil }
        let decode = decoding()
        let userInfo: [AnyHashable: Any] = payload
        return InProcessRun(
          work: { try decode(userInfo) }, describe: TypedCoding.fingerprint, bytes: text.count)
      }
    ]
  }

  static let foundationUserInfoFootnote = "JSONSerialization.data, then JSONDecoder"
}

/// The model of `Benchmarks/Payloads/push.json`, with names that both decoders find.
private struct PushModel: Codable {
  struct APS: Codable {
    struct Alert: Codable {
      var title: String
      var subtitle: String?
      var body: String
    }

    var alert: Alert
    var badge: Int?
    var sound: String?
    var threadID: String?
    var category: String?
    var interruptionLevel: String?
    var relevanceScore: Double?
    var mutableContent: Int?

    // No strategy of Foundation converts hyphens.
    enum CodingKeys: String, CodingKey {
      case alert, badge, sound, category
      case threadID = "thread-id"
      case interruptionLevel = "interruption-level"
      case relevanceScore = "relevance-score"
      case mutableContent = "mutable-content"
    }
  }

  struct Channel: Codable {
    struct Member: Codable {
      var userId: Int
      var userName: String
      var imageUrl: String
      var isOnline: Bool
    }

    var channelId: String
    var channelType: String
    var memberCount: Int
    var isMuted: Bool
    var lastRead: Date?
    var members: [Member]
  }

  struct Message: Codable {
    struct Attachment: Codable {
      var attachmentId: Int
      var title: String
      var imageUrl: String
      var width: Int
      var height: Int
      var ratio: Double
      var isAnimated: Bool
    }

    var text: String
    var createdAt: Date
    var senderId: Int
    var replyCount: Int
    var reactionCounts: [String: Int]
    var attachments: [Attachment]
  }

  struct Flags: Codable {
    var darkLaunch: Bool
    var abGroup: String
    var rollout: Double
  }

  var aps: APS
  var messageId: String
  var channel: Channel
  var message: Message
  var flags: Flags
  var tags: [String]
  var trace: String
}
