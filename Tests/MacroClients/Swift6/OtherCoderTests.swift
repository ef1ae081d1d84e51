import Foundation
import RushJSON
import RushJSONMacros
import RushJSONProperties
import Testing

/// With another library's coder, a model is what a `Codable` type is.
@Suite struct OtherCoderTests {
  // MARK: - Models and their twins

  /// A model and its twin, as functions that hide their types.
  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var texts: [String]
    var decode: @Sendable (JSONDecoder, Data) -> [String]
    var decodeList: @Sendable (Data) -> [String]
    var encodeList: @Sendable (Data) throws -> [Data]

    init<Model: Codable & SendableMetatype, Twin: Codable & SendableMetatype>(
      _ model: Model.Type, _ twin: Twin.Type, _ texts: [String]
    ) {
      testDescription = "\(model)"
      self.texts = texts
      decode = { decoder, data in
        [Pair.result(Model.self, decoder, data), Pair.result(Twin.self, decoder, data)]
      }
      decodeList = { data in
        let decoder = PropertyListDecoder()
        return [
          Pair.outcome { try Pair.text(decoder.decode(Model.self, from: data)) },
          Pair.outcome { try Pair.text(decoder.decode(Twin.self, from: data)) },
        ]
      }
      encodeList = { text in
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return [
          try encoder.encode(JSONDecoder().decode(Model.self, from: text)),
          try encoder.encode(JSONDecoder().decode(Twin.self, from: text)),
        ]
      }
    }

    private static func result<T: Codable>(_ type: T.Type, _ decoder: JSONDecoder, _ data: Data)
      -> String
    {
      outcome { try text(decoder.decode(type, from: data)) }
    }

    private static func text(_ value: some Encodable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The text of a value, or the kind, the path and the text of an error.
    private static func outcome(_ body: () throws -> String) -> String {
      do {
        return try body()
      } catch let error as DecodingError {
        let (kind, context) =
          switch error {
          case .typeMismatch(_, let context): ("typeMismatch", context)
          case .valueNotFound(_, let context): ("valueNotFound", context)
          case .keyNotFound(let key, let context): ("keyNotFound \(key.stringValue)", context)
          case .dataCorrupted(let context): ("dataCorrupted", context)
          @unknown default:
            ("\(error)", DecodingError.Context(codingPath: [], debugDescription: ""))
          }
        return "\(kind) \(context.codingPath.map(\.stringValue))"
      } catch {
        return "\(error)"
      }
    }
  }

