import RushJSONCore
import Testing

/// Tokens that a chunk cuts. They are delivered as soon as their end has come, and refused as soon as they
/// are too long.
@Suite struct CutTokenTests {
  /// What comes before a token that is cut, the token, and what shows that it has ended.
  private static let tokens: [(String, String, String)] = [
    ("[", "\"\"", ","), ("[", "\"a\"", ","), ("[", "\"a\\\\\"", ","),
    ("[", "\"\\\"\\\\\\\"\"", ","),
    ("[", "\"\\u00e9é😀\"", ","), ("[", "'a\\'\"'", ","), ("{", "\"a\"", ":1"), ("{", "abc", ":1"),
    ("{", "é\\u0061", ":1"), ("[", "-12.5e+10", ","), ("[", "0x1F", ","), ("[", "-Infinity", ","),
    ("[", "true", ","), ("[", "null", ","), ("[", "/**/", "1,"), ("[", "/***/", "1,"),
    ("[", "/****/", "1,"), ("[", "/* * / **/", "1,"), ("[", "/*/*/", "1,"), ("[", "//\n", "1,"),
    ("[", "//a\r\n", "1,"), ("[", "///*\r", "1,"), ("[", "\u{b}\u{c}", "1,"),
  ]

  private static func longTokens(_ count: Int) -> [(String, String, String)] {
    let letters = String(repeating: "a", count: count)
    return [
      ("[", "\"\(letters)\"", ","), ("{", "\(letters)b", ":1"), ("[", "/*\(letters)*/", "1,"),
      ("[", "//\(letters)\n", "1,"), ("[", "1\(String(repeating: "0", count: count))", ","),
    ]
  }

  /// The events that come before the end of the stream.
  private static func events(_ chunks: [ArraySlice<UInt8>]) throws -> [ReadEvent] {
    var reader = JSONEventReader(options: .json5)
    var reading = StreamReading()
    for chunk in chunks {
      reader.feed(chunk)
      while try reading.readOne(&reader) {}
    }
    return reading.events
  }

  @Test func comeWithTheirEnd() throws {
    let all = Self.tokens + [7, 8, 9, 16, 61, 62, 63, 64, 65, 130].flatMap(Self.longTokens)
    for (before, token, after) in all {
      // A few bytes are copied with the token, and many are read in place.
      for rest in ["", String(repeating: after.hasPrefix(":") ? ",b:0" : "0,", count: 50)] {
        let text = Array((before + token + after + rest).utf8)
        let expected = try Self.events([text[...]])
        let end = text.count - rest.utf8.count
        for cut in 1..<end {
          #expect(try Self.events(Chunks.cut(text, at: cut)) == expected, "\(token) cut at \(cut)")
          let middle = [text[..<cut], text[cut..<(cut + 1)], text[(cut + 1)...]]
          #expect(try Self.events(middle) == expected, "\(token) cut at \(cut) and \(cut + 1)")
        }
        #expect(try Self.events(Chunks.of(1, text)) == expected, "\(token) by bytes")
      }
    }
  }

  /// A byte at a time, a token is refused with the first byte that is too many.
  @Test(arguments: [
    ("[\"", "a", 12, JSONSyntaxError.Kind.stringTooLong), ("{\"", "a", 12, .stringTooLong),
    ("['", "a", 12, .stringTooLong), ("{", "a", 11, .stringTooLong),
    ("[", "1", 21, .numberTooLong), ("[-", "1", 21, .numberTooLong),
  ])
  func areRefusedWithTheFirstByteTooMany(
    _ start: String, _ letter: String, _ length: Int, _ kind: JSONSyntaxError.Kind
  ) {
    var options = JSONReadingOptions.json5
    (options.maximumStringLength, options.maximumNumberLength) = (10, 20)
    let text = Array((start + String(repeating: letter, count: 100)).utf8)
    for first in start.utf8.count...(start.utf8.count + 5) {
      var reader = JSONEventReader(options: options)
      var fed = 0
      do throws(JSONStreamError) {
        for chunk in [text[..<first]] + Chunks.of(1, Array(text[first...])) {
          fed += chunk.count
          reader.feed(chunk)
          while try reader.next() != nil {}
        }
        Issue.record("no error")
      } catch {
        let expected = SkippingTests.refusalOfParser(text, options: options)
        #expect(error.syntaxError == expected && error.kind == .syntax(kind))
        #expect(fed == 1 + length, "\(start) after \(first) bytes")
      }
    }
  }
}
