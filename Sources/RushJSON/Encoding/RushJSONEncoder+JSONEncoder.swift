internal import RushJSONCore
public import _RushJSONFoundation

extension RushJSONEncoder {
  /// Returns a `JSONEncoder` that encodes with a copy of this encoder.
  ///
  /// Code that takes or stores Foundation's encoder then encodes as fast as with this one:
  ///
  /// ```swift
  /// let encoder: JSONEncoder = RushJSONEncoder().makeJSONEncoder()
  /// encoder.outputFormatting = .sortedKeys
  /// ```
  ///
  /// Every option of a `JSONEncoder` works, whether it is set on this encoder or on the result. A
  /// `dateEncodingStrategy` that is set on the result takes the place of ``dateFormat``.
  public func makeJSONEncoder() -> JSONEncoder { ForwardingEncoder(copy()) }
}

/// An encoder with Foundation's class that hands every option and every call to another one.
final class ForwardingEncoder: JSONEncoder, @unchecked Sendable {
  let encoder: RushJSONEncoder

  init(_ encoder: RushJSONEncoder) { self.encoder = encoder }

  override var outputFormatting: OutputFormatting {
    // The options have the same bits; Foundation's type keeps those that it does not know.
    get { OutputFormatting(rawValue: encoder.outputFormatting.rawValue) }
    set { encoder.outputFormatting = .init(newValue) }
  }

  override var dateEncodingStrategy: DateEncodingStrategy {
    get { encoder.dateEncodingStrategy }
    set {
      // The format goes, too. Options that coders share have none, so the step leads to the same.
      encoder.changeDates(newValue.step) { $0 = DateEncoding(strategy: newValue) }
    }
  }

  override var dataEncodingStrategy: DataEncodingStrategy {
    get { encoder.dataEncodingStrategy }
    set { encoder.dataEncodingStrategy = newValue }
  }

  override var keyEncodingStrategy: KeyEncodingStrategy {
    get { KeyEncodingStrategy(encoder.keyEncodingStrategy) }
    set { encoder.keyEncodingStrategy = .init(newValue) }
  }

  override var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { NonConformingFloatEncodingStrategy(encoder.nonConformingFloatEncodingStrategy) }
    set { encoder.nonConformingFloatEncodingStrategy = .init(newValue) }
  }

  override var userInfo: [CodingUserInfoKey: any Sendable] {
    get { encoder.userInfo }
    set { encoder.userInfo = newValue }
  }

  override func encode<T: Encodable>(_ value: T) throws -> Data {
    try encoder.encode(value)
  }

  override func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    try encoder.encode(value, configuration: configuration)
  }

  override func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    try encoder.encode(value, configuration: configuration)
  }
}

extension JSONEncoder.KeyEncodingStrategy {
  fileprivate init(_ strategy: RushJSONCoreEncoder.KeyEncodingStrategy) {
    switch strategy {
    case .useDefaultKeys: self = .useDefaultKeys
    case .convertToSnakeCase: self = .convertToSnakeCase
    case .custom(let convert): self = .custom(convert)
    }
  }
}

extension JSONEncoder.NonConformingFloatEncodingStrategy {
  fileprivate init(_ strategy: RushJSONCoreEncoder.NonConformingFloatEncodingStrategy) {
    switch strategy {
    case .throw: self = .throw
    case .convertToString(let positive, let negative, let nan):
      self = .convertToString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
  }
}
