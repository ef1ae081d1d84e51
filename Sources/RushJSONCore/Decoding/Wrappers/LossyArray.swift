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

  /// The skipped elements, in order: the first 1,000 of them. An error takes much more memory than the
  /// text of its element, so a text of nothing else could otherwise exhaust it.
  public private(set) var projectedValue: [SkippedValue] = []

  /// The number of all skipped elements.
  public private(set) var skippedCount = 0

  /// Creates an array without skipped elements.
  public init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
}

extension LossyArray: Sendable where Element: Sendable {}

extension LossyArray: Equatable where Element: Equatable {
  /// Whether both have equal elements. Skipped elements do not count.
  public static func == (a: LossyArray, b: LossyArray) -> Bool { a.wrappedValue == b.wrappedValue }
}

extension LossyArray: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    wrappedValue = []
    wrappedValue.reserveCapacity(min(container.count ?? 0, 1 << 16))
    while !container.isAtEnd {
      let index = container.currentIndex
      do {
        wrappedValue.append(try container.decode(Element.self))
      } catch {
        // An element that failed is still the next one. A decoder of its own skips it.
        if container.currentIndex == index {
          let skipped = try container.superDecoder()
          skippedCount += 1
          if skippedCount > SkippedValue.maximumCount { continue }
          let raw = RawJSON.ifDecodable(from: skipped)
          let path = decoder.codingPath.map(\.stringValue)
          projectedValue.append(
            SkippedValue(place: .index(index), path: path, error: error, rawJSON: raw))
        }
      }
    }
  }
}

extension LossyArray: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension RawJSON {
  /// The value of a decoder, or `nil` if the decoder cannot return it.
  static func ifDecodable(from decoder: any Decoder) -> RawJSON? {
    do { return try RawJSON(from: decoder) } catch { return nil }
  }
}
