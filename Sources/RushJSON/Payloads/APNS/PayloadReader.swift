internal import Foundation
internal import RushJSONCore

/// Reads the members of an object of a payload by their names, as they are written; members that are
/// missing or `null` are `nil`. Errors are `DecodingError`s with the path.
struct PayloadReader {
  private let object: JSONObject
  private let codingPath: [any CodingKey]

  init(_ object: JSONObject, _ codingPath: [any CodingKey]) {
    self.object = object
    self.codingPath = codingPath
  }

  func path(_ name: String) -> [any CodingKey] { codingPath + [JSONPathKey(stringValue: name)] }

  /// A member, if it is there and not `null`.
  func ifPresent(_ name: String) -> RawJSON? {
    guard let value = object[name], !value.isNull else { return nil }
    return .some(value)
  }

  /// The members that have none of these names.
  func others(than names: Set<String>) -> JSONObject {
    var others = JSONObject()
    for member in object where !names.contains(member.name) { others[member.name] = member.value }
    return others
  }

  /// A member that must be there, and an object.
  func object(_ name: String) throws -> PayloadReader {
    guard let value = object[name] else {
      throw DecodingError.keyNotFound(
        JSONPathKey(stringValue: name),
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "No value associated with key \"\(name)\"."))
    }
    guard case .dictionary(let object) = value else {
      throw PayloadReader.mismatch([String: Any].self, "an object", value, path(name))
    }
    return PayloadReader(object, path(name))
  }

  func string(_ name: String) throws -> String? {
    guard let value = ifPresent(name) else { return nil }
    guard let string = value.stringValue else {
      throw PayloadReader.mismatch(String.self, "a string", value, path(name))
    }
    return string
  }

  func strings(_ name: String) throws -> [String]? {
    guard let value = ifPresent(name) else { return nil }
    guard let strings = value.stringArrayValue else {
      throw PayloadReader.mismatch([String].self, "an array of strings", value, path(name))
    }
    return strings
  }

  func integer(_ name: String) throws -> Int? {
    guard let value = ifPresent(name) else { return nil }
    guard let number = value.jsonNumberValue else {
      throw PayloadReader.mismatch(Int.self, "a number", value, path(name))
    }
    guard let integer = number.int else { throw notRepresentable(number, Int.self, name) }
    return integer
  }

  func double(_ name: String) throws -> Double? {
    guard let value = ifPresent(name) else { return nil }
    guard let number = value.jsonNumberValue else {
      throw PayloadReader.mismatch(Double.self, "a number", value, path(name))
    }
    guard let double = number.double else { throw notRepresentable(number, Double.self, name) }
    return double
  }

  /// 1 and 0, which is how the system writes it, `true` and `false`, `"1"` and `"0"`.
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

  /// A date as it is written in a payload: whole seconds if it is so many.
  static func tree(of date: Date) -> RawJSON { .number(date.timeIntervalSince1970) }

  private func notRepresentable(
    _ number: JSONNumber, _ type: any Any.Type, _ name: String
  ) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: path(name),
        debugDescription: "Number \(number.text.prefix(60)) is not representable in \(type)."))
  }

  static func mismatch(
    _ type: any Any.Type, _ expected: String, _ value: RawJSON, _ path: [any CodingKey]
  ) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: path, debugDescription: "Expected \(expected) but found \(value.kind) instead.")
    )
  }
}
