import Foundation
import RushJSON
import RushJSONMacros

// Types with a schema. Each has its table of texts in `Schemas`.

/// A place to stay.
@JSONModel(names: .snakeCase, unknown: .refuse, schema: true)
struct Room {
  /// At most 255.
  /// A child counts.
  var bedCount: UInt8
  var view: String?
  var floor = 0
  var note: JSONField<String>
  /// The last cleaning.
  @Format(.rfc3339) var cleaned: Date?
  var size: Double
  var isFree: Bool
  var tags: Set<String>
  var prices: [String: Int32?]
}

@JSONModel(schema: true) struct Leaves: Equatable {
  @Format(.rfc3339) var days: [String: [Date]]
  @Format(.unix(.seconds)) var seconds: Date
  @Format(.anyOf(.rfc3339, .unix(.seconds))) var either: Date
  @Format(.hexadecimal) var bytes: [UInt8]
  var plainDate: Date
  var plainBytes: [UInt8]
  var data: Data
  var url: URL
  var id: UUID
  var price: Decimal
  var big: UInt64
  var small: Int8
  var float: Float
  var number: JSONNumber
  var any: RawJSON
  var object: RawJSON.Object
  var instant: JSONTimestamp
  var plain: PlainKind
  var email: Email
  var twice: Int??
}

/// Its members tell nothing.
@JSONModel(schema: true) struct Vague: Equatable {
  var codable: OnlyCodable
  @LenientBool var lenient: Bool
  @DefaultValue<JSONDefaults.Zero> var count: Int
  @OneOrMany var words: [String]
  var numbers: [Int: Bool]?
}

enum PlainKind: String, Codable { case one, two }
nonisolated struct OnlyCodable: Codable, Equatable { var a: Int? }

/// A type that reads and writes itself.
nonisolated struct Email: Codable, Equatable {
  var text: String
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

nonisolated extension Email: JSONModelOptions.SchemaProvider {
  static var jsonSchema: RawJSON { ["type": "string", "format": "email"] }
}

/// Refers to itself, and to others twice.
@JSONModel(unknown: .refuse, schema: true) struct Outline {
  var children: [Outline]
  var grade: Grade
  var grades: [Grade]?
  var states: [Lamp] = []
  var next: Page?

  /// Has the name of another type.
  @JSONModel(schema: true) struct Page {
    var content: Sheet<Grade>
    var others: [Sheet<Outline>]?
  }
}

@JSONModel(schema: true) struct Sheet<Content> {
  var content: Content
}

/// How good it is.
@JSONModel(schema: true) enum Grade: Int { case good = 1, bad = 5 }

@JSONModel(names: .kebabCase, tag: .value, schema: true) enum Lamp: Equatable {
  case fullOn
  @Name("off", also: "0") case dark
}

@JSONModel(schema: true) enum OpenShape: Equatable {
  /// Round.
  case circle(radius: Double)
  case pair(Int, y: Int = 1)
  case none
}

@JSONModel(unknown: .refuse, schema: true) enum ClosedShape: Equatable {
  case circle(radius: Double), none
}

@JSONModel(tag: .internal("type"), schema: true) enum InternalShape: Equatable {
  case circle(radius: Double), spot(Spot), none
  @Format(.rfc3339) case at(Date, exact: Bool?)
}

@JSONModel(tag: .internal("type"), unknown: .refuse, schema: true) enum ClosedInternal: Equatable {
  case circle(radius: Double), spot(Spot), maybe(Spot?)
  indirect case inside(ClosedInternal)
}

@JSONModel(tag: .adjacent("t", content: "c"), unknown: .refuse, schema: true)
enum AdjacentShape: Equatable {
  case circle(radius: Double), list([Int]), maybe(Int?), both(a: Int?, b: Int = 1), none
}

@JSONModel(tag: .internal("type"), schema: true) enum GrowingShape: Equatable {
  @Name("circle", also: "disc") case circle(radius: Double)
  @Unknown case other(RawJSON.Object)
}

@JSONModel(tag: .value, schema: true) enum GrowingState: Equatable {
  case open, closed
  @Unknown case other(String)
}

@JSONModel(schema: true) enum GrowingExternal: Equatable {
  case a(x: Int), b
  @Unknown case other(RawJSON)
}

@JSONModel(unknown: .refuse, schema: true) struct Spot: Equatable {
  var x: Int
  var y: Int?
}

@JSONModel(unknown: .refuse, schema: true) struct SharedSpot: Equatable {
  var id: Int
  @Flattened var spot: Spot
  @Flattened var shape: InternalShape
}

@JSONModel(schema: true) struct LooseSpot: Equatable {
  var id: Int
  @Flattened var spot: Spot?
}

@JSONModel(schema: true) struct KeptSpot: Equatable {
  var id: Int
  @Flattened var spot: Spot
  @Unknown var rest: RawJSON.Object
}

@JSONModel(schema: true) struct OtherNumbers: Equatable {
  var id: String
  @Flattened var others: [String: Int]
}

@JSONModel(schema: true) nonisolated final class DescribedNode {
  var value: Int
  var next: DescribedNode?
}

// Parts that may be missing.

@JSONModel(schema: true) struct Corner: Equatable {
  var label: String?
  var x: Int
  var z: Int
}

@JSONModel(schema: true) struct OptionalParts: Equatable {
  var id: Int
  @Flattened var corner: Corner?
  @Flattened var mark: Mark?

  @JSONModel(tag: .internal("kind"), schema: true) enum Mark: Equatable {
    case dot(size: Int), none
  }
}

@JSONModel(unknown: .refuse, schema: true) struct StrictParts: Equatable {
  var id: Int
  @Flattened var corner: Corner?
}

@JSONModel(schema: true) enum AliasedShape: Equatable {
  @Name("circle", also: "disc", "ring") case circle(radius: Double)
  case square(side: Int)
}

// Cases with comments.

@JSONModel(schema: true) struct Comments: Equatable {
  var weather: Weather
  var level: Level?
  var levels: [Level: Int]
  var mode: Mode?

  /// What the sky does.
  @JSONModel(schema: true) enum Weather: String {
    /// No cloud.
    case sun
    case rain
  }

  @JSONModel(schema: true) enum Level: UInt8 {
    /// Nearly nothing.
    case low = 1
    /// Too much.
    case high = 200
  }

  @JSONModel(tag: .value, schema: true) enum Mode {
    /// By hand.
    case manual
    @Name("auto") case automatic
  }
}
