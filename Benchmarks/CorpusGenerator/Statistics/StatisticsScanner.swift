/// Counts the parts of a text that is valid JSON or JSON Lines.
///
/// It checks nothing and does not use the library: it reads one byte at a time, with a stack of
/// open containers to tell names from values. The counts of an invalid text mean nothing.
struct StatisticsScanner {
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
