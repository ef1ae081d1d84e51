// Details of errors beyond their kinds. Messages are made of both when somebody reads them.

/// The detail that a message about a value adds to its kind of error.
package enum DecodingHint: Sendable {
  case none
  /// The type refused the value in these words.
  case reason(String)
  /// The type may be an enum with raw values, and none of them is the value.
  case cases(of: any Any.Type)
  /// The type accepts these values alone.
  case values([RawJSON])
  /// The value fits none of the cases, for these reasons.
  case attempts([String])
  /// The value is not a date in this format.
  case date(JSONDateFormat)
  /// The value is that of a member whose name the type does not have. It may have a similar one.
  case member(nearest: String?)

  /// The name of the member is not one of the type's keys.
  case name

  /// The hint of an error with this text that a type has thrown.
  init(_ text: String, _ type: any Any.Type) {
    // So begin the texts of the standard library and of Foundation, which the kind of error says better.
    let isForeign = ["Cannot ", "Attempted to decode ", "Expected to decode "].contains {
      text.hasPrefix($0)
    }
    if isForeign {
      self = type is any RawRepresentable.Type ? .cases(of: type) : .none
    } else {
      self = text.isEmpty ? .none : .reason(text)
    }
  }

  var reason: String? {
    guard case .reason(let text) = self else { return nil }
    // The place follows.
    return (text.hasSuffix(".") ? String(text.dropLast()) : text).shortened(to: 200)
  }

  var advice: String {
    switch self {
    case .none, .reason, .date, .name, .member(nearest: nil): ""
    case .member(.some(let name)): "; did you mean \"\(name.shortened(to: 60))\"?"
    case .values, .cases: Self.list(values)
    case .attempts(let reasons): reasons.map { "; \($0)" }.joined()
    }
  }

  /// Values that the type accepts, as far as they are known.
  var values: [RawJSON] {
    switch self {
    case .values(let values): return values
    case .cases(let type):
      return (type as? any CaseIterable.Type).map { Self.rawValues(of: $0) } ?? []
    case .date(let format):
      do {
        let text = try format.format(JSONTimestamp(seconds: 0))
        return [format.form == .number ? 0 : .string(text)]
      } catch {
        return []
      }
    default: return []
    }
  }

  /// The number of cases that a message lists.
  static let listLimit = 10

  /// The raw values of an enum, as JSON has them: one more than a message lists.
  private static func rawValues<T: CaseIterable>(of type: T.Type) -> [RawJSON] {
    type.allCases.prefix(listLimit &+ 1).compactMap { value in
      (value as? any RawRepresentable).flatMap { rawValue(of: $0) }
    }
  }

  /// A raw value as JSON has it, or `nil` for other kinds than strings, numbers and booleans.
  static func rawValue(of value: some RawRepresentable) -> RawJSON? {
    switch value.rawValue {
    case let name as String: .string(name)
    case let bool as Bool: .bool(bool)
    case let number as any JSONScalar: JSONNumber("\(number)").map { .number($0) }
    default: nil
    }
  }

  @inline(never)
  private static func text(of value: RawJSON) -> String {
    if case .string(let name) = value { "\"\(name.shortened(to: 60))\"" } else { value.description }
  }

  private static func list(_ values: [RawJSON]) -> String {
    let values = values.map(text(of:))
    guard let last = values.last else { return "" }
    if values.count == 1 { return "; the only case is \(last)" }
    let isComplete = values.count <= listLimit
    let first = values.prefix(isComplete ? values.count &- 1 : listLimit).joined(separator: ", ")
    return "; the cases are \(first)\(isComplete ? " and \(last)" : ", …")"
  }
}

/// A fault of the text that a session has read.
struct FoundFault: Sendable {
  let kind: JSONValueError.Kind
  /// The index of the value, or of the object that lacks a member.
  let index: Int
  let hint: DecodingHint
}
