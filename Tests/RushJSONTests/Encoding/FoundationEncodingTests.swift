import Foundation
import RushJSON
import Testing

/// The encoder's behaviours, each compared with Foundation's encoder as it runs here.
@Suite struct FoundationEncodingTests {
  private struct Values: Encodable {
    var bool = true
    var int = -5
    var big = UInt64.max
    var wide = Int128.max
    var double = 1.5
    var float: Float = 0.1
    var text = "a/b\"\\\u{1}\n\u{7f}\u{2028}é"
    var none: Int?
    var some: Int? = 3
    var list = [1, 2, 3]
    var empty: [Int] = []
    var nested = ["x": ["y": 1.0]]
    var noMembers: [String: Int] = [:]
    var optionals: [Int?] = [1, nil, 3]
    var url = URL(string: "https://example.com/a?b=c")
    var data = Data([1, 2, 250, 255])
    var date = Date(timeIntervalSinceReferenceDate: 1234.5)
    var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    var decimal = Decimal(string: "12345678901234567890.123456789")
    var keyed: [Int: String] = [1: "a"]
    var pairs: [Double: Int] = [1.5: 2]
  }

  private struct Empty: Encodable {}

  @Test("69, 71, 72, 75, 76: values of all kinds, in every form")
  func values() {
    for formatting in [
      [], .prettyPrinted, .withoutEscapingSlashes, [.prettyPrinted, .withoutEscapingSlashes],
    ] as [JSONEncoder.OutputFormatting] {
      let both = BothEncoders(formatting.union(.sortedKeys))
      both.check(Values())
      both.check(Empty())
      both.check([Empty(), Empty()])
      both.check([[[Int]]]())
      both.check([[1], [], [2, 3]])
      both.check(["a": [Int](), "b": [1]])
    }
  }

  @Test(
    "69: doubles and floats",
    arguments: [
      0, -0.0, 1, 1e15, 1e16, 1e-5, 1e22, Double.leastNonzeroMagnitude, 0.1, 123456.789, -1e300,
      9_007_199_254_740_992, 1.5e-7,
    ])
  func doubles(_ value: Double) {
    let both = BothEncoders()
    both.check([value])
    both.check(["k": value])
    both.check(value)
    if Float(value).isFinite || isFoundationOfSwift63 { both.check([Float(value)]) }
    both.check(["k": Float(value)])
  }

  @Test("7, 75, 76: values alone") func topLevel() {
    let both = BothEncoders()
    both.check(1)
    both.check("a/b")
    both.check(true)
    both.check(Int?.none)
    both.check(Optional(3))
    both.check([1, 2])
    both.check(Date(timeIntervalSinceReferenceDate: 0.25))
    both.check(URL(string: "x/y", relativeTo: URL(string: "https://example.com")!)!)
    both.check(Scripted { _ in })
    both.check([Scripted { _ in }])
    both.check(["k": Scripted { _ in }])
  }

  @Test("70: numbers that JSON does not have") func nonFinite() {
    struct Two: Encodable {
      var first: [[Double]] = [[1], [1, .infinity]]
    }
    for value in [Double.infinity, -.infinity, .nan] {
      let both = BothEncoders()
      both.check(["v": value])
      if isFoundationOfSwift63 {
        both.check([[1, value]])
        both.check(["k": [1, value]])
      }
      both.check(["v": Float(value)])
      both.rush.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      both.foundation.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      both.check(["v": value])
      both.check([Float(value)])
      both.check([[value]])
    }
    if isFoundationOfSwift63 { BothEncoders().check(Two()) }
  }

