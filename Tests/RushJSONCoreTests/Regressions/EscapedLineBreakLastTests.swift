import RushJSONCore
import Testing

/// An escaped carriage return at the very end of a string kept its backslash, as Foundation's grammar reads it.
@Suite struct EscapedLineBreakLastTests {
  /// JSON5 leaves it out.
  @Test(arguments: ["\r", "\n", "\r\n", "a\r"])
  func isLeftOut(_ text: String) throws {
    let first = text.hasPrefix("a") ? "a" : ""
    let escaped = "'\(first)\\\(text.dropFirst(first.count))'"
    let root = try JSONDocument(parsing: "{\(escaped):\(escaped)}", options: .json5).root
    let member = try #require(try root.members().first { _ in true })
    #expect(try member.value.string() == first)
    #expect(member.name == first)
  }

  @Test(arguments: ["\r", "\n", "\r\n", "a\r"])
  func standsForItself(_ text: String) throws {
    let first = text.hasPrefix("a") ? "a" : ""
    let escaped = "'\(first)\\\(text.dropFirst(first.count))'"
    let root = try JSONDocument(parsing: "{\(escaped):\(escaped)}", options: .foundationJSON5).root
    let member = try #require(try root.members().first { _ in true })
    #expect(Array(try member.value.string().utf8) == Array(text.utf8))
    #expect(Array(member.name.utf8) == Array(text.utf8))
  }
}
