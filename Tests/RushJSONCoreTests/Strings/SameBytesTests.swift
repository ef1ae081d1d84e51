import Testing

@testable import RushJSONCore

/// Strings are compared by their bytes, many at a time.
@Suite struct SameBytesTests {
  @Test func oneOtherByteAtEveryPlace() {
    for count in 0..<70 {
      let letters = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      let text = String(decoding: letters, as: UTF8.self)
      #expect(text.hasSameBytes(as: String(decoding: letters, as: UTF8.self)))
      for place in letters.indices {
        var other = letters
        other[place] = UInt8(ascii: "b")
        if text.hasSameBytes(as: String(decoding: other, as: UTF8.self)) {
          Issue.record("\(place) of \(count)")
        }
      }
    }
  }
}
