import RushJSONCore

/// A number is what exact arithmetic and the standard library make of its text, in whatever way it is
/// read; and the text of a `Double` or `Float` is the shortest that reads as the same number.
enum NumberProperties {
  static func run(_ input: inout FuzzInput) throws {
    let bytes = input.rest(.number)
    let isBare = bytes.first.map { $0 == 0x2d || (0x30...0x39).contains($0) } ?? false
    let isExact = input.takes(oneIn: 32)
    if bytes.count >= 8, !isBare || input.takes(oneIn: 8) {
      try checkDouble(bytes, isExact: isExact)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    let number = JSONNumber(text)
    let hasSpace = bytes.contains { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    guard isBare, !hasSpace else { return }
    let document = try? JSONDocument(parsing: bytes)
    try checkEqual("the text of a number is a number", document != nil, number != nil)
    guard let number, let document else { return }
    try checkEqual("spelling is kept", number.text, text)
    try checkEqual("spelling is kept in a document", try document.root.number().text, text)
    let among = try valueAmongOthers(bytes)
    try checkEqual("spelling is kept among others", try among.number().text, text)
    guard let exact = Double(text), let exactFloat = Float(text) else {
      throw PropertyFailure(property: "the standard library reads it too", detail: text)
    }
    try checkEqual("nearest Double", number.nearestDouble.bitPattern, exact.bitPattern)
    if isExact {
      let parts = DecimalParts(text)
      try checkRounding("Double", number.nearestDouble, parts)
      if let float = try? document.root.float() { try checkRounding("Float", float, parts) }
    }
    if exact.isFinite {
      try checkEqual(
        "Double of a document", try document.root.double().bitPattern, exact.bitPattern)
      try checkEqual("Double among others", try among.double().bitPattern, exact.bitPattern)
    }
    if exactFloat.isFinite {
      try checkEqual(
        "Float of a document", (try? document.root.float())?.bitPattern ?? exactFloat.bitPattern,
        exactFloat.bitPattern)
    }
    if bytes.allSatisfy({ $0 == 0x2d || (0x30...0x39).contains($0) }) {
      try checkEqual("Int64", number.int64, Int64(text))
      try checkEqual("Int64 of a document", try? document.root.int64(), Int64(text))
      try checkEqual("Int64 among others", try? among.int64(), Int64(text))
      try checkEqual(
        "UInt64 among others", try? among.uint64(), text == "-0" ? 0 : UInt64(text))
      // "-0" is an integer without a sign.
      try checkEqual("UInt64", number.uint64, text == "-0" ? 0 : UInt64(text))
    }
    if bytes[0] != 0x2d, input.takes(oneIn: 4) {
      let plus = try JSONDocument(parsing: [0x2b] + bytes, options: .json5).root
      try checkEqual("a plus changes nothing", try plus.number(), number)
      try checkEqual(
        "Double after a plus", (try? plus.double())?.bitPattern ?? exact.bitPattern,
        exact.bitPattern)
      try checkEqual("Int64 after a plus", try? plus.int64(), try? document.root.int64())
    }
    if input.takes(oneIn: 4) {
      let again = try RawJSON(parsing: RawJSON.number(number).jsonBytes())
      try checkEqual("number: write ∘ read", again, .number(number))
    }
  }

  /// The number in a document of others: vector instructions do not read those at the ends of a text.
  private static func valueAmongOthers(_ number: [UInt8]) throws -> JSONDocument.Value {
    let others = 12
    let before = [UInt8(ascii: "[")] + repeatElement(Array("0,".utf8), count: others).joined()
    let after = repeatElement(Array(",0".utf8), count: others).joined() + [UInt8(ascii: "]")]
    guard let value = try JSONDocument(parsing: before + number + after).root[others] else {
      throw PropertyFailure(property: "the number is there", detail: "\(number)")
    }
    return value
  }

  /// The number is the nearest to these digits; the even one of two.
  private static func checkRounding<Number: BinaryFloatingPoint>(
    _ type: String, _ number: Number, _ parts: DecimalParts
  ) throws {
    let property = "nearest \(type) ≡ exact arithmetic"
    try checkEqual("sign of a \(type)", number.sign, parts.isNegative ? .minus : .plus)
    // No number of either type is larger or smaller than this, but for infinity and zero.
    if parts.digits.isEmpty || parts.magnitude < -400 {
      return try check(property, number.isZero, "\(number)")
    }
    if parts.magnitude > 400 { return try check(property, number.isInfinite, "\(number)") }
    try check(property, RoundingInterval(number).contains(parts.value), "\(number)")
  }

  /// The bits of a `Double`: out and back.
  private static func checkDouble(_ bytes: [UInt8], isExact: Bool) throws {
    let bits = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let double = Double(bitPattern: bits)
    guard double.isFinite else { return }
    var writer = JSONWriter()
    try writer.double(double)
    let text = try writer.finish()
    let found = try valueAmongOthers(text).double()
    try checkEqual("Double: write ∘ read", found.bitPattern, double.bitPattern)
    if isExact { try checkShortest("Double", double, text) }
    let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    guard float.isFinite else { return }
    writer = JSONWriter()
    try writer.float(float)
    let short = try writer.finish()
    let foundFloat = try JSONDocument(parsing: short).root.float()
    try checkEqual("Float: write ∘ read", foundFloat.bitPattern, float.bitPattern)
    if isExact { try checkShortest("Float", float, short) }
  }

  /// The digits read as the number, no fewer digits do, and none of as many that do are nearer to it.
  private static func checkShortest<Number: BinaryFloatingPoint>(
    _ type: String, _ number: Number, _ text: [UInt8]
  ) throws {
    let parts = DecimalParts(String(decoding: text, as: UTF8.self))
    try checkRounding(type, number, parts)
    if number.isZero { return }
    let interval = RoundingInterval(number)
    let digits = parts.digits.reduce(UInt64(0)) { 10 * $0 + UInt64($1 & 15) }
    func decimal(_ integer: UInt64, _ exponent: Int) -> ExactNumber {
      ExactNumber(BigNatural(integer), timesTenTo: exponent)
    }
    // One digit less: only the multiples of ten next to the number could be in the interval.
    for shorter in digits / 10...digits / 10 + 1 where shorter > 0 {
      try check(
        "shortest text of a \(type)", !interval.contains(decimal(shorter, parts.exponent + 1)),
        "\(parts.digits)")
    }
    // Beyond the middle between two decimals, the other one is nearer.
    if interval.contains(decimal(digits + 1, parts.exponent)) {
      let middle = decimal(10 * digits + 5, parts.exponent - 1)
      try check("nearest text of a \(type)", interval.value <= middle, "\(parts.digits)")
    }
    if interval.contains(decimal(digits - 1, parts.exponent)) {
      let middle = decimal(10 * digits - 5, parts.exponent - 1)
      try check("nearest text of a \(type)", interval.value >= middle, "\(parts.digits)")
    }
  }
}
