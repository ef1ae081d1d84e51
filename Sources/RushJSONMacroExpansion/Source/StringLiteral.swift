/// The value of a string literal of one line without interpolations.
enum StringLiteral {
  /// Returns `nil` for literals of several lines, interpolations, and what is not a string literal.
  static func value(of literal: String) -> String? {
    var scalars = literal.unicodeScalars[...]
    let signs = scalars.prefix { $0 == "#" }.count
    scalars = scalars.dropFirst(signs)
    let ending = String(repeating: "#", count: signs)
    guard scalars.popFirst() == "\"", String(scalars).hasSuffix("\"" + ending) else { return nil }
    scalars = scalars.dropLast(1 + signs)
    if scalars.contains("\n") || scalars.contains("\r") { return nil }
    var value = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      guard scalar == "\\", scalars.starts(with: ending.unicodeScalars) else {
        value.append(scalar)
        continue
      }
      scalars = scalars.dropFirst(signs)
      guard let escaped = unescaped(&scalars) else { return nil }
      value.append(escaped)
    }
    return String(value)
  }

  private static func unescaped(_ scalars: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch scalars.popFirst() {
    case "0": return "\0"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "\\": return "\\"
    case "\"": return "\""
    case "'": return "'"
    case "u":
      guard scalars.popFirst() == "{", let end = scalars.firstIndex(of: "}") else { return nil }
      let digits = String(scalars[..<end])
      scalars = scalars[end...].dropFirst()
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }

  /// A literal with a value. Everything but printable ASCII is escaped.
  static func literal(of value: String) -> String {
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case " "..."~": result.unicodeScalars.append(scalar)
      default: result += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return result + "\""
  }
}
