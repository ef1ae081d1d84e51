import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

/// What a reader of lines gives, as text that can be compared.
enum LineReading {
  static func read(
    _ text: [UInt8], cuts: [Int], framing: JSONRecord.LineReader.Framing = .lines,
    maximumLength: Int = 1 << 20
  ) -> [String] {
    var reader = JSONRecord.LineReader(framing, maximumLength: maximumLength)
    var result: [String] = []
    func drain() {
      while true {
        do throws(JSONStreamError) {
          guard let record = try reader.next() else { return }
          result.append(
            "\(record.offset)/\(record.line ?? 0): \(String(decoding: record.bytes, as: UTF8.self))"
          )
        } catch {
          let bytes = error.record?.bytes ?? []
          result.append("\(error.description): \(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
    var start = 0
    for end in cuts + [text.count] {
      reader.feed(text[start..<end])
      start = end
      drain()
    }
    reader.finish()
    drain()
    return result
  }
}

@Suite struct JSONLineReaderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var framing = JSONRecord.LineReader.Framing.lines
    var limit = 1 << 20
    var records: [String]
    var testDescription: String { name }
  }

  private static let cases = [
    Case(name: "nothing", text: "", records: []),
    Case(name: "blank", text: "\n \t\n\r\n  ", records: []),
    Case(name: "two", text: "{\"a\":1}\n[2]\n", records: ["0/1: {\"a\":1}", "8/2: [2]"]),
    Case(name: "no last line feed", text: "1\n22", records: ["0/1: 1", "2/2: 22"]),
    Case(name: "CR LF", text: "1\r\n\r\n2\r\n3\r", records: ["0/1: 1", "5/3: 2", "8/4: 3"]),
    Case(
      name: "what ends no line", text: "\"\u{2028}\u{2029}\u{85}\"\n\"a\\n\"\n1\r2\n",
      records: ["0/1: \"\u{2028}\u{2029}\u{85}\"", "11/2: \"a\\n\"", "17/3: 1\r2"]),
    Case(name: "indented", text: "  1 \n\n\t2", records: ["0/1:   1 ", "6/3: \t2"]),
    Case(
      name: "too long", text: "12345\n123456\n1\n1234567", limit: 5,
      records: [
        "0/1: 12345", "the record at line 2, byte 6 is longer than 5 bytes (maximumLength): 12345",
        "13/3: 1",
        "the record at line 4, byte 15 is longer than 5 bytes (maximumLength): 12345",
      ]),
    Case(
      name: "sequence", text: "\u{1e}{\"a\":\n1}\n\u{1e}\u{1e}2\n\u{1e}\n\u{1e}[3]",
      framing: .textSequence,
      records: ["1/1: {\"a\":\n1}", "12/3: 2", "17/5: [3]"]),
    Case(
      name: "what a sequence lacks", text: "1\n\u{1e}2\u{1e}true\u{1e}\"x\"\u{1e}3\n\u{1e}4",
      framing: .textSequence,
      records: [
        "no separator before the record at line 1, byte 0: 1",
        "the record at line 2, byte 3 may lack its end: 2",
        "the record at line 2, byte 5 may lack its end: true", "10/2: \"x\"", "14/2: 3",
        "the record at line 3, byte 17 may lack its end: 4",
      ]),
    Case(
      name: "too long in a sequence", text: "\u{1e}[1\n,2]\n\u{1e}[1]\n\u{1e}[\n\n\n\n\n]\u{1e}1\n",
      framing: .textSequence, limit: 5,
      records: [
        "the record at line 1, byte 1 is longer than 5 bytes (maximumLength): [1\n,2", "9/3: [1]",
        "the record at line 4, byte 14 is longer than 5 bytes (maximumLength): [\n\n\n\n",
        "22/9: 1",
      ]),
  ]

  @Test(arguments: cases)
  func recordsHoweverCut(_ test: Case) {
    let text = Array(test.text.utf8)
    func read(_ cuts: [Int]) -> [String] {
      LineReading.read(text, cuts: cuts, framing: test.framing, maximumLength: test.limit)
    }
    #expect(read([]) == test.records)
    #expect(read(Array(0..<text.count)) == test.records, "byte by byte")
    for first in 0...text.count {
      #expect(read([first]) == test.records, "cut at \(first)")
      for second in first...text.count where text.count < 30 {
        #expect(read([first, second]) == test.records, "cut at \(first) and \(second)")
      }
    }
  }

  @Test(arguments: PropertySeed.all(count: 3))
  func generatedLines(_ seed: PropertySeed) {
    var random = SeededGenerator(seed: seed.value)
    let alphabet = Array("1 \n\r\u{1e}\"{}a".utf8)
    for _ in 0..<200 {
      let text = (0..<random.integer(in: 0...40)).map { _ in
        alphabet[random.integer(in: 0...(alphabet.count - 1))]
      }
      for framing in [JSONRecord.LineReader.Framing.lines, .textSequence] {
        for limit in [3, 1000] {
          let whole = LineReading.read(text, cuts: [], framing: framing, maximumLength: limit)
          let pieces = LineReading.read(
            text, cuts: Array(0..<text.count), framing: framing, maximumLength: limit)
          #expect(whole == pieces, "\(visible(text)), \(framing), limit \(limit)")
          let cut = random.integer(in: 0...text.count)
          #expect(
            whole
              == LineReading.read(text, cuts: [cut], framing: framing, maximumLength: limit),
            "\(visible(text)), \(framing), limit \(limit), cut at \(cut)")
        }
      }
    }
  }

  /// Records are slices of the chunk, and chunks that were fed ahead are not lost.
  @Test func slicesAreOfTheChunk() throws {
    var reader = JSONRecord.LineReader()
    let chunk = Array("[1]\n[2]\n[3".utf8)
    reader.feed(chunk)
    #expect(try reader.next()?.bytes.indices == 0..<3)
    #expect(try reader.next()?.bytes.indices == 4..<7)
    reader.feed(Array(",4]\n".utf8))
    #expect(try reader.next()?.bytes.elementsEqual("[3,4]".utf8) == true)
    #expect(try reader.next() == nil)
    reader.finish()
    reader.feed(Array("5\n".utf8))
    #expect(try reader.next() == nil)
  }
}

extension JSONLineReaderTests {
  @Test func defaults() {
    let reader = JSONRecord.LineReader()
    #expect(reader.maximumLength == JSONRecord.LineReader.defaultMaximumLength)
    #expect(reader.unendedLine == .read)
    #expect(JSONRecord.LineReader.defaultMaximumLength == 64 << 20)
  }

  @Test func aRecordOfASequenceNeedsItsSeparator() {
    var reader = JSONRecord.LineReader(.textSequence)
    reader.feed(Array("[1]\n\u{1e}[2]\n".utf8))
    reader.finish()
    let error = #expect(throws: JSONStreamError.self) { try reader.next() }
    #expect(error?.kind == .missingSeparator)
  }
}
