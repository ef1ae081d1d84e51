/// A type as it is written, as far as the plugin can tell its shape.
///
/// ```
/// [String: [Date]?]   a dictionary of optionals of arrays; its innermost type is Date
/// ```
struct WrittenType: Sendable {
  let text: String
  /// Whether a member of the type may be missing: it is an optional, or a `JSONField`.
  private(set) var isOmittable = false
  /// The type without optionals and fields around it.
  private(set) var value = ""
  /// The type inside all optionals, fields, arrays, sets and dictionaries.
  private(set) var element = ""
  /// Whether the value is an array or a set.
  private(set) var isList = false
  /// Whether the element is directly inside an array.
  private(set) var isInArray = false

  init(_ text: String) {
    self.text = text
    let source = SourceText(text)
    var tokens = source.tokens.indices.dropLast()
    var isValue = false
    value = text
    while let (inner, kind) = Self.inner(of: tokens, source) {
      if kind == .omittable {
        if !isValue { isOmittable = true }
      } else {
        if !isValue { isList = kind == .array || kind == .set }
        isValue = true
      }
      isInArray = kind == .array
      tokens = inner
      if !isValue { value = source.text(ofTokens: tokens) }
    }
    element = Self.name(of: source.text(ofTokens: tokens))
    value = Self.name(of: value)
  }

  /// A type without the name of its module.
  private static func name(of type: String) -> String {
    for prefix in ["Swift.", "Foundation.", "RushJSONCore.", "RushJSON."]
    where type.hasPrefix(prefix) {
      return String(type.dropFirst(prefix.count))
    }
    return type
  }

  /// Whether the type is one of the parameters, or a type of one: `T`, `T.Element`.
  func isOne(of parameters: Set<String>) -> Bool {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = words.first, parameters.contains(String(first).withoutBackticks) else {
      return false
    }
    return text.allSatisfy { $0.isLetter || $0.isNumber || "._`".contains($0) }
  }

  /// Whether a value of the type is written as a member, as an expression. `nil` if it always is, or that is not known.
  func presence(of value: String, hasInitialValue: Bool) -> String? {
    let isField = ["JSONField<", "RushJSON.JSONField<", "RushJSONCore.JSONField<"].contains {
      text.hasPrefix($0)
    }
    if isField, isOmittable, text.hasSuffix(">") { return "!\(value).isMissing" }
    // A missing member would be the initial value, so `nil` is written.
    return isOmittable && !hasInitialValue ? "\(value) != nil" : nil
  }

  /// Whether the element is a type of the standard library or of Foundation that is no object, date or bytes.
  var isScalar: Bool { Self.scalars.contains(element) && !isBytes }
  var isDate: Bool { ["Date", "JSONTimestamp"].contains(element) }
  var isBytes: Bool { element == "Data" || element == "UInt8" && isInArray }

  private static let scalars: Set<String> = Markers.rawTypes.union([
    "Bool", "Decimal", "URL", "UUID", "JSONNumber",
  ])

  /// Whether values are no objects, as far as the plugin can tell.
  var isNoObject: Bool { isList || value == element && (isScalar || isDate || isBytes) }

  // MARK: - Shapes

  private enum Kind { case omittable, array, set, other }

  private static func inner(of tokens: Range<Int>, _ source: SourceText) -> (Range<Int>, Kind)? {
    guard let first = tokens.first, let last = tokens.last, first < last else { return nil }
    let (start, end) = (source.tokens[first], source.tokens[last])
    if end.isMark("?") || end.isMark("!") {
      return isOneType(tokens, source) ? (first..<last, .omittable) : nil
    }
    if start.isMark("("), end.isMark(")"), parts(of: first + 1..<last, source) == 1 {
      return (first + 1..<last, .other)
    }
    if start.isMark("["), end.isMark("]") {
      guard let colon = separator(":", in: first + 1..<last, source) else {
        return (first + 1..<last, .array)
      }
      return (colon + 1..<last, .other)
    }
    if start.isWord("Swift"), source.tokens[first + 1].isMark(".") {
      return inner(of: first + 2..<last + 1, source)
    }
    guard start.kind == .word, source.tokens[first + 1].isMark("<"), end.isMark(">") else {
      return nil
    }
    let arguments = first + 2..<last
    switch start.text {
    case "Optional", "JSONField": return (arguments, .omittable)
    case "Array", "ContiguousArray": return (arguments, .array)
    case "Set": return (arguments, .set)
    case "Dictionary":
      return separator(",", in: arguments, source).map { ($0 + 1..<last, .other) }
    default: return nil
    }
  }

