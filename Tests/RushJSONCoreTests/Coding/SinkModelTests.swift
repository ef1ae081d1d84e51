import CorpusGenerator
import RushJSONCore
import Testing

/// Values that write themselves, to a sink: the same text and errors as in memory, and nothing is held.
@Suite struct SinkModelTests {
  private static let forms: [RushJSONCoreEncoder.OutputFormatting] = [
    [], [], [], .prettyPrinted, .sortedKeys, .canonical, [.prettyPrinted, .sortedKeys],
  ]

  /// An encoder whose options follow from a seed.
  private func encoder(_ seed: UInt64) -> RushJSONCoreEncoder {
    let encoder = RushJSONCoreEncoder()
    encoder.outputFormatting = Self.forms[Int(seed % 7)]
    if seed % 3 == 1 { encoder.keyEncodingStrategy = .convertToSnakeCase }
    if seed % 11 == 1 {
      encoder.keyEncodingStrategy = .custom {
        SinkSample.Name(stringValue: $0.map(\.stringValue).joined(separator: "."))
      }
    }
    if seed % 5 == 1 {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    }
    if seed % 13 == 1 { encoder.maximumLength = 150_000 }
    return encoder
  }

  /// A random value, most often after more than a piece of other text.
  private func sample(_ seed: UInt64) -> SinkSample {
    var generator = SeededGenerator(seed: seed)
    let value = SinkSample.random(depth: 4, faults: seed % 2 == 0 ? 0 : 40, using: &generator)
    let numbers = SinkSample.doubles((0..<(seed % 4 == 0 ? 10 : 20_000)).map(Double.init))
    switch seed % 6 {
    case 1:
      let text = String(repeating: "\\\"", count: 50_000)
      return .object([("first", .string(text)), ("userName", value), ("c", .integer(1))])
    case 2: return .array([numbers, .object([("x", .coded(value)), ("y", .misusing)])])
    case 3:
      let part = SinkSample.array([numbers, value, .object([("q", .failing)])])
      return .object([("a", .coded(part))])
    case 4:
      let part = SinkSample.array([numbers, value, .object([("q", .double(.nan))])])
      return .object([("a", .optional(part)), ("b", value)])
    default: return value
    }
  }

  @Test(arguments: 0..<70 as Range<UInt64>)
  func sameAsInMemory(_ seed: UInt64) {
    let (encoder, value) = (encoder(seed), sample(seed))
    let (memory, sink) =
      seed % 4 == 3
      ? (
        SinkOutcome(inMemory: SinkSample.Coded(value), encoder),
        SinkOutcome(toSink: SinkSample.Coded(value), encoder)
      )
      : (SinkOutcome(inMemory: value, encoder), SinkOutcome(toSink: value, encoder))
    #expect(sink.pieces.allSatisfy { 1...(64 << 10) ~= $0 })
    // A failure cannot be dropped with text that has left.
    if value.dropsErrors, sink.error?.contains("already passed to the sink") == true { return }
    #expect(sink == memory)
  }

  /// The end of a piece at each byte of names, strings and escapes.
  @Test(arguments: [[], .prettyPrinted] as [RushJSONCoreEncoder.OutputFormatting])
  func cutAnywhere(_ formatting: RushJSONCoreEncoder.OutputFormatting) {
    let encoder = RushJSONCoreEncoder()
    encoder.outputFormatting = formatting
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let inner: SinkSample.Members = [
      ("userName\"\\", .array([.string("[\\\"{,"), .object([("a,b", .integers([1, 2]))])])),
      (
        "lastName",
        .array([.integers([1]), .object([("x", .nothing), ("y", .doubles([1, .nan]))])])
      ),
    ]
    for (index, length) in (65_170..<65_540).enumerated() {
      let text = SinkSample.string(String(repeating: "x", count: length))
      let numbers = SinkSample.integers(Array(0..<(index % 3) * 20_000))
      let value = SinkSample.array([text, .coded(.object([("deepList", .object(inner))])), numbers])
      let wrapped = SinkSample.object([("text", text), ("rest", .object(inner)), ("n", numbers)])
      for value in [value, wrapped] {
        let sink = SinkOutcome(toSink: value, encoder)
        #expect(sink == SinkOutcome(inMemory: value, encoder))
        #expect(sink.error != nil)
      }
    }
  }

  @Test func pathsInTextThatHasLeft() {
    let numbers = SinkSample.integers(Array(0..<30_000))
    let encoder = RushJSONCoreEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    func path(_ value: SinkSample) -> String? { SinkOutcome(toSink: value, encoder).error }
    let list = SinkSample.array([numbers, .nothing, .object([("lastItem", .double(.nan))])])
    #expect(
      path(.object([("firstList", list)]))?.hasPrefix(
        #"["firstList", "[2]", "lastItem"] Unable to encode"#) == true)
    #expect(
      path(.object([("firstList", .coded(list))]))?.hasPrefix(
        #"["firstList", "[2]", "lastItem"] Unable to encode"#) == true)
    let misuse = SinkSample.object([("a", numbers), ("myList", .array([.nothing, .misusing]))])
    #expect(path(.coded(.array([.integer(1), misuse])))?.contains("at /1/my_list/0") == true)
  }

  /// How much of a text the sink does not have yet while it is written.
  private final class Meter {
    var (written, passed, most) = (0, 0, 0)

    func write(_ count: Int) {
      written += count
      most = max(most, written - passed)
    }
  }

  /// An array of numbers of ten bytes, with their commas.
  private struct Numbers: JSONWritable, Encodable {
    let meter: Meter
    var count = 200_000
    var isCodable = false

    func encode(to encoder: any Encoder) throws { try write(into: encoder) }

    func write(to writer: inout JSONWriter) throws(JSONWritingError) {
      try writer.beginObject()
      try writer.name("numbers")
      if isCodable {
        try writer.value(CodableNumbers(meter: meter, count: count))
      } else {
        try writer.beginArray()
        for _ in 0..<count {
          try writer.integer(123_456_789)
          meter.write(10)
        }
        try writer.endArray()
      }
      try writer.endObject()
    }
  }

  private struct CodableNumbers: Encodable {
    let meter: Meter
    let count: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 0..<count {
        try container.encode(123_456_789)
        meter.write(10)
      }
    }
  }

  /// Two buffers where a `Codable` value is a part of one that writes itself.
  @Test(arguments: [false, true]) func nothingIsHeld(_ isCodable: Bool) throws {
    let meter = Meter()
    var pieces: [Int] = []
    try RushJSONCoreEncoder().encode(["a": Numbers(meter: meter, isCodable: isCodable)]) { piece in
      pieces.append(piece.count)
      meter.passed += piece.count
    }
    #expect(pieces.reduce(0, +) == 2_000_019)
    #expect(pieces.count >= 31 && pieces.allSatisfy { 1...(64 << 10) ~= $0 })
    #expect(meter.most <= (isCodable ? 2 : 1) * 64 << 10)
  }

  /// A sink that fails stops a `Codable` value within one that writes itself.
  @Test(arguments: [false, true]) func sinkThatFails(_ isCodable: Bool) {
    struct Full: Error {}
    let meter = Meter()
    var calls = 0
    #expect(throws: Full.self) {
      try RushJSONCoreEncoder().encode(Numbers(meter: meter, isCodable: isCodable)) { _ in
        calls += 1
        if calls == 2 { throw Full() }
      }
    }
    #expect(calls == 2)
    #expect(meter.written < 1_000_000 || !isCodable)
  }
}
