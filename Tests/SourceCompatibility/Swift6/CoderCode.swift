import Foundation
import Testing

// Code for Foundation's coders. Four targets compile this file, in the Swift 5 and 6 language modes,
// with Foundation's coders and with this library's: only the meaning of two words differs.
// CoderCodeTests.swift runs it, so both give the same results.

#if !FOUNDATION_CODERS
  import RushJSON

  typealias JSONDecoder = RushJSONDecoder
  typealias JSONEncoder = RushJSONEncoder
#endif

// MARK: - Exhaustive switches

extension JSONDecoder.DateDecodingStrategy {
  var name: String {
    switch self {
    case .deferredToDate: "deferredToDate"
    case .secondsSince1970: "secondsSince1970"
    case .millisecondsSince1970: "millisecondsSince1970"
    case .iso8601: "iso8601"
    #if canImport(Darwin)
      case .formatted(let formatter): formatter.dateFormat
    #endif
    case .custom: "custom"
    }
  }
}

extension JSONDecoder.DataDecodingStrategy {
  var name: String {
    switch self {
    case .deferredToData: "deferredToData"
    case .base64: "base64"
    case .custom: "custom"
    }
  }
}

extension JSONDecoder.KeyDecodingStrategy {
  var name: String {
    switch self {
    case .useDefaultKeys: "useDefaultKeys"
    case .convertFromSnakeCase: "convertFromSnakeCase"
    case .custom: "custom"
    }
  }
}

extension JSONDecoder.NonConformingFloatDecodingStrategy {
  var name: String {
    switch self {
    case .throw: "throw"
    case .convertFromString(let positiveInfinity, let negativeInfinity, let nan):
      [positiveInfinity, negativeInfinity, nan].joined(separator: " ")
    }
  }
}

extension JSONEncoder.DateEncodingStrategy {
  var name: String {
    switch self {
    case .deferredToDate: "deferredToDate"
    case .secondsSince1970: "secondsSince1970"
    case .millisecondsSince1970: "millisecondsSince1970"
    case .iso8601: "iso8601"
    #if canImport(Darwin)
      case .formatted(let formatter): formatter.dateFormat
    #endif
    case .custom: "custom"
    }
  }
}

extension JSONEncoder.DataEncodingStrategy {
  var name: String {
    switch self {
    case .deferredToData: "deferredToData"
    case .base64: "base64"
    case .custom: "custom"
    }
  }
}

extension JSONEncoder.KeyEncodingStrategy {
  var name: String {
    switch self {
    case .useDefaultKeys: "useDefaultKeys"
    case .convertToSnakeCase: "convertToSnakeCase"
    case .custom: "custom"
    }
  }
}

extension JSONEncoder.NonConformingFloatEncodingStrategy {
  var name: String {
    switch self {
    case .throw: "throw"
    case .convertToString(let positiveInfinity, let negativeInfinity, let nan):
      [positiveInfinity, negativeInfinity, nan].joined(separator: " ")
    }
  }
}

// MARK: - Strategies of one's own, and strategies that are kept

extension JSONDecoder.DateDecodingStrategy {
  static let days = custom { decoder in
    try Date(timeIntervalSince1970: decoder.singleValueContainer().decode(Double.self) * 86400)
  }
}

extension JSONEncoder.DateEncodingStrategy {
  static let days = custom { date, encoder in
    var container = encoder.singleValueContainer()
    try container.encode(Int(date.timeIntervalSince1970 / 86400))
  }
}

extension JSONDecoder.KeyDecodingStrategy {
  static let lowercased = custom { path in AnyKey(path.last?.stringValue.lowercased() ?? "") }
}

struct Configuration: Sendable {
  var dates: JSONDecoder.DateDecodingStrategy = .iso8601
  var data: JSONDecoder.DataDecodingStrategy = .base64
  var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
  var floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
  var encodedDates = JSONEncoder.DateEncodingStrategy.iso8601
  var encodedData = JSONEncoder.DataEncodingStrategy.base64
  var encodedKeys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
  var encodedFloats = JSONEncoder.NonConformingFloatEncodingStrategy.throw
  var formatting: JSONEncoder.OutputFormatting = [.sortedKeys]
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  func makeDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = dates
    decoder.dataDecodingStrategy = data
    decoder.keyDecodingStrategy = keys
    decoder.nonConformingFloatDecodingStrategy = floats
    decoder.userInfo = userInfo
    return decoder
  }

  func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder(dates: encodedDates)
    encoder.dataEncodingStrategy = encodedData
    encoder.keyEncodingStrategy = encodedKeys
    encoder.nonConformingFloatEncodingStrategy = encodedFloats
    encoder.outputFormatting = formatting
    encoder.userInfo = userInfo
    return encoder
  }
}

