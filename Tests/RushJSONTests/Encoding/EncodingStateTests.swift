import Foundation
import RushJSON
import Testing

/// Encoders that resume a value after others, compared with Foundation's encoder.
@Suite struct EncodingStateTests {
  private typealias Script = @Sendable (any Encoder) throws -> Void
  private typealias Name = RandomCalls.Name

  private struct Empty: Encodable {}

  /// Ways off the straight path: calls that no text in order could follow.
  private static let detours: [(String, Script)] = [
    ("none", { _ in }),
    (
      "a name twice",
      { encoder in
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(1, forKey: Name(stringValue: "firstName"))
        try container.encode(2, forKey: Name(stringValue: "firstName"))
      }
    ),
    (
      "a container after another",
      { encoder in
        var container = encoder.container(keyedBy: Name.self)
        var early = container.nestedUnkeyedContainer(forKey: Name(stringValue: "earlyList"))
        try container.encode(1, forKey: Name(stringValue: "theOther"))
        try early.encode(2)
      }
    ),
    (
      "names that are converted to one",
      { encoder in
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(1, forKey: Name(stringValue: "twoWords"))
        try container.encode(2, forKey: Name(stringValue: "two_words"))
      }
    ),
  ]

  private static let values: [(String, any Encodable & Sendable)] = [
    ("[String: Int]", ["rollOver": 9]), ("[String: String]", ["rollOver": "x"]),
    ("[String: Double]", ["rollOver": 0.5]), ("[String: [Int]]", ["rollOver": [9]]),
    ("[String: Int?]", ["rollOver": Int?.none]),
    ("[String: [String: Bool]]", ["rollOver": ["deepOne": true]]),
    ("[[String: Int]]", [["rollOver": 9]]), ("[Int: Int]", [12: 13]), ("Empty", Empty()),
  ]

  @Test(
    "the names of dictionaries stay as they are, on the straight path and off it",
    arguments: detours.indices)
  func namesOfDictionaries(_ detour: Int) {
    for (_, value) in Self.values {
      let both = BothEncoders()
      both.foundation.keyEncodingStrategy = .convertToSnakeCase
      both.rush.keyEncodingStrategy = .convertToSnakeCase
      both.check(
        Scripted { encoder in
          try Self.detours[detour].1(encoder)
          var container = encoder.container(keyedBy: Name.self)
          try container.encode(value, forKey: Name(stringValue: "theValue"))
          var list = container.nestedUnkeyedContainer(forKey: Name(stringValue: "theList"))
          try list.encode(value)
          var single = container.superEncoder().singleValueContainer()
          try single.encode(value)
        })
    }
  }

  @Test("a dictionary as a single value, and members after it", arguments: detours.indices)
  func dictionaryAndMembers(_ detour: Int) {
    for dictionary in [["rollOver": 1], [:]] {
      let both = BothEncoders()
      both.foundation.keyEncodingStrategy = .convertToSnakeCase
      both.rush.keyEncodingStrategy = .convertToSnakeCase
      let value = Scripted { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(dictionary)
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(2, forKey: Name(stringValue: "laterKey"))
        var nested = container.nestedContainer(
          keyedBy: Name.self, forKey: Name(stringValue: "laterObject"))
        try nested.encode(["rollOver": 2], forKey: Name(stringValue: "innerKey"))
      }
      both.check(value)
      both.check(
        Scripted { encoder in
          try Self.detours[detour].1(encoder)
          var container = encoder.container(keyedBy: Name.self)
          try container.encode(value, forKey: Name(stringValue: "theValue"))
          try container.encode([value, value], forKey: Name(stringValue: "theList"))
        })
    }
  }

