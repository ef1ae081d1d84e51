public import RushJSONCore
public import _RushJSONFoundation

/// An encoder of JSON in `Data`: ``RushJSONEncoder``, and Foundation's `JSONEncoder`.
///
/// A function that takes this instead of a `JSONEncoder` takes either:
///
/// ```swift
/// func save(_ value: some Encodable, using encoder: some JSONDataEncoding) throws {
///   try encoder.encode(value).write(to: file)
/// }
/// ```
public protocol JSONDataEncoding: Sendable {
  /// Encodes a value as a text.
  func encode<T: Encodable>(_ value: T) throws -> Data
}

extension RushJSONEncoder: JSONDataEncoding {}
extension JSONEncoder: JSONDataEncoding {}

// MARK: - Options of Foundation's encoder

extension RushJSONEncoder {
  /// Creates an encoder with all options of Foundation's encoder.
  ///
  /// On Apple's systems, a case that a later Foundation adds to a strategy becomes the default.
  public convenience init(_ encoder: JSONEncoder) {
    self.init()
    outputFormatting = OutputFormatting(encoder.outputFormatting)
    dateEncodingStrategy = encoder.dateEncodingStrategy
    dataEncodingStrategy = encoder.dataEncodingStrategy
    keyEncodingStrategy = KeyEncodingStrategy(encoder.keyEncodingStrategy)
    nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy(
      encoder.nonConformingFloatEncodingStrategy)
    userInfo = encoder.userInfo
  }
}

extension RushJSONCoreEncoder.OutputFormatting {
  /// The same options as Foundation's.
  public init(_ formatting: JSONEncoder.OutputFormatting) {
    self.init(rawValue: formatting.rawValue)
  }
}

extension RushJSONCoreEncoder.KeyEncodingStrategy {
  /// The same strategy as Foundation's.
  public init(_ strategy: JSONEncoder.KeyEncodingStrategy) {
    switch strategy {
    case .useDefaultKeys: self = .useDefaultKeys
    case .convertToSnakeCase: self = .convertToSnakeCase
    case .custom(let convert): self = .custom(convert)
    #if canImport(Darwin)
      @unknown default: self = .useDefaultKeys
    #endif
    }
  }
}

extension RushJSONCoreEncoder.NonConformingFloatEncodingStrategy {
  /// The same strategy as Foundation's.
  public init(_ strategy: JSONEncoder.NonConformingFloatEncodingStrategy) {
    switch strategy {
    case .throw: self = .throw
    case .convertToString(let positive, let negative, let nan):
      self = .convertToString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    #if canImport(Darwin)
      @unknown default: self = .throw
    #endif
    }
  }
}
