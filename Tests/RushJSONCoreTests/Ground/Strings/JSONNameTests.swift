import Testing

@testable import RushJSONCore

/// Names of members from literals, at every length around eight bytes.
@Suite struct JSONNameTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: JSONName
    /// The same name as a macro writes it, if it may.
    let prepared: JSONName?
    let text: String
    /// Whether a string may be equal to the name although its bytes differ.
    var mayHaveEquivalents = false

    var testDescription: String { text }
  }

  static let rows = [
    Row(name: "", prepared: JSONName(prepared: #","":"#), text: ""),
    Row(name: "a", prepared: JSONName(prepared: #","a":"#), text: "a"),
    Row(name: "id", prepared: JSONName(prepared: #","id":"#), text: "id"),
    Row(name: "J:_", prepared: JSONName(prepared: #","J:_":"#), text: "J:_"),
    Row(name: "L<a", prepared: nil, text: "L<a"),
    Row(name: "seventy", prepared: JSONName(prepared: #","seventy":"#), text: "seventy"),
    Row(name: "eightieS", prepared: JSONName(prepared: #","eightieS":"#), text: "eightieS"),
    Row(name: "ninetieth", prepared: JSONName(prepared: #","ninetieth":"#), text: "ninetieth"),
    Row(
      name: "exactly sixteen.", prepared: JSONName(prepared: #","exactly sixteen.":"#),
      text: "exactly sixteen."),
    Row(
      name: "a name of more than 16", prepared: JSONName(prepared: #","a name of more than 16":"#),
      text: "a name of more than 16"),
    Row(name: "\u{0}\u{1}\u{7f}", prepared: nil, text: "\u{0}\u{1}\u{7f}"),
    Row(name: "K", prepared: nil, text: "K", mayHaveEquivalents: true),
    Row(name: ";a", prepared: nil, text: ";a", mayHaveEquivalents: true),
    Row(name: "a`b", prepared: nil, text: "a`b", mayHaveEquivalents: true),
    Row(name: "sevK_y_", prepared: nil, text: "sevK_y_", mayHaveEquivalents: true),
    Row(name: "Keight__", prepared: nil, text: "Keight__", mayHaveEquivalents: true),
    Row(name: "eight__K", prepared: nil, text: "eight__K", mayHaveEquivalents: true),
    Row(name: "eight___;", prepared: nil, text: "eight___;", mayHaveEquivalents: true),
    Row(name: "K is first", prepared: nil, text: "K is first", mayHaveEquivalents: true),
    Row(
      name: "a ; of more than 16", prepared: nil, text: "a ; of more than 16",
      mayHaveEquivalents: true),
    Row(name: "é", prepared: nil, text: "é", mayHaveEquivalents: true),
    Row(name: "12 bytes + é", prepared: nil, text: "12 bytes + é", mayHaveEquivalents: true),
    Row(
      name: "16 bytes and ; 1", prepared: nil, text: "16 bytes and ; 1", mayHaveEquivalents: true),
  ]

  @Test(arguments: rows)
  func nameIsItsText(_ row: Row) {
    for name in [row.name, row.prepared].compactMap({ $0 }) {
      #expect(name.description == row.text)
      #expect(name.count == row.text.utf8.count)
      #expect(name.mayHaveEquivalents == row.mayHaveEquivalents)
      #expect(name.bit == row.name.bit && name.bit.nonzeroBitCount == 1)
    }
    #expect(!row.name.isPrepared)
    #expect(row.prepared?.isPrepared != false)
  }

  /// Otherwise a bit does not tell names apart.
  @Test func namesThatDifferInOneByteMostlyHaveOtherBits() {
    #expect(Set(Self.rows.map(\.name.bit)).count > Self.rows.count / 2)
    #expect(JSONName("aa").bit != JSONName("ab").bit)
    #expect(JSONName("aa").bit != JSONName("ba").bit)
    #expect(JSONName("aa").bit != JSONName("aaa").bit)
    #expect(JSONName("axa").bit != JSONName("aya").bit)
    #expect(JSONName("axyza").bit == JSONName("azyxa").bit)
  }
}