  @Test("58, 59: dates", arguments: [0, 1234.5, -1.25, 1_700_000_000.999, 63_113_904_000])
  func dates(_ seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd HH:mm"
    let strategies: [(JSONEncoder.DateEncodingStrategy, RushJSONEncoder.DateEncodingStrategy)] = [
      (.deferredToDate, .deferredToDate), (.secondsSince1970, .secondsSince1970),
      (.millisecondsSince1970, .millisecondsSince1970), (.iso8601, .iso8601),
      (.formatted(formatter), .formatted(formatter)),
      (.custom { _, _ in }, .custom { _, _ in }),
      (
        .custom { try "\($0.timeIntervalSince1970)".encode(to: $1) },
        .custom { try "\($0.timeIntervalSince1970)".encode(to: $1) }
      ),
    ]
    for (theirs, ours) in strategies {
      let both = BothEncoders()
      both.foundation.dateEncodingStrategy = theirs
      both.rush.dateEncodingStrategy = ours
      both.check([date])
      both.check(["d": date])
      both.check(date)
      both.check(["d": Optional(date)])
    }
    BothEncoders().check(["d": Date.distantPast])
  }

  @Test("D31: a date inside of what is encoded as any Encodable") func dateInsideOfAnything() throws
  {
    struct Erased: Encodable {
      let value: any Encodable
      func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }
    struct Other: Encodable {
      let value: any Encodable
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    let encoder = RushJSONEncoder()
    encoder.dateFormat = .rfc3339
    let date = Date(timeIntervalSince1970: 0.5)
    #expect(
      try encoder.encodeToString([Other(value: date)]) == #"["1970-01-01T00:00:00.5Z"]"#)
    #expect(
      try encoder.encodeToString(["a": Other(value: [date])])
        == #"{"a":["1970-01-01T00:00:00.5Z"]}"#)
    #expect(
      try encoder.encodeToString([JSONTimestamp(seconds: 0, nanoseconds: 5)])
        == #"["1970-01-01T00:00:00.000000005Z"]"#)
    encoder.dateFormat = .unix(.milliseconds)
    #expect(try encoder.encodeToString([date]) == "[500]")
  }

  @Test("62: data") func data() {
    let data = Data([0, 255, 63, 62, 191])
    let strategies: [(JSONEncoder.DataEncodingStrategy, RushJSONEncoder.DataEncodingStrategy)] = [
      (.base64, .base64), (.deferredToData, .deferredToData),
      (.custom { _, _ in }, .custom { _, _ in }),
    ]
    for (theirs, ours) in strategies {
      let both = BothEncoders()
      both.foundation.dataEncodingStrategy = theirs
      both.rush.dataEncodingStrategy = ours
      both.check([data, Data()])
      both.check(["d": data])
    }
  }

  @Test(
    "52, 54: snake case",
    arguments: [
      "URLSession", "ID", "partCAPSLowerAGAIN", "dataPoint22Word", "asdfĆqer", "_fooBar", "__a",
      "simple",
      "aB", "", "A", "already_snake", "fooBarBaz", "XMLHttpRequest", "a_B",
    ])
  func snakeCase(_ name: String) {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int?
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let both = BothEncoders()
    both.foundation.keyEncodingStrategy = .convertToSnakeCase
    both.rush.keyEncodingStrategy = .convertToSnakeCase
    both.check(
      Scripted { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode([name: [name: 1]], forKey: Key(stringValue: name))
      })
    both.check([name: 1])
  }

  @Test("52, 55: custom keys see the whole path") func customKeys() {
    struct Inner: Encodable { var x = 1 }
    struct Outer: Encodable {
      var inner = Inner()
      var list = [Inner()]
    }
    let convert: @Sendable ([any CodingKey]) -> any CodingKey = { path in
      Converted(stringValue: path.map(\.stringValue).joined(separator: "."))
    }
    let both = BothEncoders()
    both.foundation.keyEncodingStrategy = .custom(convert)
    both.rush.keyEncodingStrategy = .custom(convert)
    both.check(Outer())
  }

  private struct Converted: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test("79: misuse is an error") func misuse() {
    let encoder = RushJSONEncoder()
    let scripts: [@Sendable (any Encoder) throws -> Void] = [
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        try single.encode(2)
      },
      { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        var keyed = encoder.container(keyedBy: Scripted.Key.self)
        try keyed.encode(1, forKey: .a)
      },
      { encoder in
        var keyed = encoder.container(keyedBy: Scripted.Key.self)
        try keyed.encode(1, forKey: .a)
        var single = encoder.singleValueContainer()
        try single.encode(2)
      },
      { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(1)
        var list = encoder.unkeyedContainer()
        try list.encode(1)
      },
    ]
    for script in scripts {
      #expect(throws: EncodingError.self) { try encoder.encode(Scripted(script: script)) }
      #expect(throws: EncodingError.self) { try encoder.encode([Scripted(script: script)]) }
    }
  }

