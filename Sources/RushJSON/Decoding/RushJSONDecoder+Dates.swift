public import Foundation
public import RushJSONCore

extension RushJSONDecoder {
  /// How dates are decoded.
  public enum DateDecodingStrategy: Sendable {
    /// As `Date` decodes itself: seconds since 2001.
    case deferredToDate
    /// Numbers are seconds since 1970.
    case secondsSince1970
    /// Numbers are milliseconds since 1970.
    case millisecondsSince1970
    /// Strings are dates in the format of Foundation's ISO 8601 style.
    case iso8601
    /// Strings are dates in the format of a formatter.
    case formatted(DateFormatter)
    /// Strings or numbers are dates in a `JSONDateFormat`, to the nanosecond and without a formatter: RFC
    /// 3339, units since 1970, patterns, or a list of these.
    ///
    /// ``RushJSONCore/JSONTimestamp`` is decoded in the same format.
    case format(JSONDateFormat)
    /// A closure decodes the date. It is not called for `null`.
    @preconcurrency
    case custom(@Sendable (_ decoder: any Decoder) throws -> Date)

    /// Strings are dates of RFC 3339.
    public static var rfc3339: DateDecodingStrategy { .format(.rfc3339) }

    /// Strings or numbers are dates in the format of a `JSONDateFormatter`.
    public static func formatted(_ formatter: JSONDateFormatter) -> DateDecodingStrategy {
      .format(formatter.format)
    }
  }

  /// How dates are decoded: by default as `Date` decodes itself.
  public var dateDecodingStrategy: DateDecodingStrategy {
    get { setting(DateDecodingStrategy.self) ?? .deferredToDate }
    set { set(newValue, hooks: [newValue.hook, newValue.timestampHook]) }
  }
}

extension RushJSONDecoder.DateDecodingStrategy {
  var hook: TypedHook<Date> {
    switch self {
    case .deferredToDate:
      return TypedHook { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        return Date(timeIntervalSinceReferenceDate: try decoder.double())
      }
    case .secondsSince1970:
      return TypedHook { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        return Date(timeIntervalSince1970: try decoder.double())
      }
    case .millisecondsSince1970:
      return TypedHook { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        return Date(timeIntervalSince1970: try decoder.double() / 1000)
      }
    case .iso8601:
      let style = Date.ISO8601FormatStyle()
      return TypedHook { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        let text = try decoder.string()
        if let date = Date(iso8601Text: text) { return date }
        do {
          return try style.parse(text)
        } catch {
          throw decoder.corrupted(
            "Expected date string to be ISO8601-formatted.", expected: "an ISO 8601 date")
        }
      }
    case .formatted(let formatter):
      return TypedHook { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        guard let date = formatter.date(from: try decoder.string()) else {
          throw decoder.corrupted(
            "Date string does not match format expected by formatter.",
            expected: "a date in the formatter's format")
        }
        return date
      }
    case .format(let format):
      return TypedHook { decoder in
        Date(try decoder.timestamp(format, for: Date.self, message: "Invalid date:"))
      }
    case .custom(let decode):
      return TypedHook { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        return try decode(decoder)
      }
    }
  }
}

extension RushJSONDecoder.DateDecodingStrategy {
  fileprivate var timestampHook: TypedHook<JSONTimestamp> {
    guard case .format(let format) = self else {
      return TypedHook { try $0.decodePlainly(JSONTimestamp.self) }
    }
    return TypedHook {
      try $0.timestamp(format, for: JSONTimestamp.self, message: "Invalid date:")
    }
  }
}
