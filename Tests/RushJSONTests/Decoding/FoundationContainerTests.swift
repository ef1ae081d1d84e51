import Foundation
import RushJSON
import Testing

/// A type whose `init(from:)` is a closure, to use a decoder in ways that synthesised code does not.
struct Probe: Decodable {
  /// The closure, in a structure: a task-local closure crashes when Swift 6.3 optimises its setting.
  struct Body: Sendable {
    var use: @Sendable (any Decoder) throws -> String
  }

  @TaskLocal static var body = Body { _ in "" }
  var text: String

  init(from decoder: any Decoder) throws { text = try Probe.body.use(decoder) }
}

/// Any name.
struct Name: CodingKey, ExpressibleByStringLiteral, Hashable {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Expects that a closure returns the same for both decoders.
func expectSameUse(
  _ texts: String..., settings: [Setting] = [],
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (any Decoder) throws -> String
) {
  Probe.$body.withValue(Probe.Body(use: body)) {
    let both = BothDecoders(settings)
    for text in texts {
      let (foundation, rush) = both.outcomes(Probe.self, Data(text.utf8))
      #expect(rush == foundation, "\(text)", sourceLocation: sourceLocation)
    }
  }
}

/// The result of a throwing expression, as text.
private func attempt(_ body: @autoclosure () throws -> Any) -> String { "\(Outcome(body))" }

/// A type that generic code decodes.
private func decodeAny<T: Decodable>(
  _ type: T.Type, _ container: any SingleValueDecodingContainer
) throws -> T { try container.decode(type) }

private func path(_ path: [any CodingKey]) -> String {
  path.map { "\($0.stringValue)#\($0.intValue ?? -1)" }.joined(separator: "/")
}

/// Behaviour of the containers of Foundation's decoder: items 32 to 46.
@Suite("As Foundation: containers", .serialized)
struct FoundationContainerTests {
  @Test("32: members that are missing or null")
  func missingMembers() {
    expectSameUse("{}", "{\"a\":null}", "{\"a\":1}", "{\"a\":[]}", "{\"a\":{}}") { decoder in
      let container = try decoder.container(keyedBy: Name.self)
      return [
        "\(container.contains("a"))", attempt(try container.decodeNil(forKey: "a")),
        attempt(try container.nestedContainer(keyedBy: Name.self, forKey: "a").allKeys.count),
        attempt(try container.nestedUnkeyedContainer(forKey: "a").count as Any),
        attempt(try container.decode([Int].self, forKey: "a")),
        attempt(try container.decodeIfPresent(Int.self, forKey: "a") as Any),
        attempt(try container.decodeIfPresent(Bool.self, forKey: "a") as Any),
        attempt(try container.decodeIfPresent([Int].self, forKey: "a") as Any),
      ].joined(separator: "\n")
    }
  }

  @Test("33 and 46: paths")
  func paths() {
    struct Inner: Decodable {
      var path: String
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        self.path =
          RushJSONTests.path(decoder.codingPath) + " " + RushJSONTests.path(container.codingPath)
        _ = try container.decodeIfPresent(Int.self, forKey: "n")
      }
    }
    expectSame([Inner].self, "[{},{\"n\":1}]", "[{},{\"n\":\"x\"}]")
    expectSame([String: [Inner]].self, "{\"k\":[{},{\"n\":1}]}", "{\"k\":[{},{\"n\":\"x\"}]}")
    expectSame(Box<[Inner?]>.self, "{\"a\":[{}]}")
    expectSame([Int: Inner].self, "{\"7\":{}}", "{\"7\":{\"n\":true}}")
    expectSameUse("{\"a\":{\"b\":[{\"c\":1}]}}") { decoder in
      let a = try decoder.container(keyedBy: Name.self).nestedContainer(
        keyedBy: Name.self, forKey: "a")
      var b = try a.nestedUnkeyedContainer(forKey: "b")
      let paths = [path(decoder.codingPath), path(a.codingPath), path(b.codingPath)]
      let c = try b.nestedContainer(keyedBy: Name.self)
      return (paths + [path(c.codingPath)]).joined(separator: " ")
        + attempt(try c.decode(String.self, forKey: "c"))
    }
    expectSameUse("{\"a\":{\"b\":{\"n\":1}}}") { decoder in
      let a = try decoder.container(keyedBy: Name.self).nestedContainer(
        keyedBy: Name.self, forKey: "a")
      return try a.decode(Inner.self, forKey: "b").path
        + path(try a.superDecoder(forKey: "b").codingPath)
    }
  }

