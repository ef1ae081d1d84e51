import CorpusGenerator
import RushJSONCore
import Testing

/// Names in nested objects, where duplicates are refused, against a set of names for each object.
@Suite struct RefusedDuplicateTests {
  @Test(arguments: PropertySeed.all(count: 20))
  func firstDuplicateIsFound(_ seed: PropertySeed) {
    var random = SeededGenerator(seed: seed.value)
    let options = JSONReadingOptions(duplicateNames: .refuse)
    for _ in 0..<30 {
      var text = RandomObjects(variety: Int.random(in: 2...3000, using: &random))
      text.addObject(depth: 0, using: &random)
      let expected = text.duplicate.map { JSONSyntaxError(.duplicateName, at: $0) }
      let found = SkippingTests.refusalOfParser(text.bytes, options: options)
      #expect(found == expected, "\(visible(text.bytes))")
      #expect(SkippingTests.refusal([text.bytes[...]], options: options) == expected)
    }
  }

  /// The same name in each of many objects inside each other is no duplicate.
  @Test func nestedNamesAreDifferent() {
    let options = JSONReadingOptions(duplicateNames: .refuse)
    let depth = 500
    let nested = String(repeating: "{\"a\":", count: depth) + "0"
    let end = String(repeating: ",\"b\":0}", count: depth)
    #expect(SkippingTests.refusalOfParser(Array((nested + end).utf8), options: options) == nil)
    let twice = nested + String(repeating: ",\"b\":0}", count: depth - 1)
    #expect(
      SkippingTests.refusalOfParser(Array((twice + ",\"\\u0061\":0}").utf8), options: options)
        == JSONSyntaxError(.duplicateName, at: twice.utf8.count + 1))
  }

  private struct RandomObjects {
    let variety: Int
    var bytes: [UInt8] = []
    /// Where the first name is that its object has already.
    var duplicate: Int?

    init(variety: Int) { self.variety = variety }

    mutating func addObject(depth: Int, using random: inout SeededGenerator) {
      var names: Set<String> = []
      bytes.append(UInt8(ascii: "{"))
      for position in 0..<Int.random(in: 0...(depth == 0 ? 60 : 12), using: &random) {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        let number = Int.random(in: 0..<variety, using: &random)
        let name =
          number == 0
          ? ""
          : String(number, radix: 36)
            + (number % 7 == 0 ? "-long enough to be hashed by words" : "")
        if !names.insert(name).inserted, duplicate == nil { duplicate = bytes.count }
        bytes += Self.spelled(name, using: &random).utf8
        bytes.append(UInt8(ascii: ":"))
        if depth < 5, Int.random(in: 0..<4, using: &random) == 0 {
          addObject(depth: depth + 1, using: &random)
        } else {
          bytes.append(UInt8(ascii: "1"))
        }
      }
      bytes.append(UInt8(ascii: "}"))
    }

    /// A name in quotes, sometimes with its first letter as an escape.
    private static func spelled(_ name: String, using random: inout SeededGenerator) -> String {
      guard let first = name.utf8.first, Int.random(in: 0..<5, using: &random) == 0 else {
        return "\"\(name)\""
      }
      let digits = String(first, radix: 16)
      return "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        + name.dropFirst() + "\""
    }
  }
}
