import RushJSONCore
import Testing

/// The options of `allowsJSON5` and Foundation read the same texts as the same values.
@Suite struct FoundationJSON5Tests {
  /// Numbers that Foundation refuses although the grammar allows them: it sees a leading zero in
  /// `0e1`, and reads hexadecimal integers beyond 64 bits only as integers of 128 bits.
  static let refusedByFoundation: Set = ["0e1", "0E1", "0x1FFFFFFFFFFFFFFFF"]

  // "1e+" is not here: this library refuses it, and Foundation's number scanner ends the process.

  static let numbers = [
    "1", "+1", "-1", "0", "+0", "-0", ".5", "+.5", "-.5", "5.", "-5.", "+5.", "5.e3", "5.E-3",
    ".5e1", "0.", "-0.", "0.0", "1e5", "1E+5", "1e-5", "1.5e+3", "123456789012345678901234567890",
    "0x10", "0X1f", "-0x10", "+0x10", "0xABCDEF", "0xabcdef", "0x7FFFFFFFFFFFFFFF",
    "0xFFFFFFFFFFFFFFFF", "0x1FFFFFFFFFFFFFFFF", "0x00000000000000001", "-0x8000000000000000",
    "NaN", "+NaN", "-NaN", "Infinity", "+Infinity", "-Infinity", "-+1", "+-1", "--1", "++1",
    ".e3", ".", "+", "-", "+.", "-.", "5.5.", "5..5", "0x", "0X", "0xg", "0x1.8", "0x1p3", "0x-1",
    "x10", "00", "01", "-01", "+01", "00.5", "01.5", "0e", "1e", "1ex", "1.e", "inf", "nan",
    "infinity", "Nan", "NAN", "Infinit", "InfinityX", "NaN1", "1_000", "1n", "0b1", "0o7", "1a",
    "- 1", "+ 1", "1 1", "1,5", "0e1", "0E1", "0e0", "0.0e1", "0.e1", "-0e1",
  ]

  static let contexts: [@Sendable (String) -> String] = [
    { $0 }, { " \($0)\n" }, { "[\($0)]" }, { "[\($0),1]" }, { "[1,\($0)]" }, { "[\($0),]" },
    { "{a:\($0)}" }, { "{a:\($0),}" }, { "{'a':1,b:\($0)}" }, { "\($0)//c" }, { "\($0)/*c*/" },
    { "/*c*/\($0)" }, { "[\($0)/**/,\($0)//\n]" }, { "[\($0)\t,\($0)\r]" },
  ]

  @Test(arguments: numbers) func number(_ text: String) {
    let differs = Self.refusedByFoundation.contains(text)
    for context in Self.contexts { compare(context(text), differs: differs) }
  }

  @Test func everyEscapeOfASCII() {
    for byte in 0..<0x80 as Range<UInt8> {
      let character = String(Unicode.Scalar(byte))
      for rest in ["", "41", "4142", "0041", "x"] {
        compare("'\\\(character)\(rest)'")
        compare("\"\\\(character)\(rest)\"")
      }
    }
  }

  @Test func everyCharacterOfASCIIWithoutAnEscape() {
    for byte in 0..<0x80 as Range<UInt8> {
      let character = String(Unicode.Scalar(byte))
      for text in [
        "'\(character)'", "\"\(character)\"", "\(character)1", "1\(character)", "[1\(character),2]",
        "[1,\(character)2]", "{\(character):1}", "{a\(character):1}", "{a\(character)b:1}",
        "[true\(character)]", "\(character)", "[\(character)]", "{a:1\(character)}",
      ] { compare(text) }
    }
  }