  @Test("46: paths hold the type's keys")
  func pathsUnderAStrategy() {
    struct Outer: Decodable {
      struct Inner: Decodable { var someValue: Int }
      var firstName: Inner
    }
    expectSame(
      Outer.self, "{\"first_name\":{\"some_value\":\"x\"}}", "{\"first_name\":{}}",
      "{\"first_name\":1}",
      settings: [.snakeCase])
  }

  @Test("34 and 35: keys")
  func keys() {
    struct IntKey: CodingKey {
      var intValue: Int?
      var stringValue: String
      init?(intValue: Int) { self.intValue = intValue; stringValue = "\(intValue)" }
      init?(stringValue: String) {
        guard let value = Int(stringValue) else { return nil }
        self.init(intValue: value)
      }
    }
    expectSameUse("{\"1\":1,\"x\":2,\"2\":3}") { decoder in
      let container = try decoder.container(keyedBy: IntKey.self)
      return container.allKeys.map(\.stringValue).sorted().joined(separator: ",")
    }
    expectSame([Int: String].self, "{\"1\":\"a\",\"-2\":\"b\"}", "{\"x\":\"a\"}", "{\"1.0\":\"a\"}")
    struct Numbered: Decodable {
      var value: Int
      enum CodingKeys: Int, CodingKey { case value = 5 }
    }
    expectSame(Numbered.self, "{\"5\":1}", "{\"value\":1}")
  }

  @Test("36: the first of duplicates counts")
  func duplicates() {
    struct Pair: Decodable { var a: Int; var b: Int? }
    expectSame(
      Pair.self, "{\"a\":1,\"a\":2}", "{\"a\":1,\"b\":2,\"a\":3,\"b\":4}",
      "{\"b\":1,\"b\":null,\"a\":3}",
      "{\"x\":0,\"a\":1,\"\\u0061\":2}", "{\"\\u0061\":2,\"a\":1}")
    expectSame([String: Int].self, "{\"a\":1,\"a\":2,\"b\":3}")
    expectSame([String: Pair].self, "{\"a\":{\"a\":1},\"a\":{\"a\":2}}")
    expectSameUse("{\"a\":1,\"a\":2,\"b\":3,\"a\":4}") { decoder in
      let container = try decoder.container(keyedBy: Name.self)
      let values = try (0..<3).map { _ in try container.decode(Int.self, forKey: "a") }
      return "\(values) \(container.allKeys.count)"
    }
    let many = (0..<200).map { "\"k\($0 % 150)\":\($0)" }.joined(separator: ",")
    expectSameUse("{\(many)}") { decoder in
      let container = try decoder.container(keyedBy: Name.self)
      let keys = container.allKeys.map(\.stringValue).sorted()
      return try keys.map {
        "\($0)=\(try container.decode(Int.self, forKey: .init(stringValue: $0)))"
      }
      .joined(separator: " ")
    }
    expectSame([String: Int].self, "{\(many)}")
  }

  @Test("37: names that are canonically equivalent")
  func equivalentNames() {
    expectSame([String: Int].self, "{\"\u{e9}\":1,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"\u{e9}\":1}")
    struct Accented: Decodable {
      var é: Int
      var kelvin: Int?
      enum CodingKeys: String, CodingKey { case é, kelvin = "K" }
    }
    expectSame(
      Accented.self, "{\"\u{e9}\":1}", "{\"e\u{301}\":1}", "{\"\\u00e9\":1}", "{\"e\":1}",
      "{\"e\u{301}\":1,\"\u{212a}\":2}", "{\"e\u{301}\":1,\"\u{e9}\":2}")
    expectSameUse("{\"\u{e9}\":1,\"e\u{301}\":2,\"x\":3}") { decoder in
      let container = try decoder.container(keyedBy: Name.self)
      return try container.allKeys.map { "\(try container.decode(Int.self, forKey: $0))" }.sorted()
        .joined()
    }
  }

  /// Three characters beyond ASCII are equivalent to ASCII ones, so a key with them may have a name in ASCII.
  @Test("37: keys that are equivalent to names in ASCII", arguments: [1, 2, 20, 70])
  func keysEquivalentToASCII(_ count: Int) {
    let others = (1..<count).map { ",\"n\($0)\":0" }.joined()
    let long = "a long name, then K"
    expectSameUse(
      "{\"K\":1\(others)}", "{\";\":1\(others)}", "{\"`\":1\(others)}", "{\"\(long)\":1\(others)}",
      "{\"k\":1\(others)}"
    ) { decoder in
      let container = try decoder.container(keyedBy: Name.self)
      let keys = ["\u{212a}", "\u{37e}", "\u{1fef}", "a long name, then \u{212a}", "K", "\u{e9}"]
      return try keys.map { key in
        let name = Name(stringValue: key)
        let value = try container.decodeIfPresent(Int.self, forKey: name)
        return "\(container.contains(name)) \(value as Any)"
      }
      .joined(separator: ", ")
    }
  }

