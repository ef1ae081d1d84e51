import Foundation
import RushJSONCore
import Testing

/// Every case of `Corpus` through every reader.
@Suite struct CorpusConformanceTests {
  @Test(arguments: TestFolder.accept.names)
  func accepts(_ name: String) throws {
    #expect(verdict(of: try TestFolder.accept.bytes(of: name)) == .accepted)
  }

  @Test(arguments: TestFolder.reject.names)
  func rejects(_ name: String) throws {
    let bytes = try TestFolder.reject.bytes(of: name)
    #expect(!verdict(of: bytes).isAccepted)
    // "whatever its options for either/": those that the table of decisions names.
    var options = JSONReadingOptions(
      leniencies: [.byteOrderMark, .loneSurrogates], duplicateNames: .keepFirst)
    options.maximumDepth = 100_000
    #expect(!verdict(of: bytes, options: options).isAccepted)
  }

  @Test(arguments: TestFolder.documents)
  func acceptsDocument(_ name: String) throws {
    let readers = [Readers.tokens] + Readers.kernels(windows: [8192])
    #expect(verdict(of: try TestFolder.corpus.bytes(of: name), from: readers) == .accepted)
  }

  @Test func acceptsEveryLineOfTheLog() throws {
    let lines = try TestFolder.corpus.bytes(of: "log.jsonl").split(separator: 0x0a)
    #expect(lines.count > 500)
    for line in lines { #expect(verdict(of: Array(line), from: Readers.few) == .accepted) }
  }

  /// The rows ``| `name` | accepted | why |`` of the README.
  static let decisions: [(name: String, isAccepted: Bool)] = {
    let readme = (try? TestFolder.corpus.bytes(of: "README.md")) ?? []
    return String(decoding: readme, as: UTF8.self).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, cells[0].hasSuffix(".json`"),
        cells[1] == "accepted" || cells[1] == "rejected"
      else { return nil }
      return (cells[0].trimmingCharacters(in: ["`"]), cells[1] == "accepted")
    }
  }()

  @Test func everyFileOfEitherIsDecided() {
    #expect(Self.decisions.map(\.name).sorted() == TestFolder.either.names)
  }

  @Test(arguments: decisions)
  func decides(_ name: String, isAccepted: Bool) throws {
    #expect(verdict(of: try TestFolder.either.bytes(of: name)).isAccepted == isAccepted)
  }
}
