import CorpusGenerator
import RushJSONCore
import Testing

/// In a long piece, the tokenizer pauses now and then. Nothing shows where.
@Suite struct PausingTests {
  /// Random documents in an array, with `separator` after each, in all some five pauses long.
  private static func text(
    _ separator: String, using generator: inout DocumentGenerator
  ) -> [UInt8] {
    var text = Array("{\"name\\n\":[0".utf8)
    while text.count < 80_000 {
      text += Array(separator.utf8)
      text += generator.document(maximumDepth: 6, maximumBytes: 900)
    }
    return text + Array("]}".utf8)
  }

  @Test(arguments: PropertySeed.all(count: 4), [",\n", ",\r\n", ", "])
  func faults(_ seed: PropertySeed, _ separator: String) {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    var random = SeededGenerator(seed: seed.value)
    let good = Self.text(separator, using: &generator)
    StreamEquivalence(good).checkOneShot()
    for byte in [0x01, 0xff, UInt8(ascii: "}"), UInt8(ascii: "\"")] {
      var text = good
      text[Int.random(in: 20_000..<text.count, using: &random)] = byte
      let stream = StreamEquivalence(text)
      stream.checkOneShot()
      stream.check([text[...]], pieceSize: 1000)
    }
    // A limit inside a piece.
    var options = JSONReadingOptions.strict
    options.maximumLength = Int.random(in: 20_000..<70_000, using: &random)
    StreamEquivalence(good, options: options).checkOneShot()
  }

  @Test(arguments: PropertySeed.all(count: 4), ["\n", "\r\n"])
  func severalValues(_ seed: PropertySeed, _ separator: String) {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    var text: [UInt8] = []
    while text.count < 70_000 {
      text += generator.document(maximumDepth: 3, maximumBytes: 60) + Array(separator.utf8)
    }
    let last = text + Array("[1,2,".utf8)
    for text in [text, last] {
      let expected = StreamReading([text[...]], .values, pieceSize: 100)
      #expect(StreamReading([text[...]], .values) == expected)
      #expect(StreamReading(Chunks.of(30_000, text), .values) == expected)
    }
  }

  /// Chunks come and the stream ends while the reader pauses.
  @Test(arguments: PropertySeed.all(count: 4))
  func chunksDuringPauses(_ seed: PropertySeed) throws {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    var random = SeededGenerator(seed: seed.value)
    let text = Self.text(",\n", using: &generator)
    var reader = JSONEventReader()
    var reading = StreamReading()
    for chunk in Chunks.of(25_000, text) {
      reader.feed(chunk)
      for _ in 0..<Int.random(in: 0..<4000, using: &random) {
        if try !reading.readOne(&reader) { break }
      }
    }
    reader.finish()
    while try reading.readOne(&reader) {}
    #expect(reading == StreamReading([text[...]]))
  }

  /// Reads some values event by event, skips others, and takes the text of others.
  private static func steps(_ text: [UInt8], pieceSize: Int, seed: UInt64) throws -> [String] {
    var random = SeededGenerator(seed: seed)
    var reader = JSONEventReader(kernel: .fastest, pieceSize: pieceSize)
    reader.feed(text)
    reader.finish()
    var steps: [String] = []
    while !reader.isAtEnd, steps.count < 100_000 {
      switch Int.random(in: 0..<60, using: &random) {
      case 0: steps.append("skipped \(try reader.skipValue())")
      case 1:
        steps.append(
          "text \(try reader.readText().map { String(decoding: $0, as: UTF8.self) } ?? "")")
      default:
        guard let event = try reader.next() else { continue }
        steps.append("\(event) at \(reader.offset)")
      }
    }
    return steps
  }

  @Test(arguments: PropertySeed.all(count: 4))
  func passingOverValues(_ seed: PropertySeed) throws {
    var generator = DocumentGenerator(seed: seed.value, finiteNumbers: false)
    let text = Self.text(",\n", using: &generator)
    let expected = try Self.steps(text, pieceSize: 1000, seed: seed.value)
    #expect(try Self.steps(text, pieceSize: 64 << 10, seed: seed.value) == expected)
  }

  /// Lines after a pause are not counted before it, nor twice.
  @Test(arguments: ["\n", "\r\n"])
  func linesOfAnErrorAfterPauses(_ separator: String) {
    let lines = 12_000
    let text = "[0" + String(repeating: "," + separator + "1", count: lines) + separator + "x]"
    for pieceSize in [50, 4096, 1 << 20] {
      let error = StreamReading([Array(text.utf8)[...]], pieceSize: pieceSize).error
      #expect(error?.line == lines + 2, "\(pieceSize)")
    }
  }

  /// A value that is skipped while the reader pauses in it: the lines of the piece up to there are counted once.
  @Test(arguments: [1_000, 5_000, 12_000, 12_500, 20_000])
  func linesOfAnErrorAfterASkip(_ count: Int) throws {
    let numbers = String(repeating: "1,\n", count: count)
    let text = "[" + numbers + "[" + String(repeating: "2,\n", count: 5_000) + "2],\nx]"
    var reader = JSONEventReader()
    reader.feed(Array(text.utf8))
    for _ in 0...count { #expect(try reader.next() != nil) }
    #expect(try reader.skipValue())
    do throws(JSONStreamError) {
      while try reader.next() != nil {}
      Issue.record("no error")
    } catch {
      #expect(error.location?.line == count + 5_000 + 2)
    }
  }
}
