import CorpusGenerator
import Testing

@testable import RushJSONCore

/// The scan by masked instructions finds what the full scan finds, and leaves the rest to it. Without
/// such instructions nothing is compared.
@Suite struct MaskedNumberTests {
  private static let canMask = ScannedNumber.canMask(.fastest)

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

  /// Compares both scans of `text`, with other bytes around it, and its value with that of the standard library.
  private static func check(_ text: String, _ sourceLocation: SourceLocation = #_sourceLocation) {
    let bytes = Array(text.utf8)
    let digits = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
    for filler in [UInt8(ascii: "0"), UInt8(ascii: "."), UInt8(ascii: "-"), 0xff] {
      let around = [UInt8](repeating: filler, count: 40)
      let padded = around + bytes + around
      // Invariant of both: the text and 40 bytes on either side are there during the call.
      let value = unsafe padded.withUnsafeBytes { padded -> (kind: UInt64, bits: UInt64)? in
        guard canMask, let start = padded.baseAddress else { return nil }
        return unsafe ScannedNumber.maskedValue(start + 40, length: bytes.count)
      }
      let (masked, full) = unsafe padded.withUnsafeBytes { padded in
        let inside = unsafe UnsafeRawBufferPointer(rebasing: padded[40..<40 + bytes.count])
        guard let start = inside.baseAddress else { return (ScannedNumber?.none, Parts?.none) }
        let masked = unsafe ScannedNumber.fast(start, length: bytes.count, canMask: canMask)
        guard case .success(let full) = unsafe ScannedNumber.full(inside),
          full.length == bytes.count, digits[0].filter(\.isNumber).count <= 19,
          digits.count == 1 || digits[1].filter(\.isNumber).count <= 4
        else { return (masked, nil) }
        return (masked, Parts(full))
      }
      #expect(masked.map(Parts.init) == full, "\(text)", sourceLocation: sourceLocation)
      // Invariant: as above.
      let (isFast, isNumber) = unsafe padded.withUnsafeBytes { padded in
        let inside = unsafe UnsafeRawBufferPointer(rebasing: padded[40..<40 + bytes.count])
        guard let start = inside.baseAddress else { return (false, false) }
        let isFast = unsafe ScannedNumber.isFast(start, length: bytes.count, canMask: canMask)
        guard case .success(let full) = unsafe ScannedNumber.full(inside) else {
          return (isFast, false)
        }
        return (isFast, full.length == bytes.count && bytes.count <= 32)
      }
      #expect(isFast == isNumber, "\(text)", sourceLocation: sourceLocation)
      if let value {
        let isExpected = Self.isExpected(value, text, full)
        #expect(isExpected, "\(text): \(value)", sourceLocation: sourceLocation)
      }
    }
  }

  /// Whether a value is that of a number, or missing as documented.
  private static func isExpected(
    _ value: (kind: UInt64, bits: UInt64), _ text: String, _ full: Parts?
  )
    -> Bool
  {
    guard let full else { return value.kind == 0 }
    if full.isInteger {
      if let integer = Int64(text), text != "-0" {
        return value.kind == 1 && value.bits == UInt64(bitPattern: integer)
      }
      if !text.hasPrefix("-"), let unsigned = UInt64(text) {
        return value.kind == 2 && value.bits == unsigned
      }
      return value.kind == 0
    }
    let double = Double(text)
    // With an exponent, zero and numbers near the ends of the range are left to other code.
    let mayBeMissing =
      full.hasExponent && (full.digits == 0 || !(-280...260).contains(full.exponent))
    if value.kind == 0 { return mayBeMissing }
    return value.kind == 3 && value.bits == double?.bitPattern
  }

  @Test(
    .enabled(if: canMask, "needs masked instructions"),
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
      "123456789012345678901234567890123",
    ])
  func text(_ text: String) { Self.check(text) }

  /// Every number of digits with every position of the point.
  @Test(.enabled(if: canMask, "needs masked instructions"), arguments: 1...20)
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
    .enabled(if: canMask, "needs masked instructions"),
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

  @Test(.enabled(if: canMask, "needs masked instructions"), arguments: 1...8 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = Array("01234567890123456789012345678901234567890123456789.-e+/:".utf8)
    for _ in 0..<2000 {
      var text: [UInt8] = random.chance(1, in: 2) ? [UInt8(ascii: "-")] : []
      let mayBeNumber = random.chance(7, in: 8)
      for _ in 0..<random.integer(in: 1...22) {
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