  static let escapes = [
    "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\ud83d\\u0041", "\\ud83dx", "\\u0000", "\\u0001",
    "\\x00", "\\x01", "\\x7f", "\\xff", "\\xFF", "\\xg0", "\\x4", "\\u004", "\\u00g1", "\\U0041",
    "\\\r\n", "\\\n", "\\\r", "\\\n\n", "\\\r\n\n", "\\\r\r", "a\\\r\nb", "\\\u{2028}", "\u{2028}",
    "\\\u{2029}", "\\\u{85}", "\\\u{e9}", "\u{e9}", "\u{7f}", "\u{fffe}", "\u{feff}", "\\\\", "\\'",
    "\\\"", "\\/", "/*", "//",
  ]

  @Test(arguments: escapes) func escape(_ text: String) {
    for context in ["'\(text)'", "\"\(text)\"", "['\(text)','\(text)']", "{'\(text)':1}"] {
      compare(context)
    }
  }

  /// One of each general category that may, or may not, be part of a name.
  static let scalars: [Unicode.Scalar] = [
    "A", "a", "\u{1c5}", "\u{2b0}", "\u{5d0}", "\u{65e5}", "\u{2160}", "\u{1d4d0}", "\u{300}",
    "\u{903}", "\u{20dd}", "\u{660}", "\u{b2}", "\u{203f}", "\u{2040}", "\u{200c}", "\u{200d}",
    "\u{200b}", "\u{a0}", "\u{2003}", "\u{2028}", "\u{2029}", "\u{feff}", "\u{ad}", "\u{2d}",
    "\u{2013}", "\u{ab}", "\u{20ac}", "\u{2b}", "\u{d7}", "\u{1f600}", "\u{e000}", "\u{378}",
    "\u{fffd}", "\u{85}", "$", "_", "\u{2118}", "\u{212e}", "\u{309b}", "\u{1369}", "\u{19da}",
    "\u{b7}", "\u{387}", "\u{2c2f}", "\u{10ffff}",
  ]

  @Test(arguments: scalars) func scalarInAName(_ scalar: Unicode.Scalar) {
    for text in [
      "{\(scalar):1}", "{a\(scalar):1}", "{a\(scalar)b:1}", "{\(scalar)a:1}", "{\(scalar) :1}",
      "[\(scalar)1]", "[1\(scalar)]", "\(scalar)1", "1\(scalar)", "{\(scalar)a:1}",
      "{a:1\(scalar)}",
    ] { compare(text) }
  }

  static let structures = [
    "", " ", "//", "//\n", "/**/", "/*", "/*/", "/* *", "/", "//\n1", "//\r1", "//\r\n1", "1//",
    "/**/1", "1/**/", "1/*", "1/* *", "1/", "1//\n2", "/***/1", "/*/**/1", "/* */ */1", "/*\n*/1",
    "//\u{2028}1", "#\n1", "[1,]", "[,]", "[1,,]", "[,1]", "[]", "{}", "{,}", "{a:1,}", "{a:1,,}",
    "{,a:1}", "[1,/**/]", "[1/**/,]", "{a:1,//\n}", "{a/**/:1}", "{a//\n:/**/1}", "{/**/a:1}",
    "{a}", "{a:}", "{:1}", "{a 1}", "{a=1}", "{a b:1}", "{1:1}", "{1a:1}", "{'1':1}", "{null:1}",
    "{true:1}", "{NaN:1}", "{Infinity:1}", "{-a:1}", "{a-b:1}", "{a.b:1}", "{\\u0061:1}",
    "{a\\u0062:1}", "{a\\u002d:1}", "{\\u0030a:1}", "{\\u006:1}", "{\\x61:1}", "{\\ud83d\\ude00:1}",
    "{a\\ud83d\\ude00:1}", "{a\\ud83d:1}", "{a\\u0000:1}", "{a\\:1}", "{a\"b\":1}", "{'a'b:1}",
    "{[]:1}", "{'a':1 'b':2}", "{'a':1,b:2,\"c\":3}", "['a' 'b']", "['a','b']", "'a\"", "\"a'",
    "'a", "\"a", "`a`", "true/**/", "[true//\n]", "null", "Null", "nul", "nulll", "truefalse",
    "undefined", "[NaN,Infinity,-Infinity]", "[[[[1]]]]", "[1", "{a:1", "]", "}", "[1}", "1 2",
    "[] []", "\u{feff}1", "\u{feff}\u{feff}1", " \u{feff}1", "[\u{feff}1]", "{\u{feff}a:1}",
    "1\u{feff}", "\u{b}1\u{c}", "[\u{b}1,\u{c}2]", "[1\u{b}\u{c}]",
  ]

