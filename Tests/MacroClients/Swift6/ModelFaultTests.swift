import Foundation
import RushJSON
import RushJSONMacros
import Testing

/// All faults of a text for types with `@JSONModel`: each one is found, also after one whose value no other type could
/// guess.
@Suite struct ModelFaultTests {
  @Test func eachFaultIsFound() throws {
    let text = """
      {"shape": {"type": "oval"}, "colour": "pink", "placed": "1.2.2026", "level": 2, "boxes": [
      {"name": 1, "turn": "up", "bytes": ""}, {"name": "b", "turn": "left", "size": 2}],
      "outer": {"circle": {}}, "x": "1"}
      """
    let faults = try Self.decoder.faults(of: Shelf.self, in: text.utf8)
    #expect(
      faults.map { "\($0.pointer): \($0.kind)" } == [
        #"/y: no member is named "y" in the object"#,
        // Which members the value needs depends on its tag.
        #"/shape/type: expected a tag of ShelfShape, found "oval""#,
        #"/colour: expected a valid ShelfColour, found "pink""#,
        #"/placed: expected a date like /Date(0)/, found "1.2.2026""#,
        "/level: the number 2 cannot be represented as ShelfLevel",
        "/boxes/0/name: expected a string, found a number",
        #"/boxes/0/turn: expected a case of ShelfTurn, found "up""#,
        #"/boxes/1/bytes: no member is named "bytes" in the object"#,
        #"/boxes/1/size: the type has no member named "size""#,
        #"/outer/circle/radius: no member is named "radius" in the object"#,
        "/x: expected a number, found a string",
      ])
  }

  private static func faults<T: Decodable>(_ type: T.Type, _ text: String) throws -> [String] {
    try decoder.faults(of: type, in: text.utf8).map { "\($0.pointer): \($0.kind)" }
  }

  /// Places are found when they are read, in a copy of the text. The decoder has read other texts by then.
  @Test func faultsKeepTheirText() throws {
    var text = Array(#"{"boxes": [], "y": "1", "x": "2"}"#.utf8)
    let faults = try Self.decoder.faults(of: Shelf.self, in: text, limit: 100)
    let known = faults.map { "\($0)" }
    #expect(known.contains("expected a number, found a string at /x (byte 29, line 1, column 30)"))
    for index in text.indices { text[index] = 32 }
    _ = try Self.decoder.faults(of: [Shelf].self, in: Array("[[],[{}]]".utf8))
    #expect(throws: (any Error).self) { try Self.decoder.decode(Shelf.self, from: "[]") }
    #expect(faults.map { "\($0)" } == known)
    // A changed copy keeps its place.
    var fault = try #require(faults.last)
    fault.kind = .invalidIndex("z")
    #expect(fault.pointer == "/x" && fault.offset == 29 && fault.location?.column == 30)
    fault.pointer = "/z"
    #expect(fault.pointer == "/z" && fault.offset == 29 && fault != faults.last)
  }

  /// A placeholder is no fault of the text, nor is what a type makes of it.
  @Test func placeholdersMakeNoFaults() throws {
    #expect(
      try Self.faults(RenamedFault.self, #"{"alt":7.5,"n":"x"}"#) == [
        "/alt: the number 7.5 cannot be represented as Int",
        "/n: expected a number, found a string",
      ])
    #expect(
      try Self.faults(CheckedSpan.self, #"{"start":3,"end":"9"}"#) == [
        "/end: expected a number, found a string"
      ])
    #expect(
      try Self.faults([CheckedSpan].self, #"[{"start":3,"end":"9"},{"start":[],"end":9}]"#) == [
        "/0/end: expected a number, found a string", "/1/start: expected a number, found an array",
      ])
    // Without placeholders, the check counts.
    #expect(try Self.faults(CheckedSpan.self, #"{"start":3,"end":2}"#).count == 1)
  }

  /// No other tag stands in for it, because its members are other ones.
  @Test func unknownTagIsTheOnlyFaultOfItsValue() throws {
    let text = #"[{"type":"none"},{"type":"oval","radius":"x"},{"type":"circle","radius":[]}]"#
    #expect(
      try Self.faults([ShelfShape].self, text) == [
        #"/1/type: expected a tag of ShelfShape, found "oval""#,
        "/2/radius: expected a number, found an array",
      ])
    let other = #"[{"type":"circle","radius":1},{"type":"oval","radius":1},{"type":"square"}]"#
    #expect(
      try Self.faults([ShelfShape].self, other) == [
        #"/1/type: expected a tag of ShelfShape, found "oval""#,
        #"/2/type: expected a tag of ShelfShape, found "square""#,
      ])
  }

  /// A change of a valid text that makes a fault, the only one at its place.
  private struct Change {
    let pointer: JSONPointer
    /// `nil` removes the member.
    let value: RawJSON?
  }

  private static let changes: [(path: JSONPointer, values: [RawJSON?])] = [
    ("/shape/type", [nil, "oval", 1, []]), ("/shape/radius", [nil, "1", nil, [:]]),
    ("/colour", [nil, "pink", 7, nil]), ("/placed", [nil, "x", true, "/Date()/"]),
    ("/level", [nil, 2, "1", 1.5]), ("/boxes/0/name", [nil, .null, 1, [:]]),
    ("/boxes/1/turn", [nil, "up", 0, [:]]), ("/boxes/2", [.null, [], "x", 1]),
    ("/boxes/1/extra", [1, "", [:], []]), ("/boxes/0/bytes", [nil, "#", 2, "A"]),
    ("/outer", [nil, [:], "circle", ["oval": [:]]]), ("/x", [nil, "", [], [:]]),
    ("/y", [nil, .null, true, false]), ("/names/a", [1, .null, [], [:]]),
    ("/count", [[], "1", 1.5, 300]),
  ]

  @Test(arguments: 0..<300)
  func whatIsReportedIsWhatWasChanged(seed: Int) throws {
    let valid = try RawJSON(encoding: Shelf.sample)
    #expect(try Self.decoder.faults(of: Shelf.self, in: valid.jsonBytes()) == [])
    var random = UInt64(seed)
    func choice(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    var tree = valid
    var changed: [Change] = []
    for (pointer, values) in Self.changes where choice(3) == 0 {
      let change = Change(pointer: pointer, value: values[choice(values.count)])
      // Without its tag, nothing says which members the value has.
      if pointer == "/shape/radius", changed.first?.pointer == "/shape/type" { continue }
      if let value = change.value {
        try tree.set(value, at: pointer)
      } else {
        try tree.remove(at: pointer)
      }
      changed.append(change)
    }
    let faults = try Self.decoder.faults(of: Shelf.self, in: tree.jsonBytes())
    #expect(
      faults.map { "\($0.pointer)" }.sorted() == changed.map { "\($0.pointer)" }.sorted(),
      "\(faults)")
    // Mended where the faults are said to be, the text is one that decodes.
    for fault in faults {
      if let value = valid[fault.pointer] {
        try tree.set(value, at: fault.pointer)
      } else {
        try tree.remove(at: fault.pointer)
      }
    }
    #expect(try Self.decoder.decode(Shelf.self, from: tree) == Shelf.sample)
  }

  private static let decoder = RushJSONDecoder()
}

