public import RushJSONCore

/// An array of the elements that can be decoded. Others are skipped and reported.
///
/// ```swift
/// struct Feed: Codable {
///   @LossyArray var channels: [Channel]
/// }
/// for skipped in feed.$channels { log(skipped.place, skipped.error) }
/// ```
///
/// `null` is skipped unless elements are optional. Works with any coder.
@propertyWrapper
public struct LossyArray<Element> {
  /// The elements that could be decoded.
  public var wrappedValue: [Element]

  /// The skipped elements, in order: the first 1,000 of them, and 5,000 of all lossy collections that a
  /// decoder of this library decodes in a call. An error takes much more memory than the text of its
  /// element, so a text of nothing else could otherwise exhaust it.
  public private(set) var projectedValue: [SkippedValue] = []

  /// The number of all skipped elements. The errors of those that are not reported have no message and no path,
  /// should a type catch them.
  public private(set) var skippedCount = 0

  /// Creates an array without skipped elements.
  public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
}

extension LossyArray: Sendable where Element: Sendable {}

extension LossyArray: Equatable where Element: Equatable {
  /// Whether both have equal elements. Skipped elements do not count.
  public static func == (a: LossyArray, b: LossyArray) -> Bool { a.wrappedValue == b.wrappedValue }
}

extension LossyArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(wrappedValue: elements) }
}

extension LossyArray: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    wrappedValue = []
    let session = (decoder as? ValueDecoder)?.session
    let outer = session?.beginReports()
    defer { if let outer { session?.endReports(outer) } }
    // The path and the list of dropped values, which all reports share. The first report finds them.
    var reports: (path: [String], dropped: DroppedValues?)?
    while !container.isAtEnd {
      let index = container.currentIndex
      let reportCount = session?.reportCount
      do {
        let element = try container.decode(Element.self)
        if wrappedValue.isEmpty {
          wrappedValue.reserveCapacity(min((container.count ?? 0) - index, 1 << 16))
        }
        wrappedValue.append(element)
      } catch {
        // An element that failed is still the next one.
        if container.currentIndex != index { continue }
        skippedCount += 1
        let hasInside = session?.reportCount != reportCount
        let isReported =
          session?.addReport(skippedCount) ?? (skippedCount <= SkippedValue.maximumCount)
        if !isReported {
          try Self.skip(in: &container, as: UnreadValue.self)
          if !hasInside { continue }
        }
        let known = reports ?? (decoder.pathInText.map(\.stringValue), decoder.droppedValues)
        reports = known
        if !isReported {
          // The list forgets values that were dropped inside this element.
          known.dropped?.removeAll(inside: known.path + ["Index \(index)"])
          continue
        }
        let value = try Self.skip(in: &container, as: WholeValue.self)
        let skipped = SkippedValue(
          place: .index(index), path: known.path, error: error, rawJSON: value?.rawJSON)
        projectedValue.append(skipped)
        known.dropped?.add(skipped)
      }
    }
  }

  /// Skips an element by decoding it as a type that takes every value. If another library's coder refuses
  /// that, for `null`, a decoder of the element's own skips it; such a decoder would be kept until the end
  /// of the array.
  @discardableResult
  private static func skip<Value: Decodable>(
    in container: inout any UnkeyedDecodingContainer, as type: Value.Type
  ) throws -> Value? {
    let index = container.currentIndex
    do { return try container.decode(type) } catch {
      if container.currentIndex == index { _ = try container.superDecoder() }
      return nil
    }
  }
}

extension LossyArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    // By the encoder, which has strategies for the type and for names.
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// Takes every value and keeps nothing of it.
private struct UnreadValue: Decodable {
  init(from decoder: any Decoder) {}
}

/// Takes every value.
private struct WholeValue: Decodable {
  let rawJSON: RawJSON?
  init(from decoder: any Decoder) { rawJSON = RawJSON.ifDecodable(from: decoder) }
}

extension RawJSON {
  /// The value of a decoder, or `nil` if the decoder cannot return it.
  static func ifDecodable(from decoder: any Decoder) -> RawJSON? {
    do {
      if let decoder = decoder as? ValueDecoder { return try decoder.decodeRawJSON() }
      return try RawJSON(from: decoder)
    } catch {
      return nil
    }
  }
}

// MARK: - LossyDictionary

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

/// A value, or what is reported instead of it. A dictionary of these takes memory for each member that
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
      // The member is reported after all others, and then what was dropped inside it is not the last.
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

  /// Counts another one, which `decoder` could not decode. Returns its number if it is reported, and the list of dropped
  /// values, which is looked up once.
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
