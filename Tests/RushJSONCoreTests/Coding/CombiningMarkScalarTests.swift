import Testing

@testable import RushJSONCore

/// The quick look at one byte misses no mark of this Unicode version, in any byte of it.
@Suite struct CombiningMarkScalarTests {
  @Test func eachByteOfEachMarkIsNoticed() {
    var marks = 0
    for value in 0..<UInt32(0x11_0000) {
      guard let scalar = Unicode.Scalar(value),
        scalar.properties.canonicalCombiningClass != .notReordered
      else { continue }
      marks += 1
      for text in [Array("abcdefgh\(scalar)".utf8), Array("abcdef\u{e9}\(scalar)".utf8)] {
        text.withUnsafeBytes { bytes in
          for at in 8..<bytes.count where !CombiningMarks.mayBelongToMark(at, in: bytes) {
            Issue.record("U+\(String(value, radix: 16)), byte \(at - 8)")
          }
        }
      }
    }
    #expect(marks > 800)
  }

  @Test(arguments: ["\\u0301", "\\ud804\\udc46"]) func eachByteOfAnEscapeIsNoticed(escape: String) {
    Array("12345678\(escape)".utf8).withUnsafeBytes { bytes in
      for at in 8..<bytes.count { #expect(CombiningMarks.mayBelongToMark(at, in: bytes)) }
    }
  }

  @Test(arguments: ["aaaaaaaa", "aaaaaa\u{e9}", "aaaaaa\u{416}", "aaaaa\u{4e2d}", "aaaaa\u{d55c}"])
  func ordinaryTextIsNotLookedAt(text: String) {
    Array(text.utf8).withUnsafeBytes { bytes in
      #expect(!CombiningMarks.mayBelongToMark(bytes.count - 1, in: bytes))
    }
  }
}
