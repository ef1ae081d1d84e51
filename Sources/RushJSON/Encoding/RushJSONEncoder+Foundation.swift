public import Foundation
public import RushJSONCore

extension RushJSONEncoder {
  /// The value as JSON text in UTF-8.
  ///
  /// - Throws: `EncodingError`; what a type throws itself.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    try unsafe text(value) { unsafe Data($0) }
  }

  /// The value as JSON text in UTF-8, encoded with `configuration`.
  ///
  /// - Throws: `EncodingError`; what a type throws itself.
  public func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    unsafe try text(
      value, encode: { try value.encode(to: $0, configuration: configuration) },
      { unsafe Data($0) })
  }

  /// The value as JSON text in UTF-8, encoded with the configuration that `configuration` provides.
  ///
  /// - Throws: `EncodingError`; what a type throws itself.
  public func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    try encode(value, configuration: C.encodingConfiguration)
  }

  /// How dates are encoded.
  public enum DateEncodingStrategy: Sendable {
    /// As `Date` encodes itself: seconds since 2001.
    case deferredToDate
    /// Numbers of seconds since 1970.
    case secondsSince1970
    /// Numbers of milliseconds since 1970.
    case millisecondsSince1970
    /// Strings as Foundation's ISO 8601 style writes them: whole seconds, in UTC.
    case iso8601
    /// Strings as a formatter writes them.
    case formatted(DateFormatter)
    /// Strings or numbers in one of our formats, without a formatter: RFC 3339, units since 1970,
    /// patterns. ``RushJSONCore/JSONTimestamp`` is written in the same format.
    case format(JSONDateFormat)
    /// A closure encodes the date. If it encodes nothing, that is an empty object.
    @preconcurrency
    case custom(@Sendable (Date, any Encoder) throws -> Void)

    /// Strings of RFC 3339.
    public static var rfc3339: DateEncodingStrategy { .format(.rfc3339) }

    /// Strings or numbers as a `JSONDateFormatter` writes them.
    public static func formatted(_ formatter: JSONDateFormatter) -> DateEncodingStrategy {
      .format(formatter.format)
    }

    fileprivate var hooks: [EncodingHook] {
      switch self {
      case .deferredToDate:
        [Self.number { $0.timeIntervalSinceReferenceDate }]
      case .secondsSince1970:
        [Self.number { $0.timeIntervalSince1970 }]
      case .millisecondsSince1970:
        [Self.number { $0.timeIntervalSince1970 * 1000 }]
      case .iso8601:
        [
          EncodingHook(string: Date.self) {
            Self.iso8601($0)
          } else: {
            try $1.string($0.formatted(Date.ISO8601FormatStyle()))
          }
        ]
      case .formatted(let formatter):
        [EncodingHook(Date.self) { try $1.string(formatter.string(from: $0)) }]
      case .format(let format):
        [
          EncodingHook(Date.self) { date, encoder in
            guard let timestamp = JSONTimestamp(date) else {
              throw EncodingError.invalidValue(
                date,
                EncodingError.Context(
                  codingPath: encoder.codingPath, debugDescription: "The date is not finite."))
            }
            try Self.encode(timestamp, format, date, encoder)
          },
          EncodingHook(JSONTimestamp.self) { try Self.encode($0, format, $0, $1) },
        ]
      case .custom(let encode):
        [
          EncodingHook(Date.self) {
            try encode($0, $1)
            $1.complete()
          }
        ]
      }
    }

    private static func number(_ number: @escaping @Sendable (Date) -> Double) -> EncodingHook {
      EncodingHook(number: Date.self, number) { try $1.double(number($0), exactly: true) }
    }

    /// The date as Foundation's style writes it: whole seconds, rounded down. `nil` outside the years
    /// 1900 to 2999, where the two might go by different calendars.
    private static func iso8601(_ date: Date) -> String? {
      let seconds = date.timeIntervalSince1970.rounded(.down)
      guard seconds >= -2_208_988_800, seconds < 32_503_680_000 else { return nil }
      do throws(JSONValueError) {
        return try JSONDateFormat.rfc3339.format(
          JSONTimestamp(seconds: Int64(seconds), nanoseconds: 0))
      } catch {
        return nil
      }
    }

    private static func encode(
      _ timestamp: JSONTimestamp, _ format: JSONDateFormat, _ value: Any, _ encoder: ValueEncoder
    ) throws {
      let text = try format.text(of: timestamp, for: value, in: encoder)
      if format.form == .number { try encoder.verbatim(text) } else { try encoder.string(text) }
    }
  }

  /// How dates are encoded. As `Date` encodes itself by default.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { setting(DateEncodingStrategy.self) ?? .deferredToDate }
    set { set(newValue, hooks: newValue.hooks) }
  }

  /// How `Data` is encoded.
  public enum DataEncodingStrategy: Sendable {
    /// As `Data` encodes itself: an array of bytes.
    case deferredToData
    /// Strings of Base64.
    case base64
    /// A closure encodes the data. If it encodes nothing, that is an empty object.
    @preconcurrency
    case custom(@Sendable (Data, any Encoder) throws -> Void)

    fileprivate var hook: EncodingHook {
      switch self {
      case .deferredToData: EncodingHook(Data.self) { try $0.encode(to: $1) }
      case .base64:
        EncodingHook(string: Data.self) {
          $0.base64EncodedString()
        } else: {
          try $1.string($0.base64EncodedString())
        }
      case .custom(let encode):
        EncodingHook(Data.self) {
          try encode($0, $1)
          $1.complete()
        }
      }
    }
  }

  /// How `Data` is encoded. As Base64 by default.
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { setting(DataEncodingStrategy.self) ?? .base64 }
    set { set(newValue, hooks: [newValue.hook]) }
  }
}

extension EncodingDefaultsProvider: EncodingDefaults {
  package static var encodingHooks: [EncodingHook] {
    RushJSONEncoder.DateEncodingStrategy.deferredToDate.hooks + [
      RushJSONEncoder.DataEncodingStrategy.base64.hook,
      EncodingHook(string: URL.self) {
        $0.absoluteString
      } else: {
        try $1.string($0.absoluteString)
      },
      EncodingHook(Decimal.self) { value, encoder in
        if value.isNaN {
          throw EncodingError.invalidValue(
            value,
            EncodingError.Context(
              codingPath: encoder.codingPath,
              debugDescription: "Unable to encode Decimal.nan directly in JSON."))
        }
        try encoder.verbatim(value.description)
      },
    ]
  }
}
