// The members have the names of the document.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// `timeline.json` of the corpus, with all its members.
@JSONModel struct TimelineModel: Codable {
  var statuses: [Status]
  var metadata: Metadata

  @JSONModel struct Metadata: Codable {
    var count: Int
    var next: String
    var completedIn: Double

    enum CodingKeys: String, CodingKey {
      case count, next
      case completedIn = "completed_in"
    }
  }

  /// A class, because a status may quote another one.
  @JSONModel final class Status: Codable {
    var created_at: String
    var id: Int
    var id_str: String
    var text: String
    var source: String
    var truncated: Bool
    var in_reply_to_status_id: Int?
    var in_reply_to_status_id_str: String?
    var in_reply_to_account: String?
    var user: User
    var place: Place?
    var conversation_id: Int
    var repost_count: Int
    var like_count: Int
    var reply_count: Int
    var view_count: Int
    var entities: Entities
    var liked: Bool
    var reposted: Bool
    var bookmarked: Bool
    var possibly_sensitive: Bool
    var edited: Bool
    var visibility: String
    var score: Double
    var lang: String
    var thread_position: Int
    var quoted_status: Status?
  }

  @JSONModel struct User: Codable {
    var id: Int
    var id_str: String
    var name: String
    var account: String
    var location: String
    var description: String
    var url: String
    var protected: Bool
    var followers_count: Int
    var friends_count: Int
    var created_at: String
    var utc_offset: Int
    var verified: Bool
    var statuses_count: Int
    var profile_color: String
    var image_url: String
    var following: Bool?
  }

  @JSONModel struct Place: Codable {
    var id: String
    var name: String
    var centre: [Double]
  }

  @JSONModel struct Entities: Codable {
    var tags: [Tag]
    var links: [Link]
    var mentions: [Mention]
  }

  @JSONModel struct Tag: Codable {
    var text: String
    var indices: [Int]
  }

  @JSONModel struct Link: Codable {
    var url: String
    var display_url: String
    var indices: [Int]
  }

  @JSONModel struct Mention: Codable {
    var account: String
    var name: String
    var id: Int
    var indices: [Int]
  }
}
