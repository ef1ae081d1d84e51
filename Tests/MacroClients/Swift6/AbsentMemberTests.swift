import Foundation
import RushJSON
import RushJSONMacros
import RushJSONProperties
import Testing

/// What is left out when a value is written is not demanded when it is read.
@Suite struct AbsentMemberTests {
  private func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try RushJSONDecoder().decode(T.self, from: text)
  }

  private func roundTrip<T: Codable & JSONWritable & Equatable>(_ value: T, _ text: String)
    throws
  {
    #expect(try value.jsonString() == text)
    #expect(try read(T.self, text) == value, "\(text)")
    #expect(try RushJSONEncoder().encodeToString([value, value]) == "[\(text),\(text)]")
    #expect(try read([T].self, "[\(text),\(text)]") == [value, value])
  }

  /// The error of a text. Without the escapes in which Swift 6.2 shows its quotation marks.
  private func message<T: Decodable>(_ type: T.Type, _ text: String) -> String {
    do {
      _ = try read(type, text)
      return "no error"
    } catch {
      return "\(error)".filter { $0 != "\\" }
    }
  }

  // MARK: - Shared objects

  @Test func nilAddsNoMembers() throws {
    let point = Point(x: 1, y: 2)
    try roundTrip(FlatOptional(foo: "f", part: nil, bar: nil), #"{"foo":"f"}"#)
    try roundTrip(FlatOptional(foo: "f", part: point, bar: 3), #"{"foo":"f","x":1,"y":2,"bar":3}"#)
    try roundTrip(FlatField(part: .missing, foo: "f"), #"{"foo":"f"}"#)
    try roundTrip(FlatField(part: .value(point), foo: "f"), #"{"x":1,"y":2,"foo":"f"}"#)
    try roundTrip(FlatMaps(foo: "f", members: nil), #"{"foo":"f"}"#)
    try roundTrip(FlatMaps(foo: "f", members: ["a": 1]), #"{"foo":"f","a":1}"#)
    try roundTrip(RestOptional(rest: nil, foo: "f"), #"{"foo":"f"}"#)
    try roundTrip(RestOptional(rest: ["b": 1, "a": 1.50], foo: "f"), #"{"b":1,"a":1.5,"foo":"f"}"#)
    try roundTrip(RestDictionary(foo: "f", rest: nil), #"{"foo":"f"}"#)
    try roundTrip(
      RestDictionary(foo: "f", rest: ["d": 1, "c": 2, "b": 3, "a": 4]),
      #"{"foo":"f","a":4,"b":3,"c":2,"d":1}"#)
    try roundTrip(FlatNested(id: 1, outer: nil), #"{"id":1}"#)
    try roundTrip(
      FlatNested(id: 1, outer: FlatOptional(foo: "f", part: nil, bar: nil)), #"{"id":1,"foo":"f"}"#)
    try roundTrip(
      FlatNested(id: 1, outer: FlatOptional(foo: "f", part: point, bar: 2)),
      #"{"id":1,"foo":"f","x":1,"y":2,"bar":2}"#)
    try roundTrip(FlatAny<Point?>(foo: "f", part: nil), #"{"foo":"f"}"#)
    try roundTrip(FlatAny<Point?>(foo: "f", part: point), #"{"foo":"f","x":1,"y":2}"#)
    try roundTrip(FlatAny<Point??>(foo: "f", part: nil), #"{"foo":"f"}"#)
  }

  @Test func partsBesideEachOtherAreNilAlone() throws {
    let (point, line) = (Point(x: 1, y: 2), Line(x: 1, length: 3))
    try roundTrip(FlatSiblings(point: nil, line: nil, rest: ["z": 1]), #"{"z":1}"#)
    try roundTrip(FlatSiblings(point: point, line: line, rest: [:]), #"{"x":1,"y":2,"length":3}"#)
    // The text has one of the other's names.
    try roundTrip(FlatKind(type: "a", part: nil), #"{"type":"a"}"#)
    try roundTrip(FlatKind(type: "a", part: TypedPart(type: "a", x: 1)), #"{"type":"a","x":1}"#)
    try roundTrip(FlatStrictOptional(id: 1, part: nil), #"{"id":1}"#)
    try roundTrip(FlatStrictOptional(id: 1, part: StrictPart(x: 2)), #"{"id":1,"x":2}"#)
    #expect(message(FlatStrictOptional.self, #"{"id":1,"x":2,"z":3}"#).contains("z"))
    #expect(message(FlatStrictDeep.self, #"{"id":1,"x":2,"z":3}"#).contains("z"))
    try roundTrip(FlatStrictDeep(part: nil), "{}")
    try roundTrip(FlatEnum(foo: "f", tagged: nil, external: nil), #"{"foo":"f"}"#)
    try roundTrip(
      FlatEnum(foo: "f", tagged: .labelled(x: 1), external: .circle(radius: 2)),
      #"{"foo":"f","type":"labelled","x":1,"circle":{"radius":2}}"#)
  }

  @Test func initialValuesOfPartsStand() throws {
    #expect(try read(FlatDefault.self, #"{"foo":"f"}"#) == FlatDefault(foo: "f"))
    try roundTrip(FlatDefault(foo: "f", part: Point(x: 3, y: 4)), #"{"foo":"f","x":3,"y":4}"#)
    #expect(message(FlatDefault.self, #"{"foo":"f","x":3}"#).contains(#""y""#))
  }

  @Test func errorsOfPartsNamePropertyAndType() {
    let missing = message(FlatOptional.self, #"{"foo":"f","x":3}"#)
    #expect(missing.contains(#""y""#) && missing.contains("'part' of type Optional<Point>"))
    let wrong = message([FlatMaps].self, #"[{"foo":"f","a":"b"}]"#)
    #expect(wrong.contains("/0/a"), "\(wrong)")
    #expect(message(FlatAny<Int>.self, #"{"foo":"f"}"#).contains("'part' of type Int"))
    for text in [
      "\(Result { try FlatAny<Int>(foo: "f", part: 1).jsonString() })",
      "\(Result { try RushJSONEncoder().encodeToString([FlatAny<Int>(foo: "f", part: 1)]) })",
    ] {
      #expect(text.contains("'part' of type Int shares an object"), "\(text)")
    }
    let null = "\(Result { try FlatField(part: .null, foo: "f").jsonString() })"
    #expect(null.contains("'part' of type JSONField<Point>"), "\(null)")
  }

  // MARK: - Tags

  @Test func payloadsBesideInternalTags() throws {
    typealias Value = InternalOptional
    let point = Point(x: 1, y: 2)
    try roundTrip(Value.obj(nil), #"{"type":"obj"}"#)
    try roundTrip(Value.obj(point), #"{"type":"obj","x":1,"y":2}"#)
    try roundTrip(Value.map(nil), #"{"type":"map"}"#)
    try roundTrip(Value.map(["a": 1]), #"{"type":"map","a":1}"#)
    try roundTrip(Value.field(.missing), #"{"type":"field"}"#)
    try roundTrip(Value.field(.value(point)), #"{"type":"field","x":1,"y":2}"#)
    try roundTrip(Value.typed(nil), #"{"type":"typed"}"#)
    try roundTrip(Value.labelled(x: nil, y: .missing), #"{"type":"labelled"}"#)
    try roundTrip(Value.labelled(x: 1, y: .null), #"{"type":"labelled","x":1,"y":null}"#)
    try roundTrip(Value.standard(Point(x: 3, y: 4)), #"{"type":"standard","x":3,"y":4}"#)
    #expect(try read(Value.self, #"{"type":"standard"}"#) == .standard())
    try roundTrip(Value.null(x: nil), #"{"type":"null","x":null}"#)
    #expect(try read(Value.self, #"{"type":"null"}"#) == .null(x: 5))
  }

  @Test func contentsThatMayBeMissing() throws {
    typealias Value = AdjacentOptional
    try roundTrip(Value.i(nil), #"{"t":"i"}"#)
    try roundTrip(Value.i(1), #"{"t":"i","c":1}"#)
    #expect(try read(Value.self, #"{"t":"i","c":null}"#) == .i(nil))
    try roundTrip(Value.ii(nil), #"{"t":"ii"}"#)
    try roundTrip(Value.ii(.some(nil)), #"{"t":"ii","c":null}"#)
    try roundTrip(Value.ii(1), #"{"t":"ii","c":1}"#)
    try roundTrip(Value.field(.missing), #"{"t":"field"}"#)
    try roundTrip(Value.field(.null), #"{"t":"field","c":null}"#)
    try roundTrip(Value.date(nil), #"{"t":"date"}"#)
    try roundTrip(Value.two(x: nil), #"{"t":"two","c":{}}"#)
    #expect(try read(Value.self, #"{"t":"two"}"#) == .two(x: nil))
    #expect(try read(Value.self, #"{"t":"two","x":1}"#) == .two(x: nil))
    try roundTrip(Value.both(x: nil, y: 1), #"{"t":"both","c":{"x":null,"y":1}}"#)
    #expect(try read(Value.self, #"{"y":1,"x":2,"t":"both"}"#) == .both())
    #expect(
      try read(Value.self, #"{"é":1,"x":2,"t":"fields"}"#) == .fields(x: .missing, é: .missing))
    try roundTrip(Value.pair(nil, 2), #"{"t":"pair","c":{"_1":2}}"#)
    #expect(message(Value.self, #"{"t":"pair"}"#).contains(#""c""#))
    #expect(try read(Value.self, #"{"t":"given"}"#) == .given(4))
    for convert in [false, true] {
      let decoder = RushJSONDecoder()
      if convert { decoder.keyDecodingStrategy = .convertFromSnakeCase }
      #expect(try decoder.decode(Value.self, from: #"{"x":1,"t":"two"}"#) == .two(x: nil))
    }
    try roundTrip(AdjacentStrict.i(nil), #"{"t":"i"}"#)
    #expect(try read(AdjacentStrict.self, #"{"t":"two"}"#) == .two(x: nil))
    #expect(message(AdjacentStrict.self, #"{"t":"two","x":1}"#).contains(#""x""#))
    #expect(message(AdjacentStrict.self, #"{"t":"i","x":1}"#).contains(#""x""#))
  }

  @Test func externalPayloadsThatMayBeMissing() throws {
    typealias Value = ExternalOptional
    try roundTrip(Value.i(nil), #"{"i":{}}"#)
    try roundTrip(Value.ii(.some(nil)), #"{"ii":{"_0":null}}"#)
    try roundTrip(Value.ii(nil), #"{"ii":{}}"#)
    try roundTrip(Value.field(.missing), #"{"field":{}}"#)
    try roundTrip(Value.two(x: nil, y: nil), #"{"two":{"y":null}}"#)
  }

  // MARK: - Members

  @Test func nilInsideAnOptionalIsNull() throws {
    try roundTrip(Doubly(a: nil, b: nil, c: nil), "{}")
    try roundTrip(Doubly(a: .some(nil), b: .null, c: [nil]), #"{"a":null,"b":null,"c":[null]}"#)
    try roundTrip(Doubly(a: 1, b: .value(2), c: []), #"{"a":1,"b":2,"c":[]}"#)
    // What Codable writes is the same.
    let value = Doubly(a: .some(nil), b: .null, c: [nil])
    let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    #expect(try RawJSON(parsing: text) == RawJSON(parsing: value.jsonString()))
    let twin = try RushJSONDecoder().decode(FieldTwin.self, from: #"{"b":null}"#)
    #expect(twin.b == .some(.null) && value.b == twin.b)
  }

  private struct FieldTwin: Codable {
    var b: JSONField<Int>?
  }

  @Test func nilOfTypeParametersIsNull() throws {
    typealias Model = GenericMember<Int?, [Int?]>
    for (value, first) in [(nil, nil), (1, 2)] as [(Int?, Int?)] {
      let model = Model(value: value, first: first, next: nil)
      let twin = GenericTwin<Int?, [Int?]>(value: value, first: first, next: nil)
      let text = try RushJSONEncoder().encodeToString(twin)
      try roundTrip(model, text)
      #expect(try JSONDecoder().decode(Model.self, from: Data(text.utf8)) == model)
    }
    try roundTrip(
      Box<Int?>(value: nil), #"{"value":null,"others":{}}"#, by: { $0.value == $1.value })
    try roundTrip(
      Box<JSONField<Int>>(value: .missing), #"{"others":{}}"#, by: { $0.value == $1.value })
    try roundTrip(
      Box<URL?>(value: nil), #"{"value":null,"others":{}}"#, by: { $0.value == $1.value })
    try roundTrip(Either<Int?, Int?>.left(nil), #"{"left":{"_0":null}}"#)
    try roundTrip(Either<Int?, Int?>.right(b: nil), #"{"right":{"b":null}}"#)
    try roundTrip(Outer<Int?>.Choice.some(nil), #"{"some":{"_0":null}}"#)
    try roundTrip(Outer<Int?>.Choice.labelled(value: nil), #"{"labelled":{"value":null}}"#)
  }

  private func roundTrip<T: Codable & JSONWritable>(
    _ value: T, _ text: String, by areEqual: (T, T) -> Bool
  ) throws {
    #expect(try value.jsonString() == text)
    #expect(areEqual(try read(T.self, text), value))
  }

  @Test func nilBesideAnInitialValueIsNull() throws {
    var value = NilDefaults()
    #expect(try read(NilDefaults.self, #"{"field":1}"#) == value)
    value = NilDefaults(
      number: nil, word: nil, url: nil, field: .missing, date: nil, point: nil, price: nil)
    try roundTrip(
      value,
      #"{"number":null,"word":null,"url":null,"d":null,"point":null,"price":null}"#)
    value.none = 1
    value.number = 6
    value.field = .null
    let read = try read(NilDefaults.self, value.jsonString())
    #expect(read == value)
    var encoder = RushJSONEncoder()
    encoder.nilEncodingStrategy = .omit
    #expect(try encoder.encodeToString(value) == #"{"number":6,"none":1}"#)
    encoder = RushJSONEncoder()
    encoder.nilEncodingStrategy = .null
    #expect(try encoder.encodeToString(Doubly()) == #"{"a":null,"b":null,"c":null}"#)
  }

  @Test(arguments: [
    "{}", #"{"tags":null,"points":null,"numbers":null,"map":null}"#,
    #"{"tags":"a","points":[],"numbers":[null,1],"map":[]}"#,
    #"{"tags":["a",null],"points":{"x":1,"y":2},"numbers":1,"map":{"a":null}}"#,
  ])
  func wrappersOfOptionalsAreThoseOfCodable(text: String) throws {
    func check<T: Codable & JSONWritable & Equatable>(_ type: T.Type, _ text: String)
      throws
    {
      let data = Data(text.utf8)
      let expected = try JSONDecoder().decode(type, from: data)
      let value = try RushJSONDecoder().decode(type, from: data)
      #expect(value == expected, "\(text)")
      let written = try RushJSONEncoder().encode(value)
      #expect(try RawJSON(parsing: written) == RawJSON(parsing: JSONEncoder().encode(expected)))
      #expect(try RushJSONDecoder().decode(type, from: written) == value)
    }
    try check(WrapperTypes.self, text)
    try check(
      WrapperOptionals.self,
      text.replacing(#":"a""#, with: ":1").replacing(#"["a",null]"#, with: "[1]"))
  }

  @Test func nilAloneStaysInItsArray() throws {
    var value = WrapperTypes(
      tags: OneOrMany(wrappedValue: [nil]), points: .init(wrappedValue: nil), numbers: [nil],
      map: nil)
    value.$numbers = true
    value.tags.projectedValue = true
    let text = try RushJSONEncoder().encodeToString(value)
    #expect(text == #"{"tags":[null],"numbers":[null]}"#)
    #expect(try read(WrapperTypes.self, text) == value)
  }

  // MARK: - Formats

  @Test func formatsOfContainers() throws {
    let (date, other) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1))
    let value = Formats(
      list: [date, other], optionals: [nil, date], map: ["a": [other]], set: [date], field: .null,
      bytes: [Data([1]), Data()], raw: [[255], []], one: [1, 2, 3], deep: nil)
    try roundTrip(
      value,
      #"""
      {"list":["1970-01-01T00:00:00Z","1970-01-01T00:00:01Z"],"optionals":[null,"1970-01-01T00:00:00Z"],\#
      "map":{"a":[1]},"set":["1970-01-01T00:00:00Z"],"field":null,"bytes":["AQ==",""],"raw":["ff",""],\#
      "one":"AQID","deep":null}
      """#)
    let short = try read(
      Formats.self, #"{"list":[],"map":{},"set":[],"bytes":[],"r":["00"]}"#)
    #expect(
      short
        == Formats(
          list: [], optionals: nil, map: [:], set: [], field: .missing, bytes: [], raw: [[0]],
          one: nil))
    for (text, path) in [
      (#"{"list":["1970-01-01T00:00:00Z",1]}"#, "/list/1"),
      (#"{"list":[],"map":{"b":["x"]}}"#, "/map/b/0"),
      (#"{"list":[],"map":{},"set":[],"bytes":["*"]}"#, "/bytes/0"),
    ] {
      let error = #expect(throws: DecodingError.self) { try read(Formats.self, text) }
      switch error {
      case .typeMismatch(_, let context), .dataCorrupted(let context):
        let names = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        #expect("/" + names.joined(separator: "/") == path)
        #expect((context.underlyingError as? JSONValueError)?.offset != nil)
      default: Issue.record("\(text)")
      }
    }
    #expect(message(Formats.self, "{}").contains(#""list""#))
  }

  @Test func formatsOfPayloads() throws {
    let date = Date(timeIntervalSince1970: 0)
    let text = #""1970-01-01T00:00:00Z""#
    try roundTrip(FormatCases.at(date), #"{"at":{"_0":\#(text)}}"#)
    try roundTrip(
      FormatCases.span(from: date, to: nil, note: "n"), #"{"span":{"from":\#(text),"note":"n"}}"#)
    try roundTrip(FormatCases.data(nil), #"{"data":{"_0":null}}"#)
    try roundTrip(FormatCases.data([Data([1])]), #"{"data":{"_0":["AQ=="]}}"#)
    #expect(try read(FormatCases.self, #"{"data":{}}"#) == .data())
    try roundTrip(FormatContents.at(date), #"{"t":"at","c":\#(text)}"#)
    try roundTrip(FormatContents.at(nil), #"{"t":"at"}"#)
    try roundTrip(FormatContents.all(dates: [date]), #"{"t":"all","c":{"dates":[\#(text)]}}"#)
    #expect(try read(FormatContents.self, #"{"t":"all"}"#) == .all(dates: nil))
    try roundTrip(FormatMembers.at(date: date, n: 1), #"{"t":"at","date":0,"n":1}"#)
  }

  // MARK: - Extra members

  @Test func extraMembersKeepOrderAndDigits() throws {
    let names = (0..<40).map { "m\($0 * 7 % 40)" }
    let members = names.map { #""\#($0)":1.50"# }.joined(separator: ",")
    let text = #"{"id":1,\#(members)}"#
    for var value in [try read(Extra.self, text), try decoded(text)] {
      #expect(try value.jsonString() == text)
      #expect(try RushJSONEncoder().encodeToString(value) == text)
      #expect(try RushJSONEncoder().encodeToString(Codably(value)) == text)
      value.extra["b"] = 2
      value.extra["a"] = 1
      value.extra["m7"] = nil
      value.extra["m0"] = 0
      let changed =
        text.replacing(#""m7":1.50,"#, with: "").replacing(#""m0":1.50"#, with: #""m0":0"#)
        .dropLast() + #","a":1,"b":2}"#
      #expect(try value.jsonString() == changed)
      #expect(try RushJSONEncoder().encodeToString(Codably(value)) == changed)
    }
    let made = Extra(id: 1, extra: ["b": 1, "c": 2, "a": 3])
    #expect(try made.jsonString() == #"{"id":1,"a":3,"b":1,"c":2}"#)
    #expect(try read(Extra.self, made.jsonString()) == made)
  }

  /// The value by Codable.
  private func decoded(_ text: String) throws -> Extra {
    try RushJSONDecoder().decode(Decoded.self, from: text).value
  }

  private struct Decoded: Decodable {
    var value: Extra
    init(from decoder: any Decoder) throws { value = try Extra(from: decoder) }
  }

  private struct Codably: Encodable {
    var value: Extra
    init(_ value: Extra) { self.value = value }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
}
