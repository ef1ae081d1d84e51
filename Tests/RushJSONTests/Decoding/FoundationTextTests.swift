import Foundation
import RushJSON
import Testing

/// Behaviours of Foundation's decoder that have to do with the text: items 1 to 11 and 66 to 68.
@Suite("As Foundation: texts")
struct FoundationTextTests {
  @Test("1 and 2: what is not JSON")
  func invalidTexts() {
    expectSame(
      Box<Int>.self, "", "  \n", "{", "{\"a\"", "{\"a\" 1}", "{\"a\":1}}", "{\"a\":1} 2",
      "{,\"a\":1}",
      "{\"a\":1,,}", "nul", "{a:1}", "{\"a\":1 /* */}")
    expectSame(String.self, "'x'", "\"\u{1}\"", "\"", "\"\\\"")
    expectSame([Int].self, "[,1]", "[,]", "[1,,]", "[1", "[1 2]", "[1]]", "[-]", "[tru]")
  }

  @Test("3: one trailing comma")
  func trailingComma() {
    expectSame([Int].self, "[1,]", "[1, ]", "[1,,]", "[,]")
    expectSame(Box<Int>.self, "{\"a\":1,}", "{\"a\":1,,}")
  }

  @Test("5 and 6: strings")
  func strings() {
    expectSame(
      [String].self, #"["\q"]"#, #"["\u12"]"#, #"["\ud800"]"#, #"["\ud800\u0041"]"#, #"["\udc00"]"#,
      #"["\u0000"]"#, #"["\"\\\/\b\f\n\r\t"]"#, "[\"\u{7f}\u{2028}\u{2029}\u{fffe}\"]",
      #"["\uD83D\uDE00"]"#, "[\"é\"]")
    expectSame([String: Int].self, #"{"\u0000":1}"#, #"{"a\u0000b":1, "a":2}"#)
    for bytes in [[0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]] {
      let (foundation, rush) = BothDecoders().outcomes(String.self, Data(bytes.map { UInt8($0) }))
      #expect(foundation == rush)
      let key = Data("{".utf8) + bytes.map { UInt8($0) } + Data(":1}".utf8)
      let outcomes = BothDecoders().outcomes([String: Int].self, key)
      #expect(outcomes.foundation == outcomes.rush)
    }
  }

  @Test("7: fragments")
  func fragments() {
    expectSame(Int.self, "1", " 1 ", "\"a\"", "null")
    expectSame(String.self, "\"a\"", "1", "null")
    expectSame(Bool.self, "true", "false", "null", "1")
    expectSame(Double?.self, "null", "1.5")
    expectSame(Double.self, "1.5", "-0", "-0.0", "1e3")
  }

  @Test("8: encodings")
  func encodings() throws {
    let text = "{\"a\":\"é😀\"}"
    // Foundation on Linux takes the byte order mark of UTF-32LE for that of UTF-16LE, and refuses
    // UTF-32LE without one. This library reads both.
    let broken: [String.Encoding] = [.utf32, .utf32LittleEndian]
    for encoding in [
      String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian,
      .utf32BigEndian, .utf8,
    ] {
      for mark in ["", "\u{feff}"] {
        let data = try #require((mark + text).data(using: encoding))
        let (foundation, rush) = BothDecoders().outcomes(Box<String>.self, data)
        if mark.isEmpty { #expect(rush.value == "Box<String>(a: \"é😀\")", "\(encoding)") }
        if !broken.contains(encoding) { #expect(rush == foundation, "\(encoding) \(mark.isEmpty)") }
      }
      // A single digit.
      let data = try #require("7".data(using: encoding))
      #expect(try RushJSONDecoder().decode(Int.self, from: data) == 7, "\(encoding)")
    }
    for bytes: [UInt8] in [[0x31, 0], [0, 0x31], [0x5b, 0, 0, 0xd8, 0x5d, 0], [0x31, 0, 0x32]] {
      let (foundation, rush) = BothDecoders().outcomes(Int.self, Data(bytes))
      #expect(rush == foundation)
    }
  }

  @Test("9: nesting")
  func nesting() {
    struct Nested: Decodable {
      var depth: Int
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        depth = container.isAtEnd ? 1 : try container.decode(Nested.self).depth + 1
      }
    }
    for depth in [1, 100, 512, 513, 600, 10_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      if depth <= 512 {
        #expect(throws: Never.self) { try RushJSONDecoder().decode(Nested.self, from: text) }
      }
      expectSame([[[Int]]].self, text)
    }
    let decoder = RushJSONDecoder()
    decoder.readingOptions.maximumDepth = 3
    #expect(throws: DecodingError.self) { try decoder.decode([[[[Int]]]].self, from: "[[[[]]]]") }
  }

  @Test("10: malformed numbers")
  func invalidNumbers() {
    for number in [
      "01", "-", "+1", ".5", "5.", "1e", "1.e5", "0x10", "NaN", "Infinity", "-Infinity", "1_000",
      "--1",
      "00", "-01", "1e+", "1.5.2", "١",
    ] {
      expectSame(Box<Int>.self, "{\"a\":\(number)}")
      expectSame(Box<Double>.self, "{\"a\":\(number)}")
    }
  }

  @Test("11: whitespace")
  func whitespace() {
    expectSame(
      [Int].self, " \t\r\n[ \t\r\n1 \t\r\n] \t\r\n", "\u{b}[1]", "\u{c}[1]", "\u{a0}[1]",
      "\u{2028}[1]",
      "[1]\0")
  }

  @Test("66 and 67: JSON5")
  func json5() {
    let settings: [Setting] = [.json5]
    expectSame(
      Box<String>.self, "{a:'x'}", "{// c\na:\"x\"}", "{/* c */\"a\":\"x\",}", "{'a':'it\\'s'}",
      "{a:'a\\\nb'}", "{$:1,a:''}", "{1a:1}", "{é:1,a:''}", "{a:'\\q'}", "{a:'\\0'}",
      "{a:'\\u0000'}",
      "\u{feff}{a:''}", "{a\u{a0}:''}", "{a:'\\x41'}", settings: settings)
    expectSame(
      Box<Double>.self, "{a:+1}", "{a:.5}", "{a:5.}", "{a:0x1F}", "{a:-0x10}", "{a:NaN}",
      "{a:Infinity}", "{a:-Infinity}", "{a:+Infinity}", "{a:01}", settings: settings)
  }

  @Test("68: JSON5 numbers as integers")
  func json5Integers() {
    let settings: [Setting] = [.json5]
    expectSame(
      [Int8].self, "[0x7f]", "[-0x80]", "[+0x10]", "[+5]", "[5.]", settings: settings)
    for text in ["[NaN]", "[Infinity]", "[0x80]"] {
      let (foundation, rush) = BothDecoders(settings).outcomes([Int8].self, Data(text.utf8))
      #expect(rush.errorCase == "dataCorrupted")
      #expect(foundation.errorCase == "dataCorrupted")
    }
  }

  @Test("65: a top level without braces")
  func topLevelDictionary() {
    for extra in [[], [Setting.json5]] {
      expectSame(
        [String: Int].self, "", "a:1", "\"a\":1", "{\"a\":1}", "1", "[1]", "\"a\":1,",
        "// c\n\"a\":1",
        "\"a\":1 \"b\":2", "\"a\"", " {\"a\":1} ", settings: [Setting.topLevelDictionary] + extra)
    }
    expectSame([String: Int].self, "a:1 // end", settings: [.topLevelDictionary, .json5])
  }

  @Test("65: a top level without braces, in each encoding and with a mark")
  func markedTopLevelDictionary() throws {
    let settings: [Setting] = [.topLevelDictionary]
    for text in ["\"a\":1", "{\"a\":1}", "\"a\":\"é\"", "\"a\":1}", ""] {
      let both = BothDecoders(settings)
      let marked = Data("\u{feff}\(text)".utf8)
      let (foundation, rush) = both.outcomes([String: Int].self, marked)
      #expect(rush == foundation, "\(text)")
      for encoding in [
        String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
      ] {
        for mark in text.isEmpty ? ["\u{feff}"] : ["", "\u{feff}"] {
          let data = try #require((mark + text).data(using: encoding))
          // Foundation reads UTF-32LE incorrectly: see the texts of item 8.
          #expect(both.outcomes([String: Int].self, data).rush == rush, "\(text) \(encoding)")
        }
      }
    }
    // Places refer to the text before braces are added.
    let decoder = RushJSONDecoder()
    decoder.assumesTopLevelDictionary = true
    for (text, offset) in [("\"a\" 1", 4), ("\u{feff}\"a\" 1", 7)] {
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode([String: Int].self, from: text)
      }
      guard case .dataCorrupted(let context) = error else { continue }
      #expect((context.underlyingError as? JSONSyntaxError)?.offset == offset)
    }
  }
}
