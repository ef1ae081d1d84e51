import CorpusGenerator

/// The parts of a JSON text, counted byte by byte.
///
/// Two texts of one size can differ tenfold in reading time; these counts say why.
struct CorpusStatistics: Sendable, Hashable {
  /// The size of the text in bytes.
  var byteCount = 0
  /// Values of every kind, containers included, names excluded.
  var values = 0
  /// Objects.
  var objects = 0
  /// Arrays.
  var arrays = 0
  /// Strings that are values.
  var strings = 0
  /// Names of members: strings as well, but not values.
  var names = 0
  /// Distinct names, compared by their spelling.
  var distinctNames = 0
  /// Bytes of strings and names, their quotation marks included.
  var stringBytes = 0
  /// Escapes in strings and names; a surrogate pair counts as two.
  var escapes = 0
  /// Bytes of 0x80 or more.
  var nonASCIIBytes = 0
  /// Numbers.
  var numbers = 0
  /// Bytes of numbers.
  var numberBytes = 0
  /// The literals `true`, `false` and `null`.
  var literals = 0
  /// Space, tab, line feed and carriage return outside strings.
  var whitespaceBytes = 0
  /// Brackets, braces, colons and commas.
  var structurals = 0
  /// The greatest number of containers open at the same time; a scalar by itself has depth 0.
  var maximumDepth = 0

  /// The share of strings and names in the bytes, quotation marks included, in percent, rounded
  /// to the nearest.
  var stringPercent: Int { percent(stringBytes) }

  /// The share of white space outside strings in the bytes, in percent, rounded to the nearest.
  var whitespacePercent: Int { percent(whitespaceBytes) }

  /// The share of numbers in the bytes, in percent, rounded to the nearest.
  var numberPercent: Int { percent(numberBytes) }

  private func percent(_ count: Int) -> Int {
    byteCount == 0 ? 0 : (count * 100 + byteCount / 2) / byteCount
  }
}

extension CorpusWriter {
  /// Counts the parts of `bytes`, which are a valid JSON text or JSON Lines.
  ///
  /// - Complexity: O(*n*) in the bytes, which are read once.
  static func statistics(of bytes: [UInt8]) -> CorpusStatistics {
    var scanner = StatisticsScanner(bytes)
    return scanner.scan()
  }

  /// The statistics of `files` as a table in Markdown, a row for each file.
  static func statisticsTable(of files: [(name: String, bytes: [UInt8])]) -> String {
    var lines = [
      "| File | Bytes | Values | Objects | Arrays | Names (distinct) | Strings | String % "
        + "| Escapes | Non-ASCII bytes | Numbers | Number % | Literals | White space % "
        + "| Structurals | Depth |",
      "| --- |" + String(repeating: " ---: |", count: 15),
    ]
    for file in files {
      let counts = statistics(of: file.bytes)
      let names = "\(counts.names) (\(counts.distinctNames))"
      let cells = [
        "`\(file.name)`", "\(counts.byteCount)", "\(counts.values)", "\(counts.objects)",
        "\(counts.arrays)", names, "\(counts.strings)", "\(counts.stringPercent)",
        "\(counts.escapes)", "\(counts.nonASCIIBytes)", "\(counts.numbers)",
        "\(counts.numberPercent)", "\(counts.literals)", "\(counts.whitespacePercent)",
        "\(counts.structurals)", "\(counts.maximumDepth)",
      ]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }
}

/// Counts the parts of a text that is valid JSON or JSON Lines.
///
/// It checks nothing and does not use the library: it reads one byte at a time, with a stack of
/// open containers to tell names from values. The counts of an invalid text mean nothing.
private struct StatisticsScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var counts = CorpusStatistics()
  private var isObject: [Bool] = []
  private var expectsName = false
  private var namesSeen: Set<[UInt8]> = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func scan() -> CorpusStatistics {
    while position < bytes.count {
      token()
    }
    counts.byteCount = bytes.count
    counts.distinctNames = namesSeen.count
    return counts
  }

  private mutating func token() {
    let byte = bytes[position]
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D:
      counts.whitespaceBytes += 1
      position += 1
    case UInt8(ascii: "{"): open(isObject: true)
    case UInt8(ascii: "["): open(isObject: false)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      _ = isObject.popLast()
      expectsName = false
      structural()
    case UInt8(ascii: ","):
      expectsName = isObject.last == true
      structural()
    case UInt8(ascii: ":"):
      expectsName = false
      structural()
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = position
      skipScalar()
      counts.numbers += 1
      counts.numberBytes += position - start
      counts.values += 1
    default:
      skipScalar()
      counts.literals += 1
      counts.values += 1
    }
  }

  private mutating func structural() {
    counts.structurals += 1
    position += 1
  }

  private mutating func open(isObject opensObject: Bool) {
    if opensObject { counts.objects += 1 } else { counts.arrays += 1 }
    counts.values += 1
    isObject.append(opensObject)
    expectsName = opensObject
    counts.maximumDepth = max(counts.maximumDepth, isObject.count)
    structural()
  }

  private mutating func string() {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] >= 0x80 { counts.nonASCIIBytes += 1 }
      if bytes[position] == UInt8(ascii: "\\") {
        counts.escapes += 1
        // A character after a reverse solidus does not end a string.
        position += 1
      }
      position += 1
    }
    position = min(position + 1, bytes.count)
    counts.stringBytes += position - start
    if expectsName {
      counts.names += 1
      namesSeen.insert(Array(bytes[start..<position]))
    } else {
      counts.strings += 1
      counts.values += 1
    }
  }

  /// Moves to the byte that ends a number or literal: white space, a structural character, a
  /// string.
  private mutating func skipScalar() {
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"),
        UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""):
        return
      default: position += 1
      }
    }
  }
}
