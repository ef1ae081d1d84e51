// The members have the names of the document.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import RushJSON

extension Direct {
  struct TimelineModel: Codable {
    var statuses: [Status]
    var metadata: Metadata

    struct Metadata: Codable {
      var count: Int
      var next: String
      var completedIn: Double

      enum CodingKeys: String, CodingKey {
        case count, next
        case completedIn = "completed_in"
      }
    }

    /// A class, because a status may quote another one.
    final class Status: Codable, JSONReadable, JSONWritable {
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

      init(from reader: inout JSONReader) throws {
        try reader.beginObject()
        created_at = try reader.value(JSONName(prepared: #","created_at":"#))
        id = try reader.value(JSONName(prepared: #","id":"#))
        id_str = try reader.value(JSONName(prepared: #","id_str":"#))
        text = try reader.value(JSONName(prepared: #","text":"#))
        source = try reader.value(JSONName(prepared: #","source":"#))
        truncated = try reader.value(JSONName(prepared: #","truncated":"#))
        in_reply_to_status_id = try reader.value(JSONName(prepared: #","in_reply_to_status_id":"#))
        in_reply_to_status_id_str = try reader.value(
          JSONName(prepared: #","in_reply_to_status_id_str":"#))
        in_reply_to_account = try reader.value(JSONName(prepared: #","in_reply_to_account":"#))
        user = try reader.value(JSONName(prepared: #","user":"#))
        place = try reader.value(JSONName(prepared: #","place":"#))
        conversation_id = try reader.value(JSONName(prepared: #","conversation_id":"#))
        repost_count = try reader.value(JSONName(prepared: #","repost_count":"#))
        like_count = try reader.value(JSONName(prepared: #","like_count":"#))
        reply_count = try reader.value(JSONName(prepared: #","reply_count":"#))
        view_count = try reader.value(JSONName(prepared: #","view_count":"#))
        entities = try reader.value(JSONName(prepared: #","entities":"#))
        liked = try reader.value(JSONName(prepared: #","liked":"#))
        reposted = try reader.value(JSONName(prepared: #","reposted":"#))
        bookmarked = try reader.value(JSONName(prepared: #","bookmarked":"#))
        possibly_sensitive = try reader.value(JSONName(prepared: #","possibly_sensitive":"#))
        edited = try reader.value(JSONName(prepared: #","edited":"#))
        visibility = try reader.value(JSONName(prepared: #","visibility":"#))
        score = try reader.value(JSONName(prepared: #","score":"#))
        lang = try reader.value(JSONName(prepared: #","lang":"#))
        thread_position = try reader.value(JSONName(prepared: #","thread_position":"#))
        quoted_status = try reader.value(JSONName(prepared: #","quoted_status":"#))
      }

      func write(to writer: inout JSONWriter) throws(JSONWritingError) {
        try writer.beginObject()
        try writer.member(JSONName(prepared: #","created_at":"#), created_at)
        try writer.member(JSONName(prepared: #","id":"#), id)
        try writer.member(JSONName(prepared: #","id_str":"#), id_str)
        try writer.member(JSONName(prepared: #","text":"#), text)
        try writer.member(JSONName(prepared: #","source":"#), source)
        try writer.member(JSONName(prepared: #","truncated":"#), truncated)
        try writer.member(JSONName(prepared: #","in_reply_to_status_id":"#), in_reply_to_status_id)
        try writer.member(
          JSONName(prepared: #","in_reply_to_status_id_str":"#), in_reply_to_status_id_str)
        try writer.member(JSONName(prepared: #","in_reply_to_account":"#), in_reply_to_account)
        try writer.member(JSONName(prepared: #","user":"#), user)
        try writer.member(JSONName(prepared: #","place":"#), place)
        try writer.member(JSONName(prepared: #","conversation_id":"#), conversation_id)
        try writer.member(JSONName(prepared: #","repost_count":"#), repost_count)
        try writer.member(JSONName(prepared: #","like_count":"#), like_count)
        try writer.member(JSONName(prepared: #","reply_count":"#), reply_count)
        try writer.member(JSONName(prepared: #","view_count":"#), view_count)
        try writer.member(JSONName(prepared: #","entities":"#), entities)
        try writer.member(JSONName(prepared: #","liked":"#), liked)
        try writer.member(JSONName(prepared: #","reposted":"#), reposted)
        try writer.member(JSONName(prepared: #","bookmarked":"#), bookmarked)
        try writer.member(JSONName(prepared: #","possibly_sensitive":"#), possibly_sensitive)
        try writer.member(JSONName(prepared: #","edited":"#), edited)
        try writer.member(JSONName(prepared: #","visibility":"#), visibility)
        try writer.member(JSONName(prepared: #","score":"#), score)
        try writer.member(JSONName(prepared: #","lang":"#), lang)
        try writer.member(JSONName(prepared: #","thread_position":"#), thread_position)
        try writer.member(JSONName(prepared: #","quoted_status":"#), quoted_status)
        try writer.endObject()
      }
    }

    struct User: Codable {
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

    struct Place: Codable {
      var id: String
      var name: String
      var centre: [Double]
    }

    struct Entities: Codable {
      var tags: [Tag]
      var links: [Link]
      var mentions: [Mention]
    }

    struct Tag: Codable {
      var text: String
      var indices: [Int]
    }

    struct Link: Codable {
      var url: String
      var display_url: String
      var indices: [Int]
    }

    struct Mention: Codable {
      var account: String
      var name: String
      var id: Int
      var indices: [Int]
    }
  }
}
