import Testing

@testable import RushJSONMacroExpansion

/// Declarations made of parts: every form of a property with every prefix, among members of every kind.
///
/// A form is written with what a scan of it has to find. The compiler accepts the syntax of all of them.
@Suite struct DeclarationShapeTests {
  struct Form: Sendable {
    var source: String
    var found: [String]

    init(_ source: String, _ found: String...) {
      self.source = source
      self.found = found
    }
  }

  static let plain = [
    Form("var a: Int", "var a"), Form("let a: Int", "let a"), Form("var a = 1", "var a ="),
    Form("var a: Int = 1", "var a ="), Form("let a: Int = 1", "let a ="),
    Form("var a: Int?", "var a?"),
    Form("var a: Int!", "var a?"), Form("var a: [Int?]", "var a"), Form("let a: [Int]?", "let a?"),
    Form("var a: Optional<Int>", "var a"), Form("var a: Int? = 1", "var a? ="),
    Form("var a:Int=1", "var a ="), Form("var a: Set<Int>=[]", "var a ="),
    Form("var `class`: Int", "var `class`"), Form("var größe: Int", "var größe"),
    Form("var a: [String: [Int]] = [:]", "var a ="),
    Form("var a: (Int, String) -> Void = { _, _ in }", "var a ="),
    Form("var a: (Int) -> Int?", "var a"), Form("var a: ((Int) -> Int)?", "var a?"),
    Form("var a: () async throws(E) -> Int = { 1 }", "var a ="),
    Form("var a: @Sendable (Int) -> Void", "var a"),
    Form("var a: @convention(c) (Int) -> Int", "var a"),
    Form("var a: any P & Q", "var a"), Form("var a: (any P)?", "var a?"),
    Form("var a: some P = 1", "var a ="),
    Form("var a: Outer<Int, [String]>.Inner = .init()", "var a ="),
    Form("var a: A<B<C<D>>>", "var a"),
    Form("var a: A<(B) -> C>?", "var a?"), Form("var a: [3 of Int]", "var a"),
    Form("var a: Swift.Int", "var a"), Form("var a: Int.Type", "var a"),
    Form("var a: (x: Int, y: Int)", "var a"),
  ]

  static let values = [
    Form("var a = { (x: Int) in x }(1)", "var a ="), Form("var a = x < y ? 1 : 2", "var a ="),
    Form("var a = f { $0 } done: { $0 }", "var a ="), Form("var a = f\n    { $0 }", "var a ="),
    Form("var a = if x { 1 } else { 2 }", "var a ="),
    Form("var a = if x { 1 }\n    else { 2 }", "var a ="),
    Form("var a = switch x { case 1: \"}\"; default: \"{\" }", "var a ="),
    Form("var a = b\n    .map { $0 }\n    .filter { $0 > 1 }", "var a ="),
    Form("var a = 1\n    + 2", "var a ="), Form("var a = 1 +\n    2", "var a ="),
    Form("var a =\n    1", "var a ="), Form("var a = b ??\n    c", "var a ="),
    Form("var a = b\n    ? 1\n    : 2", "var a ="), Form("var a = b as? Int", "var a ="),
    Form("var a = b as!\n    Int", "var a ="), Form("var a = b\n    as Int", "var a ="),
    Form("var a = .throw", "var a ="), Form("var a: A = B.in", "var a ="),
    Form("var a = b!", "var a ="), Form("var a = b...", "var a ="),
    Form("var a = try! b()", "var a ="),
    Form("var a = [1, 2].map { $0 * 2 }", "var a ="), Form("var a = \\A.b", "var a ="),
    Form("var a = #selector(b)", "var a ="), Form("var a = #line", "var a ="),
    Form("var a = \"}\"", "var a ="), Form("var a = \"\\(b ? \"}\" : \"{\")\"", "var a ="),
    Form("var a = \"\"\"\n    } \" var z = 1\n    \"\"\"", "var a ="),
    Form("var a = #\"} \" \\\"#", "var a ="),
    Form("var a = /[{]\\/x/", "var a ="), Form("var a = #/ } /#", "var a ="),
    Form("var a = Dictionary<String, Int>()", "var a ="), Form("var a = -1", "var a ="),
    Form("var a = (b < c, d > (e))", "var a ="), Form("var a: Int = { return 1 }()", "var a ="),
    Form("var a = b\n    #if X\n    .c()\n    #endif", "var a ="),
    Form("var a = .init(b: { }, c: 1)", "var a ="),
  ]

