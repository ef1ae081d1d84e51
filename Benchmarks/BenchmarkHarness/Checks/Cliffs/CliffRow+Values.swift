import Foundation

// Numbers, strings and the standard library's and Foundation's types.

extension CliffRow {
  static let integers = CliffRow(
    name: "integers",
    values: [
      .of("Int, 1 digit", [0, 7, 3]), .of("Int, 3 digits", [100, 999, 431], like: "Int, 1 digit"),
      .of("Int, 8 digits", [12_345_678, 99_999_999], like: "Int, 3 digits"),
      .of("Int, 13 digits", [1_732_500_000_123], like: "Int, 8 digits"),
      .of(
        "Int, 19 digits", [Int.max, Int.min], like: "Int, 13 digits",
        because:
          "a tree reads short integers in the grammar's loop, and longer ones by a call of the kernel"
      ),
      .of("Int, negative", [-1, -431], like: "Int, 13 digits"),
      .of("Int, written -0", [0], text: "-0", like: "Int, negative"),
      .of("Int, written 1.0", [1], text: "1.0", like: "Int, negative"),
      .of("Int, written 1e3", [1000], text: "1e3"),
      .of("Int8", [Int8(100), -7], like: "Int, 3 digits"),
      .of("UInt16", [UInt16(65_535), 1], like: "Int, 3 digits"),
      .of("Int32", [Int32.max, 5], like: "Int, 8 digits"),
      .of(
        "UInt64, 20 digits", [UInt64.max],
        because: "an Int64 does not hold it; a tree keeps its text"),
      .of("Bool", [true, false], like: "Int, 3 digits"),
    ])

  static let floatingPoint = CliffRow(
    name: "floating-point",
    values: [
      .of("Double 0.5", [0.5]), .of("Double 0.0", [0.0], text: "0.0", like: "Double 0.5"),
      .of("Double -0.0", [-0.0], text: "-0.0", like: "Double 0.5"),
      .of("Double 0", [0.0], text: "0", like: "Double 0.5"),
      .of("Double 12.99", [12.99, 4.50, 1099.95], like: "Double 0.5"),
      .of("Double -65.613617", [-65.613617, 43.420273], like: "Double 12.99"),
      .of("Double 1732500000.25", [1732500000.25], like: "Double -65.613617"),
      .of(
        "Double, 17 digits", [0.123456789012345678, 3.141592653589793], like: "Double -65.613617"),
      .of("Double 0.001157…, 17 digits", [0.0011574074074074073], like: "Double, 17 digits"),
      .of(
        "Double 17325000000e2", [1.7325e12], text: "17325000000e2",
        because: "a tree keeps the spelling of a number with an exponent"),
      .of(
        "Double 1.5e300", [1.5e300], text: "1.5e300",
        because: "an exponent beyond 22 needs the product of two words"),
      .of("Double 5e-324", [Double.leastNonzeroMagnitude], like: "Double 1.5e300"),
      .of(
        "Double, 40 digits", [0.1], text: "0.1000000000000000055511151231257827021181",
        because: "beyond 19 digits, the digits are compared with the value between two doubles"),
      .of("Float 0.5", [Float(0.5)], like: "Double 0.5"),
      .of("Float, 9 digits", [Float(0.1234567), 16_777_216], like: "Double, 17 digits"),
    ])

  private static let allocated = "the standard library allocates the string, as for Foundation"

