import RushJSONCore
import Testing

/// Exponents of 18 digits and more, where the point of the number moves them over a power of ten.
@Suite struct LongExponentTests {
  private static let equal = [
    ("10e999999999999999999", "1e1000000000000000000"),
    ("0.1e1000000000000000000", "1e999999999999999999"),
    ("10e1999999999999999999", "1e2000000000000000000"),
    ("0.1e2000000000000000000", "1e1999999999999999999"),
    ("10e9999999999999999999", "1e10000000000000000000"),
    ("0.1e10000000000000000000", "1e9999999999999999999"),
    ("10e+99999999999999999999", "1e100000000000000000000"),
    ("10e8999999999999999999", "1e9000000000000000000"),
    ("10e-9000000000000000000", "1e-8999999999999999999"),
    ("10e-1000000000000000000", "1e-999999999999999999"),
    ("0.1e-999999999999999999", "1e-1000000000000000000"),
    ("10e-2000000000000000000", "1e-1999999999999999999"),
    ("0.1e-1999999999999999999", "1e-2000000000000000000"),
    ("10e-10000000000000000000", "1e-9999999999999999999"),
    ("0.1e-9999999999999999999", "1e-10000000000000000000"),
    ("0.0001e1000000000000000002", "1e999999999999999998"),
    ("1000e-1000000000000000002", "1e-999999999999999999"),
    ("1e0001000000000000000001", "1e1000000000000000001"),
    ("1e-0001000000000000000001", "1e-1000000000000000001"),
    ("0e1000000000000000000", "0"), ("0.0e-99999999999999999999", "0e5"),
  ]

  @Test(arguments: equal)
  func spellingsAreEqual(left: String, right: String) throws {
    for sign in ["", "-"] {
      let (a, b) = (try #require(JSONNumber(sign + left)), try #require(JSONNumber(sign + right)))
      #expect(a == b && a.hashValue == b.hashValue)
      #expect(!(a < b) && !(b < a))
    }
  }

  @Test func exponentsAreOrdered() throws {
    let magnitudes = [
      "999999999999999998", "999999999999999999", "1000000000000000000", "1000000000000000001",
      "1999999999999999999", "2000000000000000000", "2000000000000000001", "9999999999999999999",
      "10000000000000000000", "10000000000000000001", "20000000000000000000",
      "99999999999999999999999999999999999999", "100000000000000000000000000000000000000",
    ]
    let exponents = magnitudes.reversed().map { "-" + $0 } + ["-1", "0", "1"] + magnitudes
    // 2 × 10ⁿ is between its neighbours, whatever its spelling.
    for spelling in ["2e", "20e", "0.2e", "0.002e", "2000e"] {
      let numbers = try exponents.map { try #require(JSONNumber(spelling + $0)) }
      let negative = try exponents.map { try #require(JSONNumber("-" + spelling + $0)) }
      for i in numbers.indices {
        for j in numbers.indices {
          #expect((numbers[i] < numbers[j]) == (i < j), "\(numbers[i]) and \(numbers[j])")
          #expect((numbers[i] == numbers[j]) == (i == j), "\(numbers[i]) and \(numbers[j])")
          #expect((negative[i] < negative[j]) == (i > j), "\(negative[i]) and \(negative[j])")
        }
        #expect(negative[i] < numbers[i] && negative[i] != numbers[i])
      }
    }
  }
}
