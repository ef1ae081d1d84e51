import RushJSONCore
import Testing

/// The preset for JSON5: the values that its texts stand for. What it refuses is in `SyntaxTable`.
@Suite struct JSON5Tests {
  static func root(_ text: String) throws -> JSONDocument.Value {
    try JSONDocument(parsing: text, options: .json5).root
  }

  @Test(
    arguments: [
      ("+1", 1), (".5", 0.5), ("+.5", 0.5), ("-.5", -0.5), ("5.", 5), ("5.e3", 5000), ("-.5E1", -5),
      ("0x10", 16), ("0X1f", 31), ("-0x10", -16), ("+0x10", 16), ("0xFfFfFfFfFfFfFfFf", 0x1p64),
      ("0x0000000000000000000001", 1), ("Infinity", .infinity), ("+Infinity", .infinity),
      ("-Infinity", -.infinity), ("-0x0", -0.0), ("-0.", -0.0),
      ("+70600300005703000057", 70_600_300_005_703_000_064),
      ("+.00000004000800060012300000057e3", 0.000_040_008_000_600_123),
    ] as [(String, Double)])
  func numbers(_ text: String, value: Double) throws {
    for text in [text, " \(text) ", "\(text)/**/", "\(text)//"] {
      let root = try Self.root(text)
      #expect(root.kind == .number)
      #expect(try root.double().bitPattern == value.bitPattern)
      #expect(try root.float() == Float(value))
    }
    #expect(try Self.root("[0,1,2,3,4,5,6,7,8,\(text),0,1,2,3,4,5]")[9]?.double() == value)
  }

  @Test(arguments: ["NaN", "+NaN", "-NaN"])
  func notANumber(_ text: String) throws {
    #expect(try Self.root(text).double().isNaN)
    #expect(try Self.root(text).float().isNaN)
    #expect(throws: JSONValueError.self) { try Self.root(text).int() }
  }

  @Test(
    arguments: [
      ("0x10", 16), ("-0x80", -128), ("+7", 7), ("5.", 5), ("5.e3", 5000),
      ("0x7FFFFFFFFFFFFFFF", .max),
      ("-0x8000000000000000", .min),
    ] as [(String, Int64)])
  func integers(_ text: String, value: Int64) throws {
    #expect(try Self.root(text).int64() == value)
  }

  @Test(arguments: [
    (".5", "Int"), ("Infinity", "Int"), ("-Infinity", "Int"), ("0x8000000000000000", "Int"),
    ("-0x8000000000000001", "Int"), ("+70600300005703000057", "Int"),
    ("+0.00000004000800060012300000057", "Int"),
  ])
  func numbersThatAreNotIntegers(_ text: String, type: String) throws {
    let error = #expect(throws: JSONValueError.self) { try Self.root(text).int() }
    guard case .notRepresentable(_, type) = error?.kind else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
  }

  @Test func hexadecimalOf64BitsIsExact() throws {
    #expect(try Self.root("0xFFFFFFFFFFFFFFFF").uint64() == .max)
    #expect(try Self.root("0xFEDCBA9876543211").uint64() == 0xfedc_ba98_7654_3211)
    #expect(try Self.root("-0xFFFFFFFFFFFFFFFF").integer(as: Int128.self) == -0xffff_ffff_ffff_ffff)
  }

