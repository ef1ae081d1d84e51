import CorpusGenerator
import Testing

/// Each mutation occurs exactly once, and leaves the original unchanged.
@Suite struct MutationTests {
  private let original = Array("[1,2]".utf8)

  @Test func thereIsEveryProperPrefix() {
    let prefixes = Mutation.prefixes(of: original).map { String(decoding: $0, as: UTF8.self) }
    #expect(prefixes == ["", "[", "[1", "[1,", "[1,2"])
    #expect(Array(Mutation.prefixes(of: [])).isEmpty)
  }

  @Test func everySingleByteChangeOccursOnce() {
    let changes = Array(Mutation.singleByteChanges(of: original))
    #expect(changes.count == original.count * 255)
    #expect(Set(changes.map(\.bytes)).count == changes.count)
    for change in changes {
      let differing = original.indices.filter { change.bytes[$0] != original[$0] }
      #expect(differing == [change.offset])
    }
    #expect(Array(Mutation.singleByteChanges(of: [])).isEmpty)
  }

  @Test func singleByteChangesToGivenBytes() {
    let changes = Mutation.singleByteChanges(of: Array("ab".utf8), to: Array("ax".utf8))
    let texts = changes.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts == ["xb", "aa", "ax"])
  }

  @Test func significantBytesAreDistinct() {
    #expect(Set(Mutation.significantBytes).count == Mutation.significantBytes.count)
  }

  @Test func editsReplayAndReachEveryLength() {
    var first = SeededGenerator(seed: 9)
    var second = SeededGenerator(seed: 9)
    var lengths: Set<Int> = []
    for count in 0..<400 {
      let edited = Mutation.edited(original, count: count % 5, using: &first)
      #expect(edited == Mutation.edited(original, count: count % 5, using: &second))
      if count % 5 == 0 { #expect(edited == original) }
      lengths.insert(edited.count)
    }
    #expect(lengths.contains(0) && lengths.contains(4) && lengths.contains(6))
    #expect(Mutation.edited([], count: 1, using: &first).count == 1)
  }
}
