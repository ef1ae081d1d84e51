import RushJSONCore
import Testing

@Suite struct RawJSONAccessorTests {
  // R9: strict and lossy, of every type.
  @Test func typedArrays() {
    let mixed: RawJSON = [1, 2.5, "3", true, nil, [1], ["a": 1], 300, -1]
    #expect(mixed.array(of: Int.self) == nil)
    #expect(mixed.lossyArray(of: Int.self) == [1, 300, -1])
    #expect(mixed.lossyArray(of: UInt8.self) == [1])
    #expect(mixed.lossyArray(of: Int8.self) == [1, -1])
    #expect(mixed.lossyArray(of: Double.self) == [1, 2.5, 300, -1])
    #expect(mixed.lossyArray(of: Float.self) == [1, 2.5, 300, -1])
    #expect(mixed.lossyArray(of: String.self) == ["3"])
    #expect(mixed.lossyArray(of: Bool.self) == [true])
    #expect(mixed.lossyArray(of: [Int].self) == [[1]])
    #expect(mixed.lossyArray(of: [String: Int].self) == [["a": 1]])
    #expect(mixed.lossyArray(of: JSONNumber.self) == [1, 2.5, 300, -1])
    #expect(mixed.lossyArray(of: RawJSON.Array.self) == [[1]])
    #expect(mixed.lossyArray(of: RawJSON.Object.self) == [["a": 1]])
    #expect(mixed.lossyArray(of: String?.self) == ["3", nil])
    #expect(mixed.array(of: RawJSON.self) == mixed.arrayValue)
    #expect(([1, nil, 3] as RawJSON).array(of: Int?.self) == [1, nil, 3])
    #expect(([[1], []] as RawJSON).array(of: [Int].self) == [[1], []])
    #expect(("x" as RawJSON).array(of: Int.self) == nil)
    #expect(("x" as RawJSON).lossyArray(of: Int.self) == nil)
  }

  @Test func typedDictionaries() {
    let value: RawJSON = ["a": 1, "b": "x", "c": 3]
    #expect(value.dictionary(of: Int.self) == nil)
    #expect(value.lossyDictionary(of: Int.self) == ["a": 1, "c": 3])
    #expect((["a": 1] as RawJSON).dictionary(of: Int.self) == ["a": 1])
    #expect(([] as RawJSON).dictionary(of: Int.self) == nil)
    #expect(([] as RawJSON).lossyDictionary(of: Int.self) == nil)
  }

  @Test func otherNumbers() {
    #expect((255 as RawJSON).integerValue(UInt8.self) == 255)
    #expect((256 as RawJSON).integerValue(UInt8.self) == nil)
    #expect((0.1 as RawJSON).floatValue == 0.1)
    #expect((1e300 as RawJSON).floatValue == nil)
    #expect(
      RawJSON.number(JSONNumber("170141183460469231731687303715884105727") ?? 0)
        .integerValue(Int128.self) == .max)
    #expect(Int(rawJSON: "1") == nil)
    #expect(Int(rawJSON: 1e2) == 100)
  }

  static let lenient: [(RawJSON, bool: Bool?, int: Int?, double: Double?, string: String?)] = [
    (true, true, 1, 1, "true"), (false, false, 0, 0, "false"), (1, true, 1, 1, "1"),
    (0, false, 0, 0, "0"), (2, nil, 2, 2, "2"), (1.5, nil, nil, 1.5, "1.5"),
    ("TRUE", true, nil, nil, "TRUE"), ("yes", true, nil, nil, "yes"),
    ("No", false, nil, nil, "No"), ("1", true, 1, 1, "1"), ("0", false, 0, 0, "0"),
    ("12.0", nil, 12, 12, "12.0"), ("1e400", nil, nil, nil, "1e400"), (" 1", nil, nil, nil, " 1"),
    ("01", nil, nil, nil, "01"), ("", nil, nil, nil, ""), (nil, nil, nil, nil, nil),
    ([1], nil, nil, nil, nil), ([:], nil, nil, nil, nil),
  ]

  @Test(arguments: lenient)
  func coercions(_ value: RawJSON, bool: Bool?, int: Int?, double: Double?, string: String?) {
    #expect(value.lenientBool == bool)
    #expect(value.lenientInt == int)
    #expect(value.lenientDouble == double)
    #expect(value.lenientString == string)
  }

  @Test func lenientNumbersKeepTheirDigits() {
    let values: [RawJSON] = ["1.10", true, 7, "x", nil]
    #expect(values.map { $0.lenientNumber?.text } == ["1.10", "1", "7", nil, nil])
  }

  @Test func lenientArrays() {
    #expect(([1, 2] as RawJSON).lenientArray == [1, 2])
    #expect(("a" as RawJSON).lenientArray == ["a"])
    #expect((nil as RawJSON).lenientArray == [])
  }
}

extension RawJSONAccessorTests {
  @Test(
    arguments: [
      (1.5, "1.5"), ("-12e3", "-12e3"), (true, "1"), (false, "0"), ("1 ", nil), ("", nil),
      (nil, nil), ([1], nil),
    ] as [(RawJSON, String?)])
  func lenientNumber(value: RawJSON, text: String?) {
    #expect(value.lenientNumber?.text == text)
  }
}
