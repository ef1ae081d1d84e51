/// `numbers`: rows of sixteen numbers, each row of one kind or of all kinds.
struct NumbersShape: ShapeDocument {
  var random: SeededGenerator
  var writer = ShapeWriter(layout: .minified)

  mutating func item() {
    let kind = random.integer(in: 0...8)
    writer.beginArray()
    for _ in 0..<16 {
      writer.token(number(kind: kind > 5 ? random.integer(in: 0...5) : kind))
    }
    writer.end()
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
