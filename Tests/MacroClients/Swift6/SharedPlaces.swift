import Foundation
import RushJSON
import RushJSONMacros

// Types that share an object, and objects inside it.

@JSONModel(schema: true) struct PlaceX: Equatable { @Name(at: "/m/x") var x: Int }
@JSONModel(schema: true) struct PlaceY: Equatable { @Name(at: "/m/y") var y: Int? }

@JSONModel struct PlaceDeep: Equatable {
  @Name(at: "/m/a/p") var p: String
  @Name(at: "/n/q") var q = 1
}

@JSONModel(schema: true) struct TwoPlaces: Equatable {
  @Flattened var first: PlaceX
  var between = "b"
  @Flattened var second: PlaceY
}

@JSONModel(schema: true) struct OwnPlace: Equatable {
  @Flattened var first: PlaceX
  @Name(at: "/m/z") var z: Int
  @Flattened var second: PlaceY?
}

@JSONModel struct DeepPlaces: Equatable {
  @Flattened var two: TwoPlaces
  @Flattened var deep: PlaceDeep
  @Name(at: "/m/a/r") var r: Int
  @Unknown var rest: RawJSON.Object
}

@JSONModel(unknown: .refuse) struct StrictPlaces: Equatable {
  @Flattened var first: PlaceX
  @Name(at: "/m/z") var z: Int
}

/// Declares a member where a part has a place.
@JSONModel struct TakenPlace: Equatable {
  var m: [String: Int]
  @Flattened var first: PlaceX?
}

@JSONModel(tag: .internal("kind")) enum PlaceCase: Equatable { case x(PlaceX), two(TwoPlaces) }

@JSONModel struct PlaceInArray: Equatable { var list: [TwoPlaces] }

@JSONModel struct OptionalPlaces: Equatable {
  @Flattened var first: PlaceX?
  @Flattened var second: PlaceY?
}
