/// `numbers`: rows of sixteen numbers, each row of one kind or of all kinds.
struct NumbersShape: ShapeDocument {
  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

  mutating func item() {
    let kind = random.integer(in: 0...8)
    list(nil, 16) {
      $0.writer.token($0.number(kind: kind > 5 ? $0.random.integer(in: 0...5) : kind))
    }
  }

  private mutating func number(kind: Int) -> String {
    // One in 500 does not fit in 64 bits, whatever the row.
    if random.chance(1, in: 500) { return sign() + random.digits(random.integer(in: 20...40)) }
    switch kind {
    case 0: return String(random.integer(in: 0...999))
    case 1: return sign() + random.digits(random.integer(in: 1...18))
    case 2: return sign() + whole() + "." + random.digits(random.integer(in: 1...6))
    case 3: return sign() + "0." + random.digits(random.integer(in: 15...17), leadingZero: true)
    case 4:
      let exponent = String(random.integer(in: -300...300))
      let mantissa = random.digits(1) + "." + random.digits(random.integer(in: 1...16))
      return sign() + mantissa + (random.chance(1, in: 2) ? "e" : "E") + exponent
    default:
      let exponent = CivilTime.padded(random.integer(in: 0...22), to: 2)
      return sign() + whole() + random.element(of: ["e", "e+", "E-"]) + exponent
    }
  }

  private mutating func whole() -> String {
    String(random.integer(in: 0...99_999))
  }

  private mutating func sign() -> String {
    random.chance(1, in: 3) ? "-" : ""
  }
}

/// `wide`: one object with as many members as requested.
struct WideShape: ShapeDocument {
  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz")
  /// 36⁵, the number of texts of five digits.
  private static let nameCount = 60_466_176
  /// Shares no factor with 36⁵ (it is odd and not a multiple of 3), so multiples of it visit every
  /// residue once: names look random, and no two begin alike.
  private static let stride = 37_139_213

  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

  mutating func document(targetBytes: Int) -> [UInt8] {
    document(memberCount: max(1, targetBytes * 100_000 / CorpusShape.wide.defaultBytes))
  }

  mutating func document(memberCount: Int) -> [UInt8] {
    writer.beginObject()
    var position = random.integer(in: 0...(Self.nameCount - 1))
    for _ in 0..<memberCount {
      position = (position + Self.stride) % Self.nameCount
      let suffix = random.element(of: ["", "", "", "_id", "_at", "Name", ".count"])
      writer.member(Self.name(position) + suffix, token: value())
    }
    writer.end()
    return writer.bytes
  }

  private static func name(_ position: Int) -> String {
    var rest = position
    var name = ""
    for _ in 0..<5 {
      name.append(digits[rest % 36])
      rest /= 36
    }
    return name
  }

  private mutating func value() -> String {
    switch random.integer(in: 0...7) {
    case 0: "true"
    case 1: "null"
    case 2: "\"\(random.nextWord())\""
    case 3: "-\(random.integer(in: 1...99)).\(random.digits(2))"
    default: String(random.integer(in: 0...99_999))
    }
  }
}

/// `deep`: towers of containers, side by side in one array.
struct DeepShape: ShapeDocument {
  /// The greatest depth of the document, the outer array included.
  private static let maximumDepth = 500

  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

  mutating func item() {
    // Most real nesting is shallow; one tower in four reaches for the limit.
    let height =
      random.chance(1, in: 4)
      ? Self.maximumDepth - 1 : random.integer(in: 1...(Self.maximumDepth - 1))
    let objectsInEight = random.element(of: [0, 8, 4])
    let hasSiblings = random.chance(1, in: 3)
    for level in 0..<height {
      if random.chance(objectsInEight, in: 8) {
        writer.beginObject()
        if hasSiblings { writer.member("n", level) }
        writer.name(random.chance(1, in: 2) ? "a" : "next")
      } else {
        writer.beginArray()
        if hasSiblings { writer.token(String(level)) }
      }
    }
    // An empty container is one level more.
    let containers = height < Self.maximumDepth - 1 ? ["[]", "{}"] : []
    writer.token(random.element(of: ["null", "true", "0", "\"\""] + containers))
    for _ in 0..<height {
      writer.end()
    }
  }
}

/// `geography`: features whose geometry is rings of coordinate pairs.
struct GeographyShape: ShapeDocument {
  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

  mutating func document(targetBytes: Int) -> [UInt8] {
    writer.beginObject()
    writer.member("type", "FeatureCollection")
    writer.beginArray("features")
    repeat { feature() } while writer.bytes.count < targetBytes
    writer.end()
    writer.end()
    return writer.bytes
  }

  private mutating func feature() {
    writer.beginObject()
    writer.member("type", "Feature")
    writer.beginObject("properties")
    writer.member("name", random.element(of: Vocabulary.cities))
    writer.end()
    writer.beginObject("geometry")
    writer.member("type", "Polygon")
    let longitude = random.integer(in: -179...179)
    let latitude = random.integer(in: -89...89)
    list("coordinates", random.integer(in: 1...3)) {
      $0.list(nil, $0.random.integer(in: 4...160)) {
        $0.writer.beginArray()
        $0.coordinate(longitude)
        $0.coordinate(latitude)
        $0.writer.end()
      }
    }
    writer.end()
    writer.end()
  }

  /// A number near `degrees` with 15 to 17 significant digits, like the shortest form of a computed
  /// Double.
  private mutating func coordinate(_ degrees: Int) {
    let whole = String(abs(degrees))
    // A zero before the point is not a significant digit.
    let wholeDigits = degrees == 0 ? 0 : whole.utf8.count
    let significant = [15, 16, 16, 17, 17, 17][random.integer(in: 0...5)]
    let fraction = random.digits(significant - wholeDigits)
    writer.token((degrees < 0 ? "-" : "") + whole + "." + fraction)
  }
}
