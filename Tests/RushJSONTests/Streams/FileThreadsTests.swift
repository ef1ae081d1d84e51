import CorpusGenerator
import Foundation
import RushJSON
import RushJSONFiles
import RushJSONStreams
import Synchronization
import Testing

/// However many threads read a file of lines, and whichever of them makes a value, the loop gets what one reader of
/// the whole text gives.
@Suite struct FileThreadsTests {
  private struct Line: Decodable {
    var line: Int
    var text: String
  }

  private struct Failure: Error {}

  /// Lines of many lengths: some blank, some no JSON, some of another type, some longer than the limit.
  private static let text: [UInt8] = {
    var random = SeededGenerator(seed: 11)
    var text: [UInt8] = []
    for line in 0..<300 {
      switch random.integer(in: 0...19) {
      case 0: text += "\r\n".utf8
      case 1: text += "[1,\(line)\n".utf8
      case 2: text += "{\"line\":\"\(line)\"}\n".utf8
      case 3: text += "\"\(String(repeating: "9", count: 300))\"\n".utf8
      default:
        let filler = String(repeating: "é", count: random.integer(in: 0...40))
        text += "{\"line\":\(line),\"text\":\"\(filler)\"}\r\n".utf8
      }
    }
    text.removeLast(2)
    return text
  }()

  /// Values and errors. Lines of errors count only if they are the same for all readers.
  private static func described<T>(
    _ results: some Sequence<Result<T, JSONStreamError>>, withLines: Bool
  ) -> [String] {
    results.map {
      switch $0 {
      case .success(let value): return "\(value)"
      case .failure(let error):
        let line = withLines ? error.line.map { "line \($0)" } ?? "no line" : ""
        return "\(line) \(error.record?.offset ?? error.offset) \(error.kind)"
      }
    }
  }

  private static let limit = 150

  private enum Kind: CaseIterable {
    case documents, trees, values, records

    func inMemory(_ policy: JSONRecord.FailurePolicy, withLines: Bool) -> [String] {
      let lines = JSONLines([text], policy: policy, maximumLength: limit)
      return switch self {
      case .documents:
        described(lines.documents() as JSONRecord.Values, withLines: withLines)
      case .trees: described(lines.trees() as JSONRecord.Values, withLines: withLines)
      case .values:
        described(lines.values(of: Line.self) as JSONRecord.Values, withLines: withLines)
      case .records:
        described(lines.map(Self.end) as JSONRecord.Values, withLines: false)
      }
    }

    func inFile(_ file: JSONLinesFile, withLines: Bool) -> [String] {
      switch self {
      case .documents: described(file.documents(), withLines: withLines)
      case .trees: described(file.trees(), withLines: withLines)
      case .values: described(file.values(of: Line.self), withLines: withLines)
      case .records: described(file.map(Self.end), withLines: false)
      }
    }

    private static func end(_ record: JSONRecord) throws -> Int {
      if record.bytes.first == UInt8(ascii: "[") { throw Failure() }
      return record.offset + record.bytes.count
    }
  }

