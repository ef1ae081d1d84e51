import CorpusGenerator
import Testing

@testable import RushJSONCore

/// Every kernel finds the numbers that the full scan finds, and leaves the rest to it.
@Suite struct NumberKernelTests {
  private static let kernels = BlockKernel.available.filter(\.readsNumbers)

  /// The parts of a number that fill the text.
  private struct Parts: Equatable {
    let digits: UInt64
    let fractionDigits: Int
    let exponent: Int
    let hasExponent: Bool
    let isInteger: Bool
    let isNegative: Bool
    let length: Int

    init(_ number: ScannedNumber) {
      digits = number.digits
      fractionDigits = number.fractionDigits
      exponent = number.exponent
      hasExponent = number.hasExponent
      isInteger = number.isInteger
      isNegative = number.isNegative
      length = number.length
    }
  }

  /// Compares the scans of `text` by all kernels with the full scan, and values with those of the standard library.
  private static func check(_ text: String, _ sourceLocation: SourceLocation = #_sourceLocation) {
    for kernel in kernels { check(text, kernel, sourceLocation) }
  }

  /// The same for one kernel, with other bytes around the text.
  private static func check(
    _ text: String, _ kernel: BlockKernel, _ sourceLocation: SourceLocation
  ) {
    let bytes = Array(text.utf8)
    let full = parts(of: text)
    for filler in [UInt8(ascii: "0"), UInt8(ascii: "."), UInt8(ascii: "-"), 0xff] {
      let around = [UInt8](repeating: filler, count: 40)
      let padded = around + bytes + around
      padded.withCheckedBytes { padded in
        let start = padded.view() + 40
        let parts = ScannedNumber.fast(start, length: bytes.count, kernel: kernel)
        #expect(parts.map(Parts.init) == full, "\(kernel): \(text)", sourceLocation: sourceLocation)
        let isFast = ScannedNumber.isFast(start, length: bytes.count, kernel: kernel)
        #expect(isFast == isNumber(text), "\(kernel): \(text)", sourceLocation: sourceLocation)
        let value = ScannedNumber.value(start, length: bytes.count, kernel: kernel)
        let isRight = isExpected(value, text, full)
        #expect(isRight, "\(kernel): \(text): \(value)", sourceLocation: sourceLocation)
      }
    }
  }

  private static func fullScan(of text: String) -> ScannedNumber? {
    // Invariant: the bytes are there during the call.
    Array(text.utf8).withCheckedBytes { bytes in
      guard case .success(let number) = ScannedNumber.full(bytes) else { return nil }
      return number.length == bytes.count ? number : nil
    }
  }

  /// Whether the text is a number that a kernel checks.
  private static func isNumber(_ text: String) -> Bool {
    text.utf8.count <= 32 && fullScan(of: text) != nil
  }

  /// The parts of a number that a kernel reads; `nil` for any other text.
  private static func parts(of text: String) -> Parts? {
    guard let full = fullScan(of: text) else { return nil }
    let sides = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let digits = sides[0].filter(\.isNumber)
    guard digits.drop(while: { $0 == "0" }).count <= 19, digits.count < 32,
      sides.count == 1 || sides[1].filter(\.isNumber).count <= 4
    else { return nil }
    return Parts(full)
  }

  /// Whether a value is that of a number, or missing as documented.
  private static func isExpected(
    _ value: (kind: UInt64, bits: UInt64), _ text: String, _ full: Parts?
  )
    -> Bool
  {
    guard let full else { return value.kind == 0 }
    if full.isInteger {
      if text == "-0" { return value.kind == 3 && value.bits == 1 << 63 }
      if let integer = Int64(text) {
        return value.kind == 1 && value.bits == UInt64(bitPattern: integer)
      }
      if !text.hasPrefix("-"), let unsigned = UInt64(text) {
        return value.kind == 2 && value.bits == unsigned
      }
      return value.kind == 0
    }
    let double = Double(text)
    // Numbers near the ends of the range are left to other code.
    let mayBeMissing = full.hasExponent && !(-280...260).contains(full.exponent)
    if value.kind == 0 { return mayBeMissing }
    return value.kind == 3 && value.bits == double?.bitPattern
  }

