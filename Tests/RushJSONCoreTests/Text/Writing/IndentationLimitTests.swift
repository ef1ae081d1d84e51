import Testing

@testable import RushJSONCore

/// Indented text of deep values, whose length is the square of their depth.
@Suite struct IndentationLimitTests {
  private static func nested(_ depth: Int) -> RawJSON {
    var value: RawJSON = 1
    for level in 0..<depth { value = level % 2 == 0 ? [value] : ["k": value] }
    return value
  }

  @Test func theDefaultDepthStopsIndentedText() throws {
    #expect(throws: JSONWritingError(.tooDeep(limit: 512))) {
      try Self.nested(513).jsonBytes(.pretty)
    }
    #expect(try Self.nested(512).jsonBytes(.pretty).count < 2 * 2 * 512 * 512)
  }

  @Test(arguments: [JSONWritingOptions.pretty, .foundationPretty])
  func theLengthStopsIndentedText(_ options: JSONWritingOptions) throws {
    var options = options
    options.maximumDepth = .max
    options.maximumLength = 1 << 16
    let value = Self.nested(20_000)
    #expect(throws: JSONWritingError(.tooLong(limit: 1 << 16))) { try value.jsonBytes(options) }
    #expect(throws: JSONWritingError(.tooLong(limit: 1 << 16))) {
      try value.writeJSON(options) { _ in }
    }
  }

  @Test func nothingIsIndentedBehindTheLimit() {
    var output = TextOutput(OutputBuffer(maximumLength: 1000), options: .pretty)
    output.depth = 1_000_000
    for _ in 0..<1000 {
      output.breakLine()
      output.buffer._checkInvariants()
    }
    #expect(output.buffer.count < 1 << 16)
  }

  @Test func descriptionsOfDeepTreesAreNotIndentedWithoutAnEnd() {
    let value = Self.nested(20_000)
    #expect(value.description.utf8.count == 10_000 * 2 + 10_000 * 6 + 1)
    #expect(value.debugDescription.utf8.count < 20_000 * 2 * 80)
  }
}
