internal import RushJSONCore
internal import _RushJSONFoundation

/// Reads the members of an object in a payload by their exact names. A member that is missing or `null`
/// gives `nil`. Errors are `DecodingError`s with the path.
final class PayloadReader {
  private let object: RawJSON.Object
  /// The members that were not asked for.
  private(set) var others: RawJSON.Object
  private let codingPath: [any CodingKey]

  init(_ object: RawJSON.Object, _ codingPath: [any CodingKey]) {
    self.object = object
    others = object
    self.codingPath = codingPath
  }

  func path(_ name: String) -> [any CodingKey] { codingPath + [JSONPathKey(stringValue: name)] }

  /// A member's value, or `nil` if it is missing or `null`.
  func ifPresent(_ name: String) -> RawJSON? {
    others.removeValue(forName: name)
    guard let value = object[name], !value.isNull else { return nil }
    return .some(value)
  }

  /// An object that must exist.
  func object(_ name: String) throws -> PayloadReader {
    guard let value = object[name] else {
      throw DecodingError.keyNotFound(
        JSONPathKey(stringValue: name),
        Self.context(
          "No value associated with key \"\(name)\".", codingPath, .missingName(name)))
    }
    guard case .dictionary(let object) = value else {
      throw PayloadReader.mismatch([String: Any].self, "an object", value, path(name))
    }
    return PayloadReader(object, path(name))
  }

  func string(_ name: String) throws -> String? { try read(name, "a string", \.stringValue) }

  func strings(_ name: String) throws -> [String]? {
    try read(name, "an array of strings", \.stringArrayValue)
  }

  func integer(_ name: String) throws -> Int? { try number(name, \.int) }
  func double(_ name: String) throws -> Double? { try number(name, \.double) }

  private func read<T>(
    _ name: String, _ expected: String, _ content: (RawJSON) -> T?
  ) throws -> T? {
    guard let value = ifPresent(name) else { return nil }
    guard let content = content(value) else {
      throw PayloadReader.mismatch(T.self, expected, value, path(name))
    }
    return content
  }

  private func number<T>(_ name: String, _ convert: (JSONNumber) -> T?) throws -> T? {
    guard let value = ifPresent(name) else { return nil }
    guard let number = value.jsonNumberValue else {
      throw PayloadReader.mismatch(T.self, "a number", value, path(name))
    }
    guard let converted = convert(number) else {
      throw DecodingError.dataCorrupted(
        Self.context(
          "Number \(number.text.prefix(60)) is not representable in \(T.self).", path(name),
          .notRepresentable(number: number.text, type: "\(T.self)")))
    }
    return converted
  }

  /// A flag: 1 or 0, as the system writes it, but also `true` or `false`, and `"1"` or `"0"`.
  func flag(_ name: String) throws -> Bool? {
    guard let value = ifPresent(name) else { return nil }
    if let bool = value.boolValue { return bool }
    let text = value.stringValue ?? value.jsonNumberValue.flatMap { $0.int }.map(String.init)
    switch text {
    case "1": return true
    case "0": return false
    default: throw PayloadReader.mismatch(Bool.self, "0 or 1", value, path(name))
    }
  }

  /// Seconds since 1970.
  func date(_ name: String) throws -> Date? {
    try double(name).map { Date(timeIntervalSince1970: $0) }
  }

  /// A date as a payload writes it: in seconds, without a fraction if that is zero.
  static func tree(of date: Date) -> RawJSON { .number(date.timeIntervalSince1970) }

  static func mismatch(
    _ type: any Any.Type, _ expected: String, _ value: RawJSON, _ path: [any CodingKey]
  ) -> DecodingError {
    .typeMismatch(
      type,
      context(
        "Expected \(expected) but found \(value.kind) instead.", path,
        .invalidFormat(text: value.description, expected: expected)))
  }

  /// With the path of the member in the underlying error, which a decoder would add as that of the payload.
  private static func context(
    _ text: String, _ path: [any CodingKey], _ kind: JSONValueError.Kind
  ) -> DecodingError.Context {
    let pointer = JSONPointer(tokens: path.map { $0.intValue.map(String.init) ?? $0.stringValue })
    return DecodingError.Context(
      codingPath: path, debugDescription: text, underlyingError: JSONValueError(kind, at: pointer))
  }
}
