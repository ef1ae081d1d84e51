import Testing

@testable import RushJSONCore

/// What the coders use of a document's storage.
@Suite struct DocumentStorageTests {
  /// An index knows whether two members of its object have one name.
  @Test(arguments: [JSONReadingOptions.DuplicateNames.firstWins, .lastWins])
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

  /// A storage that frees its own tape cannot lend another.
  @Test func aStorageWithItsOwnTapeIsNotRenewed() throws {
    let storage = try JSONDocument(parsing: "[1,2]").root.storage
    try unsafe Array("[3]".utf8).withUnsafeBytes { bytes in
      // Invariant: the bytes stay in place during the call.
      var tokenizer = unsafe Tokenizer(bytes, options: .strict)
      var tape = TapeBuffer(capacity: 8)
      let isRenewed = try storage.renew(lendingTextOf: &tokenizer, tape: &tape)
      #expect(!isRenewed)
      if !isRenewed { tape.free() }
    }
  }
}
