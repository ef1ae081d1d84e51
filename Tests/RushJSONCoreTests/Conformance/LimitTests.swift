import RushJSONCore
import Testing

/// Limits that take a longer text than a row of `SyntaxTable`: what meets the limit is accepted,
/// and one more is refused.
@Suite struct LimitTests {
  @Test(arguments: [1, 2, 63, 64, 65, 127, 128, 129, 512, 1000])
  func depth(_ depth: Int) {
    let options = SyntaxTable.limited { $0.maximumDepth = depth }
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let bytes = { (count: Int) in
        Array(
          (String(repeating: open, count: count - 1) + (open == "[" ? "[]" : "{}")
            + String(repeating: close, count: count - 1)).utf8)
      }
      #expect(verdict(of: bytes(depth), options: options).isAccepted)
      let above = verdict(of: bytes(depth + 1), options: options)
      #expect(above == Verdict(.tooDeep, at: open.utf8.count * depth))
    }
  }

  @Test func defaultDepthIs512() {
    let bytes = { (count: Int) in
      [UInt8](repeating: 0x5b, count: count) + [UInt8](repeating: 0x5d, count: count)
    }
    #expect(verdict(of: bytes(512)).isAccepted)
    #expect(verdict(of: bytes(513)) == Verdict(.tooDeep, at: 512))
  }

  // Near the length of a window, the choice between the two passes changes.
  @Test(arguments: [8190, 8191, 8192, 8193, 10_000])
  func stringsAndNumbersAsLongAsAWindow(_ limit: Int) {
    let options = SyntaxTable.limited {
      $0.maximumStringLength = limit
      $0.maximumNumberLength = limit
    }
    for length in [limit - 1, limit, limit + 1] {
      let digits = [UInt8](repeating: 0x31, count: length)
      let string = verdict(of: Array("[1,\"".utf8) + digits + Array("\"]".utf8), options: options)
      let number = verdict(of: Array("[1,".utf8) + digits + Array(",2]".utf8), options: options)
      let fits = length <= limit
      #expect(string == (fits ? .accepted : Verdict(.stringTooLong, at: 3)))
      #expect(number == (fits ? .accepted : Verdict(.numberTooLong, at: 3)))
    }
  }
}