  @Test("38 to 41: unkeyed containers")
  func unkeyed() {
    expectSameUse("[]", "[1]", "[1,null,\"x\",2]", "[null]", "[{},[]]") { decoder in
      var container = try decoder.unkeyedContainer()
      var log: [String] = ["\(String(describing: container.count))"]
      for _ in 0..<6 {
        log.append("\(container.currentIndex) \(container.isAtEnd)")
        log.append(attempt(try container.decode(Bool.self)))
        log.append(attempt(try container.decode([Int: Int].self)))
        log.append(attempt(try container.nestedContainer(keyedBy: Name.self).allKeys.count))
        log.append("\(container.currentIndex)")
        log.append(attempt(try container.nestedUnkeyedContainer().count as Any))
        log.append("\(container.currentIndex)")
        log.append(attempt(try container.decodeNil()))
        log.append("\(container.currentIndex)")
        log.append(attempt(try container.decode(Int.self)))
        log.append(attempt(try container.decodeIfPresent(String.self) as Any))
      }
      return log.joined(separator: "\n")
    }
    expectSameUse("[]", "[1]") { decoder in
      var container = try decoder.unkeyedContainer()
      return [
        attempt(try container.superDecoder().codingPath.count),
        attempt(try container.superDecoder()),
        attempt(try container.decodeIfPresent(Int.self) as Any), "\(container.currentIndex)",
        attempt(try container.decodeIfPresent(Box<Int>.self) as Any), "\(container.currentIndex)",
        attempt(try container.decode(Box<Int>.self)),
      ].joined(separator: "\n")
    }
  }