  static let pairs = [
    Pair(
      ScalarModel.self, ScalarTwin.self,
      [
        #"{"flag":true,"text":"a","count":-3,"small":255,"ratio":1.5,"single":0.1,"when":12.5,"bytes":"AQI=","link":"https://a.b/c","amount":12.50,"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","names":["x","y"],"counts":{"a":1},"level":"low","inner":{"x":1,"y":2},"inners":[{"x":1},{"x":2,"y":null}]}"#,
        #"{"flag":false,"text":"","count":0,"ratio":0,"when":0,"names":[]}"#,
      ]),
    Pair(
      PagingModel.self, PagingTwin.self,
      [
        #"{"page_number":1,"per":5,"q":"x","limit":7,"field":3,"tags":["a"]}"#,
        #"{"page_number":1,"query":"x","limit":null,"field":null,"tags":null}"#,
        #"{"page_number":1}"#,
      ]),
    Pair(
      ShapeModel.self, ShapeTwin.self,
      [
        #"{"none":{}}"#, #"{"circle":{"radius":1.5,"at":3}}"#, #"{"circle":{"radius":2}}"#,
        #"{"box":{"_0":{"x":1}}}"#,
      ]),
    Pair(
      PlacedModel.self, PlacedTwin.self,
      [
        #"{"id":1,"data":{"meta":{"title":"t"},"when":5},"more":{"text":"x"}}"#,
        #"{"id":1,"data":{"meta":{"title":"t"},"when":5}}"#,
      ]),
    Pair(FlatModel.self, FlatTwin.self, [#"{"x":1,"y":0.5,"when":7,"id":"a"}"#]),
    Pair(
      EventModel.self, EventTwin.self,
      [
        #"{"type":"moved","x":1,"y":2}"#, #"{"type":"said","text":"a","when":1}"#,
        #"{"type":"left"}"#, #"{"type":"other"}"#,
      ]),
    Pair(
      DatedModel.self, DatedTwin.self,
      [
        #"{"start":"2026-11-29T00:00:00Z","end":12,"others":["2026-11-29T00:00:00.5Z"]}"#,
        #"{"start":"2026-11-29T00:00:00Z"}"#,
      ]),
    Pair(ChainModel.self, ChainTwin.self, [#"{"n":1,"next":[{"n":2,"next":[]}]}"#]),
    Pair(
      GenericModel<String>.self, GenericTwin2<String>.self,
      [#"{"value":"a","other":"b","all":["c"]}"#, #"{"value":"a","all":[]}"#]),
    Pair(
      GenericModel<Date>.self, GenericTwin2<Date>.self, [#"{"value":1,"other":2,"all":[3]}"#]),
  ]

  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
  }

  /// A text with some members changed, removed and added.
  private static func changed(_ text: String, _ random: inout Generator) throws -> RawJSON {
    let values: [RawJSON] = [
      nil, true, 0, 1.5, -1, 300, "", "x", "low", "1", "2026-11-29T00:00:00Z", [], [1], [nil],
      ["x"], [:], ["x": 1], ["_0": 1], ["text": "y"], .number(try JSONNumber(text: "1e400")),
    ]
    var tree = try RawJSON(parsing: text)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      var places: [JSONPointer] = []
      tree.walk { pointer, value in
        for name in value.objectValue?.map(\.name) ?? [] { places.append(pointer.appending(name)) }
        return .descend
      }
      guard let place = places.randomElement(using: &random) else { break }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: tree[place] = .none
      case 1:
        let other = (place.parent ?? .root).appending("unknown")
        tree[other] = values.randomElement(using: &random)
      default: tree[place] = values.randomElement(using: &random)
      }
    }
    return tree
  }

  private static let decoders: @Sendable () -> [JSONDecoder] = {
    let decoders = (0..<4).map { _ in JSONDecoder() }
    decoders[1].dateDecodingStrategy = .iso8601
    decoders[1].dataDecodingStrategy = .deferredToData
    decoders[2].keyDecodingStrategy = .convertFromSnakeCase
    decoders[3].keyDecodingStrategy = .custom { path in
      JSONReader._MemberKey(stringValue: path.last?.stringValue.lowercased() ?? "")
    }
    decoders[3].dateDecodingStrategy = .millisecondsSince1970
    return decoders
  }

  @Test(arguments: pairs)
  func foundationReadsModelsAsTheirTwins(_ pair: Pair) throws {
    for seed in 0..<400 as Range<UInt64> {
      var random = Generator(state: seed)
      for text in pair.texts {
        let tree = try seed == 0 ? RawJSON(parsing: text) : Self.changed(text, &random)
        let data = Data(tree.description.utf8)
        // Which of two errors comes first depends on what a format asks for.
        if pair.testDescription == "DatedModel", tree.description.contains("1e400") { continue }
        for (index, decoder) in Self.decoders().enumerated() {
          let results = pair.decode(decoder, data)
          #expect(results[0] == results[1], "seed \(seed), decoder \(index): \(tree)")
        }
      }
    }
  }

  @Test(arguments: pairs)
  func propertyListsReadAndWriteModelsAsTheirTwins(_ pair: Pair) throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = Generator(state: seed)
      for text in pair.texts {
        let tree = try seed == 0 ? RawJSON(parsing: text) : Self.changed(text, &random)
        let json = tree.description
        if json.contains("null") || json.contains("1e400") { continue }
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
          let list = try PropertyListSerialization.data(
            fromPropertyList: object, format: format, options: 0)
          let results = pair.decodeList(list)
          #expect(results[0] == results[1], "seed \(seed): \(json)")
        }
        if let lists = try? pair.encodeList(Data(json.utf8)) { #expect(lists[0] == lists[1]) }
      }
    }
  }

  // MARK: - What a tree cannot hold

  @Test func undeclaredMembersAreNotLookedAt() throws {
    let text = Data(#"{"x":1,"big":1e400,"y":2}"#.utf8)
    #expect(try JSONDecoder().decode(InnerModel.self, from: text) == InnerModel(x: 1, y: 2))
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["x": 1, "date": Date(), "data": Data([1])] as [String: Any],
      format: .binary,
      options: 0)
    #expect(
      try PropertyListDecoder().decode(InnerModel.self, from: list) == InnerModel(x: 1, y: nil))
  }

  @Test func datesAndBytesAreThoseOfThePropertyList() throws {
    let model = ScalarModel(
      flag: true, text: "a", count: 1, ratio: 1.5, when: Date(timeIntervalSince1970: 1),
      bytes: Data([1, 2]), link: URL(string: "https://a.b"), names: [])
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let list = try encoder.encode(model)
      let object = try PropertyListSerialization.propertyList(from: list, format: nil)
      let members = try #require(object as? [String: Any])
      #expect(members["when"] is Date && members["bytes"] is Data)
      #expect(try PropertyListDecoder().decode(ScalarModel.self, from: list) == model)
    }
  }

  @Test func deepModelsAreReadInOrder() throws {
    var text = #"{"n":0,"next":[]}"#
    for level in 1..<120 { text = #"{"n":\#(level),"next":[\#(text)]}"# }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for decoder in [JSONDecoder(), decoder] {
      var model = try decoder.decode(ChainModel.self, from: Data(text.utf8))
      var count = 1
      while let next = model.next.first { (model, count) = (next, count + 1) }
      #expect(count == 120)
    }
  }

  @Test func unknownMembersAreThoseOfTheDecoder() throws {
    let text = #"{"id":1,"a":[1,"x",null],"b":{"c":true}}"#
    let model = try JSONDecoder().decode(OpenModel.self, from: Data(text.utf8))
    #expect(model.rest == ["a": [1, "x", nil], "b": ["c": true]])
    #expect(try RawJSON(parsing: JSONEncoder().encode(model)) == RawJSON(parsing: text))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ClosedModel.self, from: Data(text.utf8))
    }
    #expect(try JSONDecoder().decode(ClosedModel.self, from: Data(#"{"id":1}"#.utf8)).id == 1)
  }