  @Test("a single value that encodes nothing is an empty object, at the top too")
  func nothingAsSingleValue() {
    struct Wrapped<Value: Encodable & Sendable>: Encodable {
      let value: Value
      func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        try single.encode(value)
      }
    }
    let nothing = Scripted { _ in }
    let both = BothEncoders()
    both.check(Wrapped(value: nothing))
    both.check(Wrapped(value: Wrapped(value: nothing)))
    both.check(Optional(Wrapped(value: nothing)))
    both.check([Wrapped(value: nothing)])
    both.check(Wrapped(value: Int?.none))
    both.check(Wrapped(value: [Int]()))
  }

  // MARK: - Paths

  /// The paths that containers have after the ones around them went on.
  private static func paths(_ encoder: any Encoder, _ isOffThePath: Bool) throws -> [[String]] {
    func name(_ text: String) -> Name { Name(stringValue: text) }
    var outer = encoder.container(keyedBy: Name.self)
    var inner = outer.nestedContainer(keyedBy: Name.self, forKey: name("theInner"))
    var list = inner.nestedUnkeyedContainer(forKey: name("theList"))
    var object = list.nestedContainer(keyedBy: Name.self)
    try object.encode(1, forKey: name("aB"))
    let late = list.superEncoder()
    if !isOffThePath {
      var single = late.singleValueContainer()
      try single.encode("early")
    }
    try outer.encode([["k": 1]], forKey: name("theSibling"))
    var sibling = outer.nestedContainer(keyedBy: Name.self, forKey: name("lastOne"))
    let found = [
      object.codingPath, sibling.codingPath, outer.codingPath, inner.codingPath, list.codingPath,
      late.codingPath,
    ]
    try sibling.encode(2, forKey: name("aB"))
    try object.encode(["x": Empty()], forKey: name("two"))
    try inner.encode(3, forKey: name("oneMore"))
    return (found + [object.codingPath, inner.codingPath, late.codingPath]).map {
      $0.map(\.stringValue)
    }
  }

  private final class Found: @unchecked Sendable { var paths: [[String]] = [] }

  @Test(
    "a container keeps its path, and its keys, when the one around it goes on",
    arguments: [false, true])
  func pathsOfEarlierContainers(_ isOffThePath: Bool) throws {
    let inner = ["theInner"]
    let list = ["theInner", "theList"]
    let expected = [
      list + ["Index 0"], ["lastOne"], [], inner, list, list + ["Index 1"], list + ["Index 0"],
      inner, list + ["Index 1"],
    ]
    let strategies: [RushJSONEncoder.KeyEncodingStrategy] = [
      .useDefaultKeys, .convertToSnakeCase,
      .custom { Name(stringValue: "<\($0.map(\.stringValue).joined(separator: "."))>") },
    ]
    let encoder = RushJSONEncoder()
    for strategy in strategies {
      encoder.keyEncodingStrategy = strategy
      let found = Found()
      _ = try encoder.encode(Scripted { found.paths = try Self.paths($0, isOffThePath) })
      #expect(found.paths == expected)
      _ = try encoder.encode([
        "outerMost": [Scripted { found.paths = try Self.paths($0, isOffThePath) }]
      ])
      #expect(found.paths == expected.map { ["outerMost", "Index 0"] + $0 })
    }
  }

  @Test("custom strategies see keys as types have them, also off the straight path")
  func customStrategiesSeeKeysOnce() {
    let convert: @Sendable ([any CodingKey]) -> any CodingKey = { path in
      Name(stringValue: "<\(path.map(\.stringValue).joined(separator: "."))>")
    }
    let both = BothEncoders()
    both.foundation.keyEncodingStrategy = .custom(convert)
    both.rush.keyEncodingStrategy = .custom(convert)
    both.check(
      Scripted { encoder in
        var container = encoder.container(keyedBy: Name.self)
        var inner = container.nestedContainer(
          keyedBy: Name.self, forKey: Name(stringValue: "inner"))
        try inner.encode(1, forKey: Name(stringValue: "one"))
        try container.encode(2, forKey: Name(stringValue: "last"))
        try inner.encode(3, forKey: Name(stringValue: "two"))
        // A value that is gone on with under the name that it had.
        try container.encode(["k": 1], forKey: Name(stringValue: "more"))
        var more = container.nestedContainer(
          keyedBy: Name.self, forKey: Name(stringValue: "more"))
        try more.encode(4, forKey: Name(stringValue: "three"))
      })
  }

  // MARK: - Misuse

  private static let misuses: [(String, Script)] = [
    (
      "42, then an object",
      {
        try member(42, $0); _ = nested($0)
      }
    ),
    (
      "42, then an array",
      {
        try member(42, $0); _ = nestedList($0)
      }
    ),
    (
      "null, then an object",
      {
        try member(Int?.none, $0); _ = nested($0)
      }
    ),
    (
      "an array, then an object",
      {
        try member([1], $0); _ = nested($0)
      }
    ),
    (
      "an empty array, then an object",
      {
        try member([Int](), $0); _ = nested($0)
      }
    ),
    (
      "a dictionary, then an array",
      {
        try member(["a": 1], $0); _ = nestedList($0)
      }
    ),
    (
      "a nested object, then an array",
      {
        _ = nested($0); _ = nestedList($0)
      }
    ),
    (
      "a nested array, then an object",
      {
        _ = nestedList($0); _ = nested($0)
      }
    ),
    (
      "an array of the encoder, then an object",
      {
        var list = $0.unkeyedContainer()
        try list.encode(1)
        _ = $0.container(keyedBy: Name.self)
      }
    ),
    (
      "an empty array of the encoder, then an object",
      {
        _ = $0.unkeyedContainer()
        _ = $0.container(keyedBy: Name.self)
      }
    ),
    (
      "an empty object of the encoder, then an array",
      {
        _ = $0.container(keyedBy: Name.self)
        _ = $0.unkeyedContainer()
      }
    ),
    (
      "a scalar, then an object",
      {
        var single = $0.singleValueContainer()
        try single.encode(1)
        _ = $0.container(keyedBy: Name.self)
      }
    ),
    (
      "a scalar, then an array",
      {
        var single = $0.singleValueContainer()
        try single.encode("x")
        _ = $0.unkeyedContainer()
      }
    ),
    (
      "an array as a single value, then an object",
      {
        var single = $0.singleValueContainer()
        try single.encode([1])
        _ = $0.container(keyedBy: Name.self)
      }
    ),
    (
      "a dictionary as a single value, then an array",
      {
        var single = $0.singleValueContainer()
        try single.encode(["a": 1])
        _ = $0.unkeyedContainer()
      }
    ),
    (
      "a scalar of a super encoder, then an object",
      {
        var container = $0.container(keyedBy: Name.self)
        let encoder = container.superEncoder()
        var single = encoder.singleValueContainer()
        try single.encode(1)
        _ = encoder.container(keyedBy: Name.self)
      }
    ),
  ]

  private static let key = Name(stringValue: "k")

  private static func member(_ value: some Encodable, _ encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(value, forKey: key)
  }

  private static func nested(_ encoder: any Encoder) -> KeyedEncodingContainer<Name> {
    var container = encoder.container(keyedBy: Name.self)
    return container.nestedContainer(keyedBy: Name.self, forKey: key)
  }

  private static func nestedList(_ encoder: any Encoder) -> any UnkeyedEncodingContainer {
    var container = encoder.container(keyedBy: Name.self)
    return container.nestedUnkeyedContainer(forKey: key)
  }

  @Test("a value that becomes something else is an error, and no data is lost", arguments: misuses)
  private func misuse(_ name: String, _ script: @escaping Script) {
    let encoder = RushJSONEncoder()
    let misuse = Scripted(script: script)
    #expect(throws: EncodingError.self, "at the top") { try encoder.encodeToString(misuse) }
    #expect(throws: EncodingError.self, "in an array") { try encoder.encodeToString([misuse]) }
    #expect(throws: EncodingError.self, "in a member") {
      try encoder.encodeToString(["a": ["b": misuse]])
    }
    #expect(throws: EncodingError.self, "off the straight path") {
      try encoder.encodeToString(
        Scripted { encoder in
          try Self.detours[1].1(encoder)
          var container = encoder.container(keyedBy: Name.self)
          try container.encode(misuse, forKey: Name(stringValue: "value"))
        })
    }
    // The encoder itself is none the worse.
    #expect((try? encoder.encodeToString([1])) == "[1]")
  }
}
