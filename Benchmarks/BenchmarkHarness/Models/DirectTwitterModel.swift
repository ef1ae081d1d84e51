// The members have the names of the document.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import RushJSON

extension Direct {
  struct TwitterModel: Codable {
    var statuses: [Status]
    var search_metadata: Meta
    struct Meta: Codable {
      var completed_in: Double
      var max_id: Int
      var max_id_str: String
      var next_results: String
      var query: String
      var refresh_url: String
      var count: Int
      var since_id: Int
      var since_id_str: String
    }
    struct StatusMeta: Codable {
      var result_type: String
      var iso_language_code: String
    }

    final class Status: Codable, JSONReadable, JSONWritable {
      var metadata: StatusMeta
      var created_at: String
      var id: Int
      var id_str: String
      var text: String
      var source: String
      var truncated: Bool
      var in_reply_to_status_id: Int?
      var in_reply_to_status_id_str: String?
      var in_reply_to_user_id: Int?
      var in_reply_to_user_id_str: String?
      var in_reply_to_screen_name: String?
      var user: User
      var retweeted_status: Status?
      var retweet_count: Int
      var favorite_count: Int
      var entities: Entities
      var favorited: Bool
      var retweeted: Bool
      var possibly_sensitive: Bool?
      var lang: String

      init(from reader: inout JSONReader) throws {
        try reader.beginObject()
        metadata = try reader.value(JSONName(prepared: #","metadata":"#))
        created_at = try reader.value(JSONName(prepared: #","created_at":"#))
        id = try reader.value(JSONName(prepared: #","id":"#))
        id_str = try reader.value(JSONName(prepared: #","id_str":"#))
        text = try reader.value(JSONName(prepared: #","text":"#))
        source = try reader.value(JSONName(prepared: #","source":"#))
        truncated = try reader.value(JSONName(prepared: #","truncated":"#))
        in_reply_to_status_id = try reader.value(JSONName(prepared: #","in_reply_to_status_id":"#))
        in_reply_to_status_id_str = try reader.value(
          JSONName(prepared: #","in_reply_to_status_id_str":"#))
        in_reply_to_user_id = try reader.value(JSONName(prepared: #","in_reply_to_user_id":"#))
        in_reply_to_user_id_str = try reader.value(
          JSONName(prepared: #","in_reply_to_user_id_str":"#))
        in_reply_to_screen_name = try reader.value(
          JSONName(prepared: #","in_reply_to_screen_name":"#))
        user = try reader.value(JSONName(prepared: #","user":"#))
        retweeted_status = try reader.value(JSONName(prepared: #","retweeted_status":"#))
        retweet_count = try reader.value(JSONName(prepared: #","retweet_count":"#))
        favorite_count = try reader.value(JSONName(prepared: #","favorite_count":"#))
        entities = try reader.value(JSONName(prepared: #","entities":"#))
        favorited = try reader.value(JSONName(prepared: #","favorited":"#))
        retweeted = try reader.value(JSONName(prepared: #","retweeted":"#))
        possibly_sensitive = try reader.value(JSONName(prepared: #","possibly_sensitive":"#))
        lang = try reader.value(JSONName(prepared: #","lang":"#))
      }

      func write(to writer: inout JSONWriter) throws(JSONWritingError) {
        try writer.beginObject()
        try writer.member(JSONName(prepared: #","metadata":"#), metadata)
        try writer.member(JSONName(prepared: #","created_at":"#), created_at)
        try writer.member(JSONName(prepared: #","id":"#), id)
        try writer.member(JSONName(prepared: #","id_str":"#), id_str)
        try writer.member(JSONName(prepared: #","text":"#), text)
        try writer.member(JSONName(prepared: #","source":"#), source)
        try writer.member(JSONName(prepared: #","truncated":"#), truncated)
        try writer.member(JSONName(prepared: #","in_reply_to_status_id":"#), in_reply_to_status_id)
        try writer.member(
          JSONName(prepared: #","in_reply_to_status_id_str":"#), in_reply_to_status_id_str)
        try writer.member(JSONName(prepared: #","in_reply_to_user_id":"#), in_reply_to_user_id)
        try writer.member(
          JSONName(prepared: #","in_reply_to_user_id_str":"#), in_reply_to_user_id_str)
        try writer.member(
          JSONName(prepared: #","in_reply_to_screen_name":"#), in_reply_to_screen_name)
        try writer.member(JSONName(prepared: #","user":"#), user)
        try writer.member(JSONName(prepared: #","retweeted_status":"#), retweeted_status)
        try writer.member(JSONName(prepared: #","retweet_count":"#), retweet_count)
        try writer.member(JSONName(prepared: #","favorite_count":"#), favorite_count)
        try writer.member(JSONName(prepared: #","entities":"#), entities)
        try writer.member(JSONName(prepared: #","favorited":"#), favorited)
        try writer.member(JSONName(prepared: #","retweeted":"#), retweeted)
        try writer.member(JSONName(prepared: #","possibly_sensitive":"#), possibly_sensitive)
        try writer.member(JSONName(prepared: #","lang":"#), lang)
        try writer.endObject()
      }
    }
    struct Link: Codable {
      var url: String
      var expanded_url: String
      var display_url: String
      var indices: [Int]
    }
    struct Links: Codable {
      var urls: [Link]
    }
    struct UserEntities: Codable {
      var url: Links?
      var description: Links
    }
    struct User: Codable {
      var id: Int
      var id_str: String
      var name: String
      var screen_name: String
      var location: String
      var description: String
      var url: String?
      var entities: UserEntities
      var protected: Bool
      var followers_count: Int
      var friends_count: Int
      var listed_count: Int
      var created_at: String
      var favourites_count: Int
      var utc_offset: Int?
      var time_zone: String?
      var geo_enabled: Bool
      var verified: Bool
      var statuses_count: Int
      var lang: String
      var contributors_enabled: Bool
      var is_translator: Bool
      var is_translation_enabled: Bool
      var profile_background_color: String
      var profile_background_image_url: String
      var profile_background_image_url_https: String
      var profile_background_tile: Bool
      var profile_image_url: String
      var profile_image_url_https: String
      var profile_banner_url: String?
      var profile_link_color: String
      var profile_sidebar_border_color: String
      var profile_sidebar_fill_color: String
      var profile_text_color: String
      var profile_use_background_image: Bool
      var default_profile: Bool
      var default_profile_image: Bool
      var following: Bool
      var follow_request_sent: Bool
      var notifications: Bool

    }
    struct Tag: Codable {
      var text: String
      var indices: [Int]
    }
    struct Mention: Codable {
      var screen_name: String
      var name: String
      var id: Int
      var id_str: String
      var indices: [Int]
    }
    struct Size: Codable {
      var w: Int
      var h: Int
      var resize: String
    }
    struct Sizes: Codable {
      var medium: Size
      var small: Size
      var thumb: Size
      var large: Size
    }
    struct Media: Codable {
      var id: Int
      var id_str: String
      var indices: [Int]
      var media_url: String
      var media_url_https: String
      var url: String
      var display_url: String
      var expanded_url: String
      var type: String
      var sizes: Sizes
      var source_status_id: Int?
      var source_status_id_str: String?
    }
    struct Entities: Codable {
      var hashtags: [Tag]
      var symbols: [Tag]
      var urls: [Link]
      var user_mentions: [Mention]
      var media: [Media]?
    }
  }
}