  // MARK: - Forms and rows

  private func form<T: Decodable>(_ members: [String: PlainValue]) throws -> T {
    try T(from: PlainDecoder(value: .object(members), style: .form))
  }

  private func row<T: Decodable>(_ members: [String: PlainValue]) throws -> T {
    try T(from: PlainDecoder(value: .object(members), style: .row))
  }

  @Test(arguments: ["abc", "1", "true", "", "null", "[]"])
  func formsGiveModelsTheirTexts(text: String) throws {
    let paging: RecordForm = try form(["page": .text("2"), "q": .text(text)])
    #expect(paging == RecordForm(page: 2, per: 10, q: text))
    #expect(try form(["page": .text(text)]) as RawJSON == ["page": .string(text)])
    #expect(
      try form(["q": .list([.text(text), .text("b")])]) as RawJSON == ["q": [.string(text), "b"]])
    #expect(
      try form(["a": .object(["b": .text(text)])]) as RawJSON == ["a": ["b": .string(text)]])
    let dated: DatedModel = try form([
      "start": .text("2026-11-29T00:00:00Z"), "end": .text("12"), "others": .list([]),
    ])
    #expect(dated.end == Date(timeIntervalSince1970: 12))
  }

  @Test(arguments: [PlainDecoder.Style.form, .flags, .parts])
  func formsGiveTreesTheirTextsAndContainers(style: PlainDecoder.Style) throws {
    func decoder(_ value: PlainValue) -> PlainDecoder { PlainDecoder(value: value, style: style) }
    for text in ["abc", "1", "true", "", "a,b"] {
      #expect(try RawJSON(from: decoder(.text(text))) == .string(text))
      let one: PlainValue = .list([.text(text)])
      if style != .form { #expect(try RawJSON(from: decoder(one)) == [.string(text)]) }
      let many: PlainValue = .list([.text(text), .text("b")])
      let members: [String: PlainValue] = [
        "text": .text(text), "many": many, "deep": .object(["a": .object(["b": .text(text)])]),
      ]
      let tree: RawJSON = [
        "text": .string(text), "many": [.string(text), "b"], "deep": ["a": ["b": .string(text)]],
      ]
      #expect(try RawJSON(from: decoder(.object(members))) == tree)
      #expect(try RawJSON(from: decoder(.object(["a": .object(members)]))) == ["a": tree])
      let record = try RecordModel(
        from: decoder(.object(["page": .text("1"), "extra": .object(members)])))
      #expect(record.extra == tree)
    }
  }

  @Test(arguments: [PlainDecoder.Style.form, .flags, .parts])
  func formsGiveEnumsTheirRawValues(style: PlainDecoder.Style) throws {
    func level(_ text: String) throws -> LevelModel {
      try LevelModel(from: PlainDecoder(value: .text(text), style: style))
    }
    #expect(try level("low") == .low)
    #expect(throws: DecodingError.self) { try level("middle") }
  }

  @Test(arguments: [PlainDecoder.Style.form, .flags, .parts])
  func formsRefuseWhatIsMissingOrWrong(style: PlainDecoder.Style) throws {
    let forms: [[String: PlainValue]] = [
      [:], ["q": .text("a")], ["page": .text("x")], ["page": .text("")],
      ["page": .text("1"), "per": .text("x")],
    ]
    for form in forms {
      let error = #expect(throws: DecodingError.self) {
        try RecordForm(from: PlainDecoder(value: .object(form), style: style))
      }
      if form["page"] == nil, case .keyNotFound(let key, _)? = error {
        #expect(key.stringValue == "page")
      } else {
        #expect(form["page"] != nil)
      }
    }
  }

  @Test func rowsGiveModelsTheirColumns() throws {
    let model: RecordModel = try row([
      "page": .text("3"), "tags": .text(#"["a"]"#), "extra": .text(#"{"b":[1,true]}"#),
    ])
    #expect(model == RecordModel(page: 3, tags: ["a"], extra: ["b": [1, true]]))
    let scalars: [(String, RawJSON)] = [
      ("[1]", [1]), (#""x""#, "x"), ("1.5", 1.5), ("false", false),
    ]
    for (text, value) in scalars {
      let model: RecordModel = try row(["page": .text("1"), "extra": .text(text)])
      #expect(model.extra == value)
    }
    for text in ["text", "", "2026-11-29 12:00:00", "tru", " a"] {
      let model: RecordModel = try row(["page": .text("1"), "extra": .text(text)])
      #expect(model.extra == .string(text))
      let open: OpenModel = try row(["id": .text("1"), "a": .text(text), "b": .null])
      #expect(open.rest == ["a": .string(text), "b": nil])
    }
    for text in [#"{"a""#, " [1", "a\u{FFFD}"] {
      #expect(throws: DecodingError.self) {
        try row(["page": .text("1"), "extra": .text(text)]) as RecordModel
      }
    }
  }

  // MARK: - Errors of containers

  private struct Refusal: Error, Equatable {}

  /// A decoder whose containers are all refused.
  private struct RefusingDecoder: Decoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw Refusal()
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Refusal() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Refusal() }
  }

  @Test(
    arguments: [
      ScalarModel.self, PagingModel.self, ShapeModel.self, PlacedModel.self, FlatModel.self,
      EventModel.self, DatedModel.self, LevelModel.self, OpenModel.self, GenericModel<Int>.self,
      RawJSON.self, RawJSON.Object.self, RawJSON.Array.self, JSONNumber.self, JSONField<Int>.self,
      ExtraFields.self, OptionModel.self, StateModel.self, OpenEventModel.self,
    ] as [any Refused.Type])
  func errorsOfContainersAreThrownUnchanged(_ type: any Refused.Type) {
    #expect(throws: Refusal.self) { try type.init(from: RefusingDecoder()) }
  }

  typealias Refused = Decodable & SendableMetatype

  /// A column is read as JSON only if the error that asks for it arrives.
  @Test func columnsOfWrappersAreReadAsJSON() throws {
    struct Wrappers: Codable {
      @OneOrMany var numbers: [Int]
      @LossyArray var some: [Int]
      @DefaultValue<JSONDefaults.Empty> var names: [String]
      @ObjectOrEmptyArray var counts: [String: Int]
      var field: JSONField<InnerModel>
    }
    let value: Wrappers = try row([
      "numbers": .text("[1,2]"), "some": .text(#"[1,"x"]"#), "names": .text(#"["a"]"#),
      "counts": .text(#"{"a":1}"#), "field": .text(#"{"x":1}"#),
    ])
    #expect(value.numbers == [1, 2] && value.some == [1] && value.names == ["a"])
    #expect(value.counts == ["a": 1] && value.field == .value(InnerModel(x: 1, y: nil)))
  }
}

@JSONModel struct RecordForm: Equatable {
  var page: Int
  var per: Int = 10
  var q: String?
}

@JSONModel(tag: .untagged) enum OptionModel { case flag(Bool), text(String) }
@JSONModel(tag: .value) enum StateModel { case open, closed }
@JSONModel(tag: .internal("type")) enum OpenEventModel {
  case left
  @Unknown case other(RawJSON)
}
