import Foundation
import RushJSONCore
import RushJSONEditing
import Testing

/// The published tests of JSON Patch, if they are beside the package.
@Suite struct PatchVectorTests {
  private static let folder = TestFolder("../shared/data/patch")
  static let files = folder.names.filter { $0.hasSuffix(".json") }

  @Test(arguments: files)
  func published(_ name: String) throws {
    let bytes = try Self.folder.bytes(of: name)
    let texts = try Self.elements(of: bytes)
    let tests = try #require(try RawJSON(parsing: bytes).arrayValue)
    #expect(texts.count == tests.count)
    var applied = 0
    for (index, test) in tests.enumerated() where test["disabled"] != true {
      guard let value = test["doc"], let patch = test["patch"] else { continue }
      applied += 1
      let title = "\(name) \(index): \(test["comment"]?.stringValue ?? "")"
      if let expected = test["expected"] {
        let result = try JSONPatch(patch).apply(to: value)
        #expect(result == expected, "\(title)")
      } else if test["error"] == nil {
        #expect(throws: Never.self, "\(title)") { try JSONPatch(patch).apply(to: value) }
      } else {
        // Some have a name twice, which a reader refuses only by option.
        var options = JSONReadingOptions()
        options.duplicateNames = .refuse
        #expect(throws: (any Error).self, "\(title)") {
          let test = try RawJSON(parsing: texts[index], options: options)
          _ = try JSONPatch(test["patch"] ?? .null).apply(to: value)
        }
      }
    }
    #expect(applied > 10)
  }

  /// The texts of the elements of an array.
  private static func elements(of bytes: [UInt8]) throws -> [[UInt8]] {
    let offsets = try JSONDocument(parsing: bytes).root.elements().map(\.offset)
    return offsets.enumerated().map { index, offset in
      let end = index + 1 < offsets.count ? offsets[index + 1] : bytes.count
      var text = bytes[offset..<end]
      // The comma or bracket after it, and whitespace.
      while let last = text.last, last != UInt8(ascii: "}") { text.removeLast() }
      return Array(text)
    }
  }
}

extension JSONPatch {
  fileprivate func apply(to value: RawJSON) throws -> RawJSON {
    let text = value.description
    var result = value
    do {
      try result.apply(self)
    } catch {
      #expect(result.description == text)
      throw error
    }
    return result
  }
}
