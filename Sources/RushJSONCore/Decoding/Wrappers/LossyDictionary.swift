/// A dictionary of the members that can be decoded. Others are skipped and reported.
///
/// A value that is not an object is an error. Works with any coder.
@propertyWrapper
public struct LossyDictionary<Value> {
  /// The members that could be decoded.
  public var wrappedValue: [String: Value]

  /// The skipped members, in the order of the decoder's keys.
  public private(set) var projectedValue: [SkippedValue] = []

  /// Creates a dictionary without skipped members.
  public init(wrappedValue: [String: Value]) { self.wrappedValue = wrappedValue }
}

extension LossyDictionary: Sendable where Value: Sendable {}

extension LossyDictionary: Equatable where Value: Equatable {
  /// Whether both have equal members. Skipped members do not count.
  public static func == (a: LossyDictionary, b: LossyDictionary) -> Bool {
    a.wrappedValue == b.wrappedValue
  }
}

extension LossyDictionary: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    // No key strategy converts the names of a dictionary.
    let members = try [String: Attempt<Value>](from: decoder)
    wrappedValue = [:]
    wrappedValue.reserveCapacity(members.count)
    for (name, attempt) in members {
      switch attempt.result {
      case .success(let value): wrappedValue[name] = value
      case .failure(let error):
        let path = decoder.codingPath.map(\.stringValue)
        projectedValue.append(
          SkippedValue(place: .name(name), path: path, error: error, rawJSON: attempt.rawJSON))
      }
    }
  }
}

extension LossyDictionary: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

/// A value, or the error of decoding it.
private struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>
  let rawJSON: RawJSON?

  init(from decoder: any Decoder) throws {
    result = Result { try decoder.singleValueContainer().decode(Value.self) }
    rawJSON = if case .failure = result { RawJSON.ifDecodable(from: decoder) } else { nil }
  }
}
