import CorpusGenerator
import RushJSONCore
import Testing

/// All readers agree about damaged texts: a value, or an error.
@Suite struct MutationTests {
  static let documents = SampleDocuments.all.indices

  @Test func thereAreThirtyAndAllAreJSON() {
    #expect(SampleDocuments.all.count == 30)
    for bytes in SampleDocuments.all { #expect(verdict(of: bytes) == .accepted) }
  }

  /// A prefix of a document is a document itself, or its only fault is that it ends too early.
  @Test(arguments: documents)
  func everyPrefix(_ index: Int) {
    for prefix in Mutation.prefixes(of: SampleDocuments.all[index]) {
      let bytes = Array(prefix)
      guard case .refused(let error) = verdict(of: bytes) else { continue }
      if error.kind == .invalidUTF8 {
        // A sequence that is cut short.
        #expect(error.offset + 4 > bytes.count)
      } else {
        #expect([.emptyText, .unexpectedEnd, .unterminatedString].contains(error.kind))
        #expect(error.offset == bytes.count, "\(visible(bytes))")
      }
    }
  }

  /// A debug build tries significant bytes and a few others, with three readers in turn. A release
  /// build tries all values, with more readers for each.
  @Test(arguments: documents)
  func everySingleByteChange(_ index: Int) {
    #if DEBUG
      let turns = Readers.few.dropFirst(2).map { [Readers.few[0], Readers.few[1], $0] }
      let bytes = Mutation.significantBytes + [0x61, 0x7f, UInt8(index * 8)]
    #else
      let turns = [Readers.few]
      let bytes = Array(UInt8.min...UInt8.max)
    #endif
    let changes = Mutation.singleByteChanges(of: SampleDocuments.all[index], to: bytes)
    for (number, change) in changes.enumerated() {
      verdict(of: change.bytes, from: turns[number % turns.count])
    }
  }

  /// The same in a long text, which the fast pass reads before and after the change.
  @Test(arguments: documents)
  func changesAmongManyTokens(_ index: Int) {
    let before = Array(("[" + String(repeating: "0,", count: 40)).utf8)
    let after = Array((String(repeating: ",[1,\"a\"]", count: 20) + "]").utf8)
    for change in Mutation.singleByteChanges(
      of: SampleDocuments.all[index],
      to: [0x01, 0x0c, 0x22, 0x2c, 0x31, 0x5c, 0x5d, 0xff])
    {
      verdict(of: before + change.bytes + after, from: [Readers.document, Readers.careful])
    }
  }

  @Test(arguments: PropertySeed.all(count: 8))
  func randomEdits(_ seed: PropertySeed) {
    var random = SeededGenerator(seed: seed.value)
    for bytes in SampleDocuments.all {
      for _ in 0..<10 {
        let count = random.integer(in: 1...6)
        let edited = Mutation.edited(bytes, count: count, using: &random)
        verdict(of: edited, from: Readers.few)
        verdict(of: edited, options: .json5, from: Readers.few)
      }
    }
  }
}
