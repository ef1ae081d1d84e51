import Foundation
import RushJSON
import Testing

/// Keys whose names are computed by code that encodes: it writes to the containers of the same encoding, which may move
/// the place of the member. Compared with Foundation's encoder.
@Suite struct EncodingKeyTests {
  /// Calls a function when it is asked for its name for the first time.
  private struct Key: CodingKey {
    final class Action: @unchecked Sendable {
      var body: (() throws -> Void)?

      func run() {
        defer { body = nil }
        let body = body
        self.body = nil
        #expect(throws: Never.self) { try body?() }
      }
    }

    let name: String
    var action: Action?

    init(_ name: String) { self.name = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
    var stringValue: String {
      action?.run()
      return name
    }

    /// This key, with a function.
    func calling(_ body: @escaping () throws -> Void) -> Key {
      var key = self
      key.action = Action()
      key.action?.body = body
      return key
    }
  }

  /// The containers of a value, around the object that gets a member by a key that encodes.
  ///
  /// Each call is made with a copy, because no two may access a variable at once.
  private struct Containers: @unchecked Sendable {
    private let first: KeyedEncodingContainer<Key>
    private let second: any UnkeyedEncodingContainer
    private let third: KeyedEncodingContainer<Key>

    init(_ encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Key.self)
      try outer.encode(1, forKey: Key("first"))
      var list = outer.nestedUnkeyedContainer(forKey: Key("list"))
      try list.encode(2)
      var object = list.nestedContainer(keyedBy: Key.self)
      try object.encode(3, forKey: Key("x"))
      (first, second, third) = (outer, list, object)
    }

    var outer: KeyedEncodingContainer<Key> {
      get { first }
      nonmutating set {}
    }
    var list: any UnkeyedEncodingContainer {
      get { second }
      nonmutating set {}
    }
    var object: KeyedEncodingContainer<Key> {
      get { third }
      nonmutating set {}
    }
  }

  private typealias Action = @Sendable (Containers) throws -> Void

