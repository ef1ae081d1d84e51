/// A dictionary of the members that can be decoded. Others are skipped and reported.
///
/// A value that is not an object is an error. Works with any coder.
@propertyWrapper
public struct LossyDictionary<Value> {
  /// The members that could be decoded.
  public var wrappedValue: [String: Value]

  /// The skipped members, in the order of the decoder's keys: 1,000 of them at most. An error takes much
  /// more memory than the text of its member, so a text of nothing else could otherwise exhaust it.
  public private(set) var projectedValue: [SkippedValue] = []

  /// The number of all skipped members.
  public private(set) var skippedCount = 0

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
    let members = try FailureCount.current.withValue(FailureCount()) {
      try [String: Attempt<Value>](from: decoder)
    }
    wrappedValue = [:]
    wrappedValue.reserveCapacity(members.count)
    for (name, attempt) in members {
      switch attempt.result {
      case .success(let value): wrappedValue[name] = value
      case .failure(let error):
        skippedCount += 1
        guard let error else { continue }
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
  enum Outcome {
    case success(Value)
    /// The error, unless the dictionary has reported enough.
    case failure((any Error)?)
  }

  let result: Outcome
  let rawJSON: RawJSON?

  init(from decoder: any Decoder) throws {
    do {
      result = .success(try decoder.singleValueContainer().decode(Value.self))
      rawJSON = nil
    } catch {
      let isReported = FailureCount.current.get().add() <= SkippedValue.maximumCount
      result = .failure(isReported ? error : nil)
      rawJSON = isReported ? RawJSON.ifDecodable(from: decoder) : nil
    }
  }
}

/// The number of members of the innermost dictionary that have failed. Its members are made by the standard
/// library, one by one, so they cannot know.
private final class FailureCount: Sendable {
  static let current = TaskLocal(wrappedValue: FailureCount())
  private let count = Locked(0)

  /// Counts another one. Returns how many there are.
  func add() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
