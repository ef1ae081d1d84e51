import Foundation
import RushJSON
import RushJSONStreams
import Testing

/// Coders that are used inside their own calls, calls that are left in the middle, and things that are kept
/// after their text: an error or the right value, never a trap or another call's data.
///
/// `KeptDecoderTests` and `KeptEncoderTests` are about containers after the call and on other threads,
/// `HostileTypeTests` about containers at the wrong time.
@Suite struct KeptThingTests {
  // MARK: - A coder inside itself

  /// Decodes texts in its strings with the decoder that decodes it, and encodes itself with the encoder that
  /// encodes it.
  private struct Nested: Codable, Equatable {
    @TaskLocal static var decoder = RushJSONDecoder()
    @TaskLocal static var encoder = RushJSONEncoder()

    var id: Int
    var inner: [Nested]
    var last: String

    enum Key: String, CodingKey { case id, inner, last }

    init(id: Int, inner: [Nested]) {
      self.id = id
      self.inner = inner
      last = "last \(id)"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: .id)
      let texts = try container.decode([String].self, forKey: .inner)
      inner = try texts.map { try Nested.decoder.decode(Nested.self, from: $0) }
      // The outer text is still the one that this container reads.
      last = try container.decode(String.self, forKey: .last)
      #expect(last == "last \(id)")
      #expect(container.allKeys.count == 3)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(id, forKey: .id)
      try container.encode(try inner.map { try Nested.encoder.encodeToString($0) }, forKey: .inner)
      try container.encode(last, forKey: .last)
    }
  }

  private static let value = Nested(
    id: 1,
    inner: [
      Nested(id: 2, inner: [Nested(id: 3, inner: []), Nested(id: 4, inner: [])]),
      Nested(id: 5, inner: []),
    ])

  @Test func aCoderInsideItself() throws {
    try Nested.$encoder.withValue(RushJSONEncoder()) {
      try Nested.$decoder.withValue(RushJSONDecoder()) {
        let text = try Nested.encoder.encodeToString(Self.value)
        for _ in 0..<3 {
          #expect(try Nested.decoder.decode(Nested.self, from: text) == Self.value)
          #expect(try Nested.encoder.encodeToString(Self.value) == text)
        }
      }
    }
  }

  @Test func aCoderInsideItselfOnManyThreads() async throws {
    let text = try RushJSONEncoder().encodeToString(Self.value)
    let (decoder, encoder) = (RushJSONDecoder(), RushJSONEncoder())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try Nested.$encoder.withValue(encoder) {
            try Nested.$decoder.withValue(decoder) {
              for _ in 0..<20 {
                let decoded = try decoder.decode(Nested.self, from: text)
                let encoded = try encoder.encodeToString(Self.value)
                #expect(decoded == Self.value && encoded == text)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: - Left in the middle

  /// Throws after some members, at a depth.
  private struct Thrower: Codable {
    @TaskLocal static var stop = 0
    var values: [Int]
    var next: [Thrower]

    enum Key: String, CodingKey { case values, next }
    struct Stopped: Error {}

    init(depth: Int) {
      values = [depth, depth + 1]
      next = depth == 0 ? [] : [Thrower(depth: depth - 1)]
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      values = try container.decode([Int].self, forKey: .values)
      if values[0] == Thrower.stop { throw Stopped() }
      next = try container.decode([Thrower].self, forKey: .next)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(values, forKey: .values)
      if values[0] == Thrower.stop { throw Stopped() }
      try container.encode(next, forKey: .next)
    }
  }

  @Test func callsThatAreLeftInTheMiddleLeaveNothing() throws {
    let (decoder, encoder) = (RushJSONDecoder(), RushJSONEncoder())
    let whole = Thrower(depth: 20)
    let text = try Thrower.$stop.withValue(-1) { try encoder.encodeToString(whole) }
    for stop in 0...20 {
      Thrower.$stop.withValue(stop) {
        #expect(throws: (any Error).self) { try decoder.decode(Thrower.self, from: text) }
        #expect(throws: (any Error).self) { try encoder.encodeToString(whole) }
        // To a sink, what left the encoder is a beginning of the text.
        var left: [UInt8] = []
        #expect(throws: (any Error).self) {
          try encoder.encode(whole) { bytes in
            for index in bytes.indices { left.append(bytes[index]) }
          }
        }
        #expect(text.utf8.starts(with: left))
      }
      try Thrower.$stop.withValue(-1) {
        let again = try encoder.encodeToString(whole)
        #expect(again == text)
        let decoded = try decoder.decode(Thrower.self, from: text)
        #expect(decoded.next.count == 1)
      }
    }
  }

  // MARK: - Without end

  private struct Endless: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(self, forKey: Name(stringValue: "a"))
    }
  }

  private struct EndlessList: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      while true { try list.encode(self) }
    }
  }

  // Super encoders and nested containers are asked for by calls that cannot throw, so a type that does
  // nothing else runs out of stack, with any encoder.
  @Test func typesThatRecurseWithoutEndAreTooDeep() throws {
    let encoder = RushJSONEncoder()
    for value in [Endless(), EndlessList()] as [any Encodable & Sendable] {
      let error = #expect(throws: EncodingError.self) { try encoder.encodeToBytes(value) }
      guard case .invalidValue(_, let context)? = error else {
        Issue.record("\(type(of: value)): \(String(describing: error))")
        continue
      }
      #expect(context.debugDescription == "Unable to encode the given top-level value to JSON.")
    }
    #expect(try encoder.encodeToString([1]) == "[1]")
  }

  /// Asks the same place again and again, which consumes nothing of the text.
  private struct AsksAgain: Decodable {
    let depth: Int
    init(from decoder: any Decoder) throws {
      var current = decoder
      var depth = 0
      while depth < 100_000 {
        current = try current.singleValueContainer().decode(Kept.self).decoder
        depth += 1
      }
      self.depth = depth
    }
    struct Kept: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
  }

  @Test func askingAgainWithoutEndIsPossible() throws {
    #expect(try RushJSONDecoder().decode(AsksAgain.self, from: "[1]").depth == 100_000)
  }

  // MARK: - Kept after the text

  private struct KeptValue: Decodable {
    let tree: RawJSON
    let text: String
    let keys: [Name]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      keys = container.allKeys
      tree = try RawJSON(from: decoder)
      text = try container.decode(
        String.self, forKey: Name(stringValue: "a long name, not in place"))
    }
  }

  /// What was decoded owns its bytes: the text is gone, and its memory used for other texts.
  @Test func keysTextsAndTreesOutliveTheText() throws {
    let decoder = RushJSONDecoder()
    var kept: [KeptValue] = []
    let value = { (index: Int) in
      #"{"a long name, not in place":"a long text, number \#(index)","é":[\#(index)]}"#
    }
    for index in 0..<200 {
      kept.append(try decoder.decode(KeptValue.self, from: Data(value(index).utf8)))
    }
    for (index, value) in kept.enumerated() {
      #expect(value.text == "a long text, number \(index)")
      #expect(value.tree["é"]?[0]?.intValue == index)
      #expect(value.keys.map(\.stringValue) == ["a long name, not in place", "é"])
    }
  }

  /// Cursors, values and members keep the bytes of their document.
  @Test func cursorsAndValuesOutliveTheDocument() throws {
    func parts() throws -> (JSONDocument.Value, JSONDocument.Cursor, [JSONDocument.Member]) {
      let document = try JSONDocument(parsing: #"{"a":["a text that is longer","b"],"c":1}"#)
      var cursor = document.cursor()
      for _ in 0..<3 { _ = cursor.advance() }
      return (try document.root.value(at: "/a/0"), cursor, try Array(document.root.members()))
    }
    var (value, cursor, members) = try parts()
    // Other documents take the memory, if it was freed.
    for index in 0..<100 { _ = try JSONDocument(parsing: "[\(index),\"something else entirely\"]") }
    #expect(try value.string() == "a text that is longer")
    #expect(members.map(\.name) == ["a", "c"])
    #expect(value.pointer == "/a/0")
    var rest = 0
    while cursor.advance() { rest += 1 }
    #expect(rest == 4)
  }

  /// Readers are values: a copy goes on by itself, and what was fed cannot be changed from outside.
  @Test func bytesThatChangeAfterwardsChangeNothing() throws {
    var bytes = Array(#"[{"a":"first"},{"a":"second"}]"#.utf8)
    let document = try JSONDocument(parsing: bytes)
    let tree = try RawJSON(parsing: bytes)
    var elements = JSONRecord.ElementReader()
    elements.feed(bytes)
    elements.finish()
    var events = JSONEventReader()
    events.feed(bytes)
    events.finish()
    _ = try events.next()
    for index in bytes.indices { bytes[index] = 0x78 }
    #expect(try document.root[1]?["a"]?.string() == "second")
    #expect(tree[0]?["a"]?.stringValue == "first")
    let element = try elements.next()
    #expect(element?.bytes.elementsEqual(#"{"a":"first"}"#.utf8) == true)
    let begin = try events.next()
    let name = try events.next()
    let text = events.string()
    #expect(begin == .beginObject)
    #expect(name == .name)
    #expect(text == "a")
    var data = Data(#"["kept"]"#.utf8)
    let ofData = try JSONDocument(parsing: data)
    data.replaceSubrange(0..<data.count, with: Data(repeating: 0x78, count: data.count))
    #expect(try ofData.root[0]?.string() == "kept")
  }
}
