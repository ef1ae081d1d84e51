import RushJSONCore

/// Limits and duplicate names: what meets a limit is accepted, and one more is an error.
extension SyntaxTable {
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
    // The first fault is reported, whether it is a limit or not.
    rejects("[1,▸x,2]", .expectedValue, options: limited { $0.maximumLength = 5 }),
    rejects("[▸\"abcde\\x\"]", .stringTooLong, options: limited { $0.maximumStringLength = 4 }),
    rejects("[\"abc▸\\x\"]", .invalidEscape, options: limited { $0.maximumStringLength = 4 }),
    rejects("[▸\"abcde", .stringTooLong, options: limited { $0.maximumStringLength = 4 }),
    rejects("[\"abcd▸", .unterminatedString, options: limited { $0.maximumStringLength = 4 }),
    rejects("[▸12345x]", .numberTooLong, options: limited { $0.maximumNumberLength = 4 }),
    rejects("[1234▸x]", .invalidNumber, options: limited { $0.maximumNumberLength = 4 }),
    rejects("[123.▸x]", .invalidNumber, options: limited { $0.maximumNumberLength = 4 }),
    rejects("[▸1234.x]", .numberTooLong, options: limited { $0.maximumNumberLength = 4 }),
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

  static let duplicateNames: [SyntaxCase] = [
    rejects("{\"a\":1,▸\"a\":2}", .duplicateName, options: withoutDuplicates()),
    rejects("{\"a\":1,▸\"\\u0061\":2}", .duplicateName, options: withoutDuplicates()),
    rejects("{\"\\u0061\":1,▸\"a\":2}", .duplicateName, options: withoutDuplicates()),
    rejects(
      "{\"\\ud83d\\ude00\":1,▸\"\u{1f600}\":2}", .duplicateName, options: withoutDuplicates()),
    rejects("{\"\":1,▸\"\":2}", .duplicateName, options: withoutDuplicates()),
    rejects("{\"a\":{\"b\":1},\"b\":1,▸\"a\":2}", .duplicateName, options: withoutDuplicates()),
    rejects("[{\"a\":1},{\"a\":1,▸\"a\":2}]", .duplicateName, options: withoutDuplicates()),
    rejects("{\"a\":{\"b\":[],▸\"b\":1}}", .duplicateName, options: withoutDuplicates()),
    rejects("{\"a\":1,▸'a':2}", .duplicateName, options: withoutDuplicates(.json5)),
    rejects("{a:1,▸a:2}", .duplicateName, options: withoutDuplicates(.json5)),
    rejects("{'ab':1,▸'ab':2}", .duplicateName, options: withoutDuplicates(.json5)),
    rejects("{'a':1, ▸a:2}", .duplicateName, options: withoutDuplicates(.json5)),
    rejects("{\"\\x61\":1, ▸a:2}", .duplicateName, options: withoutDuplicates(.json5)),
    rejects(
      "{\"\\ud800\":1,▸\"\\udc00\":2}", .duplicateName, options: withoutDuplicates(.loneSurrogates)),
    accepts("{\"a\":{\"a\":{\"a\":1}}}", options: withoutDuplicates()),
    accepts("[{\"a\":1},{\"a\":1}]", options: withoutDuplicates()),
    accepts("{\"a\":[{\"a\":1},{\"a\":1}],\"b\":{\"a\":2}}", options: withoutDuplicates()),
    accepts("{\"a\":1,\"A\":2}", options: withoutDuplicates()),
    // Canonically equivalent, but not the same scalars.
    accepts("{\"\u{e9}\":1,\"e\u{301}\":2}", options: withoutDuplicates()),
    accepts("{\"a\":1,\"a\\u0000\":2,\"\\u0000\":3}", options: withoutDuplicates()),
    accepts("{\"\\\\u0061\":1,\"\\u0061\":2}", options: withoutDuplicates()),
    // A name without quotes keeps its escape.
    rejects("{a:1,▸\\u0061:2}", .duplicateName, options: withoutDuplicates(.json5)),
    accepts("{a:1,\\u0061:2}", options: withoutDuplicates(.foundationJSON5)),
    accepts("{\"a\":1,\"a\":2}", options: JSONReadingOptions(duplicateNames: .keepFirst)),
    accepts("{\"a\":1,\"a\":2}", options: JSONReadingOptions(duplicateNames: .keepLast)),
  ]
}
