public import Foundation
public import RushJSONCore

extension RushJSONEncoder {
  /// Encodes a value as JSON text in UTF-8.
  ///
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:)`.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    try unsafe text(value) { unsafe Data($0) }
  }

  /// Encodes a value as JSON text in UTF-8, with more `userInfo` for this call.
  ///
  /// - Parameter userInfo: Entries that are added to those of the encoder, or replace them.
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:)`.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func encode<T: Encodable>(
    _ value: T, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Data {
    try unsafe text(value, userInfo: userInfo) { unsafe Data($0) }
  }

  /// Encodes a value with `configuration` as JSON text in UTF-8.
  ///
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:configuration:)`.
  public func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    unsafe try text(
      value, encode: { try value.encode(to: $0, configuration: configuration) },
      { unsafe Data($0) })
  }

  /// Encodes a value with the configuration that `C` provides as JSON text in UTF-8.
  ///
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:configuration:)`.
  public func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    try encode(value, configuration: C.encodingConfiguration)
  }

  /// How dates are encoded.
  ///
  /// The cases mirror the decoder's, as in Foundation. Its closure has another type, so the two are
  /// not one enum.
  public enum DateEncodingStrategy: Sendable {
    /// Encodes dates as `Date` encodes itself: as seconds since 2001.
    case deferredToDate
    /// Encodes dates as seconds since 1970.
    case secondsSince1970
    /// Encodes dates as milliseconds since 1970.
    case millisecondsSince1970
    /// Encodes dates as strings of Foundation's ISO 8601 style: whole seconds, in UTC.
    case iso8601
    /// Encodes dates as strings of a formatter.
    case formatted(DateFormatter)
    /// Encodes dates as strings or numbers in a `JSONDateFormat`, without a formatter: RFC 3339, units
    /// since 1970, patterns. ``RushJSONCore/JSONTimestamp`` gets the same format.
    case format(JSONDateFormat)
    /// Encodes dates with a closure. If it encodes nothing, the date becomes an empty object.
    @preconcurrency
    case custom(@Sendable (Date, any Encoder) throws -> Void)

    /// Encodes dates as strings of RFC 3339.
    public static var rfc3339: DateEncodingStrategy { .format(.rfc3339) }

    /// Encodes dates in the format of a `JSONDateFormatter`.
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
            $0.iso8601Text
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
              throw EncodingError.invalid(date, encoder.codingPath, "The date is not finite.")
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

    private static func encode(
      _ timestamp: JSONTimestamp, _ format: JSONDateFormat, _ value: Any, _ encoder: ValueEncoder
    ) throws {
      let text = try format.text(of: timestamp, for: value, in: encoder)
      if format.form == .number { try encoder.verbatim(text) } else { try encoder.string(text) }
    }
  }

  /// How dates are encoded. By default, as `Date` encodes itself.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { setting(DateEncodingStrategy.self) ?? .deferredToDate }
    set { set(newValue, hooks: newValue.hooks) }
  }

  /// How `Data` is encoded.
  public enum DataEncodingStrategy: Sendable {
    /// Encodes data as `Data` encodes itself: as an array of bytes.
    case deferredToData
    /// Encodes data as strings of Base64.
    case base64
    /// Encodes data with a closure. If it encodes nothing, the data becomes an empty object.
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

  /// How `Data` is encoded. By default, as Base64.
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
          throw EncodingError.invalid(
            value, encoder.codingPath, "Unable to encode Decimal.nan directly in JSON.")
        }
        try encoder.verbatim(value.description)
      },
    ]
  }
}
