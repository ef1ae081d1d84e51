internal import RushJSONCore
public import _RushJSONFoundation

extension RushJSONDecoder {
  /// Returns a `JSONDecoder` that decodes with a copy of this decoder.
  ///
  /// Code that takes or stores Foundation's decoder then decodes as fast as with this one, with its limits
  /// and errors:
  ///
  /// ```swift
  /// let decoder: JSONDecoder = RushJSONDecoder().makeJSONDecoder()
  /// decoder.keyDecodingStrategy = .convertFromSnakeCase
  /// ```
  ///
  /// Every option of a `JSONDecoder` works, whether it is set on this decoder or on the result. A
  /// `dateDecodingStrategy` that is set on the result takes the place of ``dateFormat``.
  public func makeJSONDecoder() -> JSONDecoder { ForwardingDecoder(copy()) }
}

/// A decoder with Foundation's class that hands every option and every call to another one.
final class ForwardingDecoder: JSONDecoder, @unchecked Sendable {
  let decoder: RushJSONDecoder

  init(_ decoder: RushJSONDecoder) { self.decoder = decoder }

  override var dateDecodingStrategy: DateDecodingStrategy {
    get { decoder.dateDecodingStrategy }
    set {
      // The format goes, too. Options that coders share have none, so the step leads to the same.
      decoder.changeDates(newValue.step) { $0 = DateDecoding(strategy: newValue) }
    }
  }

  override var dataDecodingStrategy: DataDecodingStrategy {
    get { decoder.dataDecodingStrategy }
    set { decoder.dataDecodingStrategy = newValue }
  }

  override var keyDecodingStrategy: KeyDecodingStrategy {
    get { KeyDecodingStrategy(decoder.keyDecodingStrategy) }
    set { decoder.keyDecodingStrategy = .init(newValue) }
  }

  override var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { NonConformingFloatDecodingStrategy(decoder.nonConformingFloatDecodingStrategy) }
    set { decoder.nonConformingFloatDecodingStrategy = .init(newValue) }
  }

  override var userInfo: [CodingUserInfoKey: any Sendable] {
    get { decoder.userInfo }
    set { decoder.userInfo = newValue }
  }

  override var allowsJSON5: Bool {
    get { decoder.allowsJSON5 }
    set { decoder.allowsJSON5 = newValue }
  }

  override var assumesTopLevelDictionary: Bool {
    get { decoder.assumesTopLevelDictionary }
    set { decoder.assumesTopLevelDictionary = newValue }
  }

  override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decoder.decode(type, from: data)
  }

  override func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try decoder.decode(type, from: data, configuration: configuration)
  }

  override func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decoder.decode(type, from: data, configuration: configuration)
  }
}

extension JSONDecoder.KeyDecodingStrategy {
  fileprivate init(_ strategy: RushJSONCoreDecoder.KeyDecodingStrategy) {
    switch strategy {
    case .useDefaultKeys: self = .useDefaultKeys
    case .convertFromSnakeCase: self = .convertFromSnakeCase
    case .custom(let convert): self = .custom(convert)
    }
  }
}

extension JSONDecoder.NonConformingFloatDecodingStrategy {
  fileprivate init(_ strategy: RushJSONCoreDecoder.NonConformingFloatDecodingStrategy) {
    switch strategy {
    case .throw: self = .throw
    case .convertFromString(let positive, let negative, let nan):
      self = .convertFromString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
  }
}