  static let lists = [
    Form("var a, b: Int", "var a", "var b"), Form("var a = 1, b = 2", "var a =", "var b ="),
    Form("var a, b: Int, c = 3", "var a", "var b", "var c ="),
    Form("var a, b: Int?", "var a?", "var b?"),
    Form("var a = Dictionary<String, Int>(), b: Int?", "var a =", "var b?"),
    Form("var a = x < y, b = z > (1)", "var a =", "var b ="),
    Form("var a = 1,\n    b = 2", "var a =", "var b ="),
    Form("let (a, b): (Int, Int)", "let a", "let b"),
    Form("let (a, (_, b)) = (1, (2, 3))", "let a =", "let b ="),
    Form("let (x: a, y: b) = c", "let a =", "let b ="),
    Form("var a = 1; var b: Int", "var a =", "var b"), Form("let _ = 1, a = 2", "let a ="),
  ]

  static let accessors = [
    Form("var a: Int { didSet { } }", "var a"),
    Form("var a: Int = 1 { willSet(x) { } didSet { } }", "var a ="),
    Form("var a = 1 { didSet { } }", "var a ="), Form("var a = [1] { didSet(old) { } }", "var a ="),
    Form("var a: Int\n  {\n    didSet { }\n  }", "var a"),
    Form("var a: Int { @X nonmutating willSet { } }", "var a"),
    Form("var a: Int { 1 }"), Form("var a: Int { get { 1 } set { } }"),
    Form("var a: Int { get async throws { 1 } }"),
    Form("var a: Int { _read { yield b } _modify { yield &b } }"),
    Form("var a: Int { let didSet = 1; return didSet }"),
    Form("var a: Int { @storageRestrictions(initializes: b) init(x) { } get { b } }"),
    Form("var a: Int {\n    mutating get { 1 }\n  }"),
  ]

  static let withoutStorage = [
    Form("static var a = 1"), Form("static let a: Int = { 1 }()"), Form("lazy var a = 1"),
    Form("lazy var a: Int = { self.b }()"),
  ]

  /// What may precede `var`, and the attributes that a scan has to find.
  static let prefixes = [
    ("", ""), ("public ", ""), ("private ", ""), ("fileprivate ", ""), ("internal ", ""),
    ("package ", ""),
    ("private(set) ", ""), ("public private(set) ", ""), ("public internal(set)\n  ", ""),
    ("nonisolated(unsafe) ", ""), ("weak ", ""), ("unowned(unsafe) ", ""), ("final override ", ""),
    ("@objc ", "@objc "), ("@available(*, deprecated, message: \"}{\") ", "@available "),
    ("@Wrapper ", "@Wrapper "), ("@Wrapper(wrappedValue: [1, 2], f { $0 }) ", "@Wrapper "),
    ("@Module.Wrapper<Int, [A]>(\"a\")\n  ", "@Wrapper "), ("@A @B(c: 1) private ", "@A @B "),
    ("@Wrapper // var z\n  /* let y */ ", "@Wrapper "),
  ]

