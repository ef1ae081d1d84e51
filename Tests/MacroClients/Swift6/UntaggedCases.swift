import Foundation
import RushJSON
import RushJSONMacros

// Enums without a tag: the first case that fits.

@JSONModel(tag: .untagged, schema: true) enum Setting: Equatable {
  case flag(Bool), count(Int), ratio(Double)
  @Format(.rfc3339) case since(Date)
  case text(String)
  case list([Setting])
  case range(from: Int, to: Int?)
  case spot(Spot)
  case off
}

@JSONModel(tag: .untagged, unknown: .refuse, schema: true) enum Reference: Equatable {
  case link(href: String)
  case named(String, href: String)
  case other([String: Int])
}

/// Each level is read for both cases.
@JSONModel(tag: .untagged) indirect enum Branch: Equatable {
  case leaf(Int)
  case pair(left: Branch, right: Branch)
  case labelled(left: Branch, label: String)
}

/// The same with objects that are structs of their own, one of them only Codable.
@JSONModel(tag: .untagged) indirect enum Nest: Equatable {
  case leaf(Int), first(First), second(Second), list([Nest])

  @JSONModel struct First: Equatable { var child: Nest; var first: Int }
  nonisolated struct Second: Codable, Equatable { var child: Nest; var second: Int }
}

@JSONModel struct FlatUntagged: Equatable {
  var id: Int
  @Flattened var reference: Reference
}

@JSONModel struct FlatUntaggedWithRest: Equatable {
  var id: Int
  @Flattened var reference: Reference
  @Unknown var rest: RawJSON.Object
}

@JSONModel struct UntaggedMembers: Equatable {
  var first: Setting?
  var all: [String: Setting] = [:]
}

@JSONModel(tag: .untagged) enum UntaggedGeneric<Content: Equatable>: Equatable {
  case one(Content)
  case many([Content])
}
