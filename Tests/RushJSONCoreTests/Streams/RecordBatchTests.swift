import CorpusGenerator
import RushJSONCore
import RushJSONStreams
import Testing

/// Lines are indexed together. What is made of them equals what is made of each line alone: values, errors, and
/// their places, however the stream is cut and whatever the other lines are.
@Suite struct RecordBatchTests {
  private static let lines = [
    #"{"id":1,"name":"Ada","tags":["a","b"],"ok":true}"#, #"[1,2.5,-3e2,12345678901234567890]"#,
    #"{"text":"\u00e9\n\"\\","pair":"\ud83d\ude00"}"#, "null", "-0", #""text""#, "1e400", "", " ",
    "\r",
    "{}\r", "[]  ", " [ 1 , 2 ]", "1700000000.5", "[1.7976931348623157e308]", "é", #"{"é":"日本"}"#,
    // Each of these is refused, and would read on in the next line.
    "[1,", #"{"a":"#, #"{"a":"b"#, #"""#, #""\"#, "[", "]", "{", "}", ",", ":", "[1 2]", "tru",
    "1,2", #"{"a" 1}"#,
    "[[[[", #"{"a":{"b":[1"#, "01", "\u{1}", "\u{0}",
  ]

  private static func stream(_ random: inout SeededGenerator) -> [UInt8] {
    var stream: [UInt8] = []
    let refused = Int.random(in: 0...3, using: &random) == 0
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        stream += Array(
          "\"\(String(repeating: "x", count: .random(in: 1900...2100, using: &random)))\"".utf8)
      case 1:
        stream += Array(
          "[\(String(repeating: "[],", count: .random(in: 1...700, using: &random)))1]".utf8)
      case 2 where refused: stream += [0x22, UInt8.random(in: 0x80...0xff, using: &random), 0x22]
      case 3:
        stream += Array(
          "[\(String(repeating: "7,", count: .random(in: 1...9000, using: &random)))1]".utf8)
      default:
        let count = refused ? lines.count : lines.firstIndex(of: "[1,") ?? 0
        stream += Array(lines[Int.random(in: 0..<count, using: &random)].utf8)
      }
      stream.append(.init(ascii: "\n"))
    }
    if Bool.random(using: &random) { stream.removeLast() }
    return stream
  }

  private static func chunks(_ stream: [UInt8], _ random: inout SeededGenerator) -> [ArraySlice<
    UInt8
  >] {
    var chunks: [ArraySlice<UInt8>] = []
    var at = 0
    let longest = [1, 10, 100, 5000, 100_000][Int.random(in: 0..<5, using: &random)]
    while at < stream.count {
      let end = min(stream.count, at + Int.random(in: 1...longest, using: &random))
      chunks.append(stream[at..<end])
      at = end
    }
    return chunks
  }

  private static func outcomes<Output>(
    _ values: some Sequence<Result<Output, JSONStreamError>>, _ text: (Output) throws -> String
  ) rethrows -> [String] {
    try values.map {
      switch $0 {
      case .success(let value): try text(value)
      case .failure(let error): "\(error) at \(error.offset), line \(error.line ?? 0)"
      }
    }
  }

  struct Entry: Decodable, JSONReadable {
    var id: Int?
    var tags: [String]?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decodeIfPresent(Int.self, forKey: .id)
      tags = try container.decodeIfPresent([String].self, forKey: .tags)
    }

    init(from reader: inout JSONReader) throws { self.init(id: try reader.read(Int.self)) }

    private init(id: Int) { self.id = id }

    private enum Key: CodingKey { case id, tags }
  }

  @Test(arguments: PropertySeed.all(count: 40))
  func batchesEqualLinesAlone(_ seed: PropertySeed) throws {
    var random = SeededGenerator(seed: seed.value)
    let stream = Self.stream(&random)
    let policies: [JSONRecord.FailurePolicy] = [.deliver, .skip, .fail]
    let policy = policies[Int.random(in: 0..<3, using: &random)]
    var options = JSONReadingOptions.strict
    options.maximumDepth = Int.random(in: 0...3, using: &random) == 0 ? 2 : 512
    if Bool.random(using: &random) { options.duplicateNames = .keepLast }
    var lines = JSONLines(
      Self.chunks(stream, &random), policy: policy,
      maximumLength: [20, 50, 20_000][Int.random(in: 0..<3, using: &random)])
    lines.skipsBlankLines = Bool.random(using: &random)
    let used = options

    let documents = Self.outcomes(lines.documents(options: used)) { "\(RawJSON($0.root))" }
    #expect(
      documents
        == Self.outcomes(lines.map { try $0.document(options: used) }) { "\(RawJSON($0.root))" })
    let trees = Self.outcomes(lines.trees(options: used)) { "\($0)" }
    #expect(trees == Self.outcomes(lines.map { try $0.tree(options: used) }) { "\($0)" })
    let decoder = RushJSONCoreDecoder()
    decoder.readingOptions = used
    let entries = Self.outcomes(lines.values(of: Entry.self, decoder: decoder)) { "\($0)" }
    #expect(
      entries
        == Self.outcomes(lines.map { try $0.value(of: Entry.self, decoder: decoder) }) { "\($0)" })

    // Documents that are kept, all of them or some, do not change.
    var kept: [JSONDocument] = []
    var texts: [String] = []
    for line in lines.documents(options: used) {
      guard case .success(let document) = line, Int.random(in: 0...2, using: &random) > 0 else {
        continue
      }
      kept.append(document)
      texts.append("\(RawJSON(document.root))")
      _ = document.root["id"]
    }
    #expect(kept.map { "\(RawJSON($0.root))" } == texts)
  }

  /// A decoder that a type keeps reads its line after later lines have been read.
  @Test func aKeptDecoderKeepsItsLine() throws {
    let stream = Array((0..<500).map { "{\"id\":\($0),\"text\":\"line \($0)\"}\n" }.joined().utf8)
    let keepers = try JSONLines([stream]).values(of: KeptDecoder.self).map { try $0.get() }
    #expect(keepers.count == 500)
    for (index, keeper) in keepers.enumerated() {
      #expect(try Entry(from: keeper.decoder).id == index)
    }
  }

  /// A type may read the next lines while it is decoded. Its own line stays as it is.
  @Test func aTypeReadsTheNextLines() throws {
    // A line of the nested ones is rare, so it is read alone; and they end in another batch.
    let lines = (0..<2000).map {
      #"{"id":\#($0),"text":"line é \#($0)","more":[\#($0 % 7 == 3 ? "12345678901234567890" : "1")]}"#
        + "\n"
    }
    let stream = Array(lines.joined().utf8)
    let seen = try NestedReading.all(ofEach: 400) {
      JSONLines([stream]).values(of: NestedReading.self, decoder: $0)
    }
    #expect(seen.allSatisfy { $0.text == "line é \($0.id)" })
    #expect(seen.map(\.id).elementsEqual(0..<2000))
  }

  /// The place is that of the line, not of one that its type has read.
  @Test func aTypeThatReadsTheNextLinesAndFails() throws {
    let lines = (1...4).map { "{\"id\":\($0),\"text\":\($0 == 2 ? "5" : "\"a\"")}\n" }
    let error = try #require(throws: JSONStreamError.self) {
      _ = try NestedReading.all(ofEach: 1) {
        JSONLines([Array(lines.joined().utf8)]).values(of: NestedReading.self, decoder: $0)
      }
    }
    #expect(error.line == 2)
    #expect(error.offset == lines[0].utf8.count)
  }

  /// A line that is too long is not read, and may end within a string.
  @Test func linesAfterOneThatIsTooLong() {
    let long = "\"" + String(repeating: "x", count: 40) + "\n"
    let stream = Array(("{\"id\":1}\n" + long + #"5"{"id":2}"# + "\n{\"id\":3}\n").utf8)
    let lines = JSONLines([stream], policy: .deliver, maximumLength: 30).documents().map {
      $0.map { "\(RawJSON($0.root))" }
    }
    #expect(
      lines.map { (try? $0.get()) ?? "error" } == [#"{"id":1}"#, "error", "error", #"{"id":3}"#])
  }

  /// A line of a batch may be longer than a window of the tokenizer, which no limit of strings is below.
  @Test func aStringOverTheLimitFollowsAnotherLine() {
    var options = JSONReadingOptions.strict
    options.maximumStringLength = 9000
    let strings = [8998, 9000, 9001, 12_000].map { String(repeating: "x", count: $0) }
    let stream = Array(strings.map { "1\n\"\($0)\"\n" }.joined().utf8)
    let lines = JSONLines([stream], policy: .deliver).documents(options: options).map {
      (try? $0.get()) != nil
    }
    #expect(lines == [true, true, true, true, true, false, true, false])
  }

  /// A refused line costs its batch, and no more: the lines after it are read alone up to the batch's end.
  @Test func refusedLinesAreLeftOut() {
    let stream = Array((0..<5000).map { $0 % 7 == 0 ? "\"\n" : "{\"id\":\($0)}\n" }.joined().utf8)
    let ids = JSONLines([stream], policy: .skip).documents().compactMap {
      try? $0.get().root["id"]?.int()
    }
    #expect(ids == (0..<5000).filter { $0 % 7 != 0 })
  }

  private static func numberedLines(_ count: Int) -> [UInt8] {
    Array(
      (100_000..<100_000 + count).map { "{\"id\":\($0),\"tags\":[\"a\",\"b\"]}\n" }.joined().utf8)
  }

  /// Documents that are kept share memory with those beside them, but few of them: the stream copies ever more.
  @Test func keptDocumentsShareFewTapes() throws {
    let stream = Self.numberedLines(40_000)
    let length = stream.count / 40_000
    var documents: [JSONDocument] = []
    for line in JSONLines([stream]).documents() { documents.append(try line.get()) }
    let addresses = documents.map { unsafe $0.withText { UInt(bitPattern: $0.baseAddress) } }
    let isShared = zip(addresses, addresses.dropFirst()).map { $1 == $0 &+ UInt(length) }
    let tapes = zip([false] + isShared, isShared).filter { !$0 && $1 }.count
    #expect((1...12).contains(tapes))
    // A tape has at most 512 texts.
    #expect(isShared.filter(\.self).count <= 12 * 512)
    for (index, document) in documents.enumerated() {
      let id = try document.root["id"]?.int()
      if id != 100_000 + index { Issue.record("\(index): \(id ?? 0)") }
    }
  }
}