  /// Whether a `?` at the end belongs to the whole type: in `(A) -> B?`, only the result is optional.
  private static func isOneType(_ tokens: Range<Int>, _ source: SourceText) -> Bool {
    separator("-", in: tokens, source) == nil && separator("&", in: tokens, source) == nil
  }

  private static func parts(of tokens: Range<Int>, _ source: SourceText) -> Int {
    separator(",", in: tokens, source) != nil || !isOneType(tokens, source) ? 2 : 1
  }

  /// The first of these marks outside of all brackets.
  private static func separator(_ mark: String, in tokens: Range<Int>, _ source: SourceText) -> Int?
  {
    var open = 0
    for index in tokens where source.tokens[index].kind == .mark {
      let token = source.tokens[index]
      if open == 0, token.isMark(mark) { return index }
      switch token.text {
      case "(", "[", "<": open += 1
      case ")", "]": open -= 1
      case ">": if index == 0 || !source.tokens[index - 1].isMark("-") { open -= 1 }
      default: break
      }
    }
    return nil
  }
}

// MARK: - Partial

extension WrittenType {
  /// The optional type of an incomplete value: `[Chapter.Partial]?` for `[Chapter]`.
  /// - Parameter parameters: Type parameters, which stay.
  func partial(_ parameters: Set<String>) -> String {
    let source = SourceText(text)
    let type = Self.partial(source.tokens.indices.dropLast(), source, parameters)
    if type.hasSuffix("!") { return type.dropLast() + "?" }
    return isOmittable ? type : type + "?"
  }

  private static func partial(
    _ tokens: Range<Int>, _ source: SourceText, _ parameters: Set<String>
  ) -> String {
    let type = source.text(ofTokens: tokens)
    guard let (inner, kind) = inner(of: tokens, source) else {
      let isKnown =
        wholes.contains(name(of: type)) || type.hasPrefix("OpenEnum<")
        || WrittenType(type).isOne(of: parameters)
      let isName = source.tokens[tokens].allSatisfy { $0.kind == .word || $0.isMark(".") }
      return isKnown || !isName && !type.hasSuffix(">") ? type : type + ".Partial"
    }
    if kind == .set { return type }
    let outside = source.range(ofTokens: tokens)
    let range = source.range(ofTokens: inner)
    return source.text(outside.lowerBound..<range.lowerBound) + partial(inner, source, parameters)
      + source.text(range.upperBound..<outside.upperBound)
  }

  /// Types whose values arrive as a whole, or are read as far as they have arrived.
  private static let wholes = scalars.union([
    "Date", "Data", "TimeInterval", "JSONTimestamp", "RawJSON", "RawJSON.Array", "RawJSON.Object",
    "JSONPointer",
  ])
}

extension WrittenType {
  /// Why values of the type cannot have a format, or `nil` if they may.
  func refusal(of format: String) -> String? {
    if isScalar || element == "UInt8" && !isInArray {
      return """
        @Format is for dates and bytes, and for optionals, arrays, sets and dictionaries of them, not for \
        '\(element)'
        """
    }
    let isForBytes = [".base64", ".hexadecimal", "JSONBytesFormat."].contains {
      format.hasPrefix($0)
    }
    if isForBytes, isDate { return "'\(format)' is a format for bytes, not for '\(element)'" }
    if !isForBytes, isBytes, format.hasPrefix(".") || format.hasPrefix("JSONDateFormat.") {
      return "'\(format)' is a format for dates, not for '\(element)'"
    }
    return nil
  }
}