  @Test("42: super")
  func superDecoders() {
    class Base: Decodable { var base: Int }
    final class Derived: Base {
      var own = 0
      enum CodingKeys: CodingKey { case own }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        own = try container.decode(Int.self, forKey: .own)
        try super.init(from: container.superDecoder())
      }
    }
    expectSame(
      Derived.self, "{\"own\":1,\"super\":{\"base\":2}}", "{\"own\":1}",
      "{\"own\":1,\"super\":null}",
      "{\"own\":1,\"super\":{}}", "{\"own\":1,\"super\":{\"base\":\"x\"}}",
      "{\"own\":1,\"super\":[]}")
    expectSameUse("{}", "{\"k\":null}", "{\"k\":7}") { decoder in
      let container = try decoder.container(keyedBy: Name.self)
      let inner = try container.superDecoder(forKey: "k")
      let single = try inner.singleValueContainer()
      return [
        path(inner.codingPath), "\(single.decodeNil())", attempt(try single.decode(Int.self)),
        attempt(try single.decode(Bool.self)), attempt(try single.decode(Int?.self) as Any),
        attempt(try inner.unkeyedContainer().count as Any), attempt(try single.decode(Date.self)),
        attempt(try inner.container(keyedBy: Name.self).allKeys.count),
        attempt(try single.decode([Int].self)), attempt(try single.decode(String.self)),
        attempt(try decodeAny(Bool.self, single)), attempt(try decodeAny(Int.self, single)),
        attempt(try decodeAny(Box<Bool>.self, single)), attempt(try decodeAny(URL.self, single)),
        isFoundationOfSwift63 ? attempt(try decodeAny([String: Bool].self, single)) : "",
        attempt(try decodeAny(Decimal.self, single)),
      ].joined(separator: "\n")
    }
  }

  @Test("43: a value of several types")
  func unions() {
    enum Union: Decodable {
      case int(Int)
      case text(String)
      case list([Union])
      case object([String: Union])
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {
          self = .int(value)
        } else if let value = try? container.decode(String.self) {
          self = .text(value)
        } else if let value = try? container.decode([Union].self) {
          self = .list(value)
        } else {
          self = .object(try container.decode([String: Union].self))
        }
      }
    }
    expectSame(
      [Union].self, "[1,\"x\",[2,[3]],{\"a\":[{\"b\":4}]}]", "[1,true]", "[[[{\"a\":[null]}]]]")
  }

  @Test("44: decoders and containers that are kept")
  func delayed() throws {
    final class Kept: Decodable {
      let decoder: any Decoder
      let keyed: KeyedDecodingContainer<Name>
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        keyed = try decoder.container(keyedBy: Name.self)
      }
    }
    func keep() throws -> (Kept, [Kept], any UnkeyedDecodingContainer) {
      struct List: Decodable {
        var container: any UnkeyedDecodingContainer
        init(from decoder: any Decoder) throws { container = try decoder.unkeyedContainer() }
      }
      // The text is gone after this.
      let padding = String(repeating: " ", count: 5000)
      let decoder = RushJSONDecoder()
      return (
        try decoder.decode(
          Kept.self, from: Data("{\"a\":[1,2],\"b\":\"a longer text than 15\"\(padding)}".utf8)),
        try decoder.decode([Kept].self, from: Data("[{\"a\":[1]},{\"a\":[2]}]\(padding)".utf8)),
        try decoder.decode(List.self, from: Data("[\"one\", 2]\(padding)".utf8)).container
      )
    }
    var (kept, list, unkeyed) = try keep()
    let noise = (0..<100).map { _ in [UInt8](repeating: 0xff, count: 5100) }
    #expect(noise.count == 100)
    #expect(kept.decoder.codingPath.isEmpty)
    #expect(try kept.keyed.decode([Int].self, forKey: "a") == [1, 2])
    #expect(try kept.keyed.decode(String.self, forKey: "b") == "a longer text than 15")
    #expect(try Box<[Int]>(from: kept.decoder).a == [1, 2])
    #expect(try list[1].keyed.decode([Int].self, forKey: "a") == [2])
    #expect(list[1].decoder.codingPath.map(\.stringValue) == ["Index 1"])
    #expect(try unkeyed.decode(String.self) == "one")
    #expect(try unkeyed.decode(Int.self) == 2)
    #expect(throws: DecodingError.self) { try kept.keyed.decode(Int.self, forKey: "a") }
  }

  @Test("45: errors of a type's own")
  func ownErrors() {
    struct Failure: Error {}
    struct Failing: Decodable { init(from decoder: any Decoder) throws { throw Failure() } }
    struct Corrupt: Decodable {
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: [Name("x")], debugDescription: "mine"))
      }
    }
    expectSame(Box<Failing>.self, "{\"a\":1}")
    expectSame([String: [Corrupt]].self, "{\"a\":[1]}")
  }

  @Test("47 to 51: dictionaries and enums")
  func dictionariesAndEnums() {
    enum Plain: String, Codable { case x, y }
    enum Keyed: String, Codable, CodingKeyRepresentable { case x, y }
    enum Associated: Codable, Hashable { case x(Int), y(name: String), z }
    expectSame([Plain: Int].self, "[\"x\",1,\"y\",2]", "[\"x\"]", "{\"x\":1}", "[\"q\",1]")
    expectSame([Keyed: Int].self, "{\"x\":1,\"y\":2}", "{\"q\":1}", "[\"x\",1]")
    expectSame([Double: Int].self, "[1.5,1]", "{\"1.5\":1}")
    expectSame([Int: Int].self, "{\"1\":2}", "{\"a\":2}", "{\"1\":\"x\"}")
    expectSame([Plain].self, "[\"x\",\"zz\"]", "[1]", "[null]")
    expectSame(
      [Associated].self, "[{\"x\":{\"_0\":1}},{\"y\":{\"name\":\"n\"}},{\"z\":{}}]", "[{}]",
      "[{\"x\":{\"_0\":1},\"z\":{}}]", "[{\"q\":{}}]", "[{\"x\":{}}]", "[{\"x\":{\"_0\":\"s\"}}]")
    expectSame([UUID: Int].self, "[\"F2D5A6C4-9B7E-4A3D-8C1B-0123456789AB\",1]", "[\"x\",1]")
    expectSame(Set<Int>.self, "[1,2,1]")
    expectSame(ClosedRange<Int>.self, "[1,2]", "[2,1]", "[1]", "[1,2,3]")
  }

  @Test("84: options that change between calls")
  func reuse() throws {
    struct Snake: Decodable { var firstName: String }
    let decoder = RushJSONDecoder()
    #expect(throws: DecodingError.self) {
      try decoder.decode(Snake.self, from: Data("{\"first_name\":\"x\"}".utf8))
    }
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      try decoder.decode(Snake.self, from: Data("{\"first_name\":\"x\"}".utf8)).firstName == "x")
    decoder.keyDecodingStrategy = .useDefaultKeys
    #expect(
      try decoder.decode(Snake.self, from: Data("{\"firstName\":\"x\"}".utf8)).firstName == "x")
  }

  @Test("userInfo")
  func userInfo() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    expectSameUse("[1]", settings: [.userInfo([key: 5])]) { decoder in
      "\(decoder.userInfo[key] as? Int ?? 0) \(decoder.userInfo.count)"
    }
  }
}
