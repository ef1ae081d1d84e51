// Types of Foundation that hooks encode, instead of their own `encode(to:)`.

package import RushJSONCore
internal import _RushJSONFoundation

extension EncodingDefaultsProvider: EncodingDefaults {
  package static var encodingHooks: [TypeHook] {
    RushJSONEncoder.DateEncodingStrategy.deferredToDate.hooks + [
      RushJSONEncoder.DataEncodingStrategy.base64.hook,
      EncodingHook(string: URL.self) {
        $0.absoluteString
      } else: {
        try $1.string($0.absoluteString)
      },
      unsafe EncodingHook(text: UUID.self, capacity: UUIDText.length + 2) {
        unsafe $0.pointee.writeQuoted(to: CheckedPointer($1, room: UUIDText.length + 2))
      } else: {
        try $1.string($0.uuidString)
      },
      unsafe EncodingHook(text: Decimal.self, capacity: DecimalParts.textCapacity) {
        unsafe $0.pointee.parts?.write(to: CheckedPointer($1, room: DecimalParts.textCapacity))
      } else: { value, encoder in
        if value.isNaN {
          throw EncodingError.invalid(
            value, encoder.codingPath, "Unable to encode Decimal.nan directly in JSON.")
        }
        try encoder.verbatim(value.text)
      },
    ]
  }

  package static func set(_ options: inout EncodingOptions, _ strategies: ForeignOptions) {
    var hooks: [TypeHook] = []
    if let dates = strategies["dateEncodingStrategy"] as? RushJSONEncoder.DateEncodingStrategy {
      hooks += dates.hooks
    }
    if let data = strategies["dataEncodingStrategy"] as? RushJSONEncoder.DataEncodingStrategy {
      hooks.append(data.hook)
    }
    options.replaceHooks(by: hooks)
    if let keys = strategies["keyEncodingStrategy"] as? JSONEncoder.KeyEncodingStrategy {
      options.keys = .init(keys)
    }
    if let floats = strategies["nonConformingFloatEncodingStrategy"]
      as? JSONEncoder.NonConformingFloatEncodingStrategy
    {
      options.floats = .init(floats)
    }
  }
}

// MARK: - Dates

/// The options of an encoder for dates.
struct DateEncoding: Sendable {
  var strategy = RushJSONEncoder.DateEncodingStrategy.deferredToDate
  var format: JSONDateFormat?
}

extension RushJSONEncoder {
  var dates: DateEncoding { state.setting(DateEncoding.self) ?? DateEncoding() }

  /// Changes the options for dates. A `step` names a strategy that many encoders have.
  func changeDates(_ step: OptionStep?, _ body: (inout DateEncoding) -> Void) {
    state.change(step, from: DateEncoding()) { dates in
      body(&dates)
      return dates.hooks
    }
  }
}

extension DateEncoding {
  var hooks: [EncodingHook] {
    guard let format else {
      return strategy.hooks + [EncodingHook(JSONTimestamp.self) { try $0.encode(to: $1) }]
    }
    return [
      EncodingHook(Date.self) { date, encoder in
        guard let timestamp = JSONTimestamp(date) else {
          throw EncodingError.invalid(date, encoder.codingPath, "The date is not finite.")
        }
        try Self.encode(timestamp, format, date, encoder)
      },
      EncodingHook(JSONTimestamp.self) { try Self.encode($0, format, $0, $1) },
    ]
  }

  private static func encode(
    _ timestamp: JSONTimestamp, _ format: JSONDateFormat, _ value: Any, _ encoder: ValueEncoder
  ) throws {
    let text = try format.text(of: timestamp, for: value, in: encoder)
    if format.form == .number { try encoder.verbatim(text) } else { try encoder.string(text) }
  }
}

extension RushJSONEncoder.DateEncodingStrategy {
  var step: OptionStep? {
    switch self {
    case .deferredToDate: .dates(0)
    case .secondsSince1970: .dates(1)
    case .millisecondsSince1970: .dates(2)
    case .iso8601: .dates(3)
    default: nil
    }
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
        unsafe EncodingHook(text: Date.self, capacity: 48) {
          unsafe $0.pointee.writeISO8601(to: $1)
        } else: {
          try $1.string($0.formatted(Date.ISO8601FormatStyle()))
        }
      ]
    #if canImport(Darwin)
      case .formatted(let formatter):
        [EncodingHook(Date.self) { try $1.string(formatter.string(from: $0)) }]
    #endif
    case .custom(let encode):
      [
        EncodingHook(Date.self) {
          try encode($0, $1)
          $1.complete()
        }
      ]
    #if canImport(Darwin)
      @unknown default: Self.deferredToDate.hooks
    #endif
    }
  }

  private static func number(_ number: @escaping @Sendable (Date) -> Double) -> EncodingHook {
    EncodingHook(number: Date.self, number) { try $1.double(number($0), exactly: true) }
  }
}

// MARK: - Data

extension RushJSONEncoder.DataEncodingStrategy {
  var step: OptionStep? {
    switch self {
    case .deferredToData: .data(0)
    case .base64: .data(1)
    default: nil
    }
  }

  var hook: EncodingHook {
    switch self {
    case .deferredToData: EncodingHook(Data.self) { try $0.encode(to: $1) }
    case .base64:
      unsafe EncodingHook(base64: Data.self) { data, body in
        unsafe data.pointee.withUnsafeBytes { unsafe body(CheckedBytes($0)) }
      } else: {
        try $1.string($0.base64EncodedString())
      }
    case .custom(let encode):
      EncodingHook(Data.self) {
        try encode($0, $1)
        $1.complete()
      }
    #if canImport(Darwin)
      @unknown default: Self.base64.hook
    #endif
    }
  }
}
