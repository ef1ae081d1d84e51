import CorpusGenerator
import Testing

@testable import RushJSONCore

/// The order of members in compact text, compared with that of a document, which is sorted by its tape.
@Suite struct SortedTextTests {
  private static let sortedOptions = {
    var options = JSONWritingOptions.compact
    options.nameOrder = .utf8
    return options
  }()

  private static func sort(
    _ text: [UInt8], _ sorter: inout SortedText
  ) -> [UInt8]? {
    // The bytes after a text are any.
    let padded = text + Array(#"","}]{\"#.utf8) + Array(repeating: 0x22, count: 16)
    return padded.withCheckedBytes {
      let sorted = sorter.sort(CheckedBytes(rebasing: $0[..<text.count]))
      return sorted.map { Array($0) }
    }
  }

  private static func expect(
    _ text: [UInt8], _ sorter: inout SortedText, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try JSONDocument(parsing: text).jsonBytes(sortedOptions)
    let sorted = sort(text, &sorter)
    #expect(
      sorted == expected, "\(String(decoding: text, as: UTF8.self))",
      sourceLocation: sourceLocation)
  }

  @Test(arguments: UInt64(1)...200) func randomTreesAreSortedAsDocuments(seed: UInt64) throws {
    var trees = TreeGenerator(seed: seed)
    var sorter = SortedText()
    for bytes in [40, 600, 4000] {
      try Self.expect(try trees.tree(bytes: bytes).jsonBytes(), &sorter)
    }
  }

  /// Strings of every length around that of a vector, with all that has a meaning outside of strings.
  @Test(arguments: UInt64(1)...100) func bytesInStringsHaveNoMeaning(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = ["a", "b", "{", "}", "[", "]", ",", ":", "\"", "\\", "\\\\\"", "é", "\u{0}", " "]
    func string() -> String {
      (0..<Int.random(in: 0...20, using: &random))
        .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
    var sorter = SortedText()
    for _ in 0..<20 {
      var object = RawJSON.Object()
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        object[string()] = Bool.random(using: &random) ? .string(string()) : .array([.null, 1.5])
      }
      try Self.expect(RawJSON.dictionary(object).jsonBytes(), &sorter)
    }
  }

  /// More members than the number whose order is kept, and the same number in other orders.
  @Test(arguments: [1, 2, 8, 63, 64, 65, 200]) func objectsOfManyMembersAreSorted(count: Int) throws
  {
    var random = SeededGenerator(seed: UInt64(count))
    var names = (0..<count).map { "profile_name_\($0)" }
    var sorter = SortedText()
    for _ in 0..<10 {
      names.shuffle(using: &random)
      let members = names.map { "\"\($0)\":{\"z\":\"\($0)\",\"y\":[{\"b\":1,\"a\":2},{}]}" }
      try Self.expect(Array("{\(members.joined(separator: ","))}".utf8), &sorter)
    }
  }

  @Test(arguments: [
    #"{"b":1,"a":2,"b":3,"aaaaaaaab":4,"a":5,"aaaaaaaaa":6,"aaaaaaaab":7}"#,
    #"{"b":1,"a":2,"\u0061":3,"a":4,"\/":5}"#,
    #"[{"b":[],"a":{}},[[{"d":-1e5,"c":null}]],"x",true,{"":"\\","\"":1}]"#,
    #"{"only":1}"#, #"{}"#, #"[]"#, #""text""#, "12", "null", #"{"a":{"c":1,"b":2},"b":0}"#,
    #"{"abcdefgh":1,"abcdefg":2,"abcdefghi":3,"abcdefgha":4}"#, #"{"a ":1,"a":2,"a!":3}"#,
  ])
  func textsAreSortedAsDocuments(text: String) throws {
    var sorter = SortedText()
    // Twice: the second text finds the memory of the first.
    for _ in 0..<2 { try Self.expect(Array(text.utf8), &sorter) }
  }

  /// Such a text is read as a document.
  @Test(arguments: [
    #"{ "b":1,"a":2}"#, #"{"b" :1,"a":2}"#, #"{"b": 1,"a":2}"#, #"{"b":1 ,"a":2}"#,
    #"{"b":1, "a":2}"#, #"{"b":1,"a":2 }"#, #"{"b":1,"a":2} "#, #" {"b":1,"a":2}"#, "[ ]",
    #"{"b":"x","a":[1 ]}"#, #"{"b":"x" ,"a":[ 1]}"#, " 1", "1 ", "",
  ])
  func textsWithSpacesAreNotCompact(text: String) {
    var sorter = SortedText()
    #expect(Self.sort(Array(text.utf8), &sorter) == nil)
  }

  /// No byte after the text is taken for a part of it.
  @Test func textsThatEndTooEarlyAreNotCompact() {
    let text = Array(#"{"bb":[1,true,{"d":"x\"y","c":-2.5e3}],"aa":{"f":"","e":[]}}"#.utf8)
    var sorter = SortedText()
    for count in 0..<text.count { #expect(Self.sort(Array(text[..<count]), &sorter) == nil) }
    for at in text.indices {
      var changed = text
      for byte in [UInt8.quote, .openBrace, .closeBracket, .comma, .colon, 0x20, 0x31] {
        changed[at] = byte
        if let sorted = Self.sort(changed, &sorter) { #expect(sorted.count == changed.count) }
      }
    }
  }
}
