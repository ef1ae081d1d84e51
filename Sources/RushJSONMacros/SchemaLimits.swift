extension JSONModelOptions {
  /// What `@Schema` says about the values of a property: keywords of its schema, which reading a value checks.
  public struct _Limits {
    private let minimum: Double?
    private let maximum: Double?
    private let minLength: Int?
    private let maxLength: Int?
    private let pattern: String?
    private let minItems: Int?
    private let maxItems: Int?
    private let format: String?

    public init(
      minimum: Double? = nil, maximum: Double? = nil, minLength: Int? = nil, maxLength: Int? = nil,
      pattern: String? = nil, minItems: Int? = nil, maxItems: Int? = nil, format: String? = nil
    ) {
      (self.minimum, self.maximum) = (minimum, maximum)
      (self.minLength, self.maxLength, self.pattern) = (minLength, maxLength, pattern)
      (self.minItems, self.maxItems, self.format) = (minItems, maxItems, format)
    }
  }
}

extension JSONModelOptions._Limits {
  /// The keywords of a schema.
  func added(to schema: RawJSON.Object) -> RawJSON.Object {
    var schema = schema
    func set(_ keyword: String, _ value: RawJSON?) { if let value { schema[keyword] = value } }
    // The type of an integer has bounds of its own.
    let bounds = [schema["minimum"], schema["maximum"]].map { $0?.doubleValue }
    set("minimum", minimum.map { RawJSON.number($0, or: max($0, bounds[0] ?? $0)) })
    set("maximum", maximum.map { RawJSON.number($0, or: min($0, bounds[1] ?? $0)) })
    set("minLength", minLength.map { RawJSON($0) })
    set("maxLength", maxLength.map { RawJSON($0) })
    set("pattern", pattern.map { .string($0) })
    set("minItems", minItems.map { RawJSON($0) })
    set("maxItems", maxItems.map { RawJSON($0) })
    set("format", format.map { .string($0) })
    return schema
  }

  /// What does not hold of a value, as sentences. Keywords say nothing about values of other kinds, nor about `nil`.
  func faults(of value: Any) -> [String] {
    var value = value
    while let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return [] }
      value = wrapped
    }
    var faults: [String] = []
    func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) {
      if !isTrue { faults.append(text()) }
    }
    switch value {
    case let text as any StringProtocol:
      let text = String(text)
      let length = text.unicodeScalars.count
      if let minLength { expect(length >= minLength, "must have \(minLength) or more characters") }
      if let maxLength { expect(length <= maxLength, "must have \(maxLength) or fewer characters") }
      if let pattern { expect(text.holds(pattern), "must match the pattern \(pattern)") }
      if let format { expect(text.isOfFormat(format), "must be of the format \(format)") }
    case let elements as any Collection:
      let count = elements.count
      if let minItems { expect(count >= minItems, "must have \(minItems) or more elements") }
      if let maxItems { expect(count <= maxItems, "must have \(maxItems) or fewer elements") }
    default:
      guard let number = Self.number(value) else { break }
      if let minimum { expect(number >= minimum, "must be \(Self.text(minimum)) or more") }
      if let maximum { expect(number <= maximum, "must be \(Self.text(maximum)) or less") }
    }
    return faults
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint: Double(number)
    // Decimals of Foundation, which this module does not import.
    case let number as any SignedNumeric: Double("\(number)")
    case let number as JSONNumber: Double("\(number)")
    default: nil
    }
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

/// An optional, whatever it holds.
private protocol OptionalValue { var wrapped: Any? { get } }

extension Optional: OptionalValue { fileprivate var wrapped: Any? { self } }

extension String {
  /// Whether a part of the text matches a regular expression, as keywords of schemas have it.
  fileprivate func holds(_ pattern: String) -> Bool {
    guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }
    do {
      return try Regex(pattern).firstMatch(in: self) != nil
    } catch {
      return false
    }
  }

  /// Whether the text is of a format. Those that are not listed here are annotations.
  fileprivate func isOfFormat(_ format: String) -> Bool {
    switch format {
    case "email":
      let parts = split(separator: "@", omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        && !contains(where: \.isWhitespace)
    case "date-time":
      do {
        _ = try JSONDateFormat.rfc3339.parse(self)
        return true
      } catch {
        return false
      }
    case "date": return holds("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")
    case "uuid": return holds("^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")
    default: return true
    }
  }
}

extension RawJSON {
  /// A bound of a schema, as an integer if it is one.
  fileprivate static func number(_ bound: Double, or stricter: Double) -> RawJSON {
    Int64(exactly: stricter).map { RawJSON($0) } ?? .number(JSONNumber(stricter))
  }
}
