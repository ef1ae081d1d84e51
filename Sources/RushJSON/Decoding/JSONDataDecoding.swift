public import RushJSONCore
public import _RushJSONFoundation

/// A decoder of JSON in `Data`: ``RushJSONDecoder``, and Foundation's `JSONDecoder`.
///
/// A function that takes this instead of a `JSONDecoder` takes either:
///
/// ```swift
/// func load<T: Decodable>(_ type: T.Type, using decoder: some JSONDataDecoding) throws -> T {
///   try decoder.decode(type, from: Data(contentsOf: file))
/// }
/// ```
public protocol JSONDataDecoding: Sendable {
  /// Decodes a value from a text.
  func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
}

extension RushJSONDecoder: JSONDataDecoding {}
extension JSONDecoder: JSONDataDecoding {}

// MARK: - Options of Foundation's decoder

extension RushJSONDecoder {
  /// Creates a decoder with all options of Foundation's decoder.
  ///
  /// On Apple's systems, a case that a later Foundation adds to a strategy becomes the default.
  public convenience init(_ decoder: JSONDecoder) {
    self.init()
    dateDecodingStrategy = decoder.dateDecodingStrategy
    dataDecodingStrategy = decoder.dataDecodingStrategy
    keyDecodingStrategy = KeyDecodingStrategy(decoder.keyDecodingStrategy)
    nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy(
      decoder.nonConformingFloatDecodingStrategy)
    userInfo = decoder.userInfo
    allowsJSON5 = decoder.allowsJSON5
    assumesTopLevelDictionary = decoder.assumesTopLevelDictionary
  }
}

extension RushJSONCoreDecoder.KeyDecodingStrategy {
  /// The same strategy as Foundation's.
  public init(_ strategy: JSONDecoder.KeyDecodingStrategy) {
    switch strategy {
    case .useDefaultKeys: self = .useDefaultKeys
    case .convertFromSnakeCase: self = .convertFromSnakeCase
    case .custom(let convert): self = .custom(convert)
    #if canImport(Darwin)
      @unknown default: self = .useDefaultKeys
    #endif
    }
  }
}

extension RushJSONCoreDecoder.NonConformingFloatDecodingStrategy {
  /// The same strategy as Foundation's.
  public init(_ strategy: JSONDecoder.NonConformingFloatDecodingStrategy) {
    switch strategy {
    case .throw: self = .throw
    case .convertFromString(let positive, let negative, let nan):
      self = .convertFromString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    #if canImport(Darwin)
      @unknown default: self = .throw
    #endif
    }
  }
}