  @Test("81: depth") func depth() throws {
    final class Nested: Encodable {
      let depth: Int
      init(_ depth: Int) { self.depth = depth }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if depth > 1 { try container.encode(Nested(depth - 1)) }
      }
    }
    let encoder = RushJSONEncoder()
    let text = try encoder.encodeToString(Nested(512))
    #expect(text == String(repeating: "[", count: 512) + String(repeating: "]", count: 512))
    #expect(throws: EncodingError.self) { try encoder.encode(Nested(513)) }
    #expect(throws: EncodingError.self) { try encoder.encode(Nested(2000)) }
  }

  @Test("84: what is encoded is read back") func roundTrip() throws {
    struct Model: Codable, Equatable {
      var id = 1
      var name = "Ada\n"
      var tags = ["a", "b"]
      var score: Double? = 0.1
      var missing: String?
      var extra: RawJSON = ["x": [1, nil]]
      var children: [String: [Int]] = ["a": [1], "b": []]
      var date = Date(timeIntervalSinceReferenceDate: 12.5)
      var data = Data([1, 2])
    }
    let bytes = try RushJSONEncoder().encodeToBytes([Model(), Model()])
    #expect(try RushJSONDecoder().decode([Model].self, from: Data(bytes)) == [Model(), Model()])
    #expect(try RawJSON(encoding: Model())["extra"]?["x"]?[0] == 1)
    #expect(
      try RushJSONEncoder().encodeToString(["n": JSONNumber(1), "r": 2]) != "")
  }

  @Test func otherForms() throws {
    let encoder = RushJSONEncoder()
    encoder.outputFormatting = .canonical
    #expect(try encoder.encodeToString(["b": 1.0, "a": 1e21]) == #"{"a":1e+21,"b":1}"#)
    encoder.outputFormatting = .sortedKeys
    encoder.indentation = .tabs(1)
    #expect(
      try encoder.encodeToString(["b": [1], "a": []])
        == "{\n\t\"a\": [],\n\t\"b\": [\n\t\t1\n\t]\n}")
    encoder.indentation = nil
    encoder.nilEncodingStrategy = .omit
    struct Null: Encodable {
      var x: Int? = nil
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Scripted.Key.self)
        try container.encode(x, forKey: .a)
        try container.encodeNil(forKey: .b)
        try container.encode(1, forKey: .c)
      }
    }
    #expect(try encoder.encodeToString(Null()) == #"{"c":1}"#)
    encoder.maximumLength = 6
    #expect(throws: EncodingError.self) { try encoder.encodeToString([1, 2, 3]) }
    encoder.maximumLength = .max
    var pieces: [UInt8] = []
    try encoder.encode(
      Array(0..<50_000),
      to: { bytes in
        #expect(bytes.count <= 65_536)
        for index in bytes.indices { pieces.append(bytes[index]) }
      })
    #expect(pieces == Array("\(Array(0..<50_000))".utf8.filter { $0 != 0x20 }))
  }

  @Test func manyMembers() throws {
    var dictionary: [String: Int] = [:]
    for index in 0..<5000 { dictionary["name \(index)"] = index }
    BothEncoders().check(dictionary)
  }
}
