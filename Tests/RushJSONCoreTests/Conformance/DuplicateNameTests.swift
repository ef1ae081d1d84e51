import RushJSONCore
import Testing

/// Two members of one name: refused where the options say so, found by policy where not.
@Suite struct DuplicateNameTests {
  static func refused(_ leniencies: JSONLeniencies = []) -> JSONReadingOptions {
    JSONReadingOptions(leniencies: leniencies, duplicateNames: .refused)
  }

  static let names: [SyntaxCase] = [
    rejects("{\"a\":1,▸\"a\":2}", .duplicateName, options: refused()),
    rejects("{\"a\":1,▸\"\\u0061\":2}", .duplicateName, options: refused()),
    rejects("{\"\\u0061\":1,▸\"a\":2}", .duplicateName, options: refused()),
    rejects("{\"\\ud83d\\ude00\":1,▸\"\u{1f600}\":2}", .duplicateName, options: refused()),
    rejects("{\"\":1,▸\"\":2}", .duplicateName, options: refused()),
    rejects("{\"a\":{\"b\":1},\"b\":1,▸\"a\":2}", .duplicateName, options: refused()),
    rejects("[{\"a\":1},{\"a\":1,▸\"a\":2}]", .duplicateName, options: refused()),
    rejects("{\"a\":{\"b\":[],▸\"b\":1}}", .duplicateName, options: refused()),
    rejects("{\"a\":1,▸'a':2}", .duplicateName, options: refused(.json5)),
    rejects("{a:1,▸a:2}", .duplicateName, options: refused(.json5)),
    rejects("{'a':1, ▸a:2}", .duplicateName, options: refused(.json5)),
    rejects("{\"\\x61\":1, ▸a:2}", .duplicateName, options: refused(.json5)),
    rejects(
      "{\"\\ud800\":1,▸\"\\udc00\":2}", .duplicateName, options: refused(.loneSurrogates)),
    accepts("{\"a\":{\"a\":{\"a\":1}}}", options: refused()),
    accepts("[{\"a\":1},{\"a\":1}]", options: refused()),
    accepts("{\"a\":[{\"a\":1},{\"a\":1}],\"b\":{\"a\":2}}", options: refused()),
    accepts("{\"a\":1,\"A\":2}", options: refused()),
    // Canonically equivalent, but not the same scalars.
    accepts("{\"\u{e9}\":1,\"e\u{301}\":2}", options: refused()),
    accepts("{\"a\":1,\"a\\u0000\":2,\"\\u0000\":3}", options: refused()),
    accepts("{\"\\\\u0061\":1,\"\\u0061\":2}", options: refused()),
    // The escape stands as it is in a name without quotes.
    accepts("{a:1,\\u0061:2}", options: refused(.json5)),
    accepts("{\"a\":1,\"a\":2}", options: JSONReadingOptions(duplicateNames: .firstWins)),
    accepts("{\"a\":1,\"a\":2}", options: JSONReadingOptions(duplicateNames: .lastWins)),
  ]

  @Test(arguments: names) func namesCases(_ syntax: SyntaxCase) { syntax.check() }

  @Test func amongManyNames() {
    let names = (0..<5000).map { "\"name \($0)\":0" }
    let distinct = Array(("{" + names.joined(separator: ",") + "}").utf8)
    #expect(verdict(of: distinct, options: Self.refused()).isAccepted)
    let start = "{" + names.joined(separator: ",") + ","
    let twice = Array((start + "\"name 77\":0}").utf8)
    #expect(
      verdict(of: twice, options: Self.refused()) == Verdict(.duplicateName, at: start.utf8.count))
  }

  /// Small objects are searched, large ones are indexed.
  @Test(arguments: [0, 1, 28, 29, 30, 31, 100])
  func policyChoosesTheMember(others: Int) throws {
    let fill = (0..<others).map { ",\"fill \($0)\":null" }.joined()
    let text = "{\"a\":1\(fill),\"\\u0061\":2,\"b\":3}"
    let lastWins = try JSONDocument(parsing: text).root
    #expect(try lastWins["a"]?.int() == 2)
    #expect(try lastWins[JSONPointer(tokens: ["a"])]?.int() == 2)
    let options = JSONReadingOptions(duplicateNames: .firstWins)
    let firstWins = try JSONDocument(parsing: text, options: options).root
    #expect(try firstWins["a"]?.int() == 1)
    for root in [lastWins, firstWins] {
      #expect(root.count == others + 3)
      #expect(try root.members().filter { $0.hasName("a") }.map { try $0.value.int() } == [1, 2])
      #expect(try root["b"]?.int() == 3)
    }
  }
}
