import CorpusGenerator
import RushJSON
import RushJSONFiles
import Testing

/// Ranges of a file as tasks of an engine read them: damaged, empty and too long lines, and a torn end.
@Suite struct LineRangeTests {
  private static let text = Array(
    ("{\"n\":1}\n\n[1,\n{\"n\":2}\r\n   \n\"" + String(repeating: "é", count: 20)
      + "\"\n{\"n\":3}\n{\"n\":\n4\n{\"n\":5").utf8)

  /// What a task reports: values, and errors by offset.
  private static func report(_ path: String, _ range: Range<Int>) -> [String] {
    var file = JSONLinesFile(path, range: range, policy: .deliver, maximumLength: 30)
    file.threads = 1
    return file.trees().map { result in
      switch result {
      case .success(let tree): return "\(tree)"
      case .failure(let error): return "\(error.record?.offset ?? -1): \(error.kind)"
      }
    }
  }

  @Test func everyCut() throws {
    let file = try TemporaryFile(Self.text)
    let count = Self.text.count
    let expected = Self.report(file.path, 0..<count)
    #expect(expected.count == 8)
    #expect(expected.count { $0.contains(": ") && !$0.contains("{") } == 4)
    for cut in 1..<count {
      let parts = [0..<cut, cut..<count]
      #expect(parts.flatMap { Self.report(file.path, $0) } == expected, "cut at \(cut)")
    }
    for size in 1...count {
      let parts = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
      #expect(parts.flatMap { Self.report(file.path, $0) } == expected, "ranges of \(size)")
    }
  }

  /// A range that is read twice, because the first task was killed, gives the same again.
  @Test func aRangeIsReadAgain() throws {
    let file = try TemporaryFile(Self.text)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20 {
      let start = random.integer(in: 0...Self.text.count - 1)
      let range = start..<random.integer(in: start + 1...Self.text.count)
      #expect(Self.report(file.path, range) == Self.report(file.path, range))
    }
  }
}
