// The members have the names of the documents.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Seven members of each status of `twitter.json`: simdjson's "partial tweets".
@JSONModel struct PartialTwitterModel: Codable {
  var statuses: [Status]

  @JSONModel struct Status: Codable {
    var created_at: String
    var id: Int
    var text: String
    var in_reply_to_status_id: Int?
    var user: User
    var retweet_count: Int
    var favorite_count: Int
  }

  @JSONModel struct User: Codable {
    var id: Int
    var screen_name: String
  }
}

/// The same of `timeline.json`.
@JSONModel struct PartialTimelineModel: Codable {
  var statuses: [Status]

  @JSONModel struct Status: Codable {
    var created_at: String
    var id: Int
    var text: String
    var in_reply_to_status_id: Int?
    var user: User
    var repost_count: Int
    var like_count: Int
  }

  @JSONModel struct User: Codable {
    var id: Int
    var account: String
  }
}
