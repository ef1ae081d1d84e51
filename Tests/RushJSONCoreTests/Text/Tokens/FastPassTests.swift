import RushJSONCore
import Testing

/// The fast pass takes no part if duplicate names are refused, and reads nothing near the end of a text.
/// So it is compared with the careful pass on the same texts.
@Suite struct FastPassTests {
  private static let before = Array("[0,1,2,3,4,5,6,7,8,9,".utf8)
  private static let after = Array(",0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]".utf8)

  /// The error of a text, or its value.
  private static func outcome(_ text: [UInt8], _ options: JSONReadingOptions) -> String {
    do throws(JSONSyntaxError) {
      let tree = try RawJSON(parsing: text, options: options)
      // Two sinks, one of which gets the same tokens.
      let document = try JSONDocument(parsing: text, options: options)
      return RawJSON(document.root) == tree ? tree.description : "\(tree) and \(document.root)"
    } catch {
      return "\(error.kind) at \(error.offset)"
    }
  }

  private static func compare(_ value: [UInt8]) {
    let texts: [[UInt8]] = [
      before + value + after, before + value + [0x5d], [0x5b] + value + after,
    ]
    for text in texts {
      let fast = outcome(text, .strict)
      let careful = outcome(text, JSONReadingOptions(duplicateNames: .refuse))
      if fast != careful {
        Issue.record("\(String(decoding: text, as: UTF8.self)): \(fast), not \(careful)")
      }
    }
  }

  /// Each control character and the backslash, before each ASCII character.
  @Test func escapesAndControlCharacters() {
    for first in Array(0 as UInt8..<0x20) + [0x5c] {
      for second in 0 as UInt8..<0x80 {
        Self.compare(Array("\"x".utf8) + [first, second] + Array("0041y\"".utf8))
        Self.compare(Array("\"\\n".utf8) + [first, second] + Array("\"".utf8))
      }
    }
  }

  @Test func hexadecimalDigits() {
    for place in 0..<4 {
      for byte in 0 as UInt8..<0xff {
        var value = Array(#""\u00e9 ""#.utf8)
        value[3 + place] = byte
        Self.compare(value)
      }
    }
  }

  @Test func surrogates() {
    let units = [
      "0000", "0041", "d7ff", "d800", "D83D", "dbff", "dc00", "DE00", "dfff", "e000", "ffff",
    ]
    let nexts =
      units.map { "\\u" + $0 } + ["", "x", "\\n", "\\\"", "\\ud8", "\\x", "/udc00", "\\Udc00"]
    for unit in units {
      for next in nexts {
        Self.compare(Array("\"\\u\(unit)\(next)\"".utf8))
        Self.compare(Array("\"\\u\(unit)\(next)\\t\"".utf8))
        // The digits of a second half at a wrong place.
        Self.compare(Array("\"dc00wxyz\\u\(unit)\(next)\"".utf8))
      }
    }
  }

  @Test(arguments: [
    "true", "false", "null", "tru", "truee", "fals", "falsee", "nul", "nulll", "True", "true1",
    "nan",
    "true ", "\ttrue\n", "null\u{1}", "0", "-0", "00", "01", "-", "-01", "0.0", "0.", ".5", "1.5e3",
    "1e",
    "1e+", "1E-5", "12345678901234567", "1234567890123456789", "12345678901234567890", "1\u{1}",
    "1 ",
    "1\u{b}", "-1.25", "1.2.3", "+1", "1a", "0x1", "[]", "{}", "[", "]", "{", "}", "[}", "{]",
    "[,]", "{,}",
    "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{1:2}", "{\"a\":1}", "{\"a\\n\":{}}",
    "[1,]",
    "[1 2]", "[[1],[{\"b\":[]}]]", ":", ",", "\"", "\"\"", "\"a\" \"b\"", "[\"a\":1]", "{\"a\",1}",
  ])
  func values(_ value: String) { Self.compare(Array(value.utf8)) }

  static let scalars = ["true", "false", "null", "0", "-12", "0.5", "12345678901234567"]

  /// The fast pass compares words, in which a wrong shift or mask would let another byte pass.
  @Test(arguments: scalars)
  func everyByteAfterAScalar(_ scalar: String) {
    for byte in 0...0xff as ClosedRange<UInt8> { Self.compare(Array(scalar.utf8) + [byte]) }
  }

  @Test(arguments: scalars)
  func everyBitOfAScalar(_ scalar: String) {
    for place in 0..<scalar.utf8.count {
      for bit in 0..<8 as Range<UInt8> {
        var value = Array(scalar.utf8)
        value[place] ^= 1 << bit
        Self.compare(value)
      }
    }
  }
}
