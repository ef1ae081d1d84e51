import Foundation
import RushJSON
import RushJSONMacros
import RushJSONProperties

// Types whose values may have no member: optionals and fields that share an object, payloads that may be missing, and
// members that are nil beside an initial value.

@JSONModel struct FlatOptional: Equatable {
  var foo: String
  @Flattened var part: Point?
  var bar: Int?
}

@JSONModel struct FlatField: Equatable {
  @Flattened var part: JSONField<Point>
  var foo: String
}

@JSONModel struct FlatMaps: Equatable {
  var foo: String
  @Flattened var members: [String: Int]?
}

@JSONModel struct FlatNested: Equatable {
  var id: Int
  @Flattened var outer: FlatOptional?
}

@JSONModel struct RestOptional: Equatable {
  @Unknown var rest: RawJSON.Object?
  var foo: String
}

@JSONModel struct RestDictionary: Equatable {
  var foo: String
  @Unknown var rest: [String: RawJSON]?
}

/// Flattened types beside each other, with one name in both, and unknown members around them.
@JSONModel struct FlatSiblings: Equatable {
  @Flattened var point: Point?
  @Flattened var line: Line?
  @Unknown var rest: RawJSON.Object
}

@JSONModel struct Line: Equatable {
  var x: Double
  var length: Double
}

/// A type around a part declares one of its names.
@JSONModel struct FlatKind: Equatable {
  var type: String
  @Flattened var part: TypedPart?
}

@JSONModel struct FlatStrictOptional: Equatable {
  var id: Int
  @Flattened var part: StrictPart?
}

@JSONModel struct FlatStrictDeep: Equatable {
  @Flattened var part: FlatStrict?
}

@JSONModel struct FlatDefault: Equatable {
  var foo: String
  @Flattened var part = Point(x: 1, y: 2)
}

@JSONModel struct FlatEnum: Equatable {
  var foo: String
  @Flattened var tagged: StrictTagged?
  @Flattened var external: External?
}

@JSONModel struct FlatAny<Part: Equatable>: Equatable {
  var foo: String
  @Flattened var part: Part
}

@JSONModel(tag: .internal("type")) enum InternalOptional: Equatable {
  case obj(Point?), map([String: Int]?), field(JSONField<Point>), typed(TypedPart?)
  case labelled(x: Int?, y: JSONField<Int>), standard(Point = Point(x: 1, y: 2))
  case null(x: Int? = 5)
}

@JSONModel(tag: .adjacent("t", content: "c")) enum AdjacentOptional: Equatable {
  case i(Int?), ii(Int??), field(JSONField<Int>), date(URL?)
  case two(x: Int?), both(x: Int? = 5, y: Int = 3), pair(Int?, Int), given(Int = 4)
  case fields(x: JSONField<Int>, é: JSONField<Int>)
}

@JSONModel(tag: .adjacent("t", content: "c"), unknown: .refuse)
enum AdjacentStrict: Equatable { case i(Int?), two(x: Int?) }

@JSONModel enum ExternalOptional: Equatable {
  case i(Int?), ii(Int??), field(JSONField<Int>), two(x: Int?, y: Int? = 5)
}

@JSONModel struct Doubly: Codable, Equatable {
  var a: Int??
  var b: JSONField<Int>?
  var c: [Int??]?
}

@JSONModel
struct GenericMember<Value: Codable & Equatable, Items: Sequence & Codable & Equatable>:
  Codable, Equatable
where Items.Element: Codable & Equatable {
  var value: Value
  var first: Items.Element
  var next: Value?
}

struct GenericTwin<Value: Codable, Items: Sequence & Codable>: Codable
where Items.Element: Codable {
  var value: Value
  var first: Items.Element
  var next: Value?
}

enum Outer<Value: Codable & Equatable> {
  @JSONModel enum Choice: Equatable { case some(Value), labelled(value: Value) }
}

@JSONModel struct NilDefaults: Equatable {
  var number: Int? = 5
  var word: Optional<String> = "w"
  var url: URL? = URL(filePath: "/")
  var field: JSONField<Int> = .value(1)
  @Name("d", also: "date") @Format(.rfc3339) var date: Date? = Date(timeIntervalSince1970: 0)
  @ObjectOrEmptyArray var point: Point? = Point(x: 1, y: 2)
  @Formatted<JSONStyles.Stringified<Double>?> var price: Double? = 1.5
  var none: Int? = nil
}

/// Wrappers as types of properties.
@JSONModel struct WrapperTypes: Codable, Equatable {
  var tags: OneOrMany<String?>
  var points: ObjectOrEmptyArray<Point?>
  @OneOrMany var numbers: [Int?]
  @ObjectOrEmptyArray var map: [String: Int?]?
}

@JSONModel struct WrapperOptionals: Codable, Equatable {
  var tags: OneOrMany<Int>?
  var map: ObjectOrEmptyArray<[String: Int?]>?
}

// MARK: - Formats

@JSONModel struct Formats: Equatable {
  @Format(.rfc3339) var list: [Date]
  @Format(.rfc3339) var optionals: [Date?]?
  @Format(.unix(.seconds)) var map: [String: [Date]]
  @Format(.rfc3339) var set: Set<Date>
  @Format(.rfc3339) var field: JSONField<[Date]>
  @Format(.base64) var bytes: [Data]
  @Name("raw", also: "r") @Format(.hexadecimal) var raw: [[UInt8]]
  @Format(.base64) var one: [UInt8]?
  @Format(.base64URL) var deep: [String: ContiguousArray<Data?>]? = ["a": [nil]]
}

@JSONModel enum FormatCases: Equatable {
  @Format(.rfc3339) case at(Date)
  @Format(.rfc3339) case span(from: Date, to: Date?, note: String)
  @Format(.base64) case data([Data]? = [])
}

@JSONModel(tag: .adjacent("t", content: "c")) enum FormatContents: Equatable {
  @Format(.rfc3339) case at(Date?)
  @Format(.rfc3339) case all(dates: [Date]?)
}

@JSONModel(tag: .internal("t")) enum FormatMembers: Equatable {
  @Format(.unix(.milliseconds)) case at(date: Date, n: Int)
}

// MARK: - Extra members

@JSONModel struct Extra: Codable, Equatable {
  var id: Int
  @ExtraFields var extra: [String: RawJSON]
}
