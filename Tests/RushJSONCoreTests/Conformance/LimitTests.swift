import RushJSONCore
import Testing

/// Every limit: what reaches it is accepted, what is one above is refused.
@Suite struct LimitTests {
  static func limited(
    _ set: (inout JSONReadingOptions) -> Void, _ leniencies: JSONLeniencies = []
  )
    -> JSONReadingOptions
  {
    var options = JSONReadingOptions(leniencies: leniencies)
    set(&options)
    return options
  }

  static let limits: [SyntaxCase] = [
    accepts("1", options: limited { $0.maximumDepth = 0 }),
    rejects("▸[]", .tooDeep, options: limited { $0.maximumDepth = 0 }),
    rejects("▸{}", .tooDeep, options: limited { $0.maximumDepth = 0 }),
    accepts("[1,{\"a\":[]},2]", options: limited { $0.maximumDepth = 3 }),
    rejects("[1,{\"a\":▸[]},2]", .tooDeep, options: limited { $0.maximumDepth = 2 }),
    rejects("[[],{},[▸[]]]", .tooDeep, options: limited { $0.maximumDepth = 2 }),
    accepts("[[],{},[],[[1],{}]]", options: limited { $0.maximumDepth = 3 }),
    rejects("{\"a\":▸{", .tooDeep, options: limited { $0.maximumDepth = 1 }),
    accepts("[1,2]", options: limited { $0.maximumLength = 5 }),
    rejects("[1,2▸]", .textTooLong, options: limited { $0.maximumLength = 4 }),
    rejects("▸", .emptyText, options: limited { $0.maximumLength = 0 }),
    rejects("▸1", .textTooLong, options: limited { $0.maximumLength = 0 }),
    rejects("\"⟨C3⟩▸⟨A9⟩\"", .textTooLong, options: limited { $0.maximumLength = 2 }),
    rejects("▸⟨EF BB BF⟩1", .textTooLong, options: limited { $0.maximumLength = 0 }),
    accepts("[\"abcd\"]", options: limited { $0.maximumStringLength = 4 }),
    rejects("[▸\"abcde\"]", .stringTooLong, options: limited { $0.maximumStringLength = 4 }),
    accepts("[\"\",1]", options: limited { $0.maximumStringLength = 0 }),
    rejects("[1,▸\"a\"]", .stringTooLong, options: limited { $0.maximumStringLength = 0 }),
    accepts("\"a\\n\\u0041\"", options: limited { $0.maximumStringLength = 9 }),
    rejects("▸\"a\\n\\u0041\"", .stringTooLong, options: limited { $0.maximumStringLength = 8 }),
    accepts("{\"abcd\":1}", options: limited { $0.maximumStringLength = 4 }),
    rejects("{▸\"abcde\":1}", .stringTooLong, options: limited { $0.maximumStringLength = 4 }),
    rejects(
      "{\"a\":1,▸\"abcde\":1}", .stringTooLong, options: limited { $0.maximumStringLength = 4 }),
    rejects("[▸'abcde']", .stringTooLong, options: limited({ $0.maximumStringLength = 4 }, .json5)),
    accepts("{abcd:1}", options: limited({ $0.maximumStringLength = 4 }, .json5)),
    rejects("{▸abcde:1}", .stringTooLong, options: limited({ $0.maximumStringLength = 4 }, .json5)),
    rejects(
      "{a:1,▸abcde :1}", .stringTooLong, options: limited({ $0.maximumStringLength = 4 }, .json5)),
    rejects(
      "{abc▸@de:1}", .expectedColon, options: limited({ $0.maximumStringLength = 4 }, .json5)),
    // What is wrong first is said, be it a limit or not.
    rejects("[1,▸x,2]", .expectedValue, options: limited { $0.maximumLength = 5 }),
    rejects("[▸\"abcde\\x\"]", .stringTooLong, options: limited { $0.maximumStringLength = 4 }),
    rejects("[\"abc▸\\x\"]", .invalidEscape, options: limited { $0.maximumStringLength = 4 }),
    rejects("[▸\"abcde", .stringTooLong, options: limited { $0.maximumStringLength = 4 }),
    rejects("[\"abcd▸", .unterminatedString, options: limited { $0.maximumStringLength = 4 }),
    rejects("[▸12345x]", .numberTooLong, options: limited { $0.maximumNumberLength = 4 }),
    rejects("[1234▸x]", .invalidNumber, options: limited { $0.maximumNumberLength = 4 }),
    accepts("[1234,-123,1.25,1e10]", options: limited { $0.maximumNumberLength = 4 }),
    rejects("[1234,▸-1234]", .numberTooLong, options: limited { $0.maximumNumberLength = 4 }),
    rejects("▸12345", .numberTooLong, options: limited { $0.maximumNumberLength = 4 }),
    rejects("[▸1.234]", .numberTooLong, options: limited { $0.maximumNumberLength = 4 }),
    rejects("{\"a\":▸1e100}", .numberTooLong, options: limited { $0.maximumNumberLength = 4 }),
    rejects("[▸0x123]", .numberTooLong, options: limited({ $0.maximumNumberLength = 4 }, .json5)),
    rejects(
      "[▸Infinity]", .numberTooLong, options: limited({ $0.maximumNumberLength = 4 }, .json5)),
    accepts("[false,null]", options: limited { $0.maximumNumberLength = 0 }),
  ]

  @Test(arguments: limits) func limitsCases(_ syntax: SyntaxCase) { syntax.check() }

  @Test(arguments: [1, 2, 63, 64, 65, 127, 128, 129, 512, 1000])
  func depth(_ depth: Int) {
    let options = Self.limited { $0.maximumDepth = depth }
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

  // Limits about as long as a window, where the choice between the two passes changes.
  @Test(arguments: [8190, 8191, 8192, 8193, 10_000])
  func stringsAndNumbersAsLongAsAWindow(_ limit: Int) {
    let options = Self.limited {
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
