public import RushJSONCore

/// A dictionary of the members that can be decoded. Others are skipped and reported.
///
/// A value that is not an object is an error. Works with any coder.
@propertyWrapper
public struct LossyDictionary<Value> {
  /// The members that could be decoded.
  public var wrappedValue: [String: Value]

  /// The skipped members, in the order of the decoder's keys: 1,000 of them at most, and 5,000 of all
  /// lossy collections that a decoder of this library decodes in a call. An error takes much more memory
  /// than the text of its member, so a text of nothing else could otherwise exhaust it.
  public private(set) var projectedValue: [SkippedValue] = []

  /// The number of all skipped members. The errors of those that are not reported have no message and no path,
  /// should a type catch them.
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

extension LossyDictionary: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary. The last of equal names counts.
  public init(dictionaryLiteral members: (String, Value)...) {
    self.init(wrappedValue: Dictionary(members) { $1 })
  }
}

extension LossyDictionary: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    // No key strategy converts the names of a dictionary.
    let session = (decoder as? ValueDecoder)?.session
    let outer = session?.beginReports()
    defer { if let outer { session?.endReports(outer) } }
    let failures = FailureCount(in: session)
    let members = try FailureCount.current.withValue(failures) {
      try decoder.singleValueContainer().decode([String: Attempt<Value>].self)
    }
    wrappedValue = [:]
    wrappedValue.reserveCapacity(members.count)
    // By their numbers, because the order of the dictionary differs from run to run.
    let most = min(failures.count, SkippedValue.maximumCount)
    var failed = [(name: String, member: SkippedMember)?](repeating: nil, count: most)
    for (name, attempt) in members {
      switch attempt {
      case .success(let value): wrappedValue[name] = value
      case .failure(let member):
        skippedCount += 1
        if let member { failed[member.number - 1] = (name, member) }
      }
    }
    if failed.isEmpty { return }
    projectedValue.reserveCapacity(most)
    let path = decoder.pathInText.map(\.stringValue)
    let dropped = decoder.droppedValues
    for case let (name, member)? in failed {
      let skipped = SkippedValue(
        place: .name(name), path: path, error: member.error, rawJSON: member.rawJSON)
      projectedValue.append(skipped)
      dropped?.add(skipped)
    }
  }
}

extension LossyDictionary: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    // By the encoder, which has strategies for the type and for names.
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A value, or the report of its failure. A dictionary of these takes memory for each member that
/// fails, so the report is elsewhere.
private enum Attempt<Value: Decodable>: Decodable {
  case success(Value)
  /// The report, unless the dictionary has enough of them.
  case failure(SkippedMember?)

  init(from decoder: any Decoder) throws {
    do {
      self = .success(try decoder.singleValueContainer().decode(Value.self))
    } catch {
      let (number, dropped) = FailureCount.current.get().add(decoder)
      // The member is reported after all others, when the values that were dropped inside it are no longer the last.
      dropped?.removeAll(inside: decoder.pathInText.map(\.stringValue))
      self = .failure(
        number.map { SkippedMember($0, error, RawJSON.ifDecodable(from: decoder)) })
    }
  }
}

private final class SkippedMember {
  /// One more than the number of members that failed before.
  let number: Int
  let error: any Error
  let rawJSON: RawJSON?

  init(_ number: Int, _ error: any Error, _ rawJSON: RawJSON?) {
    self.number = number
    self.error = error
    self.rawJSON = rawJSON
  }
}

/// The number of members of the innermost dictionary that have failed. Its members are made by the standard
/// library, one by one, so they cannot know.
private final class FailureCount: Sendable {
  static let current = TaskLocal(wrappedValue: FailureCount(in: nil))
  private let state = Locked<(count: Int, dropped: DroppedValues?)>((0, nil))
  private let session: DecodingSession?

  /// - Parameter session: That of the dictionary, if a decoder of this library decodes it.
  init(in session: DecodingSession?) { self.session = session }

  var count: Int { state.withLock { $0.count } }

  /// Counts a value that `decoder` could not decode. Returns its number if it is reported, and the list of dropped values,
  /// which is looked up once.
  func add(_ decoder: any Decoder) -> (number: Int?, dropped: DroppedValues?) {
    let (count, known) = state.withLock { state in
      state.count += 1
      return state
    }
    var dropped = known
    if count == 1, let list = decoder.droppedValues {
      dropped = list
      state.withLock { $0.dropped = list }
    }
    let isReported = session?.addReport(count) ?? (count <= SkippedValue.maximumCount)
    return (isReported ? count : nil, dropped)
  }
}
