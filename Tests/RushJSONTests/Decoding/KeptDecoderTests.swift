import Foundation
import RushJSON
import Testing

/// Decoders and containers that a type has kept, used after the call by several threads.
@Suite("Kept decoders")
struct KeptDecoderTests {
  /// Keeps its decoder, and the results of its use during the call.
  private struct Kept: Decodable, @unchecked Sendable {
    var decoder: any Decoder
    var members: KeyedDecodingContainer<Name>?
    var elements: (any UnkeyedDecodingContainer)?
    var atOnce = ""

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      members = try? decoder.container(keyedBy: Name.self)
      elements = try? decoder.unkeyedContainer()
      atOnce = KeptDecoderTests.use(self)
    }
  }

  private struct Item: Decodable, Equatable {
    var id: Int
    var tags: [String]
    var inner: [String: [Item]]?
    var other: Double?
  }

  private static let item =
    #"{"tags":["a","b"],"id":1,"inner":{"x":[{"id":2,"tags":[]}],"y":[],"z":[],"w":[]},"K":[[1],{"é":2}]}"#

  /// All ways from a kept decoder, and their results, as text.
  private static func use(_ kept: Kept) -> String {
    var log: [String] = []
    func note(_ body: () throws -> Any) { log.append("\(Outcome(body))") }
    func path(_ path: [any CodingKey]) -> String {
      path.map(\.stringValue).joined(separator: "/")
    }
    note { try Item(from: kept.decoder) }
    note { try kept.decoder.singleValueContainer().decode(Item.self) }
    note { try kept.decoder.singleValueContainer().decode([String: Item].self) }
    note { try kept.decoder.singleValueContainer().decode([Int].self) }
    for members in [kept.members, try? kept.decoder.container(keyedBy: Name.self)] {
      guard let members else { continue }
      note { members.allKeys.map(\.stringValue).joined(separator: " ") }
      note { try members.decode(Int.self, forKey: "id") }
      note { try members.decode([String: [Item]].self, forKey: "inner") }
      note { try members.decode(Int.self, forKey: "none") }
      note { try members.decode(Item.self, forKey: "tags") }
      note {
        let nested = try members.nestedContainer(keyedBy: Name.self, forKey: "inner")
        var list = try nested.nestedUnkeyedContainer(forKey: "x")
        let item = try list.superDecoder()
        return try path(nested.codingPath) + " " + path(list.codingPath) + " "
          + path(item.codingPath) + " \(Item(from: item).id)"
      }
      note {
        var list = try members.nestedUnkeyedContainer(forKey: "K")
        _ = try list.decode([Int].self)
        return try path(list.codingPath) + " \(list.decode([String: Int].self))"
      }
      note { try members.superDecoder(forKey: "inner").container(keyedBy: Name.self).allKeys.count }
    }
    if var elements = kept.elements {
      while !elements.isAtEnd {
        note { try elements.decode(Item.self) }
        note { path(try elements.superDecoder().codingPath) }
      }
    }
    return log.joined(separator: "\n")
  }

  private static func keep(_ text: String, _ settings: [Setting]) throws -> [Kept] {
    // The text is gone after this.
    try BothDecoders(settings).rush.decode([Kept].self, from: Data("[\(text),\(text)]".utf8))
  }

  private static let texts = [
    item, "[\(item),\(item)]", #"{"id":"x"}"#, "7",
    "{" + (0..<40).map { #""key\#($0)":{"id":\#($0),"tags":[]}"# }.joined(separator: ",") + "}",
  ]

  private static let settings: [[Setting]] = [
    [], [.snakeCase], [.customKeys { $0.last ?? Name(stringValue: "") }],
  ]

  @Test("their results after the call are those during the call", arguments: texts)
  func later(text: String) throws {
    for settings in Self.settings {
      for kept in try Self.keep(text, settings) {
        #expect(Self.use(kept) == kept.atOnce)
        #expect(Self.use(kept) == kept.atOnce)
      }
    }
  }

  @Test("several threads use them at the same time", arguments: texts)
  func threads(text: String) async throws {
    for settings in Self.settings {
      let kept = try Self.keep(text, settings)
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            (0..<10).allSatisfy { round in
              let kept = kept[(number + round) % 2]
              return Self.use(kept) == kept.atOnce
            }
          }
        }
        for await isSame in group { #expect(isSame) }
      }
    }
  }

  /// Each search for a path continues from the last path.
  @Test("paths of many kept decoders, in any order")
  func manyPaths() throws {
    struct Element: Decodable {
      var decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    struct Lists: Decodable { var lists: [[Element]] }
    let list = "[" + Array(repeating: "7", count: 50).joined(separator: ",") + "]"
    let text = Array(repeating: list, count: 20).joined(separator: ",")
    let lists = try RushJSONDecoder().decode(Lists.self, from: "{\"lists\":[\(text)]}").lists
    let forward = (0..<20).flatMap { list in (0..<50).map { (list, $0) } }
    let back = stride(from: 19, through: 0, by: -3).flatMap { list in
      [3, 49, 0, 27, 28].map { (list, $0) }
    }
    for (list, element) in forward + back {
      let path = lists[list][element].decoder.codingPath.map(\.stringValue)
      #expect(path == ["lists", "Index \(list)", "Index \(element)"])
    }
  }

  // MARK: - Keys

  /// Keeps its container, and asks it for nothing.
  private struct KeptKeys<Key: CodingKey>: Decodable, @unchecked Sendable {
    let container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }
  }

  private enum Letter: String, CodingKey { case a, b, c, d, e, f, g, h }

  @Test("threads ask for the keys of objects with one member")
  func keysOfSingleMembers() async throws {
    let letters: [Letter] = [.a, .b, .c, .d, .e, .f, .g, .h]
    let text = "[" + letters.map { #"{"\#($0.stringValue)":1}"# }.joined(separator: ",") + "]"
    for _ in 0..<200 {
      let kept = try RushJSONDecoder().decode([KeptKeys<Letter>].self, from: text)
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask {
            (0..<4).allSatisfy { _ in kept.map { $0.container.allKeys } == letters.map { [$0] } }
          }
        }
        for await isSame in group { #expect(isSame) }
      }
    }
  }

  /// A key that calls a function whenever it is asked for its name.
  private struct CallingKey: CodingKey, @unchecked Sendable {
    let name: String
    var call: () -> Void = {}

    var stringValue: String {
      call()
      return name
    }
    var intValue: Int? { nil }

    init(stringValue: String) { name = stringValue }
    init(_ name: String, _ call: @escaping () -> Void) { (self.name, self.call) = (name, call) }
    init?(intValue: Int) { nil }
  }

  @Test("a key's name makes so many containers that the pool lets go of the one that is asked")
  func containersMadeByAKey() throws {
    struct Item: Decodable {
      let values: [Int]

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CallingKey.self)
        var kept: [KeyedDecodingContainer<CallingKey>] = []
        values = try ["a", "b", "c"].map { name in
          let key = CallingKey(name) {
            for _ in 0..<20 {
              if let other = try? decoder.container(keyedBy: CallingKey.self) { kept.append(other) }
            }
          }
          return try container.decode(Int.self, forKey: key)
        }
      }
    }
    struct Plain: Decodable {
      let values: [Int]

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CallingKey.self)
        values = try ["a", "b", "c"].map {
          try container.decode(Int.self, forKey: CallingKey(stringValue: $0))
        }
      }
    }
    struct List: Decodable {
      var values: [[Int]] = []

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        // The shape of the objects is known from the second one on.
        for _ in 0..<3 { values.append(try list.decode(Plain.self).values) }
        while !list.isAtEnd { values.append(try list.decode(Item.self).values) }
      }
    }
    let text =
      "[" + (0..<6).map { #"{"a":\#($0),"b":1\#($0),"c":2\#($0)}"# }.joined(separator: ",") + "]"
    for _ in 0..<3 {
      let values = try RushJSONDecoder().decode(List.self, from: text).values
      #expect(values == (0..<6).map { [$0, 10 + $0, 20 + $0] })
    }
  }
}
