import CorpusGenerator
import Foundation
import RushJSON
import Testing

/// Encoding to a sink, which sees the text while values are still being encoded.
@Suite("Encoding to a sink")
struct SinkEncodingTests {
  /// What a sink has received, and how many values were encoded by then.
  final class Pieces {
    var bytes: [UInt8] = []
    var lengths: [Int] = []
    var encoded = 0
    /// The most bytes of encoded values that had not been passed on.
    var mostHeld = 0

    func take(_ piece: Span<UInt8>) {
      lengths.append(piece.count)
      for index in piece.indices { bytes.append(piece[index]) }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private struct Item: Encodable {
    var id: Int
    var pieces: Pieces

    enum CodingKeys: CodingKey { case id }

    func encode(to encoder: any Encoder) throws {
      pieces.encoded += 1
      pieces.mostHeld = max(pieces.mostHeld, pieces.encoded * 8 - pieces.lengths.reduce(0, +))
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
    }
  }

  private func encoder(
    _ formatting: RushJSONEncoder.OutputFormatting = []
  ) -> RushJSONEncoder {
    let encoder = RushJSONEncoder()
    encoder.outputFormatting = formatting
    return encoder
  }

  @Test("a million values in 64 KiB")
  func boundedMemory() throws {
    let pieces = Pieces()
    // `{"id":7}` and a comma are 9 bytes.
    let item = Item(id: 7, pieces: pieces)
    var count = 0
    try encoder().encode(repeatElement(item, count: 1_000_000).lazyArray) { piece in
      pieces.lengths.append(piece.count)
      count += piece.count
    }
    #expect(count == 9_000_001)
    #expect(pieces.lengths.count >= 138 && pieces.lengths.allSatisfy { $0 <= 64 << 10 })
    #expect(pieces.mostHeld <= 64 << 10)
  }

  @Test(
    "the same text as in one piece",
    arguments: [
      [], .sortedKeys, .prettyPrinted, [.sortedKeys, .prettyPrinted], .withoutEscapingSlashes,
      .canonical,
    ] as [RushJSONEncoder.OutputFormatting])
  func sameText(_ formatting: RushJSONEncoder.OutputFormatting) throws {
    struct Model: Encodable {
      var name: String
      var list: [Double]
      var parts: [String: [Int?]]
      var text: RawJSON
      var nothing: [Int] = []
      var date = Date(timeIntervalSince1970: 1.5)
    }
    for count in [0, 1, 100, 5000] {
      var generator = SeededGenerator(seed: UInt64(count))
      let model = (0..<count).map { index in
        Model(
          name: "a/\u{e9}\n\(index) \u{1}\"", list: [Double(index) / 3, 1e21, -0.0],
          parts: ["k": [generator.integer(in: 0...99), nil]], text: ["z": 1, "a": [1.5, nil]])
      }
      let encoder = encoder(formatting)
      let pieces = Pieces()
      try encoder.encode(model) { pieces.take($0) }
      #expect(pieces.text == (try encoder.encodeToString(model)))
      #expect(pieces.lengths.allSatisfy { 1...(64 << 10) ~= $0 })
    }
  }

  @Test("long strings, arrays of numbers and dictionaries")
  func longScalars() throws {
    for count in [10, 70_000, 300_000] {
      let string = String(repeating: "x\u{e9}\"", count: count / 3)
      for formatting in [[], .prettyPrinted] as [RushJSONEncoder.OutputFormatting] {
        let encoder = encoder(formatting)
        let pieces = Pieces()
        try encoder.encode([string, string]) { pieces.take($0) }
        #expect(pieces.text == (try encoder.encodeToString([string, string])))
      }
      let numbers = Pieces()
      try encoder().encode(["a": Array(0..<count)]) { numbers.take($0) }
      #expect(numbers.text == (try encoder().encodeToString(["a": Array(0..<count)])))
    }
  }

  @Test("userInfo and contexts")
  func otherWays() throws {
    struct Reader: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(
          CodingUserInfoKey(rawValue: "k").flatMap { encoder.userInfo[$0] } as? Int ?? 0)
      }
    }
    struct InContext: EncodableWithContext {
      func encode(to encoder: any Encoder, context: Int) throws {
        var container = encoder.singleValueContainer()
        try container.encode(context)
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    let pieces = Pieces()
    try encoder().encode(Reader(), userInfo: [key: 3]) { pieces.take($0) }
    try encoder().encode([InContext()].with(4)) { pieces.take($0) }
    #expect(pieces.text == "3[4]")
  }

  // MARK: - Out of order

  /// An object whose first member is encoded by a super encoder that is used last.
  private struct Late: Encodable {
    var count: Int

    enum Keys: CodingKey { case first, middle, last }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      let first = container.superEncoder(forKey: .first)
      try container.encode(Array(0..<count), forKey: .middle)
      var value = first.singleValueContainer()
      try value.encode("late")
    }
  }

  @Test("out of order, and still in the buffer")
  func lateButHere() throws {
    let pieces = Pieces()
    try encoder().encode([Late(count: 5)]) { pieces.take($0) }
    #expect(pieces.text == #"[{"first":"late","middle":[0,1,2,3,4]}]"#)
    // Everything after the first is nodes, which must not leave as scratch.
    let long = Pieces()
    let values = [Late(count: 5), Late(count: 50_000)]
    try encoder().encode(values) { long.take($0) }
    #expect(long.text == (try encoder().encodeToString(values)))
  }

