import Foundation
import RushJSON
import Testing

/// Limits of depth and length, and what counts toward them.
@Suite struct EncodingLimitTests {
  private typealias Name = RandomCalls.Name
  private static let key = Name(stringValue: "k")
  private static let other = Name(stringValue: "other")

  /// Arrays in arrays, without a call within a call, and perhaps an error in the end.
  private struct Deep: Encodable {
    let depth: Int
    var fails = true

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for _ in 1..<depth { list = list.nestedUnkeyedContainer() }
      if fails { throw CancellationError() }
    }
  }

  private struct Long: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for index in 0..<20_000 { try list.encode(index) }
      throw CancellationError()
    }
  }

  private struct Calls: Encodable {
    let depth: Int
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      if depth > 1 { try list.encode(Calls(depth: depth - 1)) }
    }
  }

  @Test("what failed and was left out counts toward no limit", arguments: [false, true])
  func failuresDoNotCount(_ isOffThePath: Bool) throws {
    let encoder = RushJSONEncoder()
    encoder.maximumLength = 100
    encoder.outputFormatting = .sortedKeys
    let failing: [any Encodable & Sendable] = [
      Deep(depth: 600), Calls(depth: 600), Long(), [Deep(depth: 600)], ["a": Long()],
    ]
    for value in failing {
      let text = try encoder.encodeToString(
        Scripted { encoder in
          var container = encoder.container(keyedBy: Name.self)
          if isOffThePath { try container.encode(0, forKey: Self.key) }
          try container.encode(1, forKey: Self.key)
          #expect(throws: (any Error).self) { try container.encode(value, forKey: Self.other) }
          var list = container.nestedUnkeyedContainer(forKey: Self.other)
          try list.encode(2)
          #expect(throws: (any Error).self) { try list.encode(value) }
          try list.encode(3)
        })
      #expect(text == #"{"k":1,"other":[2,3]}"#, "\(value)")
    }
    // What is not left out counts.
    #expect(throws: EncodingError.self) {
      try encoder.encodeToString([Deep(depth: 600, fails: false)])
    }
    #expect(throws: EncodingError.self) { try encoder.encodeToString(Array(0..<100)) }
  }

  /// Encodes itself again and again, twice each time, and goes on whatever fails.
  private final class Stubborn: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      do { try list.encode(self) } catch {}
      do { try list.encode(self) } catch {}
    }
  }

  @Test("a type that goes on after each failure comes to an end")
  func stubbornTypes() {
    #expect(throws: EncodingError.self) { try RushJSONEncoder().encodeToString(Stubborn()) }
  }

  // MARK: - Recursion

  private final class Endless: Encodable {
    enum Way: CaseIterable, Sendable {
      case superEncoder, superEncoderForKey, superElement, nestedObjects, nestedArrays, mixed
      case singleValue
    }
    let way: Way
    init(_ way: Way) { self.way = way }

    func encode(to encoder: any Encoder) throws {
      switch way {
      case .superEncoder:
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(1, forKey: EncodingLimitTests.key)
        try encode(to: container.superEncoder())
      case .superEncoderForKey:
        var container = encoder.container(keyedBy: Name.self)
        let inner = container.superEncoder(forKey: EncodingLimitTests.other)
        try container.encode(1, forKey: EncodingLimitTests.key)
        try encode(to: inner)
      case .superElement:
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        try encode(to: list.superEncoder())
      case .nestedObjects: try objects(encoder.container(keyedBy: Name.self))
      case .nestedArrays: try arrays(encoder.unkeyedContainer())
      case .mixed: try mixed(encoder.unkeyedContainer())
      case .singleValue:
        var single = encoder.singleValueContainer()
        try single.encode(self)
      }
    }

    private func objects(_ container: KeyedEncodingContainer<Name>) throws {
      var container = container
      try container.encode(1, forKey: EncodingLimitTests.key)
      try objects(
        container.nestedContainer(keyedBy: Name.self, forKey: EncodingLimitTests.other))
    }

    private func arrays(_ list: any UnkeyedEncodingContainer) throws {
      var list = list
      try list.encodeNil()
      try arrays(list.nestedUnkeyedContainer())
    }

    private func mixed(_ list: any UnkeyedEncodingContainer) throws {
      var list = list
      var object = list.nestedContainer(keyedBy: Name.self)
      try object.encode("x", forKey: EncodingLimitTests.key)
      try object.encode("y", forKey: EncodingLimitTests.key)
      try mixed(object.superEncoder().unkeyedContainer())
    }
  }

  @Test(
    "a type that encodes itself without end is an error, by whatever way",
    arguments: Endless.Way.allCases)
  private func endlessTypes(_ way: Endless.Way) {
    let encoder = RushJSONEncoder()
    #expect(throws: EncodingError.self) { try encoder.encodeToString(Endless(way)) }
    #expect(throws: EncodingError.self) { try encoder.encodeToString([["k": Endless(way)]]) }
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.maximumDepth = 3
    #expect(throws: EncodingError.self) { try encoder.encodeToString(Endless(way)) }
  }

  @Test("long chains of super encoders end as an error", arguments: [false, true])
  func longChains(_ isOffThePath: Bool) {
    let encoder = RushJSONEncoder()
    #expect(throws: EncodingError.self) {
      try encoder.encodeToString(
        Scripted { encoder in
          var container = encoder.container(keyedBy: Name.self)
          try container.encode(1, forKey: Self.key)
          if isOffThePath { try container.encode(2, forKey: Self.key) }
          var kept: [any Encoder] = []
          var next: any Encoder = container.superEncoder()
          for _ in 0..<200_000 {
            var container = next.container(keyedBy: Name.self)
            next = container.superEncoder()
            if kept.count < 1000 { kept.append(next) }
          }
          var single = next.singleValueContainer()
          try single.encode(1)
        })
    }
  }

  @Test("failures off the straight path cost what they are, not what is there already")
  func manyFailures() throws {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        throw CancellationError()
      }
    }
    let count = 30_000
    let text = try RushJSONEncoder().encodeToString(
      Scripted { encoder in
        var container = encoder.container(keyedBy: Name.self)
        try container.encode(1, forKey: Self.key)
        try container.encode(2, forKey: Self.key)
        for index in 0..<count {
          let key = Name(stringValue: "m\(index)")
          do { try container.encode(Failing(), forKey: key) } catch {}
          if index % 2 == 0 { try container.encode(3, forKey: key) }
        }
        var list = container.nestedUnkeyedContainer(forKey: Self.other)
        for index in 0..<count {
          do { try list.encode(Failing()) } catch {}
          if index % 2 == 0 { try list.encode(4) }
        }
        #expect(list.count == count / 2)
      })
    let document = try JSONDocument(parsing: text)
    #expect(document.root.count == count / 2 + 2)
    #expect(document.root["other"]?.count == count / 2)
  }

  private final class Found: @unchecked Sendable { var isStraight: Bool? }

  @Test("many names stay on the straight path, whatever their hashes have in common")
  func manyNames() throws {
    let found = Found()
    let count = 300_000
    let text = try RushJSONEncoder().encodeToBytes(
      Scripted { encoder in
        var container = encoder.container(keyedBy: Name.self)
        for index in 0..<count {
          try container.encode(0, forKey: Name(stringValue: "\(index)"))
        }
        found.isStraight = (encoder as? ValueEncoder)?.isStraight
      })
    #expect(found.isStraight == true)
    #expect(try JSONDocument(parsing: text).root.count == count)
  }
}
