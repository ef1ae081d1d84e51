import CorpusGenerator
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Testing

@Suite struct JSONLinesFileTests {
  private static func describe(_ results: some Sequence<Result<RawJSON, JSONStreamError>>)
    -> [String]
  {
    results.map {
      switch $0 {
      case .success(let tree): return "\(tree)"
      case .failure(let error): return error.description
      }
    }
  }

  /// Lines of many lengths, some blank, some damaged.
  private static func text(lines: Int, isDamaged: Bool) -> [UInt8] {
    var random = SeededGenerator(seed: 7)
    var text: [UInt8] = []
    for line in 0..<lines {
      switch random.integer(in: 0...9) {
      case 0: text += "\r\n".utf8
      case 1 where isDamaged: text += "[1,\(line)\n".utf8
      default:
        let filler = String(repeating: "é", count: random.integer(in: 0...40))
        text += "{\"line\":\(line),\"text\":\"\(filler)\"}\n".utf8
      }
    }
    if lines > 0 { text.removeLast() }
    return text
  }

  @Test(arguments: [0, 1, 2, 500])
  func allCoresGiveWhatOneGives(lines: Int) throws {
    let file = try TemporaryFile(Self.text(lines: lines, isDamaged: true))
    for policy in [JSONRecord.FailurePolicy.fail, .skip, .deliver] {
      let chunks = JSONFileChunks(path: file.path, size: 100)
      let expected = Self.describe(
        JSONLines(chunks, policy: policy, maximumLength: 80).trees() as JSONRecord.Values)
      for blockSize in [1, 7, 64, 1000, 1 << 20] {
        for threads in [1, 3] {
          var all = JSONLinesFile(file.path, policy: policy, maximumLength: 80)
          all.blockSize = blockSize
          all.threads = threads
          #expect(
            Self.describe(all.trees()) == expected,
            "\(policy), blocks of \(blockSize), \(threads) threads")
        }
      }
    }
  }

  @Test func inAnyOrder() throws {
    let text = Self.text(lines: 500, isDamaged: false)
    let file = try TemporaryFile(text)
    var lines = JSONLinesFile(file.path)
    lines.blockSize = 300
    let expected = Self.describe(lines.trees()).sorted()
    #expect(expected.count > 300)
    lines.isOrdered = false
    #expect(Self.describe(lines.trees()).sorted() == expected)
  }

  /// Wherever a file is split, each line is in one range.
  @Test func rangesHaveEachLineOnce() throws {
    let texts = ["1\n22\n333\n\n4444\n", "1\n22\n333", "\n\n1\n", "12345", "1\r\n2\r\n", ""]
    for text in texts {
      let bytes = Array(text.utf8)
      let file = try TemporaryFile(bytes)
      let expected = Self.describe(JSONLinesFile(file.path).trees())
      for first in 0...bytes.count {
        for second in first...bytes.count {
          let ranges = [0..<first, first..<second, second..<bytes.count]
          // A range without bytes would have the line at its end, which is the next one's too.
          let found = ranges.filter { !$0.isEmpty }.flatMap {
            Self.describe(JSONLinesFile(file.path, range: $0).trees())
          }
          #expect(found == expected, "\(text.debugDescription) at \(first) and \(second)")
        }
      }
    }
  }

  @Test func errorsHaveTheirPlaceInTheFile() throws {
    let file = try TemporaryFile(Array("1\n2\n\n[}\n".utf8))
    var lines = JSONLinesFile(file.path)
    lines.blockSize = 1
    guard case .failure(let error)? = Array(lines.trees()).last else {
      Issue.record("no error")
      return
    }
    #expect(error.line == 4)
    #expect(error.record?.offset == 5)
    #expect(error.offset == 6)
    #expect(error.record?.bytes.elementsEqual("[}".utf8) == true)
    #expect(error.kind == .syntax(.expectedValue))
    #expect((error.underlying as? JSONSyntaxError)?.offset == 1)
    lines.isOrdered = false
    lines.policy = .deliver
    #expect(
      lines.trees().contains { if case .failure(let e) = $0 { e.line == nil } else { false } })
  }

  @Test func stoppingEarly() throws {
    let file = try TemporaryFile(Self.text(lines: 2000, isDamaged: false))
    var lines = JSONLinesFile(file.path)
    lines.blockSize = 100
    var count = 0
    for line in lines.documents() {
      _ = try line.get()
      count += 1
      if count == 3 { break }
    }
    #expect(count == 3)
  }

  @Test func aFileThatIsNotThere() {
    let results = Self.describe(JSONLinesFile("/no/such/file").trees())
    #expect(results.count == 1)
    #expect(results.first?.contains("cannot read /no/such/file: No such file") == true)
    let chunks = Array(JSONFileChunks(path: "/no/such/file") as JSONFileChunks)
    #expect(chunks.count == 1)
  }
}
