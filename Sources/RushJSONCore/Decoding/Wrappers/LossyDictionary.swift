/// A dictionary of those members whose values can be decoded; the others are skipped and reported.
///
/// What is no object at all is an error. Works with any coder.
@propertyWrapper
public struct LossyDictionary<Value> {
  /// The members that could be decoded.
  public var wrappedValue: [String: Value]

  /// What was skipped, in the order of the decoder's keys.
  public private(set) var projectedValue: [SkippedValue] = []

  /// Creates a dictionary from which nothing was skipped.
  public init(wrappedValue: [String: Value]) { self.wrappedValue = wrappedValue }
}

extension LossyDictionary: Sendable where Value: Sendable {}

extension LossyDictionary: Equatable where Value: Equatable {
  /// Whether both have equal members; what was skipped does not count.
  public static func == (a: LossyDictionary, b: LossyDictionary) -> Bool {
    a.wrappedValue == b.wrappedValue
  }
}

extension LossyDictionary: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    // As a dictionary of any values the names are out of the reach of key strategies.
    let members = try [String: Attempt<Value>](from: decoder)
    wrappedValue = [:]
    wrappedValue.reserveCapacity(members.count)
    for (name, attempt) in members {
      switch attempt.result {
      case .success(let value): wrappedValue[name] = value
      case .failure(let error):
        projectedValue.append(
          SkippedValue(.name(name), decoder.codingPath, error, attempt.rawJSON))
      }
    }
  }
}

extension LossyDictionary: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// A value, or why it could not be decoded.
private struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>
  let rawJSON: RawJSON?

  init(from decoder: any Decoder) throws {
    result = Result { try decoder.singleValueContainer().decode(Value.self) }
    rawJSON = if case .failure = result { RawJSON.ifDecodable(from: decoder) } else { nil }
  }
}
