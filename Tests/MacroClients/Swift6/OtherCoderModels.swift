import Foundation
import RushJSON
import RushJSONMacros
import RushJSONProperties

// Models beside types that the compiler or a person has written for `Codable`: with another library's coder, both are the
// same.

@JSONModel struct ScalarModel: Equatable {
  var flag: Bool
  var text: String
  var count: Int
  var small: UInt8?
  var ratio: Double
  var single: Float?
  var when: Date
  var bytes: Data?
  var link: URL?
  var amount: Decimal?
  var id: UUID?
  var names: [String]
  var counts: [String: Int]?
  var level: LevelModel?
  var inner: InnerModel?
  var inners: [InnerModel]?
}

@JSONModel struct InnerModel: Equatable { var x: Int, y: Double? }
@JSONModel enum LevelModel: String, Equatable { case low, high }

struct ScalarTwin: Codable {
  struct Inner: Codable { var x: Int, y: Double? }
  enum Level: String, Codable { case low, high }
  var flag: Bool
  var text: String
  var count: Int
  var small: UInt8?
  var ratio: Double
  var single: Float?
  var when: Date
  var bytes: Data?
  var link: URL?
  var amount: Decimal?
  var id: UUID?
  var names: [String]
  var counts: [String: Int]?
  var level: Level?
  var inner: Inner?
  var inners: [Inner]?
}

@JSONModel(names: .snakeCase) struct PagingModel: Equatable {
  var pageNumber: Int
  var per: Int = 10
  @Name("q", also: "query") var text: String?
  var limit: Int? = 5
  var field: JSONField<Int>
  @DefaultValue<JSONDefaults.Empty> var tags: [String]
}

struct PagingTwin: Codable {
  var pageNumber: Int
  var per: Int
  var text: String?
  var limit: Int?
  var field: JSONField<Int>
  @DefaultValue<JSONDefaults.Empty> var tags: [String]

  enum CodingKeys: String, CodingKey {
    case pageNumber = "page_number", per, text = "q", query, limit, field, tags
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    pageNumber = try container.decode(Int.self, forKey: .pageNumber)
    per = try container.decodeIfPresent(Int.self, forKey: .per) ?? 10
    let key = !container.contains(.text) && container.contains(.query) ? CodingKeys.query : .text
    text = try container.decodeIfPresent(String.self, forKey: key)
    limit =
      container.contains(.limit) ? try container.decodeIfPresent(Int.self, forKey: .limit) : 5
    field = try container.decode(JSONField<Int>.self, forKey: .field)
    _tags = try container.decode(DefaultValue<JSONDefaults.Empty>.self, forKey: .tags)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pageNumber, forKey: .pageNumber)
    try container.encode(per, forKey: .per)
    try container.encodeIfPresent(text, forKey: .text)
    if let limit {
      try container.encode(limit, forKey: .limit)
    } else {
      try container.encodeNil(forKey: .limit)
    }
    try container.encode(field, forKey: .field)
    try container.encode(_tags, forKey: .tags)
  }
}

@JSONModel enum ShapeModel: Equatable {
  case none
  case circle(radius: Double, at: Date?)
  case box(InnerModel)
}

enum ShapeTwin: Codable {
  case none
  case circle(radius: Double, at: Date?)
  case box(ScalarTwin.Inner)
}

@JSONModel struct PlacedModel: Equatable {
  var id: Int
  @Name(at: "/data/meta/title") var title: String
  @Name(at: "/data/when") var when: Date
  @Name(at: "/more/text") var text: String?
}

struct PlacedTwin: Codable {
  var id: Int
  var title: String
  var when: Date
  var text: String?

