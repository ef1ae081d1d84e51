import Testing

@testable import RushJSONCore

/// Two members with one name: an error if the options say so, otherwise one of them by policy.
@Suite struct DuplicateNameTests {
  @Test func amongManyNames() {
    let names = (0..<5000).map { "\"name \($0)\":0" }
    let distinct = Array(("{" + names.joined(separator: ",") + "}").utf8)
    #expect(verdict(of: distinct, options: SyntaxTable.withoutDuplicates()).isAccepted)
    let start = "{" + names.joined(separator: ",") + ","
    let twice = Array((start + "\"name 77\":0}").utf8)
    #expect(
      verdict(of: twice, options: SyntaxTable.withoutDuplicates())
        == Verdict(.duplicateName, at: start.utf8.count))
  }

  /// Names that share a place in the table are found apart by their bytes, of which there may be as many or not.
  @Test func namesWithTheSameLowBitsOfTheirHash() {
    var names: [UInt64: [String]] = [:]
    for number in 0..<12_000 {
      let name = number % 3 == 0 ? "n\(number)" : "name \(number)"
      names[NameHash.hash(name) & 0xff_ffff, default: []].append(name)
    }
    for same in names.values where same.count > 1 {
      let text = "{" + same.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      #expect(
        verdict(of: Array(text.utf8), options: SyntaxTable.withoutDuplicates()) == .accepted)
    }
  }

  /// The time grows with the number of names, not with its square.
  @Test func aHundredThousandNames() {
    let names = (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",")
    let options = SyntaxTable.withoutDuplicates()
    #expect(verdict(of: Array("{\(names)}".utf8), options: options) == .accepted)
  }

  /// Small objects are searched, large ones are indexed.
  @Test(arguments: [0, 1, 28, 29, 30, 31, 100])
  func policyChoosesTheMember(others: Int) throws {
    let fill = (0..<others).map { ",\"fill \($0)\":null" }.joined()
    let text = "{\"a\":1\(fill),\"\\u0061\":2,\"b\":3}"
    let lastWins = try JSONDocument(parsing: text).root
    #expect(try lastWins["a"]?.int() == 2)
    #expect(try lastWins[JSONPointer(tokens: ["a"])]?.int() == 2)
    let options = JSONReadingOptions(duplicateNames: .keepFirst)
    let firstWins = try JSONDocument(parsing: text, options: options).root
    #expect(try firstWins["a"]?.int() == 1)
    for root in [lastWins, firstWins] {
      #expect(root.count == others + 3)
      #expect(try root.members().filter { $0.hasName("a") }.map { try $0.value.int() } == [1, 2])
      #expect(try root["b"]?.int() == 3)
    }
  }
}
