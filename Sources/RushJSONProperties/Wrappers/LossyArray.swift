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
