import CorpusGenerator
import Testing

/// Random documents are valid, bounded, replayable, and as varied as the documentation says.
@Suite struct DocumentGeneratorTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func documentIsValid(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    let bytes = generator.document(maximumDepth: 8, maximumBytes: 2_000)
    #expect(throws: Never.self, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))") {
      _ = try parseWithFoundation(bytes)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func documentKeepsItsBounds(seed: UInt64) {
    var generator = DocumentGenerator(seed: seed, finiteNumbers: false)
    for maximumBytes in [0, 1, 2, 3, 5, 8, 13, 40, 300] {
      for maximumDepth in [0, 1, 2, 5] {
        let bytes = generator.document(maximumDepth: maximumDepth, maximumBytes: maximumBytes)
        #expect((1...max(1, maximumBytes)).contains(bytes.count))
        #expect(CorpusWriter.statistics(of: bytes).maximumDepth <= maximumDepth)
      }
    }
  }

  @Test func smallestDocumentsAreValidToo() throws {
    var generator = DocumentGenerator(seed: 11)
    for maximumBytes in 1...60 {
      for _ in 0..<10 {
        let bytes = generator.document(maximumDepth: 3, maximumBytes: maximumBytes)
        #expect(throws: Never.self, "\(String(decoding: bytes, as: UTF8.self))") {
          _ = try parseWithFoundation(bytes)
        }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func seedReplaysTheSequence(seed: UInt64) {
    var first = DocumentGenerator(seed: seed)
    var second = DocumentGenerator(seed: seed)
    for _ in 0..<5 {
      let document = first.document(maximumDepth: 5, maximumBytes: 500)
      #expect(document == second.document(maximumDepth: 5, maximumBytes: 500))
    }
    var other = DocumentGenerator(seed: seed + 1)
    let long = (0..<5).map { _ in first.document(maximumDepth: 5, maximumBytes: 500) }
    #expect(long != (0..<5).map { _ in other.document(maximumDepth: 5, maximumBytes: 500) })
  }

  @Test func documentHasItsPinnedHash() {
    var generator = DocumentGenerator(seed: 1)
    let hashes = (0..<50).map { _ in
      fnv1a(generator.document(maximumDepth: 6, maximumBytes: 1_000))
    }
    let hash = hashes.reduce(0) { $0 &* 31 &+ $1 }
    #expect(hash == 0xB9CE_9847_C9DB_F65D, "0x\(String(hash, radix: 16))")
  }

  @Test func documentsHaveEverything() {
    var generator = DocumentGenerator(seed: 2)
    var all: [UInt8] = []
    for _ in 0..<400 {
      all += generator.document(maximumDepth: 6, maximumBytes: 2_000) + [UInt8(ascii: "\n")]
    }
    let text = String(decoding: all, as: UTF8.self)
    for piece in [
      "[]", "{}", "\"\"", "\"\":", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\r",
      "\t", "true", "false", "null", "-0", "e-", "E+", "\u{10FFFF}", "\u{FFFF}", "\u{7F}",
    ] {
      #expect(text.utf8.contains(piece.utf8), "no \(piece.debugDescription)")
    }
    #expect(text.firstMatch(of: /\\u[dD][89abAB]..\\u[dD][c-fC-F]../) != nil)
    let counts = CorpusWriter.statistics(of: all)
    #expect(counts.distinctNames < counts.names)
    for range in [0xC2...0xDF, 0xE0...0xEF, 0xF0...0xF4] as [ClosedRange<UInt8>] {
      #expect(all.contains { range.contains($0) })
    }
  }
}

extension String.UTF8View {
  /// Whether the bytes of `other` occur in these. `String.contains` would compare characters,
  /// and a carriage return with its line feed is one character.
  fileprivate func contains(_ other: String.UTF8View) -> Bool {
    let bytes = Array(self)
    let pattern = Array(other)
    return bytes.indices.contains { start in
      bytes[start] == pattern[0] && bytes[start...].starts(with: pattern)
    }
  }
}
