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
    /// Strings are dates as Foundation's ISO 8601 style reads them.
    case iso8601
    /// Strings are dates as a formatter reads them.
    case formatted(DateFormatter)
    /// A closure decodes the date. It is not called for `null`.
    case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
  }

  /// How dates are decoded. As `Date` decodes itself by default.
  public var dateDecodingStrategy: DateDecodingStrategy {
    get { setting(DateDecodingStrategy.self) ?? .deferredToDate }
    set { set(newValue, hook: newValue.hook, for: Date.self) }
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
    case .custom(let decode):
      return TypedHook { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        return try decode(decoder)
      }
    }
  }
}