  /// What a key does.
  private static let actions: [(String, Action)] = [
    ("nothing", { _ in }),
    ("a member before it", { try $0.object.encode(4, forKey: Key("before")) }),
    ("the same member", { try $0.object.encode(4, forKey: Key("twoWords")) }),
    (
      "a nested object",
      {
        var nested = $0.object.nestedContainer(keyedBy: Key.self, forKey: Key("nested"))
        try nested.encode(5, forKey: Key("y"))
        try nested.encode([Key("z").name: 6], forKey: Key("w"))
      }
    ),
    ("an empty array", { _ = $0.object.nestedUnkeyedContainer(forKey: Key("nested")) }),
    (
      "a super encoder for later",
      {
        let encoder = $0.object.superEncoder()
        try $0.object.encode(5, forKey: Key("y"))
        try [6].encode(to: encoder)
      }
    ),
    ("a super encoder without a value", { _ = $0.object.superEncoder() }),
    ("an element after the object", { try $0.list.encode(7) }),
    ("a member of the outer object", { try $0.outer.encode(["p": 8], forKey: Key("q")) }),
    (
      "a value that fails",
      { containers in
        let failing = Scripted { encoder in
          var object = encoder.container(keyedBy: Scripted.Key.self)
          try object.encode(9, forKey: .a)
          throw CancellationError()
        }
        #expect(throws: CancellationError.self) {
          try containers.object.encode(failing, forKey: Key("failing"))
        }
      }
    ),
    (
      "a key that encodes itself",
      { containers in
        let key = Key("inner").calling {
          try containers.object.encode(10, forKey: Key("innermost"))
        }
        try containers.object.encode(11, forKey: key)
      }
    ),
    (
      "many members",
      { containers in
        for number in 0..<40 { try containers.object.encode(number, forKey: Key("m\(number)")) }
      }
    ),
  ]

  private typealias Call = @Sendable (Containers, Key) throws -> Void

  /// What is encoded with the key.
  private static let calls: [(String, Call)] = [
    ("Int", { try $0.object.encode(20, forKey: $1) }),
    ("String?", { try $0.object.encodeIfPresent("s" as String?, forKey: $1) }),
    ("null", { try $0.object.encodeNil(forKey: $1) }),
    ("[Int]", { try $0.object.encode([21, 22], forKey: $1) }),
    ("Decimal?", { try $0.object.encodeIfPresent(Decimal(23) as Decimal?, forKey: $1) }),
    (
      "Codable",
      {
        try $0.object.encode(
          Scripted { encoder in
            var object = encoder.container(keyedBy: Scripted.Key.self)
            try object.encode(24, forKey: .a)
          }, forKey: $1)
      }
    ),
    (
      "object",
      {
        var nested = $0.object.nestedContainer(keyedBy: Key.self, forKey: $1)
        try nested.encode(25, forKey: Key("n"))
      }
    ),
    (
      "array",
      {
        var nested = $0.object.nestedUnkeyedContainer(forKey: $1)
        try nested.encode(26)
      }
    ),
    ("super", { try [27].encode(to: $0.object.superEncoder(forKey: $1)) }),
  ]

  /// Short names are known by their words, and long ones by their content.
  private static let names = ["twoWords", "twoWordsAndManyMoreOfThem"]

  @Test("keys that encode", arguments: actions.indices, 0..<3)
  func keysThatEncode(_ action: Int, _ strategy: Int) throws {
    let both = BothEncoders()
    if strategy == 1 {
      both.rush.keyEncodingStrategy = .convertToSnakeCase
      both.foundation.keyEncodingStrategy = .convertToSnakeCase
    }
    if strategy == 2 {
      let convert: @Sendable ([any CodingKey]) -> any CodingKey = {
        Key("<\($0.last?.stringValue ?? "")>")
      }
      both.rush.keyEncodingStrategy = .custom(convert)
      both.foundation.keyEncodingStrategy = .custom(convert)
    }
    for (call, encode) in Self.calls {
      // Foundation ends the process where a name is that of another kind of value.
      if Self.actions[action].0 == "the same member", ["object", "array"].contains(call) {
        continue
      }
      for name in Self.names {
        // Not a literal, whose words would be known, too.
        let name = String(decoding: Array(name.utf8), as: UTF8.self)
        both.check(
          Scripted { encoder in
            let containers = try Containers(encoder)
            try encode(containers, Key(name).calling { try Self.actions[action].1(containers) })
            try containers.object.encode(30, forKey: Key("last"))
            try containers.outer.encode(31, forKey: Key("last"))
          })
      }
    }
  }

  @Test("a closure that changes names encodes, too")
  func closuresThatEncode() throws {
    let action = Key.Action()
    let encoder = RushJSONEncoder()
    encoder.keyEncodingStrategy = .custom { path in
      action.run()
      return path.last ?? Key("")
    }
    let value = Scripted { encoder in
      let containers = try Containers(encoder)
      action.body = { try containers.object.encode(4, forKey: Key("before")) }
      try containers.object.encode(5, forKey: Key("a"))
      action.body = { try containers.list.encode(6) }
      try containers.object.encode([7], forKey: Key("b"))
    }
    #expect(
      try encoder.encodeToString(value)
        == #"{"first":1,"list":[2,{"x":3,"before":4,"a":5,"b":[7]},6]}"#)
  }

  @Test("a key is asked for its name once", arguments: ["short", "aNameOfMoreThanFifteenBytes"])
  func keysAreAskedOnce(_ name: String) throws {
    final class Count: @unchecked Sendable { var calls = 0 }
    struct Counting: CodingKey {
      let name: String
      let count: Count
      init(_ name: String, _ count: Count) { (self.name, self.count) = (name, count) }
      init?(stringValue: String) { nil }
      init?(intValue: Int) { nil }
      var intValue: Int? { nil }
      var stringValue: String {
        count.calls += 1
        return name
      }
    }
    for isConverted in [true, false] {
      let encoder = RushJSONEncoder()
      if isConverted { encoder.keyEncodingStrategy = .convertToSnakeCase }
      let count = Count()
      let value = Scripted { encoder in
        var object = encoder.container(keyedBy: Counting.self)
        for index in 0..<3 {
          let own = String(decoding: Array("\(name)\(index)".utf8), as: UTF8.self)
          // The second time, everything becomes nodes.
          for _ in 0..<2 {
            try object.encode(1, forKey: Counting(own, count))
            try object.encode([1], forKey: Counting(own + "b", count))
            _ = object.nestedUnkeyedContainer(forKey: Counting(own + "c", count))
          }
        }
      }
      _ = try encoder.encodeToString(value)
      #expect(count.calls == 18)
    }
  }
}
