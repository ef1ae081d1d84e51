import RushJSONCore
import Testing

/// RFC 8785, the JSON Canonicalization Scheme.
@Suite struct CanonicalTests {
  private static func canonical(_ text: String) throws -> [String] {
    let tree = try RawJSON(parsing: text)
    var writer = JSONWriter(options: .canonical)
    try writer.value(json: Array(text.utf8))
    return try [
      tree.jsonString(.canonical), JSONDocument(parsing: text).jsonString(.canonical),
      writer.finishString(),
    ]
  }

  private static let texts = [
    (#"{"b":1,"a":[1.0,2e3,-0.0,100e-2]}"#, #"{"a":[1,2000,0,1],"b":1}"#),
    // §3.2.3: by UTF-16 code units, so the surrogates of U+1F600 come before U+FB33.
    (
      #"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#,
      "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}"
    ),
    // §3.2.2.2: the shortest escapes, in lower case, and nothing else escaped.
    (#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/""#, #""€$\u000f\nA'B\"\\\\\"/""#),
    // §3.2.2.3: numbers as in ECMAScript.
    (
      "[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,9007199254740993]",
      "[333333333.3333333,1e+30,4.5,0.002,1e-27,9007199254740992]"
    ),
    (#"{"":{"b":[],"a":{}}}"#, #"{"":{"a":{},"b":[]}}"#),
    (
      "[1e21,1e20,1e-6,1e-7,123456789012345678]",
      "[1e+21,100000000000000000000,0.000001,1e-7,123456789012345680]"
    ),
  ]

  @Test(arguments: texts)
  func isCanonical(_ text: (String, String)) throws {
    for form in try Self.canonical(text.0) { #expect(form == text.1) }
  }

  /// Without a canonical form, members of one name keep their order when they are sorted.
  @Test func sortsEqualNames() throws {
    var options = JSONWritingOptions.compact
    options.nameOrder = .utf8
    let document = try JSONDocument(parsing: #"{"b":0,"a":2,"a":1}"#)
    #expect(try document.jsonString(options) == #"{"a":2,"a":1,"b":0}"#)
    options.refusesDuplicateNames = true
    #expect(throws: JSONWritingError.self) { try document.jsonString(options) }
  }

  @Test func refusals() throws {
    // A number beyond the range of Double has no canonical form; two members of one name have no order.
    let number = try RawJSON(parsing: "[1e400]")
    #expect(throws: JSONWritingError.self) { try number.jsonString(.canonical) }
    let duplicate = try JSONDocument(parsing: #"{"x":{"a":1,"b":2,"\u0061":3}}"#)
    do throws(JSONWritingError) {
      _ = try duplicate.jsonString(.canonical)
      Issue.record("has a canonical form")
    } catch {
      #expect(error.kind == .duplicateName("a"))
      #expect(error.pointer?.description == "/x")
    }
    var writer = JSONWriter(options: .canonical)
    try writer.beginObject()
    try writer.name("a")
    try writer.null()
    try writer.name("a")
    try writer.null()
    #expect(throws: JSONWritingError.self) { try writer.endObject() }
  }

  /// Names written one by one are sorted when their object ends, in every layout.
  @Test func namesGivenOneByOne() throws {
    var options = JSONWritingOptions.pretty
    options.nameOrder = .utf8
    var writer = JSONWriter(options: options)
    try writer.beginObject()
    for name in ["b", "\"", "a", "", "c"] {
      try writer.name(name)
      try writer.beginObject()
      try writer.name("z")
      try writer.integer(name.utf8.count)
      try writer.name("y")
      try writer.beginArray()
      try writer.endArray()
      try writer.endObject()
    }
    try writer.endObject()
    let text = try writer.finishString()
    #expect(try text == RawJSON(parsing: text).jsonString(options))
    let names = try JSONDocument(parsing: text).root.members().map { $0.name }
    #expect(names == ["", "\"", "a", "b", "c"])
  }

  private static let published = TestFolder("../shared/data/canonical/input")
  private static let expected = TestFolder("../shared/data/canonical/output")

  @Test(arguments: published.names)
  func publishedVector(_ name: String) throws {
    let input = try Self.published.bytes(of: name)
    let output = try Self.expected.bytes(of: name)
    #expect(try RawJSON(parsing: input).jsonBytes(.canonical) == output)
    #expect(try JSONDocument(parsing: input).jsonBytes(.canonical) == output)
  }

  /// The form of numbers alone, while names stay in their order.
  @Test func numbersAsDoublesInTheOrderOfTheText() throws {
    let text = #"{"b":[1.50,1e2],"a":2e-1}"#
    var options = JSONWritingOptions.compact
    options.numbers = .double
    for form in [
      try RawJSON(parsing: text).jsonString(options),
      try JSONDocument(parsing: text).jsonString(options),
    ] {
      #expect(form == #"{"b":[1.5,100],"a":0.2}"#)
    }
  }
}
