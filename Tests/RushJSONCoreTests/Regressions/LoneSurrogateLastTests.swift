import RushJSONCore
import Testing

/// A high surrogate at the very end of a string was not replaced but kept as six characters.
@Suite struct LoneSurrogateLastTests {
  @Test(arguments: ["\\ud800", "a\\udbff", "\\udc00\\ud83d", "\\ud83d\\ude00\\ud800"])
  func isReplaced(_ escaped: String) throws {
    let options = JSONReadingOptions(leniencies: .loneSurrogates)
    let root = try JSONDocument(parsing: "{\"\(escaped)\":\"\(escaped)\"}", options: options).root
    let member = try #require(try root.members().first { _ in true })
    let text = try member.value.string()
    #expect(text.unicodeScalars.last == "\u{fffd}")
    #expect(!text.contains("\\"))
    #expect(member.name == text)
    #expect(root[text] != nil)
  }
}
