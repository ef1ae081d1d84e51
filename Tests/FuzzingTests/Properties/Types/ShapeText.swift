import Foundation

/// Random texts for described types. Most values fit the type. Some do not: a value has another
/// kind, or a member is missing, duplicate or unknown.
struct ShapeText {
  var generator: FuzzInput
  let isJSON5: Bool
  /// How names are written so that the key strategy reads them back; some are changed afterwards.
  let spelling: (String) -> String
  /// How many values do not fit the type.
  private(set) var wrongCount = 0
  /// The maximum number of wrong values.
  private let mostWrong: Int

  init(_ generator: FuzzInput, isJSON5: Bool, spelling: @escaping (String) -> String) {
    self.generator = generator
    self.isJSON5 = isJSON5
    self.spelling = spelling
    mostWrong = self.generator.element(of: [0, 0, 1, 1, 5])
  }

  mutating func text(of shape: Shape) -> String {
    if wrongCount < mostWrong, generator.chance(1, in: 6) {
      wrongCount += 1
      return anything(2)
    }
    switch shape {
    case .scalar(let scalar): return text(of: scalar)
    case .subclass:
      return object([
        ("fullName", .scalar(.string), false), ("staffID", .scalar(.int), false),
      ])
    case .optional(let shape): return generator.chance(1, in: 3) ? "null" : text(of: shape)
    case .array(let shape):
      return array((0..<generator.integer(in: 0...3)).map { _ in text(of: shape) })
    case .dictionary(let kind, let shape):
      let members = (0..<generator.integer(in: 0...3)).map { _ in
        let name = key(kind)
        return (name, shape, false)
      }
      return object(members, isDictionary: true)
    case .object(let fields, _):
      return object(fields.map { ($0.name.stringValue, $0.shape, $0.isOptional) })
    case .tuple(let shapes): return array(shapes.map { text(of: $0) })
    case .choice(let fields):
      let field = generator.element(of: fields)
      let payload = object([(field.name.stringValue, field.shape, field.isOptional)])
      return "{\(literal(spelling(field.name.stringValue))):\(payload)}"
    case .single(let shape): return text(of: shape)
    case .word(let words): return literal(generator.element(of: words))
    case .superValue(let name, let shape):
      return object([(name?.stringValue ?? "super", shape, false)])
    case .nothing: return anything(1)
    }
  }

  private mutating func key(_ kind: Shape.KeyKind) -> String {
    switch kind {
    case .string: generator.name()
    case .int: "\(generator.integer(in: 0...99))"
    case .color: generator.element(of: Color.allCases).rawValue
    }
  }

  private mutating func array(_ elements: [String]) -> String {
    var elements = elements
    if wrongCount < mostWrong, generator.chance(1, in: 8) {
      wrongCount += 1
      elements.append(anything(1))
    }
    return "[" + elements.joined(separator: generator.element(of: [",", " , ", ",\n"])) + "]"
  }

  private mutating func object(
    _ fields: [(name: String, shape: Shape, isOptional: Bool)], isDictionary: Bool = false
  ) -> String {
    var members: [(String, String)] = []
    for field in fields {
      if field.isOptional, generator.chance(1, in: 4) { continue }
      if wrongCount < mostWrong, !isDictionary, generator.chance(1, in: 10) {
        wrongCount += 1
        continue
      }
      let name = isDictionary ? field.name : spelling(field.name)
      let isNull = field.isOptional && generator.chance(1, in: 5)
      members.append((name, isNull ? "null" : text(of: field.shape)))
      // The first of two duplicates counts; the other may be anything.
      if generator.chance(1, in: 8) { members.append((name, anything(1))) }
    }
    // Members that the type does not read. Some names are numbers, which do not become integer
    // keys.
    if !isDictionary, generator.chance(1, in: 2) {
      let name = generator.element(of: [generator.name(), generator.name(), "7", "007"])
      members.append((name, anything(2)))
    }
    if !isDictionary, generator.chance(1, in: 3), members.count > 1,
      Set(members.map(\.0)).count == members.count
    {
      members.swapAt(0, members.count - 1)
    }
    return "{" + members.map { "\(literal($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }

  private mutating func text(of scalar: Shape.Scalar) -> String {
    switch scalar {
    case .rawJSON: return anything(2)
    case .bool: return generator.element(of: ["true", "false"])
    case .string, .url:
      return literal(generator.chance(1, in: 3) ? "https://x.y/z" : generator.name())
    case .data: return generator.element(of: [#""AQI=""#, #""""#, #""AQI""#, "[1,2]", "[1,300]"])
    case .date:
      return generator.element(of: [
        #""2026-11-21T10:12:13Z""#, "1795255933", "1795255933.5", "0", "-1e3", #""21.11.2026""#,
        #""inf""#,
      ])
    case .double, .float, .decimal:
      let strings = [#""inf""#, #""-inf""#, #""nan""#]
      return generator.chance(1, in: 5) ? generator.element(of: strings) : number()
    // The largest hexadecimal number that even a `Float` holds: a key strategy may make the name of another
    // field, which is one, of this one's. See Docs/FoundationDifferences.md.
    default: return isJSON5 && generator.chance(1, in: 8) ? "0xFFFFFF" : number()
    }
  }

  private mutating func number() -> String {
    // Left out because Foundation differs (see Docs/FoundationDifferences.md): integers of more than 53 bits
    // with a fraction, numbers beyond Double, and in JSON5 zeros with an exponent and large
    // hexadecimal integers.
    generator.element(of: isJSON5 ? Self.numbersOfJSON5 : Self.numbers)
  }

  private static let numbers = [
    "0", "-0", "1", "7", "-1", "42", "127", "128", "255", "256", "-129", "65535", "65536", "1.5",
    "2.0", "1e2", "12345678901", "4294967296", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "0.1", "1e-3", "-2.50",
  ]
  private static let numbersOfJSON5 =
    numbers + [
      "+1", ".5", "5.", "0x1F", "-0xff", "Infinity", "-Infinity", "NaN", "+Infinity", "-NaN",
    ]

  /// A value of any kind.
  private mutating func anything(_ depth: Int) -> String {
    switch generator.integer(in: 0...(depth > 0 ? 7 : 5)) {
    case 0: return "null"
    case 1: return generator.element(of: ["true", "false"])
    case 2, 3: return number()
    case 4, 5: return literal(generator.name())
    case 6: return "[" + (0..<2).map { _ in anything(depth - 1) }.joined(separator: ",") + "]"
    default: return "{\(literal(generator.name())):\(anything(depth - 1))}"
    }
  }

  /// A string, with some of its characters escaped.
  private mutating func literal(_ text: String) -> String {
    let quote = isJSON5 && generator.chance(1, in: 6) ? "'" : "\""
    var literal = quote
    for scalar in text.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\\" || "\(scalar)" == quote
      if mustEscape || scalar.value <= 0xffff && generator.chance(1, in: 12) {
        let digits = String(scalar.value, radix: 16)
        literal +=
          scalar.value > 0xffff
          ? "\(scalar)" : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    return literal + quote
  }
}
