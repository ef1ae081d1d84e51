#if !ONE_MODULE
  import CorpusGenerator
#endif

/// Random bytes for choices, and random texts of the kinds that properties read. Most texts are what they
/// should be; the others come near to it.
struct TextGenerator {
  /// What a property reads.
  enum Kind: CaseIterable {
    /// A JSON text of up to 4,000 bytes, or of up to 16,000. Most are much smaller, because a small text
    /// takes a tenth of the time and finds nearly as much.
    case json, long
    /// The text of a number, or the eight bytes of a `Double`.
    case number
    /// What is between the quotation marks of a string.
    case string
    case date, pattern
    /// Several records, or server-sent events.
    case lines, events
    /// Two trees, a patch, and pointers, on lines of their own.
    case trees
    case payload, pocket
    /// A configuration file.
    case commented
  }

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: random.next() >> 56) }

  /// Zero half the time, otherwise each bit in one of four bytes.
  mutating func flags() -> UInt8 {
    let word = random.next()
    return word >> 63 == 0 ? 0 : UInt8(truncatingIfNeeded: (word & word >> 16) >> 16)
  }

  mutating func text(_ kind: Kind) -> [UInt8] {
    switch kind {
    case .json: return json()
    case .long: return long()
    case .number: return number()
    case .string: return string()
    case .date: return damaged(Array(date().utf8), oneIn: 4)
    case .pattern: return damaged(Array(pattern().utf8), oneIn: 8)
    case .lines: return damaged(lines(), oneIn: 4)
    case .events: return damaged(events(), oneIn: 4)
    case .trees:
      var trees = TreeTexts(seed: random.next())
      return damaged(trees.text(), oneIn: 8)
    case .commented:
      var texts = CommentedTexts(seed: random.next())
      return damaged(texts.next(), oneIn: 16)
    case .payload, .pocket:
      var trees = TreeTexts(seed: random.next())
      let text = kind == .payload ? trees.payload() : trees.pocket()
      return random.chance(1, in: 4) ? json() : damaged(text, oneIn: 8)
    }
  }

  private mutating func damaged(_ bytes: [UInt8], oneIn share: Int) -> [UInt8] {
    if !random.chance(1, in: share) { return bytes }
    return Mutation.edited(bytes, count: random.integer(in: 1...3), using: &random)
  }

  // MARK: - JSON

  private mutating func json() -> [UInt8] {
    switch random.integer(in: 0...127) {
    case 0: json(mostBits: 12)
    case 1...31: json(mostBits: 9)
    default: json(mostBits: 6)
    }
  }

  private mutating func long() -> [UInt8] {
    switch random.integer(in: 0...299) {
    case 0: json(mostBits: 14)
    case 1...7: json(mostBits: 12)
    case 8...107: json(mostBits: 9)
    default: json(mostBits: 7)
    }
  }

  private mutating func json(mostBits: Int) -> [UInt8] {
    var documents = DocumentGenerator(
      seed: random.next(), finiteNumbers: !random.chance(1, in: 8), fitsNumbers: true)
    let text = documents.document(
      maximumDepth: random.integer(in: 0...7),
      maximumBytes: 1 << random.integer(in: 2...mostBits) + random.integer(in: 0...7))
    switch random.integer(in: 0...9) {
    case 0...4: return text
    case 5: return Mutation.edited(text, count: random.integer(in: 1...3), using: &random)
    case 6: return Array(text.prefix(random.integer(in: 0...text.count)))
    case 7: return damaged(loosened(text), oneIn: 2)
    case 8: return deepened(text)
    default: return loosened(text)
    }
  }

  private static let looseParts: [[UInt8]] = [
    "/* c */", "/**/", "// c\n", "// c\r\n", ",", "'a'", "+1", ".5", "5.", "0x1F", "-0xa", "NaN",
    "-Infinity", "+NaN", "{a:1}", "{$b_:[1,]}", "{\\u0061:1}", "'\\'\\x41\\v\\\n'", "\u{feff}",
    "\u{a0}", "\u{2028}", "\u{b}", "\"\\ud800\"", "\"\t\"", "01", "1e5", "[1,2,]", "nan", "inf",
  ].map { Array($0.utf8) }

  /// The text with parts that only a lenient reader accepts, some where they belong.
  private mutating func loosened(_ text: [UInt8]) -> [UInt8] {
    var text = text
    if random.chance(1, in: 3) { text = text.map { $0 == 0x22 ? 0x27 : $0 } }
    for _ in 0..<random.integer(in: 1...3) {
      let part = random.element(of: Self.looseParts)
      let places = text.indices.filter { Self.isStructural(text[$0]) }
      guard !places.isEmpty else { return part }
      let place = random.element(of: places)
      text.insert(contentsOf: part, at: place + random.integer(in: 0...1))
    }
    return text
  }

  private static func isStructural(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x5b, 0x5d, 0x7b, 0x7d, 0x2c, 0x3a: true
    default: false
    }
  }

  /// The text inside many containers.
  private mutating func deepened(_ text: [UInt8]) -> [UInt8] {
    var (before, after): ([UInt8], [UInt8]) = ([], [])
    for _ in 0..<random.integer(in: 1...(random.chance(1, in: 40) ? 600 : 20)) {
      if random.chance(1, in: 2) {
        before.append(0x5b)
        after.append(0x5d)
      } else {
        before += Array("{\"a\":".utf8)
        after.append(0x7d)
      }
    }
    return before + text + after.reversed()
  }

  // MARK: - Scalars

  private mutating func number() -> [UInt8] {
    if random.chance(1, in: 3) {
      // Every exponent, and significands with few bits, whose neighbours are not at equal distances.
      var bits = random.next()
      if random.chance(1, in: 3) { bits &= ~0 << UInt64(random.integer(in: 30...52)) }
      return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    }
    var numbers = NumberGenerator(seed: random.next())
    return damaged(Array(numbers.text().utf8), oneIn: 10)
  }

  private mutating func string() -> [UInt8] {
    var strings = StringGenerator(seed: random.next())
    let text = strings.string(maximumBytes: 2 << random.integer(in: 0...8))
    return damaged(Array(text.dropFirst().dropLast()), oneIn: 3)
  }

  private mutating func digits(_ range: ClosedRange<Int>, _ count: Int = 2) -> String {
    let text = String(random.integer(in: range))
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  private mutating func date() -> String {
    if random.chance(1, in: 5) {
      var numbers = NumberGenerator(seed: random.next())
      return random.chance(1, in: 2)
        ? numbers.text()
        : digits(-99_999_999_999...999_999_999_999) + "."
          + random.digits(random.integer(in: 1...12))
    }
    var text = digits(random.chance(1, in: 8) ? 0...9999 : 1900...2100, 4)
    text += "-" + digits(0...13) + "-" + digits(0...32)
    text += random.element(of: ["T", "T", "T", "t", " ", "_"])
    text += digits(0...24) + ":" + digits(0...60) + ":" + digits(0...60)
    if random.chance(1, in: 2) {
      text += random.element(of: [".", ".", ","])
      text += random.digits(random.integer(in: 1...12), leadingZero: true)
    }
    let hours = random.element(of: ["+", "-"]) + digits(0...24)
    let minutes = digits(0...60)
    return text
      + random.element(of: ["Z", "Z", "z", "", hours, hours + ":" + minutes, hours + minutes])
  }

  private static let fields = [
    "yyyy", "yy", "y", "u", "MM", "M", "MMM", "MMMM", "dd", "d", "D", "DDD", "EEE", "EEEE", "HH",
    "H",
    "hh", "h", "kk", "KK", "mm", "m", "ss", "s", "S", "SSS", "SSSSSS", "SSSSSSSSS", "a", "z", "Z",
    "ZZZZ", "ZZZZZ", "X", "XX", "XXX", "x", "xxx", "'T'", "''", "'o''c'", "-", "/", " ", ":", ", ",
    ".",
  ]

  private mutating func pattern() -> String {
    (0..<random.integer(in: 1...9)).map { _ in random.element(of: Self.fields) }.joined()
  }

  // MARK: - Streams

  private mutating func lines() -> [UInt8] {
    var text: [UInt8] = []
    let ends: [[UInt8]] = [[0x0a], [0x0a], [0x0d, 0x0a], [0x0a, 0x0a], [0x0a, 0x1e], [0x0d]]
    if random.chance(1, in: 3) { text.append(0x1e) }
    for _ in 0..<random.integer(in: 0...5) {
      text += json(mostBits: 6)
      text += random.element(of: ends)
    }
    if random.chance(1, in: 2) { text += json(mostBits: 6) }
    return text
  }

  private mutating func events() -> [UInt8] {
    var text: [UInt8] = random.chance(1, in: 8) ? [0xef, 0xbb, 0xbf] : []
    let names = ["data: ", "data:", "data", "id: ", "id", "event: ", "retry: ", ": ", "x: ", ""]
    let ends: [[UInt8]] = [
      [0x0a], [0x0a], [0x0a, 0x0a], [0x0d], [0x0d, 0x0a], [0x0d, 0x0a, 0x0d],
    ]
    for _ in 0..<random.integer(in: 0...9) {
      text += Array(random.element(of: names).utf8)
      switch random.integer(in: 0...3) {
      case 0: text += Array(digits(0...9999, 1).utf8)
      case 1: text += json(mostBits: 5)
      case 2: text += string().prefix(12)
      default: break
      }
      text += random.element(of: ends)
    }
    return text
  }
}
