import Foundation
import RushJSON
import RushJSONMacros

// Properties whose members are in nested objects.

@JSONModel struct NestedArticle: Equatable {
  @Name(at: "/data/meta/title") var title: String
  var id: Int
  @Name(at: "/data/meta/author") var author: String?
  @Name(at: "/data/text") var text = "none"
  @Name(at: "/more/a~0b") var odd: Int?
  @Name(at: "/more/day") @Format(.rfc3339) var day: Date?
}

@JSONModel(unknown: .refuse, schema: true) struct NestedStrict: Equatable {
  @Name(at: "/a/x") var x: Int
  @Name(at: "/a/b/y") var y: Int?
  @Name(at: "/a/b/z") var z = 3
  var id: Int
}

@JSONModel struct NestedShared: Equatable {
  @Name(at: "/a/x") var x: Int
  @Flattened var spot: NestedPart
  @Unknown var rest: RawJSON.Object
}

@JSONModel struct NestedPart: Equatable {
  @Name(at: "/b/y") var y: Int
  var id: Int
}

@JSONModel(partial: true, schema: true) struct NestedPartial: Equatable {
  @Name(at: "/data/title") var title: String
  @Name(at: "/data/count") var count = 0
  var setting: Setting

  @JSONModel(tag: .untagged, partial: true, schema: true) enum Setting: Equatable {
    case flag(Bool)
    case range(from: Int, to: Int)
  }
}

@JSONModel nonisolated final class NestedClass {
  @Name(at: "/a/x") let x: Int
  @Name(at: "/a/y") var y: Int?
}
