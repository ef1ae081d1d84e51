import Testing

@testable import RushJSONMacroExpansion

/// Where tokens begin and end. A token is written here as its text; literals stand for themselves.
@Suite struct SwiftLexerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var source: String
    var tokens: [String]

    init(_ source: String, _ tokens: [String]) {
      self.source = source
      self.tokens = tokens
    }

    var testDescription: String { source }
  }

  private static let cases = [
    Case("let a = 1", ["let", "a", "=", "1"]),
    Case("a->b ?? c", ["a", "-", ">", "b", "?", "?", "c"]),
    Case("1_000.5e-3 + 0x1Fp+2 .. 1.e", ["1_000.5e-3", "+", "0x1Fp+2", ".", ".", "1", ".", "e"]),
    Case("`class` `two words` `", ["`class`", "`two words`", "`"]),
    Case("größe 数 a\u{301}", ["größe", "数", "a\u{301}"]),
    Case("a ≠ b × c", ["a", "≠", "b", "×", "c"]),
    Case("#if A #selector(b) ##", ["#if", "A", "#selector", "(", "b", ")", "#", "#"]),
    // Comments
    Case("a // b { \" \n c", ["a", "c"]),
    Case("a /* b /* \" */ { */ c", ["a", "c"]),
    Case("a/**/b/*/ */c", ["a", "b", "c"]),
    // Strings
    Case(#""a\"}" b"#, [#""a\"}""#, "b"]),
    Case(#""\(a ? "}" : "\(b)")" c"#, [#""\(a ? "}" : "\(b)")""#, "c"]),
    Case(#""\(f(x: (1), { ")" }))" c"#, [#""\(f(x: (1), { ")" }))""#, "c"]),
    Case(##"#"a"\(b"# c"##, [##"#"a"\(b"#"##, "c"]),
    Case(##"#"\#(a("#"))"# c"##, [##"#"\#(a("#"))"#"##, "c"]),
    Case(###"##"a"#b"## c"###, [###"##"a"#b"##"###, "c"]),
    Case(##"#"""# c"##, [##"#"""#"##, "c"]),
    Case(
      "\"\"\"\n a \" \"\" \\\"\"\" b\n \"\"\" c", ["\"\"\"\n a \" \"\" \\\"\"\" b\n \"\"\"", "c"]),
    Case("#\"\"\"\n \"\"\" \\(a \n\"\"\"# c", ["#\"\"\"\n \"\"\" \\(a \n\"\"\"#", "c"]),
    Case("\"\" \"\" c", ["\"\"", "\"\"", "c"]),
    // Regular expressions and divisions
    Case("a = /[{]\\/x/ b", ["a", "=", "/[{]\\/x/", "b"]),
    Case("a / b / c", ["a", "/", "b", "/", "c"]),
    Case("a/b/c", ["a", "/", "b", "/", "c"]),
    Case("f(/}/, x)", ["f", "(", "/}/", ",", "x", ")"]),
    Case("(a) / (b)", ["(", "a", ")", "/", "(", "b", ")"]),
    Case("#/ } /x/# b", ["#/ } /x/#", "b"]),
    Case("##/ \\/## /# \n } /## b", ["##/ \\/## /# \n } /##", "b"]),
    Case("a = /b", ["a", "=", "/", "b"]),
  ]

  @Test(arguments: cases)
  func tokens(case: Case) {
    let source = SourceText(`case`.source)
    #expect(source.problem == nil)
    #expect(source.tokens.dropLast().map { source.text($0.range) } == `case`.tokens)
    #expect(source.tokens.last?.kind == .end)
  }

  @Test(arguments: [
    ("a /* b", 2), ("\"a", 0), ("a \"b\nc", 2), ("#\"a\"", 0), ("\"\"\"\na", 0), ("#/a", 0),
    (#""\(a"#, 0),
  ])
  func whatDoesNotEndIsReported(source: String, offset: Int) {
    #expect(SourceText(source).problem == offset)
  }

  @Test func deepNestingIsReportedAndDoesNotOverflowTheStack() {
    let source = String(repeating: "\"\\(", count: 100_000)
    #expect(SourceText(source).problem != nil)
  }

  @Test func linesAndGapsAreKnown() {
    let tokens = SourceText("a.b\n  c /* \n */ d // e\r\nf").tokens
    #expect(tokens.map(\.isFirstInLine) == [true, false, false, true, true, true, true])
    #expect(tokens.dropLast().map(\.isJoined) == [false, true, true, false, false, false])
  }

  @Test func anyBytesEnd() {
    // Seeded by its own constant, so that a failure repeats.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    let pieces = [
      "\"", "#", "\\(", ")", "(", "{", "}", "/", "*", "/*", "*/", "\"\"\"", "\n", "a", " ", "`",
      "é", "\\",
      "@", "<", ">", ",", ":", "=", "var ", "let ", "case ", "#if ", "#endif", "struct A ", "init",
      "func ",
    ]
    for _ in 0..<1_000 {
      var text = "struct S {"
      for _ in 0..<24 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
      }
      let source = SourceText(text)
      #expect(source.tokens.last?.range == text.utf8.count..<text.utf8.count)
      _ = DeclarationScanner.scan(source)
    }
  }
}
