import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// Types of a module that uses the macros: in both language modes, and where everything belongs to the main
/// actor.
@Suite struct MacroClientTests {
  /// The value of a text by the generated code, which has to be that of Foundation's decoder by Codable.
  private func decode<T: Codable & JSONWritable & Equatable>(
    _ type: T.Type, _ text: String
  ) throws -> T {
    let data = Data(text.utf8)
    let value = try RushJSONDecoder().decode(T.self, from: data)
    #expect(try JSONDecoder().decode(T.self, from: data) == value)
    let written = try RushJSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(T.self, from: written) == value)
    #expect(try RawJSON(parsing: written) == RawJSON(parsing: JSONEncoder().encode(value)))
    return value
  }

  private func roundTrip<T: Codable & JSONWritable & Equatable>(
    _ value: T, _ text: String
  ) throws {
    #expect(try value.jsonString() == text)
    #expect(try RushJSONDecoder().decode(T.self, from: Data(text.utf8)) == value)
  }

  // MARK: - As Codable

  @Test func structsAreThoseOfCodable() throws {
    let text = String(decoding: try JSONEncoder().encode(Book.sample), as: UTF8.self)
    #expect(try decode(Book.self, text) == Book.sample)
    #expect(try decode(Point.self, #"{"y":2,"z":[],"x":1}"#) == Point(x: 1, y: 2))
    #expect(try decode(Empty.self, #"{"a":1}"#) == Empty())
    #expect(try decode(Exported.self, #"{"id":1,"name":"n1"}"#) == Exported(id: 1))
    #expect(try decode(Packaged.self, #"{"id":1}"#) == Packaged(id: 1))
    #expect(
      try decode(Page<Int>.self, #"{"items":[1,2],"next":3}"#) == Page(items: [1, 2], next: 3))
    #expect(
      try decode(Keyed.self, #"{"FIRST":1,"second":"a","skipped":8}"#)
        == Keyed(first: 1, second: "a"))
    #expect(try decode(Space.Deeper<Int>.Inside.self, #"{"b":1}"#) == .init(b: 1))
    #expect(try Space.isRoundTrip())
  }

  @Test func membersAreInTheOrderOfTheKeys() throws {
    let twin = try RushJSONEncoder().encode(KeyedTwin(first: 1, second: "a"))
    #expect(try RushJSONEncoder().encode(Keyed(first: 1, second: "a")) == twin)
  }

  @Test func hostileFormattingIsUnderstood() throws {
    let text = String(decoding: try JSONEncoder().encode(`Type`.sample), as: UTF8.self)
    #expect(try decode(`Type`.self, text) == `Type`.sample)
    // Codable demands members that have a default.
    let short = #"{"class":1,"größe":2,"reader":5,"writer":6}"#
    #expect(try RushJSONDecoder().decode(`Type`.self, from: Data(short.utf8)) == `Type`.sample)
  }

  @Test func enumsAreThoseOfCodable() throws {
    #expect(try decode(Level.self, "10") == .high)
    #expect(try decode(Color.self, #""GREEN""#) == .green)
    #expect(try decode(External.self, #"{"circle":{"radius":1.5}}"#) == .circle(radius: 1.5))
    #expect(try decode(External.self, #"{"pair":{"y":2,"_0":1}}"#) == .pair(1, y: 2))
    #expect(
      try decode(External.self, #"{"single":{"_0":{"x":1,"y":2}}}"#) == .single(Point(x: 1, y: 2)))
    #expect(try decode(External.self, #"{"none":{}}"#) == External.none)
    #expect(try decode(External.self, #"{"nested":{"_0":{"none":{}}}}"#) == .nested(.none))
    #expect(try decode(Direction.self, #"{"down":{}}"#) == .down)
  }

  @Test(arguments: [
    ("Book", #"{"title":1}"#), ("Point", #"{"x":1}"#), ("Point", #"{"x":1,"y":"2"}"#),
    ("Point", "[]"),
    ("Point", "null"), ("Point", #"{"x":null,"y":1}"#), ("External", #"{"circle":{}}"#),
    ("External", "{}"),
    ("External", #"{"square":{}}"#), ("External", #"{"circle":{"radius":1},"none":{}}"#),
    ("Level", "2"),
    ("Color", "1"), ("Page", #"{"items":[1,"a"]}"#),
  ])
  func errorsAreThoseOfCodable(type: String, text: String) {
    let data = Data(text.utf8)
    switch type {
    case "Book": expectSameError(Book.self, data)
    case "Point": expectSameError(Point.self, data)
    case "External": expectSameError(External.self, data)
    case "Level": expectSameError(Level.self, data)
    case "Color": expectSameError(Color.self, data)
    default: expectSameError(Page<Int>.self, data)
    }
  }

  private func expectSameError<T: Codable & JSONReadable>(_ type: T.Type, _ data: Data) {
    func place(_ decode: () throws -> T) -> String {
      do {
        _ = try decode()
        return "no error"
      } catch let error as DecodingError {
        switch error {
        case .keyNotFound(let key, let context):
          return "keyNotFound \(key.stringValue) \(path(context))"
        case .typeMismatch(_, let context): return "typeMismatch \(path(context))"
        case .valueNotFound(_, let context): return "valueNotFound \(path(context))"
        case .dataCorrupted(let context): return "dataCorrupted \(path(context))"
        @unknown default: return "another error"
        }
      } catch {
        return "\(error)"
      }
    }
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(
        separator: "/")
    }
    let direct = place { try RushJSONDecoder().decode(T.self, from: data) }
    #expect(direct != "no error")
    #expect(direct == place { try JSONDecoder().decode(T.self, from: data) })
  }

  // MARK: - Beyond Codable

  @Test func defaultsStayWhereMembersAreMissing() throws {
    var value = Defaults()
    #expect(try RushJSONDecoder().decode(Defaults.self, from: Data("{}".utf8)) == value)
    let text = #"{"count":4,"tags":[],"limit":null,"none":1,"name":"m","changes":9}"#
    value = Defaults(count: 4, tags: [], limit: nil, none: 1, name: "m")
    #expect(try RushJSONDecoder().decode(Defaults.self, from: Data(text.utf8)) == value)
    #expect(
      try Defaults(limit: 1).jsonString() == #"{"count":3,"tags":["x"],"limit":1,"name":"n"}"#)
    // What `null` makes of an optional, it leaves of another one.
    let nulls = Data(#"{"count":null,"tags":null,"limit":null,"name":null}"#.utf8)
    for decode in [
      { try RushJSONDecoder().decode(Defaults.self, from: nulls) },
      { try JSONDecoder().decode(Defaults.self, from: nulls) },
    ] {
      #expect(try decode() == Defaults(limit: nil))
    }
    #expect(try RushJSONDecoder().faults(of: Defaults.self, in: nulls).isEmpty)
  }

  @Test func namesAndFormats() throws {
    let value = Named(
      text: "a", odd: 1, created: Date(timeIntervalSince1970: 0), bytes: Data([1, 2, 3]))
    try roundTrip(
      value,
      #"{"t":"a","naïve\/\"x\"":1,"created_at":"1970-01-01T00:00:00Z","bytes":"AQID"}"#.replacing(
        #"\/"#, with: "/"))
    for name in ["t", "text", "txt"] {
      let text = #"{"\#(name)":"a","created_at":"1970-01-01T00:00:00Z"}"#
      let read = try RushJSONDecoder().decode(Named.self, from: Data(text.utf8))
      #expect(read == Named(text: "a", odd: 0, created: value.created, bytes: nil))
    }
    try roundTrip(
      Snake(homeURL: "u", isOpen: true, other: 1), #"{"home_url":"u","is_open":true,"asIs":1}"#)
  }

  @Test func flattenedAndUnknownMembers() throws {
    try roundTrip(Flat(id: 1, position: Point(x: 2, y: 3)), #"{"id":1,"x":2,"y":3}"#)
    try roundTrip(Open(id: 1, rest: ["b": [1], "a": nil]), #"{"id":1,"b":[1],"a":null}"#)
    try roundTrip(Closed(id: 1, name: "n"), #"{"id":1,"name":"n"}"#)
    #expect(throws: DecodingError.self) {
      try RushJSONDecoder().decode(Closed.self, from: Data(#"{"id":1,"other":2}"#.utf8))
    }
    #expect(
      try RushJSONDecoder().decode(ReadOnly.self, from: Data(#"{"a":1}"#.utf8)) == ReadOnly(a: 1))
    #expect(try WriteOnly(b: 2).jsonString() == #"{"a":1,"b":2}"#)
  }

  @Test func fieldsTellMissingFromNull() throws {
    try roundTrip(
      Update(name: .missing, position: .null, reader: .missing, tags: .value(["a": .null])),
      #"{"position":null,"t":{"a":null}}"#)
    try roundTrip(
      Update(name: .value("n"), position: .value(Point(x: 1, y: 2)), tags: .missing),
      #"{"name":"n","position":{"x":1,"y":2},"reader":null}"#)
    #expect(
      try Update(name: .null, position: .missing, tags: .value(["a": .missing])).jsonString()
        == #"{"name":null,"reader":null,"t":{}}"#)
  }

  @Test func tags() throws {
    try roundTrip(Internal.circle(radius: 1.5), #"{"type":"circle","radius":1.5}"#)
    try roundTrip(Internal.point(Point(x: 1, y: 2)), #"{"type":"point","x":1,"y":2}"#)
    try roundTrip(Internal.none, #"{"type":"none"}"#)
    try roundTrip(
      Adjacent.bigCircle(innerRadius: 1, 2), #"{"t":"big-circle","c":{"inner-radius":1,"_1":2}}"#)
    try roundTrip(Adjacent.point(Point(x: 1, y: 2)), #"{"t":"point","c":{"x":1,"y":2}}"#)
    try roundTrip(Adjacent.list([1, 2]), #"{"t":"list","c":[1,2]}"#)
    try roundTrip(Adjacent.none, #"{"t":"none"}"#)
    try roundTrip(Renamed.circle(radius: 2, 3), #"{"c":{"radius":2,"_1":3}}"#)
    try roundTrip(Renamed.default, #"{"default":{}}"#)
    try roundTrip(Either<Int, String>.left(1), #"{"left":{"_0":1}}"#)
    try roundTrip(Either<Int, String>.right(b: "a"), #"{"right":{"b":"a"}}"#)
    try roundTrip(Strict.a(x: 1), #"{"type":"a","x":1}"#)
    let short = try RushJSONDecoder().decode(Renamed.self, from: Data(#"{"circle":{}}"#.utf8))
    #expect(short == .circle(radius: 1, nil))
    for text in [
      #"{"type":"c"}"#, #"{"type":1}"#, "{}", #"{"type":"a","x":1,"y":2}"#, #"{"type":"b","y":2}"#,
    ] {
      #expect(throws: DecodingError.self, "\(text)") {
        try RushJSONDecoder().decode(Strict.self, from: Data(text.utf8))
      }
    }
  }

  @Test func messagesListCasesAndTags() throws {
    func message<T: Decodable>(_ type: T.Type, _ text: String) throws -> String {
      let error = try #require(throws: DecodingError.self) {
        try RushJSONDecoder().decode(JSONField<T>.self, from: text)
      }
      return String(error.jsonReport(in: text).prefix { $0 != "\n" })
    }
    let start = " (byte 0, line 1, column 1)"
    #expect(
      try message(Level.self, "3")
        == "the number 3 cannot be represented as Level\(start); the cases are 1 and 10")
    #expect(
      try message(Color.self, #""green""#)
        == #"expected a valid Color, found "green"\#(start); the cases are "red" and "GREEN""#)
    #expect(
      try message(Seldom.self, #""x""#) == #"expected a valid Seldom, found "x"\#(start)"#)
    #expect(
      try message(Direction.self, #"{"left": {}}"#)
        == #"an object is not a valid Direction\#(start); the cases are "up" and "down""#)
    #expect(
      try message(Internal.self, #"{"type": "x"}"#)
        == #"expected a tag of Internal, found "x" at /type (byte 9, line 1, column 10)"#
        + #"; the cases are "circle", "point" and "none""#)
    #expect(
      try message(Turn.self, #""back""#)
        == #"expected a case of Turn, found "back"\#(start)"#
        + #"; the cases are "to-left" and "to-right""#)
  }

  @Test func messagesOfRefusedMembersNameTheNearest() throws {
    let text = #"{"id": 1, "nmae": "a"}"#
    let error = try #require(throws: DecodingError.self) {
      try RushJSONDecoder().decode(Closed.self, from: text)
    }
    #expect(
      error.jsonReport(in: text) == #"""
        the type has no member named "nmae" at /nmae (byte 10, line 1, column 11); \#
        did you mean "name"?
        {"id": 1, "nmae": "a"}
                  ^
        """#)
  }

  @Test func typeParameters() throws {
    let box = try RushJSONDecoder().decode(
      Box<Point>.self, from: Data(#"{"value":{"x":1,"y":2}}"#.utf8))
    #expect(box.value == Point(x: 1, y: 2))
    #expect(try box.jsonString() == #"{"value":{"x":1,"y":2},"others":{}}"#)
  }

  @Test func classes() throws {
    let account = try RushJSONDecoder().decode(
      Account.self, from: Data(#"{"id":1,"isOpen":false}"#.utf8))
    #expect(account.id == 1 && account.name == "n" && account.isOpen == false)
    #expect(try account.jsonString() == #"{"id":1,"name":"n","isOpen":false}"#)
    #expect(try Plain().jsonString() == #"{"a":1}"#)
    let plains = try RushJSONDecoder().decode([Plain].self, from: Data("[{},{\"a\":2}]".utf8))
    #expect(plains.map(\.a) == [1, 2])
    let leaf = try RushJSONDecoder().decode(Leaf.self, from: Data(#"{"id":1}"#.utf8))
    #expect(leaf.id == 1 && leaf.owner == nil)
    let text = #"{"value":1,"children":[{"value":2,"children":[]}]}"#
    let tree = try RushJSONDecoder().decode(Tree<Int>.self, from: Data(text.utf8))
    #expect(try tree.jsonString() == text)
  }
}
