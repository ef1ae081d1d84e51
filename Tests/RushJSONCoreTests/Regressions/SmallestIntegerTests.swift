import RushJSONCore
import Testing

/// Swift 6.2 took the limit of negative integers, `1 &<< 63`, for an `Int`, which is negative, so no negative
/// integer was an integer to a cursor.
@Suite struct SmallestIntegerTests {
  /// The place decides which pass reads the number: the careful one near the ends, or the fast one.
  @Test(arguments: [0, 1, 40, 10_000])
  func cursorGivesNegativeIntegers(padding: Int) throws {
    let space = String(repeating: " ", count: padding)
    for value in [-1, -123, -12_345_678_901_234_567, Int64.min + 1, .min] {
      var cursor = try JSONDocument(parsing: "\(space)[\(value)]\(space)").cursor()
      _ = cursor.advance()
      _ = cursor.advance()
      #expect(cursor.int64 == value)
      #expect(cursor.double == Double(value))
    }
  }

  @Test func cursorRefusesIntegersBelowInt64() throws {
    for text in ["-9223372036854775809", "-0", "-18446744073709551615"] {
      var cursor = try JSONDocument(parsing: text).cursor()
      _ = cursor.advance()
      #expect(cursor.int64 == nil)
    }
  }

  @Test func numberIsExactAtTheEndsOfInt64() throws {
    for value in [Int64.min, .min + 1, -1, .max] {
      #expect(JSONNumber("\(value)")?.int64 == value)
      #expect(JSONNumber("\(value)")?.exactly(Int128.self) == Int128(value))
    }
    #expect(JSONNumber("-9223372036854775809")?.int64 == nil)
    #expect(JSONNumber("-9223372036854775809")?.exactly(Int128.self) == Int128(Int64.min) - 1)
  }

  @Test func timestampReadsTheEarliestSecond() throws {
    let format = JSONDateFormat.unix(.seconds)
    #expect(try format.parse("\(Int64.min)") == JSONTimestamp(seconds: .min))
    #expect(throws: (any Error).self) { try format.parse("-9223372036854775809") }
  }
}
