#if !ONE_MODULE
  import CorpusGenerator
#endif

/// Random texts as people write configuration files: with comments, blank lines, trailing commas, and lines in
/// a style or in none. Names are few, so some objects have a name twice.
struct CommentedTexts {
  private static let names = ["a", "b", "c", "d", "e", "", "a/b", "0", "é", "x y"]
  private static let scalars = [
    "0", "1.50", "-0", "1e2", "null", "true", "\"\"", "\"a // b\"", "\"/*\"", "\"\\\"'\"", "\"é\"",
    "[]", "{}",
  ]
  private static let json5Scalars = ["'s'", "'\"//'", "+1", ".5", "0xA", "'\\'\\\n'", "Infinity"]

  private var random: SeededGenerator
  private var text = ""
  private var hasComments = false
  private var isJSON5 = false
  private var lineBreak = "\n"
  private var unit = "  "
  private var colon = ": "
  /// Whether lines have a style.
  private var isOrderly = true

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() -> [UInt8] {
    isJSON5 = random.chance(1, in: 4)
    hasComments = isJSON5 || random.chance(3, in: 4)
    isOrderly = random.chance(2, in: 3)
    lineBreak = random.element(of: ["\n", "\n", "\n", "\r\n", "\r"])
    unit = random.element(of: ["  ", "  ", "    ", "\t", " ", ""])
    colon = random.element(of: [": ", ": ", ":", " : "])
    text = ""
    gap()
    value(depth: random.integer(in: 0...3), level: 0)
    gap()
    if random.chance(1, in: 2) { text += lineBreak }
    return Array(text.utf8)
  }

  private mutating func value(depth: Int, level: Int) {
    if depth == 0 || random.chance(1, in: 8) {
      let hasOwn = isJSON5 && random.chance(1, in: 2)
      text += random.element(of: hasOwn ? Self.json5Scalars : Self.scalars)
      return
    }
    let isObject = random.chance(1, in: 2)
    let isMultiline = isOrderly && random.chance(2, in: 3)
    let count = random.integer(in: 0...(random.chance(1, in: 60) ? 40 : 3))
    text += isObject ? "{" : "["
    for index in 0..<count {
      before(index, isMultiline, level)
      if isObject { name() }
      value(depth: depth - 1, level: level + 1)
      if !isOrderly { gap() }
      if index < count - 1 || hasComments && random.chance(1, in: 4) { text += "," }
      if isMultiline, random.chance(1, in: 4) { comment(endsLine: true) }
    }
    if isMultiline {
      breakLine(level)
      if random.chance(1, in: 6) {
        text += unit
        comment(endsLine: true)
        breakLine(level)
      }
    } else if !isOrderly {
      gap()
    }
    text += isObject ? "}" : "]"
  }

  private mutating func before(_ index: Int, _ isMultiline: Bool, _ level: Int) {
    guard isMultiline else {
      if !isOrderly { gap() } else if index > 0 { text += " " }
      return
    }
    breakLine(level + 1)
    while random.chance(1, in: 4) {
      if random.chance(1, in: 2) { comment(endsLine: true) }
      breakLine(level + 1)
    }
  }

  private mutating func name() {
    let name = random.element(of: Self.names)
    if isJSON5, random.chance(1, in: 3) {
      text += ["a", "b", "c", "d", "e"].contains(name) ? name : "'\(name)'"
    } else {
      text += "\"\(name)\""
    }
    if isOrderly {
      text += colon
    } else {
      gap()
      text += ":"
      gap()
    }
  }

  private mutating func breakLine(_ level: Int) {
    text += lineBreak + String(repeating: unit, count: level)
  }

  private mutating func comment(endsLine: Bool) {
    guard hasComments else { return }
    text += random.element(of: ["", " ", "  "])
    if endsLine, random.chance(1, in: 2) {
      text += random.element(of: ["// c", "//", "// it's \"x\", {", "///* "])
    } else {
      text += random.element(of: ["/* c */", "/**/", "/* \" */", "/* x\(lineBreak)   y */"])
    }
  }

  private mutating func gap() {
    while random.chance(1, in: 3) {
      switch random.integer(in: 0...5) {
      case 0: text += " "
      case 1: text += lineBreak
      case 2: text += lineBreak + unit
      case 3: comment(endsLine: false)
      case 4:
        comment(endsLine: true)
        text += lineBreak
      default: text += "\t"
      }
    }
  }
}