  @Test("out of order, after the text has left")
  func tooLate() throws {
    struct Both: Encodable {
      var numbers = Array(0..<50_000)
      var late = Late(count: 5)
    }
    // Sorted text is complete before it leaves.
    let pieces = Pieces()
    try encoder(.sortedKeys).encode(Both()) { pieces.take($0) }
    #expect(pieces.text == (try encoder(.sortedKeys).encodeToString(Both())))
    for formatting in [[], .prettyPrinted] as [RushJSONEncoder.OutputFormatting] {
      let error = #expect(throws: EncodingError.self) {
        try encoder(formatting).encode(Both()) { _ in }
      }
      guard case .invalidValue(let value, let context)? = error else { return }
      #expect(value as? [Int] == [0, 1, 2, 3, 4])
      #expect(context.codingPath.map(\.stringValue) == ["late", "middle"])
      #expect(context.debugDescription.contains("already passed to the sink"))
    }
  }

  @Test("a name for a second time, after the first has left")
  func repeatedName() throws {
    struct Twice: Encodable {
      var isSilent: Bool
      enum Keys: CodingKey { case a, b }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(1, forKey: .a)
        try container.encode(Array(0..<50_000), forKey: .b)
        do {
          try container.encode(2, forKey: .a)
        } catch  where isSilent {}
      }
    }
    for isSilent in [false, true] {
      let error = #expect(throws: EncodingError.self) {
        try encoder().encode(["x": Twice(isSilent: isSilent)]) { _ in }
      }
      guard case .invalidValue(_, let context)? = error else { return }
      #expect(context.codingPath.map(\.stringValue).prefix(1) == ["x"])
    }
  }

  @Test("a value that fails and is left out")
  func leftOut() throws {
    struct Failure: Error {}
    struct Fails: Encodable {
      var count: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(Array(0..<count))
        throw Failure()
      }
    }
    struct Tolerant: Encodable {
      var count: Int
      enum Keys: CodingKey { case a, b }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        do { try container.encode(Fails(count: count), forKey: .a) } catch is Failure {}
        try container.encode(1, forKey: .b)
      }
    }
    let pieces = Pieces()
    try encoder().encode([Tolerant(count: 3)]) { pieces.take($0) }
    #expect(pieces.text == #"[{"b":1}]"#)
    let error = #expect(throws: EncodingError.self) {
      try encoder().encode([Tolerant(count: 50_000)]) { _ in }
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0"])
    // Without the tolerance, the type's own error comes out.
    #expect(throws: Failure.self) { try encoder().encode([Fails(count: 50_000)]) { _ in } }
  }

  // MARK: - Failures

  @Test("a sink that throws is not called again, and stops the encoding")
  func sinkThatThrows() throws {
    struct Full: Error {}
    for formatting in [[], .prettyPrinted] as [RushJSONEncoder.OutputFormatting] {
      let pieces = Pieces()
      let items = (0..<100_000).map { Item(id: $0, pieces: pieces) }
      var calls = 0
      #expect(throws: Full.self) {
        try encoder(formatting).encode(items) { _ in
          calls += 1
          if calls == 2 { throw Full() }
        }
      }
      #expect(calls == 2)
      #expect(pieces.encoded < 30_000)
    }
  }

  @Test("limits and errors of values")
  func limits() throws {
    let encoder = RushJSONEncoder()
    encoder.maximumLength = 100_000
    var count = 0
    #expect(throws: EncodingError.self) {
      try encoder.encode(Array(0..<100_000)) { count += $0.count }
    }
    #expect(count <= 100_000 + 64 << 10)
    #expect(throws: EncodingError.self) { try self.encoder().encode([1, .nan]) { _ in } }
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(throws: EncodingError.self) { try self.encoder().encode(Nothing()) { _ in } }
  }

  @Test("to a file")
  func files() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(component: "encoded-\(UInt64.random(in: .min ... .max)).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let numbers = Array(0..<50_000)
    try encoder().encode(numbers, to: url)
    #expect(try Data(contentsOf: url) == encoder().encode(numbers))
    #expect(throws: EncodingError.self) {
      try encoder().encode(numbers.map(Double.init) + [.nan], to: url)
    }
    #expect(try Data(contentsOf: url) == encoder().encode(numbers))
    let missing = url.appending(component: "none")
    #expect(throws: CocoaError.self) { try encoder().encode(1, to: missing) }
  }

  /// What a type keeps after the call neither works nor refers to the sink.
  @Test("kept encoders")
  func keptEncoders() throws {
    final class Keeper { var container: (any SingleValueEncodingContainer)? }
    struct Kept: Encodable {
      var keeper: Keeper
      func encode(to encoder: any Encoder) throws {
        keeper.container = encoder.singleValueContainer()
        try keeper.container?.encode(1)
      }
    }
    let keeper = Keeper()
    let pieces = Pieces()
    try encoder().encode(Kept(keeper: keeper)) { pieces.take($0) }
    #expect(pieces.text == "1")
    #expect(throws: EncodingError.self) { try keeper.container?.encode(2) }
  }
}

extension Repeated {
  /// The same elements, encoded one by one: an array of a million would be most of the memory.
  fileprivate var lazyArray: RepeatedElements<Element> { RepeatedElements(elements: self) }
}

private struct RepeatedElements<Element> {
  var elements: Repeated<Element>
}

extension RepeatedElements: Encodable where Element: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements { try container.encode(element) }
  }
}
