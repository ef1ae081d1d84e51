import RushJSONCore
import RushJSONStreams
import Testing

/// Within the first eight bytes of a text, a tree unescaped what looks like an escape in a name
/// without quotes. With Foundation's grammar, every reader keeps it unchanged, wherever the name is. With JSON5, every
/// reader unescapes it.
@Suite struct UnquotedNameReaderTests {
  /// A way to read the name of the only member of an object.
  struct NameReader: Sendable, CustomTestStringConvertible {
    var testDescription: String
    let name: @Sendable (String, JSONReadingOptions) throws -> String?

    init(
      _ description: String,
      _ name: @escaping @Sendable (String, JSONReadingOptions) throws -> String?
    ) {
      testDescription = description
      self.name = name
    }
  }

  static let readers = [
    NameReader("document") {
      try JSONDocument(parsing: $0, options: $1).root.members().map(\.name).first
    },
    NameReader("UTF-8 of a document") {
      try JSONDocument(parsing: $0, options: $1).root.members().map { member in
        member.withNameUTF8 { utf8 in
          String(decoding: utf8.indices.map { utf8[$0] }, as: UTF8.self)
        }
      }.first
    },
    NameReader("cursor") {
      var cursor = try JSONDocument(parsing: $0, options: $1).cursor()
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
      try JSONDocument(parsing: $0, options: $1).root.members().map(\.value).first?.pointer
        .tokens.first
    },
    NameReader("text of a document") {
      let text = try JSONDocument(parsing: $0, options: $1).jsonString()
      return try RawJSON(parsing: text).objectValue?.first?.name
    },
    NameReader("tree") { try RawJSON(parsing: $0, options: $1).objectValue?.first?.name },
    NameReader("events") {
      StreamTrace.whole(Array($0.utf8), options: $1).name
    },
    NameReader("events, byte by byte") {
      StreamTrace.byteByByte(Array($0.utf8), options: $1).name
    },
    NameReader("partial tree") {
      var partial = PartialJSON(.init(readingOptions: $1))
      for byte in $0.utf8 { try partial.feed([byte]) }
      try partial.finish()
      return partial.snapshot()?.objectValue?.first?.name
    },
    NameReader("decoded dictionary") {
      let decoder = RushJSONCoreDecoder()
      decoder.readingOptions = $1
      return try decoder.decode([String: Int].self, from: Array($0.utf8)).keys.first
    },
    NameReader("decoded tree") {
      let decoder = RushJSONCoreDecoder()
      decoder.readingOptions = $1
      return try decoder.decode(RawJSON.self, from: Array($0.utf8)).objectValue?.first?.name
    },
    NameReader("path of an error") {
      let text = String($0.dropLast(2)) + "?"
      do throws(JSONSyntaxError) {
        _ = try JSONDocument(parsing: text, options: $1)
        return nil
      } catch {
        return error.pointer(in: text).tokens.first
      }
    },
  ]

  static let names = [
    ("a\\u0062c", "abc"), ("\\u0061", "a"), ("x\\u00e9", "x\u{e9}"),
    ("a123456\\u0062", "a123456b"), ("ab", "ab"),
  ]

  @Test(arguments: readers)
  func unescapesTheName(_ reader: NameReader) throws {
    for (text, name) in Self.names {
      // Among the first bytes of the text, and later.
      for space in ["", " ", String(repeating: " ", count: 9)] {
        #expect(try reader.name("\(space){\(text):1}", .json5) == name, "\(space.count)")
        #expect(try reader.name("\(space){\(space)\(text) :1}", .json5) == name, "\(space.count)")
      }
    }
  }

  // A path is found without the options of the reader.
  @Test(arguments: readers.filter { $0.testDescription != "path of an error" })
  func keepsTheNameUnchangedAsFoundation(_ reader: NameReader) throws {
    for name in Self.names.map(\.0) + ["a\\x62"] {
      for space in ["", " ", String(repeating: " ", count: 9)] {
        #expect(
          try reader.name("\(space){\(name):1}", .foundationJSON5) == name, "\(space.count)")
        #expect(
          try reader.name("\(space){\(space)\(name) :1}", .foundationJSON5) == name,
          "\(space.count)")
      }
    }
  }

  /// With quotes they are escapes.
  @Test(arguments: readers)
  func unescapesNamesInQuotes(_ reader: NameReader) throws {
    for (text, name) in [("\"a\\u0062c\"", "abc"), ("'a\\x62\\'c'", "ab'c"), ("'a\\\n'", "a")] {
      for space in ["", String(repeating: " ", count: 9)] {
        #expect(try reader.name("\(space){\(text):1}", .json5) == name, "\(space.count)")
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