  enum CodingKeys: CodingKey { case id, data, meta, title, when, more, text }

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: CodingKeys.self)
    id = try outer.decode(Int.self, forKey: .id)
    let data = try outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .data)
    let meta = try data.nestedContainer(keyedBy: CodingKeys.self, forKey: .meta)
    title = try meta.decode(String.self, forKey: .title)
    when = try data.decode(Date.self, forKey: .when)
    if outer.contains(.more), try !outer.decodeNil(forKey: .more) {
      let more = try outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .more)
      text = try more.decodeIfPresent(String.self, forKey: .text)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: CodingKeys.self)
    try outer.encode(id, forKey: .id)
    var data = outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .data)
    var meta = data.nestedContainer(keyedBy: CodingKeys.self, forKey: .meta)
    try meta.encode(title, forKey: .title)
    try data.encode(when, forKey: .when)
    var more = outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .more)
    try more.encodeIfPresent(text, forKey: .text)
  }
}

@JSONModel struct FlatModel: Equatable {
  @Flattened var inner: InnerModel
  @Flattened var stamp: StampModel
  var id: String
}

@JSONModel struct StampModel: Equatable { var when: Date }

struct FlatTwin: Codable {
  struct Stamp: Codable { var when: Date }
  var inner: ScalarTwin.Inner
  var stamp: Stamp
  var id: String

  enum CodingKeys: CodingKey { case id }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    inner = try ScalarTwin.Inner(from: decoder)
    stamp = try Stamp(from: decoder)
    id = try container.decode(String.self, forKey: .id)
  }

  func encode(to encoder: any Encoder) throws {
    try stamp.encode(to: encoder)
    try inner.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
  }
}

@JSONModel(tag: .internal("type")) enum EventModel: Equatable {
  case moved(InnerModel)
  case said(text: String, when: Date)
  case left
}

enum EventTwin: Codable {
  case moved(ScalarTwin.Inner)
  case said(text: String, when: Date)
  case left

  enum CodingKeys: CodingKey { case type, text, when }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .type) {
    case "moved": self = .moved(try ScalarTwin.Inner(from: decoder))
    case "said":
      self = .said(
        text: try container.decode(String.self, forKey: .text),
        when: try container.decode(Date.self, forKey: .when))
    case "left": self = .left
    case let tag:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container,
        debugDescription: "Cannot initialize EventModel from unknown tag \"\(tag)\".")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .moved(let inner):
      try inner.encode(to: encoder)
      try container.encode("moved", forKey: .type)
    case .said(let text, let when):
      try container.encode("said", forKey: .type)
      try container.encode(text, forKey: .text)
      try container.encode(when, forKey: .when)
    case .left: try container.encode("left", forKey: .type)
    }
  }
}

@JSONModel struct DatedModel: Equatable {
  @Format(.rfc3339) var start: Date
  @Format(.unix(.seconds)) var end: Date?
  @Format(.rfc3339) var others: [Date]?
}

struct DatedTwin: Codable {
  @Formatted<JSONStyles.RFC3339> var start: Date
  @Formatted<JSONStyles.SecondsSince1970?> var end: Date?
  @Formatted<[JSONStyles.RFC3339]?> var others: [Date]?
}

@JSONModel struct ChainModel: Equatable {
  var n: Int
  var next: [ChainModel]
}

struct ChainTwin: Codable {
  var n: Int
  var next: [ChainTwin]
}

@JSONModel struct GenericModel<Value: Codable & Equatable>: Equatable {
  var value: Value
  var other: Value?
  var all: [Value]
}

struct GenericTwin2<Value: Codable>: Codable {
  var value: Value
  var other: Value?
  var all: [Value]
}

/// Keeps what it does not know, with any coder.
@JSONModel struct OpenModel: Equatable {
  var id: Int
  @Unknown var rest: RawJSON.Object
}

@JSONModel(unknown: .refuse) struct ClosedModel: Equatable { var id: Int }

protocol StoredRecord: Codable {}

/// A protocol that refines `Codable` counts as stated.
@JSONModel struct RecordModel: StoredRecord, Equatable {
  var page: Int
  var per: Int = 10
  var tags: [String] = []
  var extra: RawJSON?
}
