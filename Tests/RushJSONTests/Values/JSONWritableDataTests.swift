import Foundation
import RushJSON
import Testing

/// Text as Data and in files.
@Suite struct JSONWritableDataTests {
  private static let tree: RawJSON = ["b": [1, 2.5, "x/y\n", nil], "a": [:], "c": [[]]]

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "RushJSON-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      do {
        try FileManager.default.removeItem(at: folder)
      } catch {
        Issue.record("left behind: \(error)")
      }
    }
    try body(folder)
  }

  @Test func data() throws {
    #expect(try Self.tree.jsonData() == Data(try Self.tree.jsonBytes()))
    let document = try JSONDocument(parsing: Self.tree.jsonBytes())
    #expect(try document.jsonData(.pretty) == Data(try Self.tree.jsonBytes(.pretty)))
    #expect(try RawJSON.null.jsonData() == Data("null".utf8))
  }

  @Test func file() throws {
    try Self.inFolder { folder in
      let url = folder.appending(path: "tree.json")
      for options in [.compact, .pretty] as [JSONWritingOptions] {
        // The second time, the file exists already.
        try Self.tree.writeJSON(options, to: url)
        #expect(try Data(contentsOf: url) == Self.tree.jsonData(options))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["tree.json"])
    }
  }

  /// A file that only its owner may read stays so.
  @Test(arguments: [0o600, 0o640, 0o400, 0o666])
  func fileKeepsItsMode(mode: Int) throws {
    try Self.inFolder { folder in
      let url = folder.appending(path: "tree.json")
      try Self.tree.writeJSON(to: url)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path())
      try RawJSON.null.writeJSON(to: url)
      #expect(try Data(contentsOf: url) == Data("null".utf8))
      try RushJSONEncoder().encode([1], to: url)
      #expect(try Data(contentsOf: url) == Data("[1]".utf8))
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path())
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  /// A failure leaves the old file, and no other file.
  @Test func fileThatIsNotWritten() throws {
    try Self.inFolder { folder in
      let url = folder.appending(path: "tree.json")
      try Self.tree.writeJSON(to: url)
      let invalid: RawJSON = [1, .number(JSONNumber(Double.nan))]
      #expect(throws: JSONWritingError.self) { try invalid.writeJSON(to: url) }
      #expect(try Data(contentsOf: url) == Self.tree.jsonData())
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["tree.json"])

      let missing = folder.appending(path: "no such folder/tree.json")
      #expect(throws: CocoaError.self) { try Self.tree.writeJSON(to: missing) }
    }
  }

  private struct Nested: Codable {
    var empty: [Int] = []
    var none: [String: Int] = [:]
    var list = [[1], [], [2, 3]]
    var text = "a\"b\u{1}\u{7f}é"
    var more = ["k": ["x": 1.5]]
  }

  /// Byte for byte what `JSONEncoder` writes.
  @Test func foundationForm() throws {
    let encoder = JSONEncoder()
    for formatting in [[], .prettyPrinted] as [JSONEncoder.OutputFormatting] {
      encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
      let expected = try encoder.encode(Nested())
      var options: JSONWritingOptions = formatting.isEmpty ? .compact : .foundationPretty
      options.nameOrder = .utf8
      #expect(try RawJSON(parsing: expected).jsonData(options) == expected)
    }
  }
}
