import Testing

/// The scanner that the other tests of this target look through.
@Suite struct SwiftCodeTests {
  @Test(arguments: [
    (#"let a = B // C"#, ["let", "a", "B"]),
    ("/* A /* B */ C */ D", ["D"]),
    (#"f("A \(b("C \(d) E")) F", g)"#, ["f", "b", "d", "g"]),
    (#""\"A\\" + b"#, ["b"]),
    (##"#"A" \(B) \#(c) "# + d"##, ["c", "d"]),
    ("\"\"\"\n  A \"B\" \\\n  \\(c)\n  \"\"\" + d", ["c", "d"]),
    (#"a("//") + b"#, ["a", "b"]),
  ])
  func commentsAndStringsAreLeftOut(source: String, identifiers: [String]) {
    #expect(SwiftCode(source).identifiers.map { String($0.name) } == identifiers)
  }

  @Test func linesStayWhereTheyAre() {
    let code = SwiftCode("/*\n*/ a\n\"\"\"\n  x\n  \"\"\" + b")
    #expect(code.identifiers.map(\.line) == [2, 5])
    #expect(code.lines(containing: "+") == [5])
  }

  @Test func declarationsAreThoseOfTheFileAndOfItsExtensions() {
    let source = """
      public struct A: B { enum C { case d } }
      @safe final class E {
        struct F {}
      }
      extension G where
        H == I
      {
        typealias J = K
        func f() {
          struct L {}
        }
      }
      protocol M {}
      extension N.O {
        struct P {}
      }
      """
    let expected: [SwiftCode.Declaration] = [
      .init(name: "A"), .init(name: "E"), .init(name: "J", extended: "G"), .init(name: "M"),
      .init(name: "P", extended: "O"),
    ]
    #expect(SwiftCode(source).declarations == expected)
  }
}
