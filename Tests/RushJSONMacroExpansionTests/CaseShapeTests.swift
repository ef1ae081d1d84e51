import Testing

@testable import RushJSONMacroExpansion

/// Cases of enums in all shapes.
@Suite struct CaseShapeTests {
  @Test(arguments: [
    ("case a", ["a"]), ("case a, b", ["a", "b"]), ("case a; case b", ["a", "b"]),
    ("case a,\n    b", ["a", "b"]),
    ("case `default`, `init`", ["`default`", "`init`"]), ("indirect case a(E)", ["a(_)"]),
    ("case a(Int)", ["a(_)"]), ("case a(x: Int, y: [String: Int])", ["a(x, y)"]),
    ("case a(_ x: Int, _: Int)", ["a(_, _)"]), ("case a(x: Int = 1, Int)", ["a(x=, _)"]),
    ("case a(x: Int = f(1, { $0 }), y: Int)", ["a(x=, y)"]), ("case a((Int, Int))", ["a(_)"]),
    ("case a((Int) -> Void, b: @Sendable () -> Int)", ["a(_, b)"]),
    ("case a(`in`: Int)", ["a(`in`)"]),
    ("case a(A<B, C>, d: E?)", ["a(_, d)"]), ("case a()", ["a"]),
    ("case a = 1, b", ["a = 1", "b"]),
    ("case a = \"}\", b = \"\\\"\"", ["a = \"}\"", "b = \"\\\"\""]), ("case a = -1", ["a = -1"]),
    ("case a = 1\n  case b", ["a = 1", "b"]), ("case a // b\n  /* case c */ case d", ["a", "d"]),
    ("@available(*, deprecated) case a(x: Int)", ["a(x)"]), ("@Name(\"x\") indirect case a", ["a"]),
    ("case a\n  var b: Int { switch self { case .a: 1 } }\n  case c", ["a", "c"]),
    ("case a\n  static let b = { }\n  init() { self = .a }\n  case c(Int)", ["a", "c(_)"]),
    ("case a\n  enum Nested { case z }\n  func f() { if case .a = self { } }", ["a"]),
    ("case a(\n    x: Int,\n    y: Int\n  )\n  case b", ["a(x, y)", "b"]),
    ("case get, set, open, async", ["get", "set", "open", "async"]),
  ])
  func casesAreFound(source: String, cases: [String]) {
    for head in ["enum E {", "indirect public enum E<T: P>: String, Q {"] {
      #expect(ScannedShape.cases(of: "\(head)\n  \(source)\n}") == cases)
      #expect(ScannedShape.cases(of: "\(head) \(source) }") == cases)
    }
  }

  @Test func codingKeysAreRead() throws {
    let source = """
      struct S {
        var a: Int
        private enum CodingKeys: String, CodingKey { case a = "x", b; case `in` }
        enum OtherCodingKeys: CodingKey { case c }
      }
      """
    let declaration = try #require(DeclarationScanner.scan(SourceText(source)).declaration)
    #expect(declaration.codingKeys.map(\.name) == ["CodingKeys", "OtherCodingKeys"])
    #expect(declaration.codingKeys[0].name(for: "a", .asDeclared) == "x")
    #expect(declaration.codingKeys[0].name(for: "b", .upperSnakeCase) == "B")
    #expect(declaration.codingKeys[0].name(for: "`in`", .asDeclared) == "in")
    #expect(declaration.codingKeys[0].name(for: "c", .asDeclared) == nil)
  }

  @Test func headsAreRead() throws {
    let source = """
      @A public final class `class`<T: Codable & P, each U, let n: Int, V>: B<T>, C, @unchecked Sendable
      where V: Decodable, V.W == Int, T.X: Q { }
      """
    let declaration = try #require(DeclarationScanner.scan(SourceText(source)).declaration)
    #expect(declaration.kind == .class)
    #expect(declaration.name == "`class`")
    #expect(declaration.modifiers.map(\.name) == ["public", "final"])
    #expect(declaration.parameters.map(\.name) == ["T", "U", "n", "V"])
    #expect(declaration.parameters.map(\.isType) == [true, false, false, true])
    #expect(
      declaration.parameters.map(\.constraints) == [["Codable", "P"], [], ["Int"], ["Decodable"]])
    #expect(declaration.inherited.map(\.text) == ["B<T>", "C", "@unchecked Sendable"])
  }
}
