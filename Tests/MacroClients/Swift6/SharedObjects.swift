import Foundation
import RushJSON
import RushJSONMacros

// Types that share one object: tags and payloads, flattened properties, unknown members.

@JSONModel struct OpenPart: Equatable {
  var x: Int
  @Unknown var rest: RawJSON.Object
}

@JSONModel struct ExtraPart: Equatable {
  @ExtraFields var rest: [String: RawJSON]
  var x: Int

  init(rest: [String: RawJSON], x: Int) {
    self.rest = rest
    self.x = x
  }
}

@JSONModel(unknown: .refuse) struct StrictPart: Equatable { var x: Int }

@JSONModel struct TypedPart: Equatable {
  var type: String
  var x: Int?
}

@JSONModel(tag: .internal("type")) enum Tagged: Equatable {
  case open(OpenPart), extra(ExtraPart), strict(StrictPart), typed(TypedPart)
  case tree(RawJSON.Object), value(RawJSON), dictionary([String: Int]), point(Point)
  indirect case nested(Nested)
}

@JSONModel(tag: .internal("kind")) enum Nested: Equatable { case open(OpenPart), point(Point) }

@JSONModel(tag: .internal("type"), unknown: .refuse) enum StrictTagged: Equatable {
  case open(OpenPart), strict(StrictPart), point(Point), labelled(x: Int), none
}

@JSONModel(unknown: .refuse) enum StrictExternal: Equatable { case a(x: Int), b }

@JSONModel(tag: .adjacent("t", content: "c"), unknown: .refuse) enum StrictAdjacent: Equatable {
  case a(x: Int), point(Point), b
}

@JSONModel struct FlatOpen: Equatable {
  @Flattened var part: OpenPart
  var id: Int
  var note: String?
}

@JSONModel struct FlatStrict: Equatable {
  var id: Int
  @Flattened var part: StrictPart
}

@JSONModel struct FlatStrictOpen: Equatable {
  var id: Int
  @Flattened var part: StrictPart
  @Unknown var rest: RawJSON.Object
}

@JSONModel(unknown: .refuse) struct StrictFlat: Equatable {
  var id: Int
  @Flattened var point: Point
}

@JSONModel struct BothOpen: Equatable {
  @Unknown var rest: RawJSON.Object
  @Flattened var part: OpenPart
  var id: Int
}

@JSONModel struct Siblings<Value: Codable & Equatable>: Equatable {
  @Flattened var open: OpenPart
  @Flattened var typed: TypedPart
  @Flattened var strict: StrictPart
  var value: Value
}

@JSONModel nonisolated final class SiblingClass {
  @Flattened let open: OpenPart
  @Flattened let point: FlatLabel
  var id: Int
}

@JSONModel struct FlatLabel: Equatable { var label: String }

@JSONModel struct FlatTree: Equatable {
  var id: Int
  @Flattened var members: [String: Int]
}

@JSONModel struct FlatTag: Equatable {
  var id: Int
  @Flattened var tagged: Tagged
}

@JSONModel struct RestFirst: Equatable {
  @Unknown var rest: RawJSON.Object
  var a: Int
  var b: Int?
}

@JSONModel(names: .asDeclared) struct CamelOpen: Equatable {
  var createdAt: Int
  @Flattened var part: OpenPart
}
