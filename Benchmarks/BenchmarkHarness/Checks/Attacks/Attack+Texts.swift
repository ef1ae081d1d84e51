import RushJSON

extension Attack {
  /// Nesting.
  static let depth = [
    text(
      "arrays to the depth limit", "`[[…]]`, 511 deep, side by side", allowances: deepArrays
    ) {
      filled($0, from: "[0", repeating(open: "[", close: "]", 511), to: "]")
    },
    text(
      "objects to the depth limit", "`{\"a\":{…}}`, 511 deep, side by side",
      allowances: deepObjects
    ) {
      filled($0, from: "[0", repeating(open: "{\"a\":", close: "}", 510, middle: "{}"), to: "]")
    },
    text("brackets that open", "`[[[…`", through: AttackReader.texts + AttackReader.pieces) {
      [UInt8](repeating: 0x5b, count: $0)
    },
    text(
      "depth limit raised", "`[[[…]]]`, as deep as the text is long",
      through: AttackReader.parsing + [.slowEvents, .slowElements], options: GrowthRow.deep,
      allowances: raisedLimit
    ) { GrowthText.arrays($0 / 2) },
  ]

  /// The smallest values, side by side.
  static let width = [
    text(
      "zeros", "`[0,0,…]`",
      allowances: smallValues(document: 8, tree: 24, decoded: 45)
    ) { filled($0, from: "[0", Array(",0".utf8), to: "]") },
    text(
      "empty strings", #"`["","",…]`"#,
      allowances: smallValues(document: 7, tree: 18, decoded: 30)
    ) { filled($0, from: "[0", Array(",\"\"".utf8), to: "]") },
    text(
      "empty arrays", "`[[],[],…]`",
      allowances: smallValues(document: 7, tree: 18, decoded: 30)
    ) { filled($0, from: "[0", Array(",[]".utf8), to: "]") },
    text(
      "arrays of one", "`[[0],[0],…]`",
      allowances: smallValues(document: 9, tree: 40, decoded: 60)
    ) { filled($0, from: "[0", Array(",[0]".utf8), to: "]") },
    text(
      "objects of one", #"`[{"":0},{"":0},…]`"#,
      allowances: smallValues(document: 7, tree: 30, decoded: 80)
    ) { filled($0, from: "[0", Array(",{\"\":0}".utf8), to: "]") },
  ]

  /// Long strings, and space.
  static let length = [
    text("one string", #"`"aaa…"`"#) { filled($0, from: "\"", [0x61], to: "\"") },
    text("one name", #"`{"aaa…":0}`"#) { filled($0, from: "{\"", [0x61], to: "\":0}") },
    text("a string without an end", #"`"aaa…`"#) { filled($0, from: "[\"", [0x61], to: "") },
    text("escapes", #"`"\n\n…"`"#) { filled($0, from: "[\"", Array(#"\n"#.utf8), to: "\"]") },
    text("escapes of four digits", #"`"\u00e9\u00e9…"`"#) {
      filled($0, from: "[\"", Array(#"\u00e9"#.utf8), to: "\"]")
    },
    text("surrogate pairs", #"`"\ud83d\ude00…"`"#) {
      filled($0, from: "[\"", Array(#"\ud83d\ude00"#.utf8), to: "\"]")
    },
    text("strings of one escape", #"`["\n","\n",…]`"#, allowances: smallStrings) {
      filled($0, from: "[0", Array(#","\n""#.utf8), to: "]")
    },
    text("control characters", #"`"\u0000\u0000…"`"#) {
      filled($0, from: "[\"", Array(#"\u0000"#.utf8), to: "\"]")
    },
    text("combining marks", "one letter with marks that sort last to first") {
      filled($0, from: "{\"e", Array("\u{301}\u{323}\u{5b0}".utf8), to: "\":0}")
    },
    text("white space", "spaces before a value") { filled($0, from: "", [0x20], to: "0") },
    text("line feeds", "line feeds before a value") { filled($0, from: "", [0x0a], to: "0") },
  ]

  /// Names of members.
  static let names = [
    text("members", #"`{"m0":0,"m1":0,…}`"#, allowances: members) { size in
      GrowthText.object(size / 11) { #""m\#($0)":0"# }
    },
    text("one name again and again", #"`{"a":0,"a":0,…}`"#, allowances: members) {
      filled($0, from: "{\"a\":0", Array(",\"a\":0".utf8), to: "}")
    },
    text(
      "one long name again and again", #"`{"aaaaaaaaaaaaaaaaaaaa":0,…}`"#, allowances: members
    ) {
      let name = "\"" + String(repeating: "a", count: 20) + "\":0"
      return filled($0, from: "{" + name, Array((",\(name)").utf8), to: "}")
    },
    text(
      "names that begin alike", "names of 200 letters that differ in the last ones",
      allowances: members
    ) { size in
      let start = String(repeating: "n", count: 200)
      return GrowthText.object(size / 211) { #""\#(start)\#($0)":0"# }
    },
    text(
      "duplicates refused", "different names, each remembered",
      options: JSONReadingOptions(duplicateNames: .refused), allowances: members
    ) { size in
      GrowthText.object(size / 11) { #""m\#($0)":0"# }
    }.compared(with: JSONReadingOptions(duplicateNames: .refused)),
    text(
      "names that collide in objects of 64",
      "64 names with the same value of the hash that has no seed (`NameFilter`)",
      allowances: members
    ) { size in
      let object = GrowthText.object(64) { #""\#(CollidingNames.all[$0])":0"# }
      return filled(size, from: "[0", [0x2c] + object, to: "]")
    },
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

  // MARK: - Sizes

  /// The text that consists of `start`, then `unit` as often as it takes for `size` bytes, then `end`.
  static func filled(_ size: Int, from start: String, _ unit: [UInt8], to end: String) -> [UInt8] {
    let count = max(1, (size - start.utf8.count - end.utf8.count) / unit.count)
    var bytes = Array(start.utf8)
    bytes.reserveCapacity(size + unit.count)
    for _ in 0..<count { bytes += unit }
    return bytes + end.utf8
  }

  /// A value that nests `count` deep, after a comma.
  private static func repeating(
    open: String, close: String, _ count: Int, middle: String = ""
  ) -> [UInt8] {
    Array(
      ("," + String(repeating: open, count: count) + middle
        + String(repeating: close, count: count)).utf8)
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