  @Test(
    arguments: [
      "0", "-0", "7", "-7", "10", "00", "01", "-01", "-", "--1", "-.5", ".5", "5.", "-5.", "0.5",
      "00.5", "01.5", "-0.5", "0.0", "-0.0", "1.2.3", "1..2", "1.-2", "1-2", "+1", "1e5", "1.5e5",
      "1E5", "1e+5", "-1.25e-17", "1e0005", "1e00005", "1e9999", "1e10000", "1e", "e5", "-e5",
      "1e+",
      "1e+-5", "1ee5", "1e5e5", ".e5", "1.e5", "1.5e5.", "0e0", "00e1", "-0.0E-0", "1.5e 5", "12a",
      "a", "1 ", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "9999999999999999999", "99999999999999999999",
      "-65.613616999999977", "1234567890.123456789", "12345678901.123456789",
      "0.1234567890123456789",
      "0.123456789012345678", "123456789012345678.9", "1234567890123456789.0",
      "0000000000000000000000000000001", "00000000000000000000000000000.01",
      "-1234567890123456789012345678901", "12345678901234567890123456789012",
      "123456789012345678901234567890123", "0.0011574074074074073",
      "0.000000000000001234567890123456", "0.00000000000012345678901234567890", "-0.00000000001e-5",
      "1732500000.000025", "17325000000e2", "1732500000.25", "123456789012345.75e-3",
    ])
  func text(_ text: String) { Self.check(text) }

  /// Every number of digits with every position of the point.
  @Test(arguments: 1...20)
  func digitsWithAPoint(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    for point in 0...count {
      for _ in 0..<20 {
        var text = (0..<count).map { _ in String(random.integer(in: 0...9)) }.joined()
        if point < count { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
        Self.check(text)
        Self.check("-" + text)
      }
    }
  }

  /// Numbers that lie exactly half-way between two `Double`s, or next to such a number.
  @Test(
    arguments: [
      "9007199254740993", "9007199254740995", "4503599627370496.5", "4503599627370497.5",
      "2251799813685248.25", "2251799813685248.75", "1125899906842624.125", "1125899906842624.375",
      "562949953421312.0625", "562949953421312.1875",
    ])
  func halfWay(_ number: String) {
    let exact = number.contains(".") ? number : number + ".0"
    var texts = [exact, "-" + exact]
    for last in "0123456789" {
      texts.append(exact + String(last))
      texts.append(String(exact.dropLast()) + String(last))
    }
    for text in texts { Self.check(text) }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = Array("01234567890123456789012345678901234567890123456789.-e+/:".utf8)
    for _ in 0..<2000 {
      var text: [UInt8] = random.chance(1, in: 2) ? [UInt8(ascii: "-")] : []
      let mayBeNumber = random.chance(7, in: 8)
      for _ in 0..<random.integer(in: 1...random.element(of: [22, 34])) {
        text.append(bytes[random.integer(in: 0...(mayBeNumber ? 49 : bytes.count - 1))])
      }
      if mayBeNumber, random.chance(1, in: 2) {
        text.insert(UInt8(ascii: "."), at: random.integer(in: 0...text.count))
      }
      if random.chance(1, in: 4) {
        text += Array(random.element(of: ["e", "E", "e+", "e-", "E-", "e.", "e-+"]).utf8)
        text += Array(String(random.integer(in: 0...20_000)).utf8)
      }
      Self.check(String(decoding: text, as: UTF8.self))
    }
  }

  /// Each number is at every distance from the end of the text, and is read as by the full scan.
  @Test(arguments: ["65.613616999999977", "-9007199254740993.0", "0.30000000000000004", "-0.0"])
  func document(_ number: String) throws {
    let expected = try #require(Double(number))
    for spaces in 0..<40 {
      let text = "[" + String(repeating: " ", count: spaces) + number + "]"
      #expect(try JSONDocument(parsing: text).root[0]?.double().bitPattern == expected.bitPattern)
      #expect(try RawJSON(parsing: text)[0]?.doubleValue?.bitPattern == expected.bitPattern)
    }
  }
}
