import RushJSONCore
import Testing

@testable import RushJSONCore

/// Numbers as readers of documents make them: from a scan, and the text from there on.
@Suite struct JSONNumberScanTests {
  /// Reads the number at the start of a text.
  private static func number(
    _ text: String, _ extensions: ScannedNumber.Extensions = []
  ) throws -> JSONNumber {
    let bytes = Array(text.utf8)
    // Invariant: the array outlives the closure.
    return try bytes.withCheckedBytes { bytes in
      let scanned = try ScannedNumber.full(bytes, allowing: extensions).get()
      return JSONNumber(scanned, text: bytes)
    }
  }

  @Test(
    arguments: JSONNumberTests.spellings, ["", ",", "]", " e5", "\n1", ",\"e5\""])
  func scanStopsAtEndOfNumber(_ text: String, _ rest: String) throws {
    #expect(try Self.number(text + rest).text == text)
  }

  /// The scan of the tokenizer's loop, which knows the length beforehand.
  @Test(arguments: ["0", "-0", "1", "-12.50", "1234567890123456", "0.1234567890123456", "-65.613"])
  func fastScan(_ text: String) throws {
    let room = Array(repeating: UInt8(ascii: " "), count: 32)
    let bytes = room + Array(text.utf8) + room
    // The scan may read 16 bytes on either side, and has 32.
    let number = bytes.withCheckedBytes { bytes in
      ScannedNumber.fast(bytes.view() + 32, length: text.utf8.count).map {
        JSONNumber($0, text: CheckedBytes(rebasing: bytes[32...]))
      }
    }
    #expect(number?.text == text)
  }

  /// Up to seven digits before the point and twenty after it: found as they are, or left to the full scan.
  @Test func fastScanOfEveryLength() throws {
    let room = Array(repeating: UInt8(ascii: " "), count: 32)
    var found = 0
    for sign in ["", "-"] {
      for whole in 1...8 {
        for fraction in 1...20 {
          let text = sign + "12345678".prefix(whole) + "." + "98765432198765432198".prefix(fraction)
          let bytes = room + Array(text.utf8) + room
          // The scan may read 16 bytes on either side, and has 32.
          let scanned = bytes.withCheckedBytes {
            ScannedNumber.fast($0.view() + 32, length: text.utf8.count)
          }
          guard let scanned else { continue }
          found += 1
          let digits = UInt64(text.filter(\.isNumber))
          #expect(scanned.digits == digits && scanned.fractionDigits == fraction, "\(text)")
          #expect(scanned.isNegative == !sign.isEmpty && !scanned.isInteger)
        }
      }
    }
    #expect(found > 200)
  }

  /// Only some bytes are hexadecimal digits. Another one ends the number, or leaves it without digits.
  @Test func bytesThatAreNoHexadecimalDigits() {
    for byte in UInt8.min ... .max {
      let isDigit = Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80
      let bytes = [UInt8(ascii: "0"), UInt8(ascii: "x"), byte]
      // Invariant: the array outlives the closure.
      let length = bytes.withCheckedBytes { bytes in
        try? ScannedNumber.full(bytes, allowing: .otherSpellings).get().length
      }
      #expect(length == (isDigit ? 3 : nil), "\(byte)")
    }
  }

  /// A plus is one of the other spellings, even where infinities are read.
  @Test(arguments: ["+5", "+.5", "+Na", "+"])
  func plusWithoutOtherSpellings(_ text: String) {
    let bytes = Array(text.utf8)
    // Invariant: the array outlives the closure.
    let fault = bytes.withCheckedBytes { bytes -> ScannedNumber.Fault? in
      guard case .failure(let fault) = ScannedNumber.full(bytes, allowing: .nonFinite) else {
        return nil
      }
      return fault
    }
    #expect(fault?.kind == .expectedValue && fault?.at == 0)
  }

  /// What does not fit into a spelling's word stays text.
  @Test(arguments: [
    ("e5", true), ("e00000005", true), ("e000000005", false), ("e-00000000", true),
    ("e-000000000", false), ("E+65535", true), ("E+65536", false), ("e99999", false),
    ("e100000", false), ("e000000065535", true), ("e0000000065535", false),
  ])
  func exponentsOfASpelling(_ exponent: String, _ fits: Bool) throws {
    let plain = NumberSpelling(isNegative: false, fractionDigits: 1)
    let spelling = NumberSpelling(plain, exponent: Array(exponent.utf8).span)
    #expect((spelling != nil) == fits)
    #expect(try Self.number("1.5" + exponent).text == "1.5" + exponent)
  }

