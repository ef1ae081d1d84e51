import RushJSONCore
import Testing

/// Within the first eight bytes of a text, a tree unescaped what looks like an escape in a name
/// without quotes. Every reader keeps it unchanged, wherever the name is, as Foundation does.
@Suite struct UnquotedNameReaderTests {
  /// A way to read the name of the only member of an object.
  struct NameReader: Sendable, CustomTestStringConvertible {
    var testDescription: String
    let name: @Sendable (String) throws -> String?

    init(_ description: String, _ name: @escaping @Sendable (String) throws -> String?) {
      testDescription = description
      self.name = name
    }
  }

  static let readers = [
    NameReader("document") {
      try JSONDocument(parsing: $0, options: .json5).root.members().map(\.name).first
    },
    NameReader("UTF-8 of a document") {
      try JSONDocument(parsing: $0, options: .json5).root.members().map { member in
        member.withNameUTF8 { utf8 in
          String(decoding: utf8.indices.map { utf8[$0] }, as: UTF8.self)
        }
      }.first
    },
    NameReader("cursor") {
      var cursor = try JSONDocument(parsing: $0, options: .json5).cursor()
      while cursor.advance() {
        if cursor.isName {
          return cursor.withUTF8 { utf8 in
            String(decoding: utf8.indices.map { utf8[$0] }, as: UTF8.self)
          }
        }
      }
      return nil
    },
    NameReader("path in a document") {
      try JSONDocument(parsing: $0, options: .json5).root.members().map(\.value).first?.pointer
        .tokens.first
    },
    NameReader("text of a document") {
      let text = try JSONDocument(parsing: $0, options: .json5).jsonString()
      return try RawJSON(parsing: text).objectValue?.first?.name
    },
    NameReader("tree") { try RawJSON(parsing: $0, options: .json5).objectValue?.first?.name },
    NameReader("events") {
      StreamTrace.whole(Array($0.utf8), options: .json5).name
    },
    NameReader("events, byte by byte") {
      StreamTrace.byteByByte(Array($0.utf8), options: .json5).name
    },
    NameReader("partial tree") {
      var partial = PartialJSON(.init(reading: .json5))
      for byte in $0.utf8 { try partial.feed([byte]) }
      try partial.finish()
      return partial.snapshot()?.objectValue?.first?.name
    },
    NameReader("decoded dictionary") {
      let decoder = RushJSONCoreDecoder()
      decoder.allowsJSON5 = true
      return try decoder.decode([String: Int].self, from: Array($0.utf8)).keys.first
    },
    NameReader("decoded tree") {
      let decoder = RushJSONCoreDecoder()
      decoder.allowsJSON5 = true
      return try decoder.decode(RawJSON.self, from: Array($0.utf8)).objectValue?.first?.name
    },
    NameReader("path of an error") {
      let text = String($0.dropLast(2)) + "?"
      do throws(JSONSyntaxError) {
        _ = try JSONDocument(parsing: text, options: .json5)
        return nil
      } catch {
        return error.pointer(in: text).tokens.first
      }
    },
  ]

  @Test(arguments: readers)
  func keepsTheNameUnchanged(_ reader: NameReader) throws {
    for name in ["a\\u0062c", "\\u0061", "a\\x62", "x\\u00e9", "a123456\\u0062", "ab"] {
      // Among the first bytes of the text, and later.
      for space in ["", " ", String(repeating: " ", count: 9)] {
        #expect(try reader.name("\(space){\(name):1}") == name, "\(space.count)")
        #expect(try reader.name("\(space){\(space)\(name) :1}") == name, "\(space.count)")
      }
    }
    // With quotes they are escapes.
    for (text, name) in [("\"a\\u0062c\"", "abc"), ("'a\\x62\\'c'", "ab'c"), ("'\\\n'", "\n")] {
      for space in ["", String(repeating: " ", count: 9)] {
        #expect(try reader.name("\(space){\(text):1}") == name, "\(space.count)")
      }
    }
  }
}

extension StreamTrace {
  fileprivate var name: String? {
    // Events are shown with their offset, names with a colon after them.
    events.first { $0.last == ":" }.map { event in
      String(event.drop { $0 != ":" }.dropFirst().dropLast())
    }
  }
}
