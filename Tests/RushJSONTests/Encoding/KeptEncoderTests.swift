import Foundation
import RushJSON
import Synchronization
import Testing

/// Encoders and containers that are used on other threads, or after their call: an error, and nothing is
/// written anywhere.
@Suite struct KeptEncoderTests {
  private typealias Name = RandomCalls.Name
  private static let key = Name(stringValue: "k")

  /// What an encoder handed out.
  private final class Kept: @unchecked Sendable {
    var encoders: [any Encoder] = []
    var objects: [KeyedEncodingContainer<Name>] = []
    var arrays: [any UnkeyedEncodingContainer] = []
    var singles: [any SingleValueEncodingContainer] = []

    /// Calls everything, and counts the calls that did not throw.
    func use() -> Int {
      var successes = 0
      // Calls change containers, so each thread has copies of its own.
      var (objects, arrays, singles) = (objects, arrays, singles)
      func attempt(_ call: () throws -> Void) {
        do {
          try call()
          successes += 1
        } catch {}
      }
      for encoder in encoders {
        _ = encoder.codingPath.count
        var container = encoder.container(keyedBy: Name.self)
        attempt { try container.encode(1, forKey: KeptEncoderTests.key) }
        var list = encoder.unkeyedContainer()
        attempt { try list.encode("x") }
        var single = encoder.singleValueContainer()
        attempt { try single.encode(["aB": 1]) }
        attempt { try [1].encode(to: encoder) }
        attempt { try RawJSON.array([1]).encode(to: encoder) }
      }
      for index in objects.indices {
        _ = objects[index].codingPath.count
        attempt { try objects[index].encode(1, forKey: KeptEncoderTests.key) }
        attempt { try objects[index].encodeNil(forKey: KeptEncoderTests.key) }
        attempt { try objects[index].encode([["x": 1]], forKey: KeptEncoderTests.key) }
        var nested = objects[index].nestedContainer(
          keyedBy: Name.self, forKey: KeptEncoderTests.key)
        attempt { try nested.encode(1, forKey: KeptEncoderTests.key) }
        var list = objects[index].nestedUnkeyedContainer(forKey: KeptEncoderTests.key)
        attempt { try list.encodeNil() }
        attempt { try [1].encode(to: objects[index].superEncoder()) }
      }
      for index in arrays.indices {
        _ = arrays[index].codingPath.count + arrays[index].count
        attempt { try arrays[index].encode(1) }
        attempt { try arrays[index].encodeNil() }
        attempt { try arrays[index].encode(["x": [1]]) }
        var nested = arrays[index].nestedContainer(keyedBy: Name.self)
        attempt { try nested.encode(1, forKey: KeptEncoderTests.key) }
        var list = arrays[index].nestedUnkeyedContainer()
        attempt { try list.encode(1.5) }
        attempt { try ["a": 1].encode(to: arrays[index].superEncoder()) }
      }
      for index in singles.indices {
        attempt { try singles[index].encode(1) }
        attempt { try singles[index].encodeNil() }
        attempt { try singles[index].encode([Date(timeIntervalSinceReferenceDate: 0)]) }
      }
      return successes
    }
  }

  /// Keeps all that its encoder hands out.
  private struct Keeper: Encodable {
    let kept: Kept
    let isOffThePath: Bool
    let act: @Sendable () -> Void

    func encode(to encoder: any Encoder) throws {
      kept.encoders.append(encoder)
      var container = encoder.container(keyedBy: Name.self)
      kept.objects.append(container)
      try container.encode(1, forKey: Name(stringValue: "first"))
      if isOffThePath { try container.encode(1, forKey: Name(stringValue: "first")) }
      var list = container.nestedUnkeyedContainer(forKey: Name(stringValue: "second"))
      kept.arrays.append(list)
      try list.encode(2)
      let late = container.superEncoder(forKey: Name(stringValue: "third"))
      kept.encoders.append(late)
      var single = late.singleValueContainer()
      kept.singles.append(single)
      try single.encode(3)
      var nested = container.nestedContainer(
        keyedBy: Name.self, forKey: Name(stringValue: "fourth"))
      kept.objects.append(nested)
      try nested.encode(4, forKey: KeptEncoderTests.key)
      act()
      try nested.encode(5, forKey: Name(stringValue: "last"))
    }
  }

  private static let expected = #"{"first":1,"second":[2],"third":3,"fourth":{"k":4,"last":5}}"#