  /// Members that are no properties.
  static let others = [
    "", "func f() -> Int { var z = 1; return z }", "init() { let z = 1 }",
    "init(\n    _ a: Int = 1,\n    open: @escaping () -> Int = { 1 }\n  ) { var z = 1 }",
    "subscript(x: () -> Int = { 1 }) -> Int { var z = 1; return z }",
    "init?<T>(x: T) { return nil }",
    "deinit { var z = 1 }", "subscript(i: Int) -> Int { get { i } set { } }",
    "typealias T = (Int) -> Void",
    "typealias U<V> = [V] where V: P", "struct Nested { var z: Int; enum E { case a } }",
    "indirect enum E: String { case a = \"}\" }", "final class C: D { var z = 1 }",
    "static func < (a: Self, b: Self) -> Bool { true }", "func ==(a: Int) {}",
    "prefix static func ! (a: A) {}",
    "func g<T>(x: T = { var z = 1; return z }()) where T: P {}",
    "func h()\n    -> @Sendable () -> Void { { } }",
    "func i(_ x: inout [Int], y: Int...) async throws(E) -> (Int, String)? { nil }",
    "#warning(\"}\")",
    "#if DEBUG && !X\n  func j() { }\n  #elseif Y\n  var z: Int { 1 }\n  #else\n  struct Z { var z = 1 }\n  #endif",
    "@available(macOS 12, *) @MainActor public func k() async throws {}", "mutating func l() {}",
    "#expand(a, b) { var z = 1 }", "actor G { var z = 1 }", "protocol H { var z: Int { get } }",
    "@body func m()", "func n() /* } */ { /* { */ }", "// var z = 1", "/* var z: Int { */",
    "#sourceLocation(file: \"a\", line: 1)\n  #sourceLocation()", "borrowing func o() {}",
    "@inlinable\n  #if X\n  @inline(__always)\n  #endif\n  func p() {}",
  ]

  static let heads = [
    "struct S {", "public struct S: P, Q {",
    "final class S<T: Codable>: A<T> where T: P, T.U == Int {", "struct S{",
    "@A(b: \"{\") @C struct S /* { */ : P\n{", "class S<each T, let n: Int> {", "struct `struct` {",
    "package struct S: ~Copyable {",
  ]

  @Test func everyFormIsFoundWithEveryPrefix() {
    var count = 0
    for form in Self.plain + Self.values + Self.lists + Self.accessors + Self.withoutStorage {
      for (prefix, attributes) in Self.prefixes {
        // In a list of declarations the prefix is that of the first.
        if form.source.contains(";"), !attributes.isEmpty { continue }
        let before = Self.others[count % Self.others.count]
        let after = Self.others[count / 3 % Self.others.count]
        let head = Self.heads[count % Self.heads.count]
        let source =
          "\(head)\n  \(before)\n  \(prefix)\(form.source)\n  \(after)\n  var last: Int\n}"
        let expected = form.found.map { attributes + $0 } + ["var last"]
        #expect(ScannedShape.properties(of: source) == expected, "\(source)")
        count += 1
      }
    }
    #expect(count > 1_500)
  }

  @Test func everyFormIsFoundOnOneLine() {
    for form in Self.plain + Self.values + Self.lists + Self.accessors
    where !form.source.contains("\n") {
      let source = "struct S { \(form.source); var last: Int }"
      #expect(ScannedShape.properties(of: source) == form.found + ["var last"], "\(source)")
      let alone = "struct S { \(form.source) }"
      #expect(ScannedShape.properties(of: alone) == form.found, "\(alone)")
    }
  }

  @Test func everyMemberIsSkippedBesideEveryOther() {
    for first in Self.others {
      for second in Self.others {
        let source = "struct S {\n  \(first)\n  \(second)\n  var last: Int\n}"
        #expect(ScannedShape.properties(of: source) == ["var last"], "\(source)")
      }
    }
  }

  @Test func carriageReturnsEndLines() {
    let source = "struct S {\r\n  var a = 1\r\n  var b: Int\r\n  // var c\r\n  func f() { }\r\n}"
    #expect(ScannedShape.properties(of: source) == ["var a =", "var b"])
  }

  @Test func longSourcesAreRead() {
    let table = String(repeating: "(\"a\", [1, 2, { $0 }]),\n", count: 10_000)
    let source = "struct S {\n  static let t = [\n\(table)]\n  var last: Int\n}"
    #expect(ScannedShape.properties(of: source) == ["var last"])
  }
}
