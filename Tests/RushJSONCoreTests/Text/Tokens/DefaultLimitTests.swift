import RushJSONCore
import Testing

/// The default options are part of the interface: what they are, and that readers keep to them.
@Suite struct DefaultLimitTests {
  @Test func defaults() {
    for options in [JSONReadingOptions(), .strict, .json5] {
      #expect(options.maximumDepth == 512)
      #expect(options.maximumLength == 8_589_934_592)
      #expect(options.maximumStringLength == 2_147_483_648)
      #expect(options.maximumNumberLength == 65_536)
      #expect(options.maximumCombiningMarks == 64)
      #expect(options.duplicateNames == .keepLast)
    }
    #expect(JSONReadingOptions.strict.leniencies == [])
  }

  private static func failure(_ text: String) -> JSONSyntaxError? {
    let bytes = Array(text.utf8)
    do throws(JSONSyntaxError) {
      try JSONDocument.validate(bytes)
      _ = try JSONDocument(parsing: bytes)
      _ = try RawJSON(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(Self.failure(nested(512)) == nil)
    #expect(Self.failure(nested(513)) == JSONSyntaxError(.tooDeep, at: 512))
  }

  @Test(arguments: ["", "-", "0."])
  func numberLength(_ start: String) {
    let digits = String(repeating: "1", count: 65_536 - start.utf8.count)
    #expect(Self.failure(start + digits) == nil)
    #expect(Self.failure("[" + start + digits + "]") == nil)
    #expect(Self.failure(start + digits + "1")?.kind == .numberTooLong)
    #expect(Self.failure("[" + start + digits + "1]")?.kind == .numberTooLong)
  }
}
