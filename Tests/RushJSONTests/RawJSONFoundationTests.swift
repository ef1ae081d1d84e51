import Foundation
import RushJSON
import Testing

@Suite struct RawJSONFoundationTests {
  static let decimals: [(String, String?)] = [
    ("0", "0"), ("-0", "0"), ("1.10", "1.1"), ("-12.5e3", "-12500"), ("1e-10", "0.0000000001"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("0.1000000000000000000000000000000000000000000000", "0.1"),
    // 40 digits, and exponents out of range.
    ("1234567890123456789012345678901234567890.5", nil), ("1e400", nil), ("1e-400", nil),
    ("0.1234567890123456789012345678901234567890123", nil),
  ]

  @Test(arguments: decimals)
  func asDecimal(_ text: String, _ decimal: String?) throws {
    let value = try RawJSON(parsing: text)
    #expect(value.decimalValue == decimal.flatMap { Decimal(string: $0) })
    if let decimal = value.decimalValue { #expect(RawJSON.decimal(decimal) == value) }
  }

  /// The decoder agrees with `decimalValue`, and drops digits or throws where that is `nil`.
  @Test(arguments: [
    ("19.90", "19.9"), ("1.10", "1.1"), ("-0", "0"), ("1e127", "1e127"), ("1e-128", "1e-128"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
  ])
  func decoderAgreesWithDecimalValue(text: String, decimal: String) throws {
    let value = try #require(Decimal(string: decimal))
    #expect(try RawJSON(parsing: text).decimalValue == value)
    #expect(try RushJSONDecoder().decode([Decimal].self, from: "[\(text)]") == [value])
    #expect(try JSONDecoder().decode([Decimal].self, from: Data("[\(text)]".utf8)) == [value])
  }

  @Test(arguments: [
    "0.1234567890123456789012345678901234567890123", "12345678901234567890.123456789012345678901",
    "340282366920938463463374607431768211456", "1234567890123456789012345678901234567890.5",
    "1e128", "1e-129", "1e400", "-1e-400",
  ])
  func decoderDropsDigitsAsFoundationDoesWhereDecimalValueIsNil(text: String) throws {
    #expect(try RawJSON(parsing: text).decimalValue == nil)
    #expect(JSONNumber(text)?.decimal == nil)
    let data = Data("[\(text)]".utf8)
    let ours = Result { try RushJSONDecoder().decode([Decimal].self, from: data) }
    let foundations = Result { try JSONDecoder().decode([Decimal].self, from: data) }
    switch (ours, foundations) {
    case (.success(let left), .success(let right)): #expect(left == right)
    case (.failure, .failure): #expect(text.contains("e"))
    default: Issue.record("\(ours), \(foundations)")
    }
  }

  @Test func decimalsOfNothing() {
    #expect(("1" as RawJSON).decimalValue == nil)
    #expect(RawJSON.number(Double.nan).decimalValue == nil)
    #expect(RawJSON.number(Double.infinity).decimalValue == nil)
    #expect(!JSONNumber(Decimal.nan).isFinite)
  }

  @Test func strings() throws {
    let id = UUID()
    let value: RawJSON = [
      "url": "https://example.org/a?b=c", "id": .string(id.uuidString), "data": "AQID/w==", "n": 1,
    ]
    #expect(value["url"]?.urlValue == URL(string: "https://example.org/a?b=c"))
    #expect(value["id"]?.uuidValue == id)
    #expect(value["data"]?.dataValue == Data([1, 2, 3, 255]))
    for name in ["url", "n"] {
      #expect(value[name]?.uuidValue == nil)
      #expect(value[name]?.dataValue == nil)
    }
    let moment: RawJSON = "2026-11-21T10:12:13.5Z"
    #expect(moment.dateValue == Date(timeIntervalSince1970: 1_795_255_933.5))
    #expect((1_795_255_933 as RawJSON).dateValue == nil)
    #expect((1_795_255_933.5 as RawJSON).date(.unix(.seconds)) == moment.dateValue)
    #expect(("21.11.2026" as RawJSON).dateValue == nil)
    #expect(RawJSON.null.dateValue == nil)
    #expect(value["n"]?.urlValue == nil)
    #expect(("" as RawJSON).urlValue == nil)
    #expect(("AQID/w" as RawJSON).dataValue == nil)
    #expect(([.string(id.uuidString), 1] as RawJSON).lossyArray(of: UUID.self) == [id])
    #expect((["AQ==", "Ag=="] as RawJSON).array(of: Data.self) == [Data([1]), Data([2])])
    #expect(([1, 0.1] as RawJSON).array(of: Decimal.self) == [1, Decimal(1) / 10])
    #expect((["a:b"] as RawJSON).array(of: URL.self)?.count == 1)
  }

  @Test func valuesGoIntoTrees() throws {
    let (id, data) = (UUID(), Data([1, 2]))
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let price = try #require(Decimal(string: "1.10"))
    var tree: RawJSON = [:]
    tree["id"] = id
    tree["list"] = [data]
    tree["url"] = url
    tree["price"] = price
    #expect(
      tree == [
        "id": .string(id.uuidString), "list": ["AQI="], "url": "https://example.org/a?b=c",
        "price": 1.1,
      ])
    #expect(tree["id"]?.uuidValue == id && tree["url"]?.urlValue == url)
    #expect(tree["list"]?[0]?.dataValue == data && tree["price"]?.decimalValue == price)
  }

  @Test func reading() throws {
    let text = #"{"a":[1,2.50,"a string that is longer than others"]}"#
    #expect(try RawJSON(parsing: Data(text.utf8)).description == text)
    // A slice, whose indices do not begin at 0.
    #expect(try RawJSON(parsing: Data("xx\(text)".utf8).dropFirst(2)).description == text)
    #expect(throws: JSONSyntaxError(.emptyText, at: 0)) { try RawJSON(parsing: Data()) }
  }
}
