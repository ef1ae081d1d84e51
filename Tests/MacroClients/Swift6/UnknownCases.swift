import RushJSON
import RushJSONMacros
import RushJSONProperties

// Enums that keep what a newer server sends.

@JSONModel enum OpenExternal: Equatable {
  case circle(radius: Double), none
  @Unknown case other(RawJSON)
}

@JSONModel(tag: .internal("type")) enum OpenInternal: Equatable {
  case circle(radius: Double)
  case point(Point)
  @Name("nothing", also: "nil") case none
  @Unknown case other(RawJSON)
}

@JSONModel(tag: .adjacent("t", content: "c")) enum OpenAdjacent: Equatable {
  @Unknown indirect case other(RawJSON)
  case list([Int]), none
}

@JSONModel(tag: .internal("type"), unknown: .refuse) enum OpenRefusing: Equatable {
  case a(x: Int)
  @Unknown case other(RawJSON.Object)
}

@JSONModel(unknown: .refuse) enum OpenRefusingExternal: Equatable {
  case a(x: Int)
  @Unknown case other(RawJSON.Object)
}

@JSONModel(names: .kebabCase, tag: .value) enum Word: Equatable {
  case inProgress, done
  @Name("späť", also: "back") case returned
}

@JSONModel(tag: .value) enum OpenWord: Equatable {
  case active, closed
  @Unknown case other(RawJSON)
}

@JSONModel(tag: .value) enum OpenString: Equatable {
  case active
  @Unknown case other(String)
}

/// The value of its unknown case is only Codable.
@JSONModel(tag: .internal("type")) enum OpenCodable: Equatable {
  struct Rest: Codable, Equatable { var type: String; var n: Int }
  case none
  @Unknown case other(Rest)
}

@JSONModel(tag: .value) enum OpenGeneric<Rest: Equatable>: Equatable {
  case a
  @Unknown case other(Rest)
}

@JSONModel struct FlatOpenTag: Equatable {
  var id: Int
  @Flattened var shape: OpenInternal
}

@JSONModel struct FlatOpenTagWithRest: Equatable {
  @Flattened var shape: OpenRefusing
  @Unknown var rest: RawJSON.Object
  var id: Int
}

@JSONModel struct Ticket: Equatable {
  var state: OpenWord?
  var states: [OpenWord] = []
  var shapes: [String: OpenInternal] = [:]
}

enum Code: Int { case ok = 200, missing = 404 }

@JSONModel struct Answer: Equatable {
  var code: OpenEnum<Code>
  var codes: [OpenEnum<Code>]?
  @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var count: Int
}
