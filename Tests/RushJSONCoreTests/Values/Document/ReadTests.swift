import RushJSONCore
import Testing

/// Typed reads: the exact value, or an error with its reason and place.
@Suite struct ReadTests {
  /// The results for one text; `nil` where the number is not representable.
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    var int: Int?
    var uint64: UInt64?
    var int8: Int8?
    var int128: Int128?
    var double: Double?
    var float: Float?

    var testDescription: String { text }

    init(
      _ text: String, int: Int? = nil, uint64: UInt64? = nil, int8: Int8? = nil,
      int128: Int128? = nil, double: Double? = nil, float: Float? = nil
    ) {
      self.text = text
      self.int = int
      self.uint64 = uint64
      self.int8 = int8
      self.int128 = int128
      self.double = double
      self.float = float
    }

    init(_ text: String, small value: Int8) {
      self.init(
        text, int: Int(value), uint64: UInt64(exactly: value), int8: value, int128: Int128(value),
        double: Double(value), float: Float(value))
    }
  }

  static let numbers: [Row] = [
    Row("0", small: 0), Row("1", small: 1), Row("-1", small: -1), Row("127", small: 127),
    Row("-128", small: -128), Row("1.0", small: 1), Row("1e2", small: 100), Row("10e-1", small: 1),
    Row("-1.20e1", small: -12), Row("0.0", small: 0), Row("0e999999999999", small: 0),
    Row("100000000000000000000000e-22", small: 10),
    Row("-0", int: 0, uint64: 0, int8: 0, int128: 0, double: -0.0, float: -0.0),
    Row("-0.0e5", int: 0, uint64: 0, int8: 0, int128: 0, double: -0.0, float: -0.0),
    Row("128", int: 128, uint64: 128, int128: 128, double: 128, float: 128),
    Row("-129", int: -129, int128: -129, double: -129, float: -129),
    Row(
      "9007199254740993", int: 9_007_199_254_740_993, uint64: 9_007_199_254_740_993,
      int128: 9_007_199_254_740_993, double: 9_007_199_254_740_992, float: 9_007_199_254_740_992),
    Row(
      "9007199254740993.0", int: 9_007_199_254_740_993, uint64: 9_007_199_254_740_993,
      int128: 9_007_199_254_740_993, double: 9_007_199_254_740_992, float: 9_007_199_254_740_992),
    Row(
      "9223372036854775807", int: .max, uint64: 1 << 63 - 1, int128: 1 << 63 - 1, double: 0x1p63,
      float: 0x1p63),
    Row(
      "9223372036854775808", uint64: 1 << 63, int128: 1 << 63, double: 0x1p63, float: 0x1p63),
    Row("-9223372036854775808", int: .min, int128: -1 << 63, double: -0x1p63, float: -0x1p63),
    Row("-9223372036854775809", int128: -1 << 63 - 1, double: -0x1p63, float: -0x1p63),
    Row("18446744073709551615", uint64: .max, int128: 1 << 64 - 1, double: 0x1p64, float: 0x1p64),
    Row("18446744073709551616", int128: 1 << 64, double: 0x1p64, float: 0x1p64),
    Row("-18446744073709551615", int128: 1 - 1 << 64, double: -0x1p64, float: -0x1p64),
    Row(
      "170141183460469231731687303715884105727", int128: .max, double: 0x1p127, float: 0x1p127),
    Row(
      "-170141183460469231731687303715884105728", int128: .min, double: -0x1p127, float: -0x1p127),
    Row("170141183460469231731687303715884105728", double: 0x1p127, float: 0x1p127),
    Row("0.5", double: 0.5, float: 0.5), Row("-2.5", double: -2.5, float: -2.5),
    Row("1e-1", double: 0.1, float: 0.1), Row("0.1", double: 0.1, float: 0.1),
    Row("1.0000000000000001", double: 1, float: 1),
    Row("5e-324", double: .leastNonzeroMagnitude, float: 0),
    Row("1e-999", double: 0, float: 0), Row("-1e-999", double: -0.0, float: -0.0),
    Row("1.7976931348623157e308", double: .greatestFiniteMagnitude),
    Row("3.4028234663852886e38", double: 3.4028234663852886e38, float: .greatestFiniteMagnitude),
    Row("3.5e38", double: 3.5e38), Row("1e39", double: 1e39), Row("1e309"), Row("-1e309"),
    Row("1.7976931348623159e308"), Row("1e99999999999999999999"),
    // Halfway between two Floats for a Double of it, but not itself.
    Row("1.00000005960464477539062500001", double: 1.000000059604644775390625, float: 0x1.000002p0),
  ]

  /// The members that are read: at the end of the text, and before much more.
  static func values(_ text: String) throws -> [JSONDocument.Value] {
    let wide = "{\"v\":\(text),\"w\":[\(Array(repeating: "0", count: 30).joined(separator: ","))]}"
    return [try JSONDocument(parsing: text).root]
      + [try #require(try JSONDocument(parsing: wide).root["v"])]
  }

  @Test(arguments: numbers)
  func numberReads(_ row: Row) throws {
    for value in try Self.values(row.text) {
      #expect(value.kind == .number)
      #expect(try value.number().text == row.text)
      try expect(value, row.text, "Int", row.int, value.int)
      try expect(value, row.text, "Int64", row.int.map(Int64.init), value.int64)
      try expect(value, row.text, "UInt64", row.uint64, value.uint64)
      try expect(value, row.text, "Int8", row.int8) { try value.integer(as: Int8.self) }
      try expect(value, row.text, "Int128", row.int128) { try value.integer() }
      try expect(value, row.text, "Double", row.double, value.double)
      try expect(value, row.text, "Float", row.float, value.float)
      if let double = row.double {
        #expect(try value.double().sign == double.sign)
        if row.float != nil { #expect(try value.float().sign == double.sign) }
      }
    }
  }

  private func expect<T: Equatable>(
    _ value: JSONDocument.Value, _ text: String, _ type: String, _ expected: T?,
    _ read: () throws -> T
  ) throws {
    if let expected {
      #expect(try read() == expected)
      return
    }
    let error = #expect(throws: JSONValueError.self) { try read() }
    #expect(error?.kind == .notRepresentable(number: text, type: type))
    #expect(error?.pointer == value.pointer)
    #expect(error?.offset == value.offset)
  }

  static let kinds: [(text: String, kind: JSONKind)] = [
    ("null", .null), ("true", .bool), ("false", .bool), ("1", .number), ("1.5", .number),
    ("\"1\"", .string), ("\"true\"", .string), ("[1]", .array), ("[]", .array),
    ("{\"a\":1}", .object),
  ]

  /// Nothing is converted: a string of digits is not a number, and 1 is not `true`.
  @Test(arguments: kinds.indices)
  func wrongKind(_ index: Int) throws {
    let (text, kind) = Self.kinds[index]
    let root = try JSONDocument(parsing: "{\"a~/\": [0, \(text)]}").root
    let value = try #require(root["a~/"]?[1])
    func check<T>(_ expected: JSONKind, _ read: () throws -> T) throws {
      if kind == expected {
        _ = try read()
        return
      }
      let error = #expect(throws: JSONValueError.self) { _ = try read() }
      #expect(error?.kind == .wrongKind(expected: expected, found: kind))
      #expect(error?.pointer.description == "/a~0~1/1")
      #expect(error?.offset == 12)
    }
    try check(.bool, value.bool)
    try check(.number, value.number)
    try check(.number, value.double)
    try check(.number, value.float)
    if text != "1.5" { try check(.number, value.int) }
    try check(.string, value.string)
    try check(.string) { try value.withUTF8 { $0.count } }
    try check(.array, value.elements)
    try check(.object, value.members)
    #expect(value.hasString("1") == (text == "\"1\""))
  }

  @Test func booleans() throws {
    #expect(try JSONDocument(parsing: "true").root.bool())
    #expect(try !JSONDocument(parsing: "false").root.bool())
  }

  /// A cursor gives integers without reading their text again.
  @Test(arguments: [
    ("0", 0), ("-1", -1), ("-5", -5), ("9223372036854775807", Int64.max),
    ("-9223372036854775807", -.max), ("-9223372036854775808", .min), ("9223372036854775808", nil),
    ("-9223372036854775809", nil), ("-0", nil), ("1.0", nil), ("1e2", nil),
  ])
  func integersOfACursor(_ text: String, _ expected: Int64?) throws {
    // Alone, and where the fast pass reads it.
    let zeros = String(repeating: "0,", count: 20)
    for whole in [text, "[\(zeros)\(text)]", "[\(zeros)\(text),\(zeros)0]"] {
      var cursor = try JSONDocument(parsing: whole).cursor()
      var found: [Int64?] = []
      while cursor.advance() {
        if cursor.kind == .number { found.append(cursor.int64) }
      }
      let index = whole == text ? 0 : 20
      #expect(found[index] == expected, "\(whole)")
    }
  }

  @Test(arguments: [
    ("NaN", Double.nan), ("-NaN", .nan), ("Infinity", .infinity), ("-Infinity", -.infinity),
  ])
  func numbersThatAreNotFinite(_ text: String, _ expected: Double) throws {
    let options = JSONReadingOptions(leniencies: .nonFiniteNumbers)
    let root = try JSONDocument(parsing: text, options: options).root
    let decoder = RushJSONCoreDecoder()
    decoder.readingOptions = options
    let values = [
      try root.double(), Double(try root.float()), try decoder.decode(Double.self, from: text),
      Double(try decoder.decode(Float.self, from: text)),
    ]
    for value in values { #expect(value == expected || value.isNaN && expected.isNaN) }
  }
}