  @Test(arguments: [1, 2, 3, 8])
  func threadsGiveWhatMemoryGives(threads: Int) throws {
    let file = try TemporaryFile(Self.text)
    for policy in [JSONRecord.FailurePolicy.fail, .skip, .deliver] {
      for kind in Kind.allCases {
        let expected = kind.inMemory(policy, withLines: true)
        let withoutLines = kind.inMemory(policy, withLines: false).sorted()
        let all = Set(kind.inMemory(.deliver, withLines: false))
        for blockSize in [9, 64, 1000, 1 << 20] {
          var lines = JSONLinesFile(file.path, policy: policy, maximumLength: Self.limit)
          lines.threads = threads
          lines.blockSize = blockSize
          #expect(
            kind.inFile(lines, withLines: true) == expected, "\(kind), \(policy), \(blockSize)")
          lines.isOrdered = false
          let found = kind.inFile(lines, withLines: false).sorted()
          if policy == .fail {
            // Errors begin with a space. The blocks before the first one are not known.
            #expect(found.count { $0.hasPrefix(" ") } == 1)
            #expect(all.isSuperset(of: found), "\(kind), \(blockSize)")
          } else {
            #expect(found == withoutLines, "\(kind), \(policy), \(blockSize)")
          }
        }
      }
    }
  }

  /// Lines that are longer than a piece or a block, one after the other and between short ones.
  @Test(arguments: [1, 2, 3])
  func longLines(threads: Int) throws {
    var text: [UInt8] = []
    var lengths: [Int] = []
    for length in [10, 700_000, 3, 300_000, 262_144, 262_143, 1_500_000, 5, 5, 1 << 20, 8] {
      text += [UInt8](repeating: UInt8(ascii: " "), count: length - 1) + "1\n".utf8
      lengths.append(length)
    }
    let file = try TemporaryFile(text)
    var lines = JSONLinesFile(file.path)
    lines.threads = threads
    for blockSize in [100_000, 1 << 20] {
      lines.blockSize = blockSize
      #expect(try lines.map { $0.bytes.count }.map { try $0.get() } == lengths)
      lines.maximumLength = 400_000
      lines.policy = .deliver
      let found = Self.described(lines.map { $0.bytes.count }, withLines: true)
      #expect(found.count == lengths.count)
      #expect(found.count { $0.hasPrefix("line") } == lengths.count { $0 > 400_000 })
      #expect(found.contains { $0.hasPrefix("line 7 ") })
      lines.maximumLength = .max
      lines.policy = .fail
    }
  }

  // MARK: - The loop is one of the threads

  private static let count = 3000
  private static let short = Array((0..<count).map { "{\"id\":\($0)}\n" }.joined().utf8)

  private static func lines(_ file: TemporaryFile, threads: Int) -> JSONLinesFile {
    var lines = JSONLinesFile(file.path)
    lines.blockSize = 500
    lines.threads = threads
    return lines
  }

  private final class Tally: Sendable {
    let made = Atomic(0)
    let freed = Atomic(0)
    let elsewhere = Atomic(0)
  }

  private final class Counted: Sendable {
    let tally: Tally
    init(_ tally: Tally) {
      self.tally = tally
      tally.made.add(1, ordering: .relaxed)
    }
    deinit { tally.freed.add(1, ordering: .relaxed) }
  }

  /// With one thread, a value is made when the loop asks for it, by the thread of the loop, and is not kept.
  @Test func oneThreadIsTheLoop() throws {
    let file = try TemporaryFile(Self.short)
    let tally = Tally()
    let here = ObjectIdentifier(Thread.current)
    let values = Self.lines(file, threads: 1).map { _ in
      if ObjectIdentifier(Thread.current) != here { tally.elsewhere.add(1, ordering: .relaxed) }
      return Counted(tally)
    }
    var given = 0
    for value in values {
      withExtendedLifetime(try value.get()) {
        given += 1
        #expect(tally.made.load(ordering: .relaxed) == given)
        #expect(tally.freed.load(ordering: .relaxed) >= given - 2)
      }
    }
    #expect(given == Self.count)
    #expect(tally.elsewhere.load(ordering: .relaxed) == 0)
  }

  /// Values wait in a window, and those that the loop is done with are freed.
  @Test(arguments: [2, 3, 8], [true, false])
  func theWindowIsBounded(threads: Int, isOrdered: Bool) throws {
    let file = try TemporaryFile(Self.short)
    let tally = Tally()
    var lines = Self.lines(file, threads: threads)
    lines.isOrdered = isOrdered
    let linesOfBlock = 500 / 9 + 2
    var given = 0
    var ahead = 0
    var held = 0
    for value in lines.map({ _ in Counted(tally) }) {
      _ = try value.get()
      given += 1
      // The workers do what they can.
      if given % 50 == 0 { for _ in 0..<50 { sched_yield() } }
      let made = tally.made.load(ordering: .relaxed)
      ahead = max(ahead, made - given)
      held = max(held, made - tally.freed.load(ordering: .relaxed))
    }
    #expect(given == Self.count)
    // The block in hand, and the window.
    #expect(ahead <= (threads + 2) * linesOfBlock)
    #expect(held <= (2 * (threads + 1) + 2) * linesOfBlock)
  }

  /// Without an iterator, the workers end, and nothing keeps the closure or the values.
  @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3])
  func aDroppedIteratorEndsTheReading(threads: Int) throws {
    let file = try TemporaryFile(Self.short)
    for given in [0, 1, 60, 500] {
      let tally = Tally()
      weak var closure: Counted?
      try {
        let counted = Counted(tally)
        closure = counted
        var iterator = Self.lines(file, threads: threads).map { _ in
          withExtendedLifetime(counted) { Counted(tally) }
        }.makeIterator()
        for _ in 0..<given { _ = try iterator.next()?.get() }
      }()
      while closure != nil
        || tally.made.load(ordering: .relaxed) > tally.freed.load(ordering: .relaxed)
      {
        sched_yield()
      }
      let made = tally.made.load(ordering: .relaxed)
      #expect(made >= given && made < Self.count)
    }
  }

  @Test(arguments: [1, 2, 3])
  func copiesOfAnIteratorShare(threads: Int) throws {
    let file = try TemporaryFile(Self.short)
    var first = Self.lines(file, threads: threads).map { $0.offset }.makeIterator()
    var second = first
    var found: [Int] = []
    while let value = first.next() {
      found.append(try value.get())
      if let value = second.next() { found.append(try value.get()) }
    }
    #expect(found.count == Self.count)
    #expect(found == found.sorted())
    #expect(second.next() == nil)
  }

  // MARK: - Reading while a value is made

  private struct Numbered: Decodable, Equatable {
    var id: Int
  }

  /// Reads the file again that its line is in.
  private struct Reader: Decodable {
    let sum: Int

    init(from decoder: any Decoder) throws {
      let key = try #require(CodingUserInfoKey(rawValue: "file"))
      let lines = try #require(decoder.userInfo[key] as? JSONLinesFile)
      let id = try Numbered(from: decoder).id
      sum = try lines.values(of: Numbered.self).reduce(id) { try $0 + $1.get().id }
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3])
  func aTypeReadsTheSameFile(threads: Int) throws {
    let text = (0..<40).map { "{\"id\":\($0)}\n" }.joined()
    let file = try TemporaryFile(Array(text.utf8))
    var lines = Self.lines(file, threads: threads)
    lines.blockSize = 50
    let decoder = RushJSONDecoder()
    decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "file"))] = lines
    let sums = try lines.values(of: Reader.self, decoder: decoder).map { try $0.get().sum }
    #expect(sums == (0..<40).map { 780 + $0 })
  }

  /// Takes the next two values of the loop that it is made for.
  private struct Greedy: Decodable {
    nonisolated(unsafe) static var iterator: JSONLinesFile.Values<Greedy>.Iterator?
    var ids: [Int]

    init(from decoder: any Decoder) throws {
      ids = [try Numbered(from: decoder).id]
      if ids[0] % 10 != 0 { return }
      for _ in 0..<2 {
        if let next = unsafe Self.iterator?.next() { ids += try next.get().ids }
      }
    }
  }

  @Test func aTypeReadsTheSameIterator() throws {
    let file = try TemporaryFile(Self.short)
    var iterator = Self.lines(file, threads: 1).values(of: Greedy.self).makeIterator()
    unsafe Greedy.iterator = iterator
    defer { unsafe Greedy.iterator = nil }
    var found: [Int] = []
    while let value = iterator.next() { found += try value.get().ids }
    #expect(found == Array(0..<Self.count))
  }
}