  @Test(arguments: [
    ("'a'", "a"), ("'\"'", "\""), ("\"'\"", "'"), ("'\\''", "'"), ("'\\\"'", "\""),
    ("'\\x41\\xe9'", "A\u{e9}"), ("'\\u0041'", "A"),
    ("'\\b\\f\\n\\r\\t\\/\\\\'", "\u{8}\u{c}\n\r\t/\\"),
    ("'a\\\nb'", "ab"), ("'a\\\rb'", "ab"), ("'a\\\r\nb\\\r\n'", "ab"), ("'\\\n'", ""),
    ("'\\\r'", ""),
    ("'a\\\u{2028}b\\\u{2029}c\\\u{2029}'", "abc"), ("'\\ud83d\\ude00'", "😀"),
    ("'\\v\\0a\\0'", "\u{b}\0a\0"), ("'\\x00\\u0000'", "\0\0"), ("'\t\\\t\u{1}'", "\t\t\u{1}"),
    ("'\\a\\d\\_\\é\\😀\\\u{2027}\\ '", "ad_é😀\u{2027} "), ("'\\A\\C\\/\\D\\C'", "AC/DC"),
    ("'\u{2028}\u{2029}'", "\u{2028}\u{2029}"),
  ])
  func strings(_ text: String, value: String) throws {
    let found = try Self.root(text).string()
    #expect(found.utf8.elementsEqual(value.utf8))
    let member = try #require(try Self.root("{\(text):\(text)}")[value])
    #expect(member.hasString(value))
  }

  @Test(arguments: [
    ("a", "a"), ("$", "$"), ("_a1", "_a1"), ("null", "null"), ("true", "true"), ("NaN", "NaN"),
    ("\u{e9}", "\u{e9}"), ("\u{2160}", "\u{2160}"), ("a\u{200c}\u{200d}", "a\u{200c}\u{200d}"),
    ("e\u{301}", "e\u{301}"), ("\\u0061", "a"), ("a\\u0062c", "abc"),
    ("\\u00e9\\u0301", "\u{e9}\u{301}"), ("a\\u200c", "a\u{200c}"),
  ])
  func names(_ text: String, name: String) throws {
    for text in ["{\(text):1}", "{ \(text) :1,}", "{//\n\(text)/**/:1}", "{b:0,\(text):1}"] {
      let root = try Self.root(text)
      #expect(try root[name]?.int() == 1)
      let last = try #require(try root.members().reversed().first)
      #expect(last.name.utf8.elementsEqual(name.utf8))
    }
  }

  /// Every white space, around every kind of token.
  @Test(arguments: [
    "\t", "\u{b}", "\u{c}", " ", "\u{a0}", "\u{1680}", "\u{2000}", "\u{2001}", "\u{2002}",
    "\u{2003}",
    "\u{2004}", "\u{2005}", "\u{2006}", "\u{2007}", "\u{2008}", "\u{2009}", "\u{200a}", "\u{2028}",
    "\u{2029}",
    "\u{202f}", "\u{205f}", "\u{3000}", "\u{feff}",
  ])
  func whiteSpace(_ space: String) throws {
    let text = "{a:[1,true,'x',-Infinity,.5],b:null}"
    var spaced = ""
    for part in [
      "{", "a", ":", "[", "1", ",", "true", ",", "'x'", ",", "-Infinity", ",", ".5", "]",
    ] {
      spaced += space + part
    }
    spaced += "\(space),//\(space)\n\(space)b\(space):\(space)null\(space)}\(space)"
    #expect(
      try RawJSON(parsing: spaced, options: .json5) == RawJSON(parsing: text, options: .json5))
    #expect(verdict(of: Array(spaced.utf8), options: .json5).isAccepted)
    // The path of an error skips it.
    let wrong = spaced.replacing("null", with: "nul")
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument.validate(wrong, options: .json5)
    }
    #expect(error?.pointer(in: wrong) == "/b")
  }

  @Test func bigTextOfEverything() throws {
    let element = """
      {// comment
       'a': [+1, .5, 5., 0xAB, -Infinity,], /* ' " */ b\u{301}: 'it\\'s', "c": {}, $: NaN,}
      """
    let count = 200
    let text = "\u{feff}[" + String(repeating: element + ",\n", count: count) + "]"
    #expect(verdict(of: Array(text.utf8), options: .json5).isAccepted)
    let root = try Self.root(text)
    #expect(root.count == count)
    for value in try root.elements() {
      #expect(try value["a"]?.elements().map { try $0.double() } == [1, 0.5, 5, 171, -.infinity])
      #expect(try value["b\u{301}"]?.string() == "it's")
    }
  }
}
