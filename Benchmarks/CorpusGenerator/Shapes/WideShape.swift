/// `wide`: one object with as many members as requested.
struct WideShape {
  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz")
  /// 36⁵, the number of texts of five digits.
  private static let nameCount = 60_466_176
  /// Shares no factor with 36⁵ (it is odd and not a multiple of 3), so multiples of it visit every
  /// residue once: names look random, and no two begin alike.
  private static let stride = 37_139_213

  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

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
