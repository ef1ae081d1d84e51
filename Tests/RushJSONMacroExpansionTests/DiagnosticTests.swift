import Testing

@testable import RushJSONMacroExpansion

/// What the macro says about declarations that it cannot expand, and where.
///
/// `▸` in a source marks where a message belongs, in the order of the messages.
@Suite struct DiagnosticTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var source: String
    var messages: [String]
    /// The source after the first fix-it of each message.
    var fixed: String?
    var context: [String] = []
    var conformances: String?

    var testDescription: String { source }
  }

  private static let untagged = [
    Case(
      source: "@JSONModel(tag: .untagged) enum E {\n  ▸@Name(\"b\") case a(Int)\n}",
      messages: ["error: a case without a tag has no name in the text"],
      fixed: "@JSONModel(tag: .untagged) enum E {\n   case a(Int)\n}"),
    Case(
      source: "@JSONModel(tag: .untagged) enum E {\n  case a(Int)\n  ▸@Unknown case b(RawJSON)\n}",
      messages: [
        "error: without tags, the last case that fits everything keeps the rest, so none is '@Unknown'"
      ],
      fixed: "@JSONModel(tag: .untagged) enum E {\n  case a(Int)\n   case b(RawJSON)\n}"),
  ]

  private static let hiddenCases = [
    Case(
      source: "@JSONModel enum E { case a; static func ▸check(_ a: inout JSONChecks<Self>) {} }",
      messages: ["error: a struct or a class has checks; check the values of cases there"]),
    Case(
      source: "@JSONModel(tag: .untagged) enum E {\n  case a, ▸b\n}",
      messages: ["warning: 'b' is never chosen, because 'a' before it fits the same values"]),
    Case(
      source: "@JSONModel(tag: .untagged) enum E {\n  case a(Double)\n  case ▸b(Int)\n}",
      messages: ["warning: 'b' is never chosen, because 'a' before it fits the same values"]),
    Case(
      source:
        "@JSONModel(tag: .untagged) enum E {\n  case a(Int), b(Double), c(String)\n  case ▸d(URL)\n}",
      messages: ["warning: 'd' is never chosen, because 'c' before it fits the same values"]),
    Case(
      source: "@JSONModel(tag: .untagged) enum E {\n  case a(Int?)\n  case ▸b\n}",
      messages: ["warning: 'b' is never chosen, because 'a' before it fits the same values"]),
    Case(
      source: "@JSONModel(tag: .untagged) enum E {\n  case a(RawJSON)\n  case ▸b([Int])\n}",
      messages: ["warning: 'b' is never chosen, because 'a' before it fits the same values"]),
  ]

  private static let partials = [
    Case(
      source: "@JSONModel(partial: true) class C { var ▸next: C? }",
      messages: [
        "error: a partial type is a struct, which cannot hold itself; make 'next' an array"
      ]),
    Case(
      source: "@JSONModel(partial: ▸true) struct S { var a: Int; struct Partial {} }",
      messages: [
        "error: the type has a type 'Partial', which is the name of the one that this makes"
      ]),
  ]

  private static let pointers = [
    Case(
      source: "@JSONModel struct S { ▸@Name(at: \"a/b\") var a: Int }",
      messages: ["error: a pointer begins with '/', as in '/data/title'"]),
    Case(
      source:
        "@JSONModel struct S {\n  ▸@Name(at: \"/a/b\", leavingOutEmpty: true) var a: Int?\n  @Name(at: \"/a/c\") var c = 1\n}",
      messages: [
        "error: 'c' is always written, so its object is never left out: make it an optional without an initial value"
      ]),
    Case(
      source:
        "@JSONModel struct S {\n  ▸@Name(at: \"/a/b\", leavingOutEmpty: true) var a: Int?\n  @Flattened var p: P\n}",
      messages: [
        "error: beside @Flattened, objects are not left out, because the types share them"
      ]),
    Case(
      source: "@JSONModel struct S {\n  @Name(at: \"/a/b\", leavingOutEmpty: ▸isOn) var a: Int?\n}",
      messages: ["error: write 'true' or 'false', which the plugin can read"]),
    Case(
      source:
        "@JSONModel struct S {\n  @Name(at: \"/a/b\") var a: Int\n  var b: Int\n  ▸@Name(\"a\") var c: Int\n}",
      messages: ["error: other properties are inside the member \"a\""]),
    Case(
      source:
        "@JSONModel struct S {\n  @Name(at: \"/a/b\") var a: Int\n  ▸@Name(at: \"/a/b/c\") var b: Int\n}",
      messages: [
        "error: the member \"b\" belongs to another property, so none can be inside it"
      ]),
    Case(
      source:
        "@JSONModel struct S {\n  @Name(at: \"/data/y\") var a: Int\n  ▸@Name(at: \"/data\") var b: Int\n}",
      messages: ["error: other properties are inside the member \"data\""]),
    Case(
      source: "@JSONModel struct S { ▸@Name(at: \"/a~2\") var a: Int }",
      messages: [
        "error: in a pointer, '~0' is a tilde and '~1' a slash; no other '~' is allowed"
      ]),
    Case(
      source: "@JSONModel struct S { ▸@Name(at: \"/a~\") var a: Int }",
      messages: [
        "error: in a pointer, '~0' is a tilde and '~1' a slash; no other '~' is allowed"
      ]),
    Case(
      source: "@JSONModel enum E {\n  ▸@Name(at: \"/a/b\") case a\n}",
      messages: ["error: a case has no pointer; write @Name(\"…\")"],
      fixed: "@JSONModel enum E {\n   case a\n}"),
  ]

  private static let properties = [
    Case(
      source: """
        @JSONModel struct S {
          #if DEBUG
          var ▸a: Int
          #endif
          var b: Int
        }
        """,
      messages: [
        """
        error: @JSONModel cannot tell whether 'a' exists: it is inside '#if'; move the condition around the \
        whole type
        """
      ]),
    Case(
      source: "@JSONModel struct S {\n  #if A\n  @Name(\"b\")\n  #endif\n  var ▸a: Int\n}",
      messages: [
        """
        error: @JSONModel cannot tell whether 'a' exists: it is inside '#if'; move the condition around the \
        whole type
        """
      ]),
    Case(
      source:
        "@JSONModel(partial: true) struct S { @W var ▸a: Int; var ▸b = f(); var c = 1; let d: E }",
      messages: [
        "error: a partial type has no property wrappers; write 'a' without one",
        "error: write the type of 'b', which the partial type has, too",
      ]),
    Case(
      source: "@JSONModel(schema: ▸false) class C { }",
      messages: [
        "error: leave out 'schema: false', because the compiler ends at a subclass of such a class"
      ]),
    Case(
      source: "@JSONModel(only: .writing, partial: ▸true) struct S { }",
      messages: ["error: a type that is only written has no partial one"]),
    Case(
      source: "@JSONModel struct S { @Ignored var ▸a: Int }",
      messages: ["error: an ignored property needs an initial value"],
      fixed: "@JSONModel struct S {  var a: Int }"),
    Case(
      source: "@JSONModel struct S {\n  // é\n  let ▸a = 1\n}",
      messages: [
        "warning: 'a' is written but not read, because a 'let' with an initial value cannot change"
      ],
      fixed: "@JSONModel struct S {\n  // é\n  var a = 1\n}"),
    Case(
      source: "@JSONModel struct S { let (▸a, ▸b) = (1, 2) }",
      messages: [
        "warning: 'a' is written but not read, because a 'let' with an initial value cannot change",
        "warning: 'b' is written but not read, because a 'let' with an initial value cannot change",
      ]),
    Case(
      source: "@JSONModel struct S { var a: Int; ▸@Name(\"a\") var b: Int }",
      messages: ["error: another property is read from the member \"a\", too"]),
    Case(
      source:
        "@JSONModel struct S { @Name(\"b\", also: \"c\") var a: Int; var ▸b: Int; var ▸c: Int }",
      messages: [
        "error: another property is read from the member \"b\", too",
        "error: another property is read from the member \"c\", too",
      ]),
    Case(
      source: "@JSONModel(names: .snakeCase) struct S { var aB: Int; var ▸a_b: Int }",
      messages: ["error: another property is read from the member \"a_b\", too"]),
    Case(
      source: "@JSONModel struct S { @Name(▸\"\\(x)\") var a: Int }",
      messages: ["error: @Name needs string literals of one line without interpolations"]),
    Case(
      source: "@JSONModel struct S { @Name(\"b\", also: ▸other) var a: Int }",
      messages: ["error: @Name needs string literals of one line without interpolations"]),
    Case(
      source: "@JSONModel struct S { ▸@Name(\"x\") var a, b: Int }",
      messages: ["error: @Name applies to one property; declare 'a' on its own"],
      fixed: "@JSONModel struct S {  var a, b: Int }"),
    Case(
      source: "@JSONModel struct S { @Name(\"x\") ▸@Name(\"y\") var a: Int }",
      messages: ["error: @Name may be used once"],
      fixed: "@JSONModel struct S { @Name(\"x\")  var a: Int }"),
    Case(
      source: "@JSONModel struct S { @Flattened ▸@Name(\"x\") var a: A }",
      messages: ["error: @Name and @Flattened exclude each other"]),
    Case(
      source: "@JSONModel struct S { @Unknown ▸@Format(.base64) var a: RawJSON.Object }",
      messages: ["error: @Format and @Unknown exclude each other"]),
    Case(
      source: "@JSONModel struct S { @Ignored ▸@Format(.base64) var a = 1 }",
      messages: ["error: @Format has no effect on an ignored property"]),
    Case(
      source: "@JSONModel struct S { ▸@Format(.rfc3339) var a: [String: [Int]?] }",
      messages: [
        """
        error: @Format is for dates and bytes, and for optionals, arrays, sets and dictionaries of them, not for \
        'Int'
        """
      ],
      fixed: "@JSONModel struct S {  var a: [String: [Int]?] }"),
    Case(
      source: "@JSONModel struct S { ▸@Format(.base64) var a: UInt8 }",
      messages: [
        """
        error: @Format is for dates and bytes, and for optionals, arrays, sets and dictionaries of them, not for \
        'UInt8'
        """
      ]),
    Case(
      source: "@JSONModel struct S { ▸@Format(.base64URL) var a: Optional<Foundation.Date> }",
      messages: ["error: '.base64URL' is a format for bytes, not for 'Date'"]),
    Case(
      source:
        "@JSONModel struct S { ▸@Format(.unix(.seconds)) var a: Dictionary<String, Set<Data>> }",
      messages: ["error: '.unix(.seconds)' is a format for dates, not for 'Data'"]),
    Case(
      source: "@JSONModel struct S { ▸@Format(.base64) @DefaultValue<Empty> var a: Data }",
      messages: ["error: @Format does not apply to a property with the wrapper '@DefaultValue'"]),
    Case(
      source: "@JSONModel enum E { ▸@Format(.rfc3339) case a(Int, String?) }",
      messages: [
        """
        error: @Format is for dates and bytes, and for optionals, arrays, sets and dictionaries of them, not for \
        'Int'
        """
      ]),
    Case(
      source: "@JSONModel enum E { ▸@Format(.rfc3339) case a }",
      messages: ["error: @Format applies to cases with values"],
      fixed: "@JSONModel enum E {  case a }"),
    Case(
      source: "@JSONModel enum E { ▸@Format(.rfc3339) case a(Date), b(Date) }",
      messages: ["error: @Format applies to one case; declare 'a' on its own"]),
    Case(
      source: "@JSONModel(tag: .internal(\"t\")) enum E { ▸@Format(.rfc3339) case a(D) }",
      messages: ["error: a value beside an internal tag is an object, which has no format"]),
    Case(
      source: "@JSONModel(tag: .internal(\"t\")) enum E { case a(▸[String]?), b(▸URL), c(A) }",
      messages: [
        """
        error: a value without a label beside an internal tag needs a type whose values are objects, not \
        '[String]?'
        """,
        """
        error: a value without a label beside an internal tag needs a type whose values are objects, not \
        'URL'
        """,
      ]),
    Case(
      source:
        "@JSONModel(tag: .internal(\"t\")) enum E { case a(▸A? = A()), b(A = A()), c(A? = nil) }",
      messages: [
        """
        error: an optional value beside an internal tag cannot have a default, because 'nil' is written as no \
        members, which are read as the default
        """
      ]),
    Case(
      source: "@JSONModel struct S { ▸@Flattened var a: Set<A>?; @Flattened var b: [String: Int] }",
      messages: ["error: @Flattened needs a type whose values are objects, not 'Set<A>?'"]),
    Case(
      source: "@JSONModel struct S { ▸@Flattened var a: JSONField<Swift.Int> }",
      messages: [
        "error: @Flattened needs a type whose values are objects, not 'JSONField<Swift.Int>'"
      ]),
    Case(
      source: "@JSONModel struct S { @Flattened var ▸a: A? = A(); @Flattened var b: A? = nil }",
      messages: [
        """
        error: an optional @Flattened property cannot have an initial value, because 'nil' is written as no \
        members, which are read as that value
        """
      ]),
    Case(
      source:
        "@JSONModel struct S { @Unknown var a: RawJSON.Object; ▸@Unknown var b: RawJSON.Object }",
      messages: ["error: only one property can keep the unknown members"]),
    Case(
      source: "@JSONModel(unknown: .refuse) struct S { ▸@Unknown var a: RawJSON.Object }",
      messages: ["error: the type refuses unknown members, so none can be kept"]),
    Case(
      source: "@JSONModel struct S { ▸@Name(\"b\") var a: Int { 1 } }",
      messages: [
        """
        error: @Name applies to stored properties; static, lazy and computed properties are not members of \
        the JSON object
        """
      ],
      fixed: "@JSONModel struct S {  var a: Int { 1 } }"),
    Case(
      source: "@JSONModel struct S { ▸@Ignored lazy var a = 1 }",
      messages: [
        """
        error: @Ignored applies to stored properties; static, lazy and computed properties are not members of \
        the JSON object
        """
      ]),
    Case(
      source: "@JSONModel struct S { ▸@Name(\"b\") func f() {} }",
      messages: ["error: @Name applies to stored properties and cases"],
      fixed: "@JSONModel struct S {  func f() {} }"),
    Case(
      source: "@JSONModel struct S {\n  ▸1 + 1\n  var a: Int\n}",
      messages: ["error: @JSONModel cannot read this member; move it to an extension"]),
    Case(
      source: "@JSONModel struct S {\n  var ▸[a]: Int\n  var b: Int\n}",
      messages: ["error: @JSONModel cannot read this property; declare each property on its own"]),
    Case(
      source: "@JSONModel struct S { let a = ▸\"\\( }",
      messages: ["error: cannot find the end of this literal or comment"]),
    Case(
      source:
        "@JSONModel struct S { var ▸a: Int; var b = 1; enum CodingKeys: CodingKey { case ▸c } }",
      messages: [
        "error: 'a' needs an initial value, because CodingKeys has no case for it",
        "error: 'c' is the name of no stored property",
      ]),
    Case(
      source: """
        @JSONModel struct S { ▸@Name("b") var a = 1; enum CodingKeys: String, CodingKey { case ▸c } }
        """,
      messages: [
        "error: @Name has no effect, because CodingKeys has no case for the property",
        "error: 'c' is the name of no stored property",
      ]),
    Case(
      source: "@JSONModel struct S {\n  #if A\n  ▸enum CodingKeys: CodingKey { }\n  #endif\n}",
      messages: ["error: @JSONModel cannot use coding keys inside '#if'"]),
  ]

  private static let types = [
    Case(
      source: "@JSONModel actor ▸A { var a: Int }",
      messages: [
        "error: @JSONModel does not apply to actors, because their properties can be read only inside"
      ]),
    Case(
      source: "▸@JSONModel protocol P { }",
      messages: ["error: @JSONModel applies to structs, classes and enums"]),
    Case(
      source: "@JSONModel struct S: Sendable, ▸~Copyable { }",
      messages: ["error: @JSONModel needs a copyable type"]),
    Case(
      source: "@JSONModel ▸private struct S { }",
      messages: [
        "error: @JSONModel extends the type, and an extension does not see a private nested type"
      ],
      fixed: "@JSONModel fileprivate struct S { }", context: ["enum Outer {}"]),
    Case(
      source: "@JSONModel struct ▸S { }",
      messages: [
        """
        error: @JSONModel extends the type, and an extension does not see a type inside the private type \
        'Middle'; make that 'fileprivate'
        """
      ],
      context: ["private enum Middle {}", "private struct Outer {}"]),
    Case(
      source: "@JSONModel class ▸B: A { }",
      messages: ["error: @JSONModel does not apply to subclasses of a type that conforms already"],
      conformances: ""),
    Case(
      source: "@JSONModel ▸@MainActor final class B { var a = 1 }",
      messages: [
        "error: @JSONModel reads and writes outside of any actor, so its classes cannot belong to one"
      ]),
    Case(
      source: "@JSONModel final class ▸B<T> { var a: T }",
      messages: [
        """
        error: constrain 'T' to Codable, or to JSONReadable and JSONWritable: the members of a class cannot \
        be conditional
        """
      ]),
    Case(
      source: "@JSONModel(names: ▸style) struct S { }",
      messages: [
        """
        error: @JSONModel cannot read this argument; write it as it is listed in the documentation, with \
        literals for strings
        """
      ]),
    Case(
      source: "@JSONModel(names: .snakeCase, tag: ▸.internal(name)) enum E { case a }",
      messages: [
        """
        error: @JSONModel cannot read this argument; write it as it is listed in the documentation, with \
        literals for strings
        """
      ]),
    Case(
      source: "@JSONModel(tag: ▸.external) struct S { }", messages: ["error: only enums have tags"]),
    Case(
      source: "@JSONModel(tag: ▸.external) enum E: Int { case a }",
      messages: ["error: an enum with raw values has no tags"]),
    Case(
      source: "@JSONModel(tag: ▸.adjacent(\"t\", content: \"t\")) enum E { case a }",
      messages: ["error: the tag and the content need different names"]),
    Case(
      source: "@JSONModel enum ▸E { }", messages: ["error: an enum without cases has no values"]),
  ]

  private static let cases = [
    Case(
      source: "@JSONModel enum E { case a; ▸@Name(\"a\") case b }",
      messages: ["error: another case has the tag \"a\", too"]),
    Case(
      source: "@JSONModel enum E { ▸@Ignored case a }",
      messages: ["error: @Ignored does not apply to cases"],
      fixed: "@JSONModel enum E {  case a }"),
    Case(
      source: "@JSONModel enum E { ▸@Name(\"x\") case a, b(Int) }",
      messages: ["error: @Name applies to one case; declare 'a' on its own"]),
    Case(
      source: "@JSONModel enum E: String { ▸@Name(\"x\") case a }",
      messages: ["error: the raw value is what is written; change it in place of @Name"]),
    Case(
      source: "@JSONModel(tag: .internal(\"type\")) enum E { case a(▸type: Int) }",
      messages: ["error: the object has a member \"type\" already"]),
    Case(
      source: "@JSONModel enum E {\n  #if A\n  case ▸a\n  #endif\n  case b\n}",
      messages: [
        """
        error: @JSONModel cannot tell whether the case 'a' exists: it is inside '#if'; move the condition \
        around the whole type
        """
      ]),
    Case(
      source: "@JSONModel enum E { case a, ▸b; enum CodingKeys: CodingKey { case a } }",
      messages: ["error: CodingKeys has no case for 'b'"]),
    Case(
      source:
        "@JSONModel enum E { case a(x: Int, ▸y: Int); enum ACodingKeys: CodingKey { case x } }",
      messages: ["error: ACodingKeys has no case for this value"]),
  ]

  private static let rawTypeMessage = """
    error: an enum with a raw type cannot keep a value: declare it without one, as '@JSONModel(tag: .value)', or \
    leave the case out and use 'OpenEnum<E>'
    """

  private static let unknownCases = [
    Case(
      source: "@JSONModel enum E: String { case a; ▸@Unknown case b }", messages: [rawTypeMessage]),
    Case(
      source: "@JSONModel enum E: Int, Codable { case a = 1; ▸@Unknown case b(RawJSON) }",
      messages: [rawTypeMessage]),
    Case(
      source: "@JSONModel enum E: Custom { case a = 1; ▸@Unknown case b(RawJSON) }",
      messages: [rawTypeMessage]),
    Case(
      source: "@JSONModel enum E { case a; @Unknown case b(RawJSON); ▸@Unknown case c(RawJSON) }",
      messages: ["error: only one case can keep unknown values"],
      fixed: "@JSONModel enum E { case a; @Unknown case b(RawJSON);  case c(RawJSON) }"),
    Case(
      source: "@JSONModel enum E { case a; ▸@Unknown case b(RawJSON), c }",
      messages: ["error: @Unknown applies to one case; declare 'b' on its own"]),
    Case(
      source: "@JSONModel enum E { case a; ▸@Name(\"x\") @Unknown case b(RawJSON) }",
      messages: ["error: @Name and @Unknown exclude each other"]),
    Case(
      source: "@JSONModel enum E { case a; @Unknown case ▸b }",
      messages: ["error: an unknown case keeps one value without a label: 'b(RawJSON)'"]),
    Case(
      source: "@JSONModel enum E { case a; @Unknown case ▸b(x: RawJSON) }",
      messages: ["error: an unknown case keeps one value without a label: 'b(RawJSON)'"]),
    Case(
      source: "@JSONModel enum E { case a; @Unknown case ▸b(RawJSON, Int) }",
      messages: ["error: an unknown case keeps one value without a label: 'b(RawJSON)'"]),
    Case(
      source: "@JSONModel(tag: .value) enum E { case a(▸Int) }",
      messages: ["error: with '.value', a case has no values unless it is marked '@Unknown'"]),
    Case(
      source: "@JSONModel(tag: ▸.value) enum E: String { case a }",
      messages: ["error: an enum with raw values has no tags"]),
    Case(
      source: "@JSONModel(tag: ▸.value(\"x\")) enum E { case a }",
      messages: [
        """
        error: @JSONModel cannot read this argument; write it as it is listed in the documentation, with \
        literals for strings
        """
      ]),
  ]

  @Test(
    arguments: properties + types + cases + unknownCases + untagged + pointers
      + hiddenCases + partials)
  func messagesAreAtTheirPlaces(case: Case) {
    let parts = `case`.source.split(separator: "▸", omittingEmptySubsequences: false)
    let source = parts.joined()
    var offset = 0
    let marks = parts.dropLast().map { part in
      offset += part.utf8.count
      return offset
    }
    let model = ExpandedModel(source, conformances: `case`.conformances, context: `case`.context)
    let found = model.extension.diagnostics
    let texts = found.map { "\($0.isError ? "error" : "warning"): \($0.message)" }
    #expect(texts == `case`.messages)
    // Two messages may be about the same place.
    #expect(Set(found.map(\.range.lowerBound)) == Set(marks))
    #expect(
      found.allSatisfy { $0.fileName == "F.swift" && $0.range.upperBound <= source.utf8.count })
    if found.contains(where: \.isError) {
      #expect(model.extension.source.isEmpty && model.member.source.isEmpty)
    }
    #expect(model.member.diagnostics.isEmpty)
    if let fixed = `case`.fixed { #expect(Self.fixed(source, found) == fixed) }
  }

  /// The source after the first fix-it of each message.
  private static func fixed(
    _ source: String, _ diagnostics: [MacroExpansion.Diagnostic]
  ) -> String {
    var bytes = Array(source.utf8)
    for change in diagnostics.compactMap(\.fixIts.first).flatMap(\.changes)
      .sorted(by: { $0.range.lowerBound > $1.range.lowerBound })
    {
      bytes.replaceSubrange(change.range, with: change.newText.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "@JSONModel struct S { @Ignored var a: Int?; @Ignored let b = 1; @Ignored @W var c: Int }",
    "@JSONModel struct S { var a: Int; static let b = 1; lazy var c = 1; var d: Int { 1 } }",
    "@JSONModel(only: .writing) struct S { let a = 1; @Ignored var b: Int }",
    "@JSONModel private struct S { var a: Int }",
    "@JSONModel struct S {\n  #if A\n  func f() {}\n  static var b = 1\n  #endif\n  var a: Int\n}",
  ])
  func nothingIsSaidWithoutReason(source: String) {
    #expect(ExpandedModel(source).extension.diagnostics == [])
    #expect(!ExpandedModel(source).extension.source.isEmpty)
  }

  @Test func attributesOutsideOfModelsAreReported() throws {
    func messages(_ context: [String]) throws -> [String] {
      let request = MacroRequest(
        macro: "Name", role: "peer", attribute: SentSource(text: "\n @Name(\"b\") ", offset: 10),
        declaration: SentSource(text: ""), context: context)
      let expansion = try #require(MacroExpander.expand(request))
      #expect(expansion.source.isEmpty)
      return expansion.diagnostics.map { "\($0.range): \($0.message)" }
    }
    #expect(try messages(["@JSONModel struct S {}"]) == [])
    #expect(try messages([]) == [])
    #expect(
      try messages(["struct S {}", "@JSONModel struct T {}"])
        == ["12..<22: @Name has no effect, because the type is not a @JSONModel"])
    #expect(try messages(["struct JSONModels {}"]).count == 1)
  }

  @Test func otherMacrosAreUnknown() {
    let source = SentSource(text: "")
    #expect(
      MacroExpander.expand(
        MacroRequest(macro: "Other", role: "peer", attribute: source, declaration: source)) == nil)
  }

  /// The compiler ends at a subclass of a class that lacks a declared conformance.
  @Test func classWithAnErrorHasItsConformances() {
    let model = ExpandedModel(
      "@JSONModel(schema: false) class C { var a = 1 }",
      conformances: "class Placeholder: JSONReadable, Decodable, _SchemaModel {}")
    #expect(
      model.extension.source == """
        nonisolated extension C: RushJSONCore.JSONReadable, Swift.Decodable {
        }
        nonisolated extension C: RushJSONMacros.JSONModelOptions._SchemaModel {
          nonisolated static func _schema(_ schema: inout RushJSONMacros.JSONModelOptions._SchemaBuilder) \
        -> RushJSONCore.RawJSON {
            Swift.fatalError()
          }
        }

        """)
    #expect(model.member.source.contains("required convenience init(from decoder:"))
    #expect(!model.member.source.contains("func encode"))
  }
}