  // The number keeps the spelling that RFC 8259 allows.
  static let extended: [(String, String)] = [
    ("+1", "1"), (".5", "0.5"), ("+.5", "0.5"), ("-.5", "-0.5"), ("5.", "5"), ("-5.", "-5"),
    ("5.e3", "5e3"), (".5E+03", "0.5E+03"), ("0x1F", "31"), ("-0XfF", "-255"), ("-0x0", "-0"),
    ("0xffffffffffffffff", "18446744073709551615"),
    ("0x123456789abcdef01", "20988295479420645121"),
    ("-0x123456789abcdef01", "-20988295479420645121"),
    ("+.123456789012345678901", "0.123456789012345678901"),
    ("-123456789012345678901.", "-123456789012345678901"),
    ("+123456789012345678901.e+5", "123456789012345678901e+5"), ("+1e99999", "1e99999"),
    ("NaN", "NaN"), ("-Infinity", "-Infinity"), ("+Infinity", "Infinity"), ("1.50", "1.50"),
  ]

  @Test(arguments: extended)
  func extendedSpelling(_ text: String, _ standard: String) throws {
    let number = try Self.number(text, [.otherSpellings, .nonFinite])
    #expect(number.text == standard)
    if number.isFinite { #expect(number == JSONNumber(standard)) }
  }

  /// Zeros after the point stay, however many digits there are.
  @Test(arguments: 1...40)
  func onesAndZeros(_ fractionDigits: Int) {
    let zeros = String(repeating: "0", count: fractionDigits)
    for text in ["1.\(zeros)", "-1.\(zeros)", "0.\(zeros.dropLast())1", "9.\(zeros.dropLast())9"] {
      #expect(JSONNumber(text)?.text == text)
      #expect((try? JSONDocument(parsing: text).root.number().text) == text)
      #expect((try? RawJSON(parsing: "[\(text)]").jsonString()) == "[\(text)]")
    }
  }

  /// Numbers are copied from a document, however long.
  @Test(arguments: [31, 32, 33, 4_096, 8_191, 8_192, 8_193, 20_000, 65_536])
  func longNumbersOfDocuments(_ length: Int) throws {
    let text = "[\(String(repeating: "7", count: length)),1]"
    #expect(try JSONDocument(parsing: text).jsonString() == text)
    #expect(try RawJSON(parsing: text).jsonString() == text)
  }

  /// Digits are read by eights.
  @Test(arguments: 0..<0x80 as Range<UInt8>)
  func eightBytesThatAreNoDigits(_ byte: UInt8) {
    let text = String(repeating: Character(Unicode.Scalar(byte)), count: 8)
    let number = JSONNumber("1" + text)
    #expect((number != nil) == ("0"..."9" ~= text.prefix(1)), "\(byte)")
  }

  /// Modulo 2⁶⁴, the first two exponents are 1 and −1.
  @Test(arguments: [
    ("1e18446744073709551617", "1e400"), ("1e-18446744073709551617", "1e-400"),
    ("1e999999999999999999999999", "1e400"), ("1e-999999999999999999999999", "1e-400"),
  ])
  func longExponentsOfDocuments(_ text: String, _ short: String) throws {
    let numbers = try [text, short].map { try JSONDocument(parsing: $0).root }
    #expect((try? numbers[0].double()) == (try? numbers[1].double()))
    #expect((try? numbers[0].float()) == (try? numbers[1].float()))
    #expect((try? numbers[0].int()) == nil)
  }

  /// Only a digit, a point and the letter of an exponent may come between digits.
  @Test func everyByteBetweenDigits() {
    for byte in 0..<0x80 as Range<UInt8> {
      let character = Character(Unicode.Scalar(byte))
      let isRight = character.isASCII && (character.isNumber || ".eE".contains(character))
      #expect((JSONNumber("1\(character)5") != nil) == isRight, "\(byte)")
      #expect((verdict(of: [0x31, byte, 0x35]) == .accepted) == isRight, "\(byte)")
    }
  }
}
