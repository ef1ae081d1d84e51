import RushJSONCore
import Testing

/// A decoder reads one text after the other into the same tape. The word for the index of a document
/// once lay after the last record, where the next text overwrote it before it was released.
@Suite struct ReusedTapeTests {
  @Test func textsGrow() throws {
    let decoder = RushJSONCoreDecoder()
    for count in 0..<300 {
      let numbers = (0..<count).map { $0 * 7 % 50 }
      #expect(try decoder.decode([Int].self, from: "\(numbers)") == numbers)
    }
  }

  /// A look-up among many members makes an index, which the decoding must release.
  @Test func textsHaveIndexes() throws {
    let decoder = RushJSONCoreDecoder()
    for count in [40, 1, 400, 2, 40, 4000, 33] {
      let members = (0..<count).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
      let last = count - 1
      let pointer = try JSONPointer("/n\(last)")
      #expect(try decoder.decode(Int.self, from: "{\(members)}", at: pointer) == last)
    }
  }

  /// A text that ends too early does not go on with what the decoder has read before.
  @Test(arguments: [JSONReadingOptions.strict, .json5])
  func textsEndTooEarly(_ options: JSONReadingOptions) throws {
    let decoder = RushJSONCoreDecoder()
    decoder.readingOptions = options
    let text = "[1,2,3,[4,5],6,7,8,9,10,11]"
    let tree = try RawJSON(parsing: text)
    for cut in 0..<text.utf8.count {
      #expect(try decoder.decode(RawJSON.self, from: text) == tree)
      #expect(throws: DecodingError.self) {
        try decoder.decode(RawJSON.self, from: String(text.prefix(cut)))
      }
    }
  }
}
