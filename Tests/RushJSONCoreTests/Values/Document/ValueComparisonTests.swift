import CorpusGenerator
import RushJSONCore
import Testing

/// Values of documents are equal, and hash, as their trees do.
@Suite struct ValueComparisonTests {
  static func root(_ text: String, _ duplicates: JSONReadingOptions.DuplicateNames = .keepLast)
    throws -> JSONDocument.Value
  {
    var options = JSONReadingOptions.strict
    options.duplicateNames = duplicates
    return try JSONDocument(parsing: text, options: options).root
  }

  @Test(arguments: [
    ("null", " null "), ("3", "3.0"), ("0", "-0"), ("300e-2", "3"), ("1e400", "10e399"),
    (#""A""#, #""\u0041""#), ("[1, 2]", "[1,2.0]"), (#"{"a":1,"b":2}"#, #"{"b": 2, "a": 1}"#),
    (#"{"a":1,"a":2}"#, #"{"a":2}"#), (#"{"\u0061":[{}]}"#, #"{"a":[{}]}"#), ("[]", "[ ]"),
  ])
  func equal(_ a: String, _ b: String) throws {
    let (first, second) = (try Self.root(a), try Self.root(b))
    #expect(first == second && second == first)
    #expect(first.hashValue == second.hashValue)
    #expect(Set([first, second]).count == 1)
  }

  @Test(arguments: [
    ("null", "false"), ("true", "false"), ("9007199254740993", "9007199254740992"), ("1", #""1""#),
    (#""é""#, #""e\u0301""#), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("[]", "{}"),
    (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":1}"#, #"{"a":1,"b":1}"#),
    (#"{"a":1,"a":2}"#, #"{"a":1}"#),
  ])
  func different(_ a: String, _ b: String) throws {
    let (first, second) = (try Self.root(a), try Self.root(b))
    #expect(first != second && second != first)
  }

  @Test func eachDocumentChoosesItsDuplicates() throws {
    let text = #"{"a":1,"a":2}"#
    #expect(try Self.root(text, .keepFirst) == Self.root(#"{"a":1}"#))
    #expect(try Self.root(text, .keepFirst) != Self.root(text))
  }

  @Test func partsAreValues() throws {
    let root = try Self.root(#"{"a": [1, {"b": 2}], "c": {"b": 2.0}}"#)
    #expect(root["a"]?[1] == root["c"] && root["a"] != root["c"] && root == root)
    #expect(root["a"]?[7] == nil)
  }

  static let sorted: JSONWritingOptions = {
    var options = JSONWritingOptions.pretty
    options.nameOrder = .utf8
    return options
  }()

  @Test(arguments: PropertySeed.all(count: 20))
  func equalsWhatTreesEqual(_ seed: PropertySeed) throws {
    var generator = DocumentGenerator(seed: seed.value)
    var values: [JSONDocument.Value] = []
    for _ in 0..<25 {
      let document = try JSONDocument(
        parsing: generator.document(maximumDepth: 4, maximumBytes: 80))
      values.append(document.root)
      // The same value in another text.
      values.append(try JSONDocument(parsing: document.jsonString(Self.sorted)).root)
    }
    for a in values {
      for b in values {
        let areEqual = RawJSON(a) == RawJSON(b)
        #expect((a == b) == areEqual)
        if areEqual { #expect(a.hashValue == b.hashValue) }
      }
    }
  }

  @Test func deepAndWideValues() throws {
    let depth = 100_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    var options = JSONReadingOptions.strict
    options.maximumDepth = depth
    let (a, b) = (
      try JSONDocument(parsing: text, options: options),
      try JSONDocument(parsing: text, options: options)
    )
    #expect(a.root == b.root && a.root.hashValue == b.root.hashValue)
    // Quadratic costs would take hours.
    let members = (0..<100_000).map { #""name \#($0)":\#($0)"# }
    let wide = try Self.root("{" + members.joined(separator: ",") + "}")
    let reversed = try Self.root("{" + members.reversed().joined(separator: ",") + "}")
    #expect(wide == reversed && wide.hashValue == reversed.hashValue)
  }
}
