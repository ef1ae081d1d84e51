import Foundation
import RushJSON

// A push notification: from the dictionary of the system to a model. The usual way goes through
// text, because `JSONDecoder` reads nothing else.

extension InProcessContender {
  static var rushJSONUserInfo: [BenchmarkTask: Preparation] {
    [
      .userInfo: { _ in
        guard let (userInfo, bytes) = try PushModel.userInfo() else { return nil }
        let decoder = RushJSONDecoder.forPayloads()
        return InProcessRun(
          work: { try decoder.decode(PushModel.self, fromUserInfo: userInfo) },
          describe: { $0.fingerprint }, bytes: bytes)
      }
    ]
  }

  static var foundationUserInfo: [BenchmarkTask: Preparation] {
    [
      .userInfo: { _ in
        guard let (userInfo, bytes) = try PushModel.userInfo() else { return nil }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        return InProcessRun(
          work: {
            let data = try JSONSerialization.data(withJSONObject: userInfo)
            return try decoder.decode(PushModel.self, from: data)
          }, describe: { $0.fingerprint }, bytes: bytes)
      }
    ]
  }

  static let foundationUserInfoFootnote = "JSONSerialization.data, then JSONDecoder"
}

/// The model of `Benchmarks/Payloads/push.json`, with names that both decoders find.
private struct PushModel: Decodable {
  struct APS: Decodable {
    struct Alert: Decodable {
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

  struct Channel: Decodable {
    struct Member: Decodable {
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

  struct Message: Decodable {
    struct Attachment: Decodable {
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

  struct Flags: Decodable {
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

  /// This package's payload as the system delivers it, and the bytes of its text. `nil` where the
  /// package's files are missing.
  static func userInfo() throws -> ([AnyHashable: Any], bytes: Int)? {
    guard let file = PackageFiles.find("Benchmarks/Payloads/push.json") else { return nil }
    let text = try Data(contentsOf: file)
    guard let object = try FoundationJSON.parse(text) as? [String: Any] else { return nil }
    return (object, text.count)
  }

  var fingerprint: Fingerprint {
    var visitor = FingerprintVisitor()
    func visit(_ texts: String...) { for text in texts { visitor.visit(string: text.utf8.span) } }
    func visit(_ numbers: Double...) { for number in numbers { visitor.visit(number: number) } }
    visit(aps.alert.title, aps.alert.subtitle ?? "", aps.alert.body, aps.sound ?? "")
    visit(aps.threadID ?? "", aps.category ?? "", aps.interruptionLevel ?? "")
    visit(Double(aps.badge ?? -1), aps.relevanceScore ?? -1, Double(aps.mutableContent ?? -1))
    visit(messageId, channel.channelId, channel.channelType, message.text, flags.abGroup, trace)
    visit(Double(channel.memberCount), channel.lastRead?.timeIntervalSince1970 ?? -1)
    visitor.visit(bool: channel.isMuted)
    for member in channel.members {
      visit(member.userName, member.imageUrl)
      visit(Double(member.userId))
      visitor.visit(bool: member.isOnline)
    }
    visit(message.createdAt.timeIntervalSince1970, Double(message.senderId))
    visit(Double(message.replyCount), flags.rollout)
    visitor.visit(bool: flags.darkLaunch)
    for (name, count) in message.reactionCounts.sorted(by: { $0.key < $1.key }) {
      visit(name)
      visit(Double(count))
    }
    for attachment in message.attachments {
      visit(attachment.title, attachment.imageUrl)
      visit(Double(attachment.attachmentId), Double(attachment.width), Double(attachment.height))
      visit(attachment.ratio)
      visitor.visit(bool: attachment.isAnimated)
    }
    for tag in tags { visit(tag) }
    return visitor.fingerprint
  }
}
