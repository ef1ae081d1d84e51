// The members have the names of the document.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// `catalogue.json` of the corpus.
@JSONModel struct CatalogueModel: Codable {
  var seasons: [String: Season]

  @JSONModel struct Season: Codable {
    var id: Int
    var title: String
    var description: String
    var logo: String?
    var performances: [Performance]
    var topics: [Int]
  }

  @JSONModel struct Performance: Codable {
    var id: Int
    var start: Int
    var prices: [Price]
    var seats: [Seats]
    var venue: String
  }

  @JSONModel struct Price: Codable {
    var amount: Int
    var audience: Int
    var seat: Int
  }

  @JSONModel struct Seats: Codable {
    var category: Int
    var areas: [Int]
  }
}

/// `geography.json` of the corpus, and `canada.json`, which many JSON benchmarks use.
@JSONModel struct GeographyModel: Codable {
  var type: String
  var features: [Feature]

  @JSONModel struct Feature: Codable {
    var type: String
    var properties: [String: String]
    var geometry: Geometry
  }

  @JSONModel struct Geometry: Codable {
    var type: String
    var coordinates: [[[Double]]]
  }
}

/// `dates.json` of the corpus: a chat with dates in every object.
@JSONModel struct ChatModel: Codable {
  var channel: Channel
  var messages: [Message]

  @JSONModel struct Channel: Codable {
    var id: String
    var created_at: Date
    var member_count: Int
  }

  @JSONModel struct Message: Codable {
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

  @JSONModel struct Reaction: Codable {
    var type: String
    var score: Int
    var user: User
    var created_at: Date
    var updated_at: Date
  }

  @JSONModel struct User: Codable {
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

/// A text of about 50 bytes.
@JSONModel struct TinyModel: Codable {
  var id: Int
  var name: String
  var ok: Bool

  static let text = #"{"id":12345,"name":"Somebody Else","ok":true}"#
}

/// A text of about 500 bytes.
@JSONModel struct SmallModel: Codable {
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

  @JSONModel struct Address: Codable {
    var street: String
    var city: String
    var zip: String
    var latitude: Double
    var longitude: Double
  }

  static let text = """
    {"id":12345,"name":"Somebody Else","email":"somebody.else@example.com","tags":["one","two","three",\
    "a much longer tag than fifteen"],"address":{"street":"1 Long Street","city":"Springfield",\
    "zip":"95014","latitude":37.33182,"longitude":-122.03118},"scores":[1.5,2.5,3.25,99.125,12],\
    "active":true,"note":null,"created":1700000000.5,"kind":"customer","unknown":"something that \
    nobody asks for, as there is in every answer of a server that is older than its clients"}
    """
}

/// A member of an object with 16,000 members.
@JSONModel struct EntryModel: Codable {
  var number: Int
  var word: String

  static var text: String {
    let members = (0..<16_000).map { #""key\#($0)":{"number":\#($0),"word":"x"}"# }
    return "{\(members.joined(separator: ","))}"
  }
}

/// Objects that lack most of their members.
@JSONModel struct SparseModel: Codable {
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

  static var text: String {
    "[" + (0..<2_000).map { #"{"c":true,"j":"x","t":\#($0)}"# }.joined(separator: ",") + "]"
  }
}

/// `records-….jsonl` of the corpus. The shorter ones have only some of the members.
@JSONModel package struct RecordModel: Codable {
  package var id: Int
  var name: String
  var score: Double
  var active: Bool
  var created: String?
  var tags: [String]?
  var author: Author?
  var text: String?
  var items: [Item]?

  @JSONModel struct Author: Codable {
    var id: Int
    var login: String
  }

  @JSONModel struct Item: Codable {
    var sku: String
    var count: Int
    var price: Double
    var note: String
  }
}

/// One member of these records.
@JSONModel package struct RecordIdentifier: Codable {
  package var id: Int
}
