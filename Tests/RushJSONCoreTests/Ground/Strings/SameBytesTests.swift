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

  /// The bytes before and after do not count.
  @Test func otherBytesAround() {
    for count in 0..<40 {
      let letters = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      for (first, second) in [(0, 1), (0, 9), (7, 3)] as [(UInt8, UInt8)] {
        let (one, other) = ([first] + letters + [first], [second] + letters + [second])
        let areSame = one.withCheckedBytes { one in
          other.withCheckedBytes { other in
            haveSameBytes(
              CheckedBytes(rebasing: one[1..<count + 1]),
              CheckedBytes(rebasing: other[1..<count + 1]))
          }
        }
        #expect(areSame, "\(count)")
      }
    }
  }
}