  static let strings = CliffRow(
    name: "strings",
    values: [
      .of("String, 8 bytes", ["abcdefgh"]), .of("String, 0 bytes", [""], like: "String, 8 bytes"),
      .of("String, 15 bytes", ["abcdefghijklmno"], like: "String, 8 bytes"),
      .of("String, 16 bytes", ["abcdefghijklmnop"], because: allocated),
      .of("String, 100 bytes", [String(repeating: "a", count: 100)], because: allocated),
      .of("String, 15 bytes, Cyrillic", ["привет."], like: "String, 15 bytes"),
      .of("String, 100 bytes, Cyrillic", [String(repeating: "п", count: 50)], because: allocated),
      .of("String, 100 bytes, CJK", [String(repeating: "語", count: 33)], because: allocated),
      .of("String, emoji", ["👩‍👩‍👧‍👦🎉"]),
      .of(
        "String with a line feed", ["abc\ndef"], like: "String, 16 bytes",
        because: "the string is unescaped into memory of its own"),
      .of(
        "String, every character escaped", [String(repeating: "\"", count: 16)],
        because: "sixteen escapes in sixteen characters"),
      .of("String, \\u escapes", ["éééé"], text: #""\u00e9\u00e9\u00e9\u00e9""#),
      .of(
        "String, surrogate pairs", ["🎉🎉"], text: #""\ud83c\udf89\ud83c\udf89""#, because: allocated),
      .of("String in a struct", [Wrapped("a")]),
    ])

  private static let data24 =
    "Data(bytes:count:) alone takes 970 instructions: Foundation allocates twice"
  private static let url = "nearly all of it is URL(string:)"

  static let standardTypes = CliffRow(
    name: "standard types",
    values: [
      .of("UUID", [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 250))]),
      .of("Decimal 12.50", [Decimal(sign: .plus, exponent: -2, significand: 1250)]),
      .of(
        "Decimal, 19 digits", [Decimal(sign: .minus, exponent: -4, significand: Decimal(Int.max))]),
      .of(
        "Decimal, 31 digits", [Decimal(string: "1234567890123456789012345678.901") ?? 0],
        because: "beyond 19 digits, a Decimal is summed in two words"),
      .of("Data, 24 characters", [Data(repeating: 0x5a, count: 18)], because: data24),
      .of("Data, 4,000 characters", [Data(repeating: 0xa5, count: 3000)]),
      .of(
        "URL",
        [URL(filePath: "/"), URL(string: "https://example.com/a?b=c") ?? URL(filePath: "/")],
        because: url),
      .of("Double in a struct", [Wrapped(0.5)]),
      .of("Range of Int", [1..<5], because: "the standard library reads it by a container"),
      .of(
        "DateComponents", [DateComponents(year: 2026, month: 11)],
        because: "Foundation reads it by a container"),
    ])

  static let dates = CliffRow(
    name: "dates",
    values: [
      .of("Date …Z", [Date(timeIntervalSince1970: 1_732_500_000)]),
      .of(
        "Date +02:00", [Date(timeIntervalSince1970: 1_732_500_000)],
        text: #""2024-11-25T04:00:00+02:00""#, like: "Date …Z"),
      .of("Date before 1970", [Date(timeIntervalSince1970: -1_000_000_000)], like: "Date …Z"),
      .of(
        "Date in 1582", [Date(timeIntervalSince1970: -12_219_292_800)],
        because: "the calendar changes here, so Foundation reads and writes it"),
    ])

  private static let enumReason =
    "the standard library's init(from:) of a raw value asks a container, and we cannot tell it from a program's own"
  private static let payloadReason =
    "the standard library's allKeys takes 1,400 instructions, and what the compiler writes asks twice"

  static let enums = CliffRow(
    name: "enums",
    values: [
      .of("enum of String", [Mood.calm, .glad, .other], because: enumReason),
      .of("enum of Int", [Level.low, .high], because: enumReason),
      .of("enum of Int by a struct", [Wrapped(Level.low)], because: enumReason),
      .of("enum with a payload", [Shape.circle(radius: 1.5)], because: payloadReason),
      .of("enum with two payloads", [Shape.box(width: 1, height: 2)], because: payloadReason),
      .of("case without a payload", [Shape.none], because: payloadReason),
    ])
}

/// A struct around a value, coded by a single-value container.
private struct Wrapped<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

enum Mood: String, Codable, CodingKeyRepresentable { case calm, glad, other }

enum Level: Int, Codable { case low, high }

private enum Shape: Codable, Equatable {
  case none
  case circle(radius: Double)
  case box(width: Int, height: Int)
}
