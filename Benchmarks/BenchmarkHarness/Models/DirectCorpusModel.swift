// The members have the names of the document.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import RushJSON

extension Direct {
  struct CatalogueModel: Codable {
    var seasons: [String: Season]

    struct Season: Codable {
      var id: Int
      var title: String
      var description: String
      var logo: String?
      var performances: [Performance]
      var topics: [Int]
    }

    struct Performance: Codable {
      var id: Int
      var start: Int
      var prices: [Price]
      var seats: [Seats]
      var venue: String
    }

    struct Price: Codable {
      var amount: Int
      var audience: Int
      var seat: Int
    }

    struct Seats: Codable {
      var category: Int
      var areas: [Int]
    }
  }

  struct GeographyModel: Codable {
    var type: String
    var features: [Feature]

    struct Feature: Codable {
      var type: String
      var properties: [String: String]
      var geometry: Geometry
    }

    struct Geometry: Codable {
      var type: String
      var coordinates: [[[Double]]]
    }
  }

  struct ChatModel: Codable {
    var channel: Channel
    var messages: [Message]

    struct Channel: Codable {
      var id: String
      var created_at: Date
      var member_count: Int
    }

    struct Message: Codable {
      var id: String
      var text: String
      var type: String
      var user: User
      var reactions: [Reaction]
      var reply_count: Int
      var created_at: Date
      var updated_at: Date
      var silent: Bool
      var pinned_at: Date?
    }

    struct Reaction: Codable {
      var type: String
      var score: Int
      var user: User
      var created_at: Date
      var updated_at: Date
    }

    struct User: Codable {
      var id: String
      var name: String
      var about: String
      var role: String
      var image: String
      var language: String
      var online: Bool
      var banned: Bool
      var created_at: Date
      var updated_at: Date
      var last_active: Date
    }
  }

  struct TinyModel: Codable {
    var id: Int
    var name: String
    var ok: Bool
  }

  struct SmallModel: Codable {
    var id: Int
    var name: String
    var email: String
    var tags: [String]
    var address: Address
    var scores: [Double]
    var active: Bool
    var note: String?
    var created: Double
    var kind: String

    struct Address: Codable {
      var street: String
      var city: String
      var zip: String
      var latitude: Double
      var longitude: Double
    }
  }

  struct SparseModel: Codable {
    var a: Int?
    var b: String?
    var c: Bool?
    var d: Double?
    var e: Int?
    var f: String?
    var g: Bool?
    var h: Double?
    var i: Int?
    var j: String?
    var k: Bool?
    var l: Double?
    var m: Int?
    var n: String?
    var o: Bool?
    var p: Double?
    var q: Int?
    var r: String?
    var s: Bool?
    var t: Double?
  }
}
