import Testing

@testable import RushJSONCore

/// What the coders use of a document's storage.
@Suite struct DocumentStorageTests {
  /// An index knows whether two members of its object have one name.
  @Test(arguments: [JSONReadingOptions.DuplicateNames.keepFirst, .keepLast])
  func indexesKnowDuplicates(_ duplicates: JSONReadingOptions.DuplicateNames) throws {
    let options = JSONReadingOptions(duplicateNames: duplicates)
    let members = (0..<100).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    for (text, isUnique) in [
      ("{\(members)}", true), ("{\(members),\"n7\":0}", false),
      ("{\(members),\"\\u006e99\":0}", false),
    ] {
      let root = try JSONDocument(parsing: text, options: options).root
      #expect(root.storage.memberIndex(of: root.index).isUnique == isUnique, "\(text.suffix(20))")
    }
  }

  /// A storage with its own tape does not take another one, whether the tape is inside or not.
  @Test(arguments: ["[1,2]", "[1,2]" + String(repeating: " ", count: ShortText.capacity)])
  func aStorageWithItsOwnTapeIsNotLentAnother(_ text: String) throws {
    let storage = try JSONDocument(parsing: text).root.storage
    Array("[3]".utf8).withCheckedBytes { bytes in
      let sink = TapeSink(bytes, kernel: BlockKernel.fastest)
      #expect(!storage.lend(sink.taped(bytes)))
      sink.buffer.free()
    }
    #expect(storage.recordCount == 4)
  }
}
