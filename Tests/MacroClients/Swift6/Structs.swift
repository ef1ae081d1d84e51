import Foundation
import RushJSON
import RushJSONMacros

// Structs of all shapes. Most are Codable, too, so that tests compare the generated code with the compiler's.

@JSONModel struct Point: Codable, Equatable {
  var x: Double
  var y: Double
}

@JSONModel
struct Book: Codable, Equatable {
  let title: String
  var pages: Int
  var price: Double?
  private(set) var tags: [String]
  var authors: [String: [Int]]
  var cover: Point?; var corners: [Point]
  fileprivate var isRead: Bool
  var next: Next?
  let (low, high): (Int8, UInt64)
  var bonus: Int!

  /// A type inside another one.
  @JSONModel struct Next: Codable, Equatable {
    var title: String
    var kind: Kind
  }

  @JSONModel enum Kind: String, Codable { case novel, poems = "p" }

  var isLong: Bool { pages > 500 }
  static let shelf = "A"

  static let sample = Book(
    title: "é \"q\"", pages: 3, price: nil, tags: ["a", ""], authors: ["b": [1, 2]],
    cover: Point(x: 1, y: -2.5),
    corners: [], isRead: true, next: Next(title: "n", kind: .poems), low: -3, high: .max, bonus: 2)
}

/// Hostile to a reader of source: every line looks like something else.
@JSONModel /* struct Not { var a: Int } */
struct `Type`: Codable, Equatable {
  var `class`: Int, `default`: String?  // var b: Int }
  var größe /* : { */: Int
  var closure = { (x: Int) in x }(4) { didSet { _ = "}" } }
  var text = "}\("{" + "\(1)")"; var raw = #"}"{\"#
  var lines = """
    } " var c: Int
    """
  var less = 1 < 2, pair = Dictionary<String, Int>()
  var reader: Int
  var writer: Int
  func value(_ x: Int) -> Int { /* { */ x }
  #if DEBUG
    var debug: Int { 1 }
  #endif

  static let sample = `Type`(class: 1, default: nil, größe: 2, reader: 5, writer: 6)
}

@JSONModel struct Empty: Codable, Equatable {}

@JSONModel public struct Exported: Codable, Equatable, Sendable {
  public var id: Int
  var name: String

  public init(id: Int) {
    self.id = id
    name = "n\(id)"
  }
}

@JSONModel package struct Packaged: Codable, Equatable {
  package var id: Int
}

enum Space {
  @JSONModel fileprivate struct Hidden: Codable, Equatable { var a: Int }

  struct Deeper<T> {
    @JSONModel struct Inside: Codable, Equatable { var b: Int }
  }

  static func isRoundTrip() throws -> Bool {
    let hidden = try RushJSONDecoder().decode(Hidden.self, from: Data(#"{"a":1}"#.utf8))
    return hidden == Hidden(a: 1)
  }
}

@JSONModel struct Page<Item: Codable & Equatable & Sendable>: Codable, Equatable {
  var items: [Item]
  var next: Item?
}

/// A type parameter that only the generated extension constrains.
@JSONModel struct Box<Value> {
  var value: Value
  var others: [String: Value] = [:]
}

@JSONModel struct Keyed: Codable, Equatable {
  var first: Int
  var second: String
  var skipped = 7

  enum CodingKeys: String, CodingKey { case second, first = "FIRST" }
}

/// The same type without the macro.
struct KeyedTwin: Codable {
  var first: Int
  var second: String
  var skipped = 7

  enum CodingKeys: String, CodingKey { case second, first = "FIRST" }
}

// MARK: - What Codable cannot say

@JSONModel struct Defaults: Equatable {
  var count = 3
  var tags: [String] = ["x"]
  var limit: Int? = 5
  var none: Int?
  var name: String = "n" { didSet { changes += 1 } }
  @Ignored var changes = 0
}

@JSONModel struct Named: Equatable {
  @Name("t", also: "text", "txt") var text: String
  @Name("naïve/\"x\"") var odd = 0
  @Name("created_at") @Format(.rfc3339) var created: Date
  @Format(.base64) var bytes: Data?
}

@JSONModel(names: .snakeCase) struct Snake: Equatable {
  var homeURL: String
  var isOpen = false
  @Name("asIs") var other: Int
}

@JSONModel struct Flat: Equatable {
  var id: Int
  @Flattened var position: Point
}

@JSONModel struct Open: Equatable {
  var id: Int
  @Unknown var rest: RawJSON.Object
}

@JSONModel(unknown: .refuse) struct Closed: Equatable {
  var id: Int
  var name: String?
}

@JSONModel struct Update: Equatable {
  var name: JSONField<String>
  var position: JSONField<Point>
  var reader: JSONField<Page<Int>> = .null
  @Name("t", also: "tags") var tags: JSONField<[String: JSONField<Int>]>
}

@JSONModel(only: .reading) struct ReadOnly: Equatable { var a: Int }
@JSONModel(only: .writing) struct WriteOnly: Equatable {
  let a = 1
  var b: Int
}
