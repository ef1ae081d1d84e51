// The hooks of the options for dates.

internal import RushJSONCore
internal import _RushJSONFoundation

/// The options of a decoder for dates.
struct DateDecoding: Sendable {
  var strategy = RushJSONDecoder.DateDecodingStrategy.deferredToDate
  var format: JSONDateFormat?
}

extension RushJSONDecoder {
  var dates: DateDecoding { state.setting(DateDecoding.self) ?? DateDecoding() }

  /// Changes the options for dates. A `step` names a strategy that many decoders have.
  func changeDates(_ step: OptionStep?, _ body: (inout DateDecoding) -> Void) {
    state.change(step, from: DateDecoding()) { dates in
      body(&dates)
      return dates.hooks
    }
  }
}

extension DateDecoding {
  fileprivate var hooks: [TypeHook] {
    guard let format else {
      return [
        strategy.hook,
        DecodingHook(JSONTimestamp.self) { try $0.decodePlainly(JSONTimestamp.self) },
      ]
    }
    return [
      DecodingHook(Date.self) {
        Date(try $0.timestamp(format, for: Date.self, message: "Invalid date:"))
      },
      DecodingHook(JSONTimestamp.self) {
        try $0.timestamp(format, for: JSONTimestamp.self, message: "Invalid date:")
      },
    ]
  }
}

extension DateDecoding: ReversibleSetting {
  var name: String { format == nil ? "dateDecodingStrategy" : "dateFormat" }

  var encodingHooks: [TypeHook]? {
    if let format { return DateEncoding(format: format).hooks }
    let reversed: RushJSONEncoder.DateEncodingStrategy
    switch strategy {
    case .deferredToDate: reversed = .deferredToDate
    case .secondsSince1970: reversed = .secondsSince1970
    case .millisecondsSince1970: reversed = .millisecondsSince1970
    case .iso8601: reversed = .iso8601
    #if canImport(Darwin)
      case .formatted(let formatter): reversed = .formatted(formatter)
    #endif
    case .custom: return nil
    #if canImport(Darwin)
      @unknown default: reversed = .deferredToDate
    #endif
    }
    return DateEncoding(strategy: reversed).hooks
  }
}

extension RushJSONDecoder.DateDecodingStrategy {
  var step: OptionStep? {
    switch self {
    case .deferredToDate: .dates(0)
    case .secondsSince1970: .dates(1)
    case .millisecondsSince1970: .dates(2)
    case .iso8601: .dates(3)
    default: nil
    }
  }

  var hook: TypeHook {
    switch self {
    case .deferredToDate:
      return DecodingHook(Date.self) { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        return Date(timeIntervalSinceReferenceDate: try decoder.double())
      }
    case .secondsSince1970:
      return DecodingHook(Date.self) { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        return Date(timeIntervalSince1970: try decoder.double())
      }
    case .millisecondsSince1970:
      return DecodingHook(Date.self) { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        return Date(timeIntervalSince1970: try decoder.double() / 1000)
      }
    case .iso8601:
      let style = Date.ISO8601FormatStyle()
      return DecodingHook(Date.self) { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        if let date = try decoder.withUTF8({ Date(iso8601: $0) }) { return date }
        do {
          return try style.parse(try decoder.string())
        } catch {
          throw decoder.corrupted(
            "Expected date string to be ISO8601-formatted.", expected: "an ISO 8601 date")
        }
      }
    #if canImport(Darwin)
      case .formatted(let formatter):
        return DecodingHook(Date.self) { decoder in
          if decoder.isNull { throw decoder.missingValue(Date.self) }
          guard let date = formatter.date(from: try decoder.string()) else {
            throw decoder.corrupted(
              "Date string does not match format expected by formatter.",
              expected: "a date in the formatter's format")
          }
          return date
        }
    #endif
    case .custom(let decode):
      return DecodingHook(Date.self) { decoder in
        if decoder.isNull { throw decoder.missingValue(Date.self) }
        return try decode(decoder)
      }
    #if canImport(Darwin)
      @unknown default: return Self.deferredToDate.hook
    #endif
    }
  }
}