  @Test(
    "on another thread they are errors, and the value is what it would be",
    arguments: [false, true])
  func otherThreads(_ isOffThePath: Bool) throws {
    let encoder = RushJSONEncoder()
    for _ in 0..<20 {
      let kept = Kept()
      let successes = Atomic(0)
      let keeper = Keeper(kept: kept, isOffThePath: isOffThePath) {
        let threads = (0..<3).map { _ in
          let thread = TestThread {
            for _ in 0..<5 { successes.add(kept.use(), ordering: .relaxed) }
          }
          thread.start()
          return thread
        }
        for thread in threads { thread.join() }
      }
      #expect(try encoder.encodeToString(keeper) == Self.expected)
      #expect(successes.load(ordering: .relaxed) == 0)
    }
  }

  @Test("while the encoder goes on, other threads get errors", arguments: [false, true])
  func sameTime(_ isOffThePath: Bool) throws {
    let encoder = RushJSONEncoder()
    let kept = Kept()
    let successes = Atomic(0)
    let isOver = Atomic(false)
    nonisolated(unsafe) var threads: [TestThread] = []
    let keeper = Keeper(kept: kept, isOffThePath: isOffThePath) {
      for _ in 0..<2 {
        let thread = TestThread {
          while !isOver.load(ordering: .acquiring) {
            successes.add(kept.use(), ordering: .relaxed)
          }
        }
        thread.start()
        unsafe threads.append(thread)
      }
    }
    let text = try encoder.encodeToString(
      Scripted { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(keeper)
        for index in 0..<2000 { try list.encode(["k": [index]]) }
      })
    // Another call of the same encoder, of which nothing was kept.
    for index in 0..<200 { #expect(try encoder.encodeToString([index]) == "[\(index)]") }
    isOver.store(true, ordering: .releasing)
    for thread in unsafe threads { thread.join() }
    #expect(text.hasPrefix("[" + Self.expected + #",{"k":[0]}"#))
    #expect(text.hasSuffix(#"{"k":[1999]}]"#))
    #expect(successes.load(ordering: .relaxed) == 0)
  }

  @Test("after the call they are errors, and write into no other call", arguments: [false, true])
  func afterTheCall(_ isOffThePath: Bool) throws {
    let encoder = RushJSONEncoder()
    let kept = Kept()
    let keeper = Keeper(kept: kept, isOffThePath: isOffThePath) {}
    #expect(try encoder.encodeToString(keeper) == Self.expected)
    #expect(kept.use() == 0)
    let later = Keeper(kept: Kept(), isOffThePath: isOffThePath) { #expect(kept.use() == 0) }
    #expect(try encoder.encodeToString(later) == Self.expected)
    let threads = (0..<2).map { _ in
      let thread = TestThread { for _ in 0..<20 { #expect(kept.use() == 0) } }
      thread.start()
      return thread
    }
    for thread in threads { thread.join() }
  }

  /// A type that contains itself, and keeps the encoder of each level.
  private struct Chain: Encodable {
    let kept: Kept
    let level: Int
    let levels: Int

    func encode(to encoder: any Encoder) throws {
      kept.encoders.append(encoder)
      var container = encoder.container(keyedBy: Name.self)
      if level < levels {
        let inner = Chain(kept: kept, level: level + 1, levels: levels)
        try container.encode(inner, forKey: KeptEncoderTests.key)
      }
      // Inner calls have not changed it.
      #expect(encoder.codingPath.count == level)
    }
  }

  /// A session has encoders of its own for the first sixteen levels.
  @Test("each level of nested values has its encoder", arguments: [1, 14, 15, 16, 17, 40])
  func levels(_ levels: Int) throws {
    let encoder = RushJSONEncoder()
    let expected =
      String(repeating: #"{"k":"#, count: levels) + "{}" + String(repeating: "}", count: levels)
    let kept = Kept()
    for _ in 0..<2 {
      let chain = Chain(kept: kept, level: 0, levels: levels)
      #expect(try encoder.encodeToString(chain) == expected)
      #expect(kept.use() == 0)
    }
    #expect(kept.encoders.count == 2 * (levels + 1))
  }
}

/// A thread that can be waited for.
private final class TestThread: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func start() {
    Thread { [self] in
      body()
      done.signal()
    }.start()
  }

  func join() { done.wait() }
}
