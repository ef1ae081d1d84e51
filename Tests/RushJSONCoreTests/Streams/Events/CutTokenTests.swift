import RushJSONCore
import RushJSONStreams
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

  /// A reader that drops the bytes of long tokens refuses them as soon as one that holds them.
  @Test(arguments: [
    (#"{"a":""#, "a"), (#"{"a":""#, "\\n"), (#"{""#, "a"), ("{'", "é"), ("{", "ab"), ("{a:/*", "*"),
    ("{//", "é"),
  ])
  func areRefusedAsSoonIfTheyAreDropped(_ start: String, _ more: String) {
    for (string, most) in [(9_000, Int.max), (.max, 9_000), (9_000, 9_001), (4_095, 9_000)] {
      var options = JSONReadingOptions.json5
      (options.maximumStringLength, options.maximumLength) = (string, most)
      var reader = JSONEventReader(options: options)
      var dropping = JSONRecord.ElementReader(
        at: JSONPointer(tokens: ["b"]), options: options, maximumLength: 64)
      var errors: [JSONStreamError?] = [nil, nil]
      var fed = [0, 0]
      let text = start + String(repeating: more, count: 9_100 / more.utf8.count)
      for byte in text.utf8 {
        do throws(JSONStreamError) {
          if errors[0] == nil {
            fed[0] += 1
            reader.feed([byte])
            while try reader.next() != nil {}
          }
        } catch {
          errors[0] = error
        }
        do throws(JSONStreamError) {
          if errors[1] == nil {
            fed[1] += 1
            dropping.feed([byte])
            while try dropping.next() != nil {}
          }
        } catch {
          errors[1] = error
        }
      }
      let comment: Comment = "at most \(string) bytes of a string, \(most) in all"
      #expect(errors[0]?.kind == errors[1]?.kind, comment)
      #expect(errors[0]?.offset == errors[1]?.offset, comment)
      #expect(errors[0]?.location == errors[1]?.location, comment)
      #expect(fed[0] == fed[1], comment)
    }
  }

  /// The path of a fault does not depend on the pieces, even if bytes of a name on it are dropped.
  @Test(arguments: [
    "{Qd83⟨FF⟩", "{Qd83\\q", "{Qd83é⟨C3⟩x", "{Qd83 x", "[{Qd83⟨FF⟩", "{b:[{Qd83⟨FF⟩", "{\"Qd83\" x",
    "{'Qd83':[1,tru]", "[{Qd83:{\"Qd83\":[1 x", "{b:{\"Qd83\":{Qd83:{}]",
    "{a:{c:0},b:[1,{Qd83:{c:[{d:0,e:tru]", "[0,{c:{Qd83:0,d:[[{Qd83:0,e:{}x",
  ])
  func namesArePartOfThePathHoweverTheyAreCut(_ marked: String) {
    let short = MarkedBytes(marked).bytes
    let long = MarkedBytes(marked.replacing("Qd83", with: String(repeating: "Qd83", count: 2_000)))
      .bytes
    for text in [short, long] {
      for limit in [4, 5, 8_000, .max] {
        for held in [3, 4, 64, 8_001, .max] {
          for path in [
            JSONPointer.root, JSONPointer(tokens: ["b"]), JSONPointer(tokens: ["0", "c"]),
          ] {
            var options = JSONReadingOptions.json5
            options.maximumStringLength = limit
            func refusal(_ chunks: [ArraySlice<UInt8>]) -> JSONStreamError? {
              var reader = JSONRecord.ElementReader(
                at: path, options: options, maximumLength: held)
              do throws(JSONStreamError) {
                for chunk in chunks {
                  reader.feed(chunk)
                  while try reader.next() != nil {}
                }
                reader.finish()
                while try reader.next() != nil {}
              } catch {
                return error
              }
              return nil
            }
            let expected = refusal([text[...]])
            #expect(expected != nil)
            for size in [1, 7, 4_096] {
              #expect(
                refusal(Chunks.of(size, text)) == expected,
                "\(marked) by \(size), at most \(limit), \(held) held, at \(path)")
            }
          }
        }
      }
    }
  }

  /// The limit of the text may lie in a name: what comes before it is part of the path.
  @Test(arguments: [1, 2, 100])
  func namesAtTheLimitOfTheText(_ chunk: Int) {
    var options = JSONReadingOptions.json5
    for count in 1...8 {
      options.maximumLength = 4 + count
      let text = Array("{a:{abcdefgh:1}}".utf8)
      let error = StreamReading(Chunks.of(chunk, text), options: options).error
      #expect(error?.kind == .syntax(.textTooLong) && error?.offset == options.maximumLength)
      #expect(error?.pointer?.tokens == ["a", String("abcdefgh".prefix(count))], "\(count)")
    }
  }

  /// The text ends in a name.
  @Test(arguments: [1, 2, 100])
  func namesAtTheEndOfTheText(_ chunk: Int) {
    for text in ["{a:{abc", "{'a':{b:1,abc", "{a:{abc "] {
      let bytes = Array(text.utf8)
      let error = StreamReading(Chunks.of(chunk, bytes), options: .json5).error
      #expect(error?.kind == .syntax(.unexpectedEnd) && error?.offset == bytes.count)
      #expect(error?.pointer?.tokens == ["a", "abc"], "\(text)")
    }
  }

  /// A fault after a cut number is found with its first byte. The byte after a slash says whether it begins a comment.
  @Test func faultsAfterNumbersComeWithTheirByte() {
    for byte in 0x00...0x7f as ClosedRange<UInt8> {
      let scalar = Unicode.Scalar(byte)
      if ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
        || ("A"..."Z").contains(scalar) || "+-./".unicodeScalars.contains(scalar)
      {
        continue
      }
      let text = Array("[12".utf8) + [byte]
      var readings = [StreamReading(), StreamReading()]
      for (index, chunks) in [[text[...]], [text[..<3], text[3...]]].enumerated() {
        var reader = JSONEventReader()
        do throws(JSONStreamError) {
          for chunk in chunks {
            reader.feed(chunk)
            while try readings[index].readOne(&reader) {}
          }
        } catch {
          readings[index].error = error
        }
      }
      #expect(readings[0] == readings[1], "byte \(byte)")
      #expect(readings[0].error != nil || readings[0].events.count >= 2, "byte \(byte)")
    }
  }

  /// Columns after a line's end, wherever the words of eight bytes begin that are counted together.
  @Test func columnsOfShortPieces() {
    for padding in 0..<12 {
      for tail in ["", "a", "é", "😀", "a😀", "😀é", "é😀a", "😀😀"] {
        var reader = JSONEventReader(options: .json5)
        reader.feed(Array("[".utf8))
        do throws(JSONStreamError) {
          while try reader.next() != nil {}
          let spaces = String(repeating: " ", count: padding)
          reader.feed(Array("\(spaces)/*\n\(tail)*/@".utf8))
          while try reader.next() != nil {}
          Issue.record("no error")
        } catch {
          let comment: Comment = "\(padding) spaces, \(tail)"
          #expect(error.location?.line == 2, comment)
          #expect(error.location?.column == tail.unicodeScalars.count + 3, comment)
          #expect(error.location?.utf16Column == tail.utf16.count + 3, comment)
        }
      }
    }
  }
}
