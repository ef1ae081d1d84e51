import RushJSONCore
import Testing

/// The line of an error after a value that was skipped: the kernel counts the lines of most of its blocks, and the
/// reader those of the others.
@Suite struct SkippedLineTests {
  private static let parts = [
    "1,\n", "\n", "[2],", "\"a\\n\",", "\"é\",\n", "{\"k\":\n1},",
    "\"\(String(repeating: "b", count: 200))\",",
    "\"\\ud83d\\ude00\\\"\",\n", "   ", "\r\n", "-1.5e3,", "\r",
  ]

  @Test(arguments: PropertySeed.all(count: 4))
  func isThatOfTheWholeText(_ seed: PropertySeed) throws {
    var random = NumberSamples.Bits(seed: seed.value)
    for _ in 0..<100 {
      var text = "[\n["
      var depth = 0
      for _ in 0..<Int.random(in: 1...400, using: &random) {
        let part = Self.parts.randomElement(using: &random) ?? ""
        text += String(repeating: part, count: Int.random(in: 1...6, using: &random))
        // The kernel tracks a number of open containers, and is called again for more.
        if Int.random(in: 0..<8, using: &random) == 0, depth < 400 {
          let more = Int.random(in: 1...100, using: &random)
          depth += more
          text += (0..<more).map { _ in Bool.random(using: &random) ? "[\n" : "[" }.joined()
        }
      }
      text += "0\(String(repeating: "]\n", count: depth))],@]"
      let bytes = Array(text.utf8)
      let expected = SkippingTests.refusalOfParser(bytes, options: .strict)
      let cut = Int.random(in: 3...bytes.count, using: &random)
      for chunks in [[bytes[...]], [bytes[..<cut], bytes[cut...]]] {
        var reader = JSONEventReader()
        var isPassed = false
        do throws(JSONStreamError) {
          for chunk in chunks {
            reader.feed(chunk)
            if chunk.startIndex == 0 { _ = try reader.next() }
            if !isPassed { isPassed = try reader.skipValue() }
          }
          while try reader.next() != nil {}
          Issue.record("no error, \(seed)")
        } catch {
          #expect(error.syntaxError == expected)
          #expect(error.location == expected?.location(in: bytes.span), "\(seed)")
        }
      }
    }
  }
}
