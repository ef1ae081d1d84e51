// Types of Foundation that hooks decode, instead of their own `init(from:)`.

package import RushJSONCore
internal import _RushJSONFoundation

extension DecodingDefaultsProvider: DecodingDefaults {
  package static var decodingHooks: [TypeHook] {
    [
      RushJSONDecoder.DateDecodingStrategy.deferredToDate.hook,
      RushJSONDecoder.DataDecodingStrategy.base64.hook,
      DecodingHook(URL.self) { try url($0) },
      DecodingHook(Decimal.self) { try decimal($0) },
      DecodingHook(UUID.self) { decoder in
        if let words = try decoder.uuid() { return UUID(words: words) }
        // Foundation reads other texts, too, and has the errors.
        return try decoder.decodePlainly(UUID.self)
      },
    ]
  }

  package static func set(_ options: inout DecodingOptions, _ strategies: ForeignOptions) {
    var hooks: [TypeHook] = []
    if let dates = strategies["dateDecodingStrategy"] as? RushJSONDecoder.DateDecodingStrategy {
      hooks.append(dates.hook)
    }
    if let data = strategies["dataDecodingStrategy"] as? RushJSONDecoder.DataDecodingStrategy {
      hooks.append(data.hook)
    }
    options.replaceHooks(by: hooks)
    if let keys = strategies["keyDecodingStrategy"] as? JSONDecoder.KeyDecodingStrategy {
      options.keys = .init(keys)
    }
    if let floats = strategies["nonConformingFloatDecodingStrategy"]
      as? JSONDecoder.NonConformingFloatDecodingStrategy
    {
      options.floats = .init(floats)
    }
  }

  private static func url(_ decoder: ValueDecoder) throws -> URL {
    if decoder.isNull { throw decoder.missingValue(URL.self) }
    guard let url = URL(string: try decoder.string()) else {
      throw decoder.corrupted("Invalid URL string.", expected: "a URL")
    }
    return url
  }

  private static func decimal(_ decoder: ValueDecoder) throws -> Decimal {
    if let parts = decoder.decimalParts, let value = Decimal(parts) { return value }
    if decoder.isNull { throw decoder.missingValue(Decimal.self) }
    guard let number = decoder.number else {
      // Foundation leaves the description empty.
      throw DecodingError.typeMismatch(
        Decimal.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: ""))
    }
    // A Decimal has no infinities.
    if !number.isFinite { return .nan }
    guard let value = Decimal(string: number.text) else {
      throw decoder.notRepresentable(Decimal.self)
    }
    return value
  }
}

extension RushJSONDecoder.DataDecodingStrategy {
  var step: OptionStep? {
    switch self {
    case .deferredToData: .data(0)
    case .base64: .data(1)
    default: nil
    }
  }

  var hook: TypeHook {
    switch self {
    case .deferredToData:
      DecodingHook(Data.self) { decoder in
        if decoder.isNull { throw decoder.missingValue(Data.self) }
        return try decoder.decodePlainly(Data.self)
      }
    case .base64:
      DecodingHook(Data.self) { decoder in
        if decoder.isNull { throw decoder.missingValue(Data.self) }
        if let data = try decoder.withUTF8({ Data(base64: $0) }) { return data }
        guard let data = Data(base64Encoded: try decoder.string()) else {
          throw decoder.corrupted(
            "Encountered Data is not valid Base64.", expected: "Base64 (RFC 4648)")
        }
        return data
      }
    case .custom(let decode):
      DecodingHook(Data.self) { decoder in
        if decoder.isNull { throw decoder.missingValue(Data.self) }
        return try decode(decoder)
      }
    #if canImport(Darwin)
      @unknown default: Self.base64.hook
    #endif
    }
  }
}

extension JSONDecoder.DataDecodingStrategy: ReversibleSetting {
  package var name: String { "dataDecodingStrategy" }

  package var encodingHooks: [TypeHook]? {
    switch self {
    case .deferredToData: [RushJSONEncoder.DataEncodingStrategy.deferredToData.hook]
    case .base64: [RushJSONEncoder.DataEncodingStrategy.base64.hook]
    case .custom: nil
    #if canImport(Darwin)
      @unknown default: [RushJSONEncoder.DataEncodingStrategy.base64.hook]
    #endif
    }
  }
}