  @Test(arguments: structures) func structure(_ text: String) { compare(text) }

  /// Foundation takes the byte A0 for whitespace, although it is not UTF-8.
  @Test(arguments: ["[1,⟨A0⟩2]", "⟨A0⟩1"]) func noBreakSpaceAsOneByte(_ marked: String) {
    let bytes = MarkedBytes(marked).bytes
    #expect(ReadValue.foundationJSON5(bytes) != nil)
    #expect(ReadValue.json5(bytes) == nil)
  }

  /// The rows of the article *ConfigurationFiles*: a text, a text of strict JSON for what the specification means by
  /// it, and the same for Foundation; `nil` where it is refused.
  static let differences: [(text: String, json5: String?, foundation: String?)] = [
    ("'a\\\nb'", "\"ab\"", "\"a\\nb\""), ("'a\\\r\nb'", "\"ab\"", "\"a\\r\\nb\""),
    ("'\\v\\0'", "\"\\u000b\\u0000\"", nil), ("'\\x00'", "\"\\u0000\"", nil),
    ("'\\u0000'", "\"\\u0000\"", nil), ("'\\a\\_'", "\"a_\"", nil),
    ("'\t\u{1}'", "\"\\t\\u0001\"", nil),
    ("[\u{a0}1]", "[1]", nil), ("[1\u{feff}]", "[1]", nil), ("[1,\u{2003}2]", "[1,2]", nil),
    ("//\u{2028}1", "1", nil), ("[1//\u{2029}]\n]", nil, "[1]"),
    ("{\\u0061:1}", "{\"a\":1}", "{\"\\\\u0061\":1}"), ("{a\\x61:1}", nil, "{\"a\\\\x61\":1}"),
    ("{\\u0030:1}", nil, "{\"\\\\u0030\":1}"),
  ]

  @Test(arguments: differences.indices)
  func thePresetDiffersFromAllowsJSON5(_ index: Int) throws {
    let (text, json5, foundation) = Self.differences[index]
    func value(_ json: String?) throws -> ReadValue? {
      try json.map { try ReadValue(JSONDocument(parsing: $0).root) }
    }
    let bytes = Array(text.utf8)
    #expect(ReadValue.json5Specification(bytes) == (try value(json5)))
    #expect(ReadValue.foundationJSON5(bytes) == (try value(foundation)))
    #expect(ReadValue.json5(bytes) == (try value(foundation)))
    // The decoder's property, and the preset as its options.
    let decoder = RushJSONCoreDecoder()
    decoder.allowsJSON5 = true
    #expect((try? decoder.decode(ReadValue.self, from: bytes)) == (try value(foundation)))
    decoder.readingOptions = .json5
    #expect((try? decoder.decode(ReadValue.self, from: bytes)) == (try value(json5)))
  }

  private func compare(
    _ text: String, differs: Bool = false,
    at sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array(text.utf8)
    // Foundation reads two bytes as UTF-16 if one is NUL.
    if bytes.count == 2, bytes.contains(0) { return }
    let ours = ReadValue.json5(bytes)
    let theirs = ReadValue.foundationJSON5(bytes)
    if (ours == theirs) == differs {
      let found = "\(String(describing: ours)), Foundation: \(String(describing: theirs))"
      Issue.record("\(visible(bytes)) \(found)", sourceLocation: sourceLocation)
    }
  }
}