// MARK: - Types

@JSONModel struct Shelf: Equatable {
  var shape: ShelfShape
  var colour: ShelfColour
  @Format(shelfDates) var placed: Date
  var level: ShelfLevel
  var boxes: [ShelfBox]
  var outer: ShelfOuter
  var names: [String: String] = [:]
  var count: UInt8 = 0
  @Flattened var corner: ShelfCorner

  static let sample = Shelf(
    shape: .circle(radius: 1), colour: .red, placed: Date(timeIntervalSince1970: 0), level: .high,
    boxes: [
      ShelfBox(name: "a", turn: .left, bytes: [1]), ShelfBox(name: "b", turn: .right, bytes: []),
      ShelfBox(name: "c", turn: .left, bytes: [2, 3]),
    ], outer: .none, names: ["a": "b"], count: 3, corner: ShelfCorner(x: 1, y: 2))
}

/// No other format reads its dates.
nonisolated let shelfDates = JSONDateFormat.anyOf(.aspNet)

@JSONModel(unknown: .refuse) struct ShelfBox: Equatable {
  var name: String
  var turn: ShelfTurn
  @Format(.base64) var bytes: [UInt8]
}

@JSONModel struct ShelfCorner: Equatable {
  var x: Double
  var y: Int
}

@JSONModel(tag: .internal("type")) enum ShelfShape: Equatable {
  case circle(radius: Double)
  case none
}

@JSONModel enum ShelfOuter: Equatable {
  case circle(radius: Double)
  case none
}

@JSONModel enum ShelfColour: String { case red, green }
@JSONModel enum ShelfLevel: Int { case low = 1, high = 10 }
@JSONModel(tag: .value) enum ShelfTurn { case left, right }

@JSONModel struct RenamedFault {
  @Name("m", also: "alt") var m: Int
  var n: Int
}

/// Checks one member against another.
nonisolated struct CheckedSpan: Decodable {
  var start: Int
  var end: Int

  private enum CodingKeys: String, CodingKey { case start, end }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    start = try container.decode(Int.self, forKey: .start)
    end = try container.decode(Int.self, forKey: .end)
    guard start <= end else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "The end is before the start."))
    }
  }
}