extension JSONEncoder {
  convenience init(dates: DateEncodingStrategy) {
    self.init()
    dateEncodingStrategy = dates
  }
}

extension JSONDecoder {
  static let shared: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    decoder.assumesTopLevelDictionary = true
    return decoder
  }()
}

// MARK: - Subclasses

/// Overrides everything that can be overridden.
class LoggingDecoder: JSONDecoder, @unchecked Sendable {
  var log: [String] = []

  override init() {
    super.init()
    keyDecodingStrategy = .convertFromSnakeCase
  }

  override var dateDecodingStrategy: DateDecodingStrategy {
    didSet { log.append("dates \(dateDecodingStrategy.name)") }
  }
  override var dataDecodingStrategy: DataDecodingStrategy {
    didSet { log.append("data \(dataDecodingStrategy.name)") }
  }
  override var keyDecodingStrategy: KeyDecodingStrategy {
    didSet { log.append("keys \(keyDecodingStrategy.name)") }
  }
  override var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { super.nonConformingFloatDecodingStrategy }
    set {
      log.append("floats \(newValue.name)")
      super.nonConformingFloatDecodingStrategy = newValue
    }
  }
  override var userInfo: [CodingUserInfoKey: any Sendable] {
    get { super.userInfo.merging([.unit: "m"]) { $1 } }
    set { super.userInfo = newValue }
  }
  override var allowsJSON5: Bool {
    get { true }
    set { log.append("json5 \(newValue)") }
  }
  override var assumesTopLevelDictionary: Bool {
    get { true }
    set { log.append("braces \(newValue)") }
  }

  override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    log.append("decode \(data.count)")
    return try super.decode(type, from: data)
  }
  override func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    log.append("decode by value")
    return try super.decode(type, from: data, configuration: configuration)
  }
  override func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    log.append("decode by type")
    return try super.decode(type, from: data, configuration: configuration)
  }
}

/// Overrides everything that can be overridden.
class LoggingEncoder: JSONEncoder, @unchecked Sendable {
  var log: [String] = []

  override init() {
    super.init()
    keyEncodingStrategy = .convertToSnakeCase
  }

  override var outputFormatting: OutputFormatting {
    get { super.outputFormatting.union(.sortedKeys) }
    set { super.outputFormatting = newValue }
  }
  override var dateEncodingStrategy: DateEncodingStrategy {
    didSet { log.append("dates \(dateEncodingStrategy.name)") }
  }
  override var dataEncodingStrategy: DataEncodingStrategy {
    didSet { log.append("data \(dataEncodingStrategy.name)") }
  }
  override var keyEncodingStrategy: KeyEncodingStrategy {
    didSet { log.append("keys \(keyEncodingStrategy.name)") }
  }
  override var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    didSet { log.append("floats \(nonConformingFloatEncodingStrategy.name)") }
  }
  override var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { log.append("userInfo \(userInfo.count)") }
  }

  override func encode<T: Encodable>(_ value: T) throws -> Data {
    let data = try super.encode(value)
    log.append("encode \(data.count)")
    return data
  }
  override func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    log.append("encode by value")
    return try super.encode(value, configuration: configuration)
  }
  override func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    log.append("encode by type")
    return try super.encode(value, configuration: configuration)
  }
}

// MARK: - Functions and protocols

/// A protocol like Combine's, whose types of text are inferred.
protocol TopDecoder {
  associatedtype Input
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}

protocol TopEncoder {
  associatedtype Output
  func encode<T: Encodable>(_ value: T) throws -> Output
}

extension JSONDecoder: TopDecoder {}
extension JSONEncoder: TopEncoder {}

func roundTrip<Encoder: TopEncoder, Decoder: TopDecoder, T: Codable>(
  _ value: T, _ encoder: Encoder, _ decoder: Decoder
) throws -> T where Encoder.Output == Decoder.Input {
  try decoder.decode(T.self, from: encoder.encode(value))
}

// MARK: - Actors

@MainActor
final class Store {
  let decoder = JSONDecoder()
  let encoder = JSONEncoder()
  private(set) var values: [Int] = []
  private(set) var text = Data()

  init() {}

  /// The coders go to another task and come back.
  func load(_ data: Data) async throws {
    let (decoder, encoder) = (decoder, encoder)
    decoder.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: 0) }
    values = try await Task.detached { try decoder.decode([Int].self, from: data) }.value
    let values = values
    text = try await Task.detached { try encoder.encode(values) }.value
  }
}

actor Reader {
  private let decoder: JSONDecoder
  init(decoder: JSONDecoder) { self.decoder = decoder }
  func read<T: Decodable & Sendable>(_ type: T.Type, from data: Data) throws -> T {
    try decoder.decode(type, from: data)
  }
}
