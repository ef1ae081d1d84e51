import RushJSON

extension Attack {
  /// Nesting.
  static let depth = [
    text(
      "arrays to the depth limit", "`[[…]]`, 511 deep, side by side", allowances: deepArrays,
      filled("[0", nested("[", "", "]", 511), "]")),
    text(
      "objects to the depth limit", "`{\"a\":{…}}`, 511 deep, side by side",
      allowances: deepObjects, filled("[0", nested("{\"a\":", "{}", "}", 510), "]")),
    text(
      "brackets that open", "`[[[…`", through: AttackReader.texts + AttackReader.pieces,
      filled("", "[", "")),
    text(
      "depth limit raised", "`[[[…]]]`, as deep as the text is long",
      through: AttackReader.parsing + [.slowEvents, .slowElements], options: GrowthRow.deep,
      allowances: raisedLimit
    ) { GrowthText.arrays($0 / 2) },
  ]

  /// The smallest values, side by side.
  static let width = [
    ("zeros", "`[0,0,…]`", ",0", smallValues(document: 8, tree: 24, decoded: 45)),
    ("empty strings", #"`["","",…]`"#, ",\"\"", smallValues(document: 7, tree: 18, decoded: 30)),
    ("empty arrays", "`[[],[],…]`", ",[]", smallValues(document: 7, tree: 18, decoded: 30)),
    ("arrays of one", "`[[0],[0],…]`", ",[0]", smallValues(document: 9, tree: 40, decoded: 60)),
    (
      "objects of one", #"`[{"":0},{"":0},…]`"#, ",{\"\":0}",
      smallValues(document: 7, tree: 30, decoded: 80)
    ),
  ].map { name, summary, unit, allowances in
    text(name, summary, allowances: allowances, filled("[0", unit, "]"))
  }

  /// Long strings, and space.
  static let length = [
    text("one string", #"`"aaa…"`"#, filled("\"", "a", "\"")),
    text("one name", #"`{"aaa…":0}`"#, filled("{\"", "a", "\":0}")),
    text("a string without an end", #"`"aaa…`"#, filled("[\"", "a", "")),
    text("escapes", #"`"\n\n…"`"#, filled("[\"", #"\n"#, "\"]")),
    text("escapes of four digits", #"`"\u00e9\u00e9…"`"#, filled("[\"", #"\u00e9"#, "\"]")),
    text("surrogate pairs", #"`"\ud83d\ude00…"`"#, filled("[\"", #"\ud83d\ude00"#, "\"]")),
    text(
      "strings of one escape", #"`["\n","\n",…]`"#, allowances: smallStrings,
      filled("[0", #","\n""#, "]")),
    text("control characters", #"`"\u0000\u0000…"`"#, filled("[\"", #"\u0000"#, "\"]")),
    text(
      "combining marks", "one letter with marks that sort last to first",
      filled("{\"e", "\u{301}\u{323}\u{5b0}", "\":0}")),
    text("white space", "spaces before a value", filled("", " ", "0")),
    text("line feeds", "line feeds before a value", filled("", "\n", "0")),
  ]

  /// Names of members.
  static let names = [
    text("members", #"`{"m0":0,"m1":0,…}`"#, allowances: members) { size in
      GrowthText.object(size / 11) { #""m\#($0)":0"# }
    },
    text(
      "one name, repeated", #"`{"a":0,"a":0,…}`"#, allowances: members,
      filled("{\"a\":0", ",\"a\":0", "}")),
    text(
      "one long name, repeated", #"`{"aaaaaaaaaaaaaaaaaaaa":0,…}`"#, allowances: members,
      filled(#"{"aaaaaaaaaaaaaaaaaaaa":0"#, #","aaaaaaaaaaaaaaaaaaaa":0"#, "}")),
    text(
      "names that begin alike", "names of 200 letters that differ in the last ones",
      allowances: members
    ) { size in
      let start = String(repeating: "n", count: 200)
      return GrowthText.object(size / 211) { #""\#(start)\#($0)":0"# }
    },
    text(
      "duplicates refused", "different names, each remembered",
      options: JSONReadingOptions(duplicateNames: .refuse), allowances: members
    ) { size in
      GrowthText.object(size / 11) { #""m\#($0)":0"# }
    }.compared(with: JSONReadingOptions(duplicateNames: .refuse)),
    text(
      "names that collide in objects of 64",
      "64 names with the same value of the hash that has no seed (`NameFilter`)",
      allowances: members,
      filled(
        "[0",
        ",{" + CollidingNames.all.prefix(64).map { #""\#($0)":0"# }.joined(separator: ",") + "}",
        "]")),
    text(
      "names that collide by length", "names that differ in the middle only", allowances: members
    ) { size in
      GrowthText.object(size / 41) { index in
        let digits = String(index)
        let zeros = String(repeating: "0", count: 10 - digits.utf8.count)
        return #""aaaaaaaaaaaa\#(zeros)\#(digits)bbbbbbbbbbbb":0"#
      }
    },
  ]

  /// Texts whose last byte is missing: the report of their error reads all of them once more.
  static let errors = [
    Attack(
      name: "an error at the end", summary: "the report of an error after a long text",
      cases: [
        report("after records") { OrdinaryText.array.text($0) },
        report("after a string", filled("[\"", "a", "\"]")),
        report("after a name", filled("{\"", "a", "\":1}")),
        report("after empty arrays", filled("[[]", ",[]", "]")),
        report("after lines", filled("[0", ",\r\n0", "]")),
        report("after single quotes", options: .json5, filled("[0", ",'a'", "]")),
        report("after comments", options: .json5, filled("[0", "/**/", "]")),
      ])
  ]

  /// The report of the end of a text, compared with the validation of ordinary text.
  private static func report(
    _ name: String, options: JSONReadingOptions = .strict,
    _ text: @escaping @Sendable (Int) -> [UInt8]
  ) -> AttackCase {
    AttackCase(
      name,
      ordinary: { size in
        let text = OrdinaryText.array.text(size)
        return AttackInput(bytes: text.count) {
          try JSONDocument.validate(text, options: options)
          return 1
        }
      }
    ) { size in
      let text = Array(text(size).dropLast())
      let error = JSONSyntaxError(.unexpectedEnd, at: text.count)
      return AttackInput(bytes: text.count) { error.report(in: text).utf8.count }
    }
  }

  /// Texts that consist of `start`, then `unit` as often as it takes for a number of bytes, then `end`.
  static func filled(
    _ start: String, _ unit: @escaping @autoclosure @Sendable () -> String, _ end: String
  ) -> @Sendable (Int) -> [UInt8] {
    { size in
      let unit = unit()
      let count = max(1, (size - start.utf8.count - end.utf8.count) / unit.utf8.count)
      return GrowthText.list(count, from: start, separator: "", to: end) { _ in unit }
    }
  }

  /// A value that nests `count` deep, after a comma.
  private static func nested(
    _ open: String, _ middle: String, _ close: String, _ count: Int
  ) -> String {
    "," + String(repeating: open, count: count) + middle + String(repeating: close, count: count)
  }
}

/// Names of one hash, found by anyone who reads the source.
enum CollidingNames {
  /// Seventy names.
  static let all: [String] = {
    var names: [Int: [String]] = [:]
    for number in 0..<200_000 {
      let name = String(number, radix: 36)
      let all = names[hash(name), default: []] + [name]
      if all.count == 70 { return all }
      names[hash(name)] = all
    }
    return []
  }()

  /// `NameFilter.hash` of up to seven bytes.
  private static func hash(_ name: String) -> Int {
    var word: UInt64 = 0
    let count = UInt64(name.utf8.count)
    for (at, byte) in name.utf8.enumerated() {
      word |= UInt64(byte) << (8 * (8 - count + UInt64(at)))
    }
    let mixed = word &* 0x9e37_79b9_7f4a_7c15 ^ count
    return Int((mixed &* 0xd6e8_feb8_6659_fd93) >> 54)
  }
}
