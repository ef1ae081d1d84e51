import Foundation
import RushJSON

/// Strategies for coders of this library and of Foundation.
struct WrapperStrategies: Sendable {
  enum Dates: CaseIterable { case deferred, seconds, milliseconds, iso8601, custom, format }
  enum Bytes: CaseIterable { case deferred, base64, custom }
  enum Names: CaseIterable { case unchanged, snakeCase, custom, kebabCase, tolerant }

  var dates = Dates.deferred
  var bytes = Bytes.base64
  var names = Names.unchanged
  var convertsFloats = false
  var nils = RushJSONEncoder.NilEncodingStrategy.asEncoded

  /// Each strategy alone, and those for dates with those for names.
  static let all: [WrapperStrategies] = {
    var all: [WrapperStrategies] = []
    for dates in Dates.allCases {
      for names in Names.allCases { all.append(WrapperStrategies(dates: dates, names: names)) }
    }
    for bytes in Bytes.allCases { all.append(WrapperStrategies(bytes: bytes)) }
    all.append(WrapperStrategies(convertsFloats: true))
    all += [.null, .omit].map { WrapperStrategies(nils: $0) }
    return all
  }()

  static func random(_ input: inout FuzzInput) -> WrapperStrategies {
    WrapperStrategies(
      dates: input.element(of: Dates.allCases), bytes: input.element(of: Bytes.allCases),
      names: input.element(of: Names.allCases), convertsFloats: input.flag(),
      nils: input.element(of: [.asEncoded, .null, .omit]))
  }

  /// Whether Foundation has them.
  var areFoundations: Bool {
    dates != .format && ![.kebabCase, .tolerant].contains(names) && nils == .asEncoded
  }

  // MARK: - Coders

  /// Those of Foundation, and what it lacks.
  var rush: (encoder: RushJSONEncoder, decoder: RushJSONDecoder) {
    let foundation = foundation
    let encoder = RushJSONEncoder(foundation.encoder)
    let decoder = RushJSONDecoder(foundation.decoder)
    if dates == .format {
      encoder.dateFormat = .rfc3339
      decoder.dateFormat = .rfc3339
    }
    switch names {
    case .unchanged, .snakeCase, .custom: break
    case .kebabCase:
      encoder.nameStyle = .kebabCase
      decoder.nameStyle = .kebabCase
    case .tolerant:
      encoder.keyEncodingStrategy = .convertToSnakeCase
      decoder.nameStyle = .snakeCaseWithAcronyms
    }
    encoder.nilEncodingStrategy = nils
    return (encoder, decoder)
  }

  var foundation: (encoder: JSONEncoder, decoder: JSONDecoder) {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.outputFormatting = .sortedKeys
    switch dates {
    case .deferred, .format: break
    case .seconds:
      encoder.dateEncodingStrategy = .secondsSince1970
      decoder.dateDecodingStrategy = .secondsSince1970
    case .milliseconds:
      encoder.dateEncodingStrategy = .millisecondsSince1970
      decoder.dateDecodingStrategy = .millisecondsSince1970
    case .iso8601:
      encoder.dateEncodingStrategy = .iso8601
      decoder.dateDecodingStrategy = .iso8601
    case .custom:
      encoder.dateEncodingStrategy = .custom(Self.encode)
      decoder.dateDecodingStrategy = .custom(Self.date)
    }
    switch bytes {
    case .deferred:
      encoder.dataEncodingStrategy = .deferredToData
      decoder.dataDecodingStrategy = .deferredToData
    case .base64: break
    case .custom:
      encoder.dataEncodingStrategy = .custom(Self.encode)
      decoder.dataDecodingStrategy = .custom(Self.bytes)
    }
    switch names {
    case .unchanged, .kebabCase, .tolerant: break
    case .snakeCase:
      encoder.keyEncodingStrategy = .convertToSnakeCase
      decoder.keyDecodingStrategy = .convertFromSnakeCase
    case .custom:
      encoder.keyEncodingStrategy = .custom(Self.name)
      decoder.keyDecodingStrategy = .custom(Self.key)
    }
    if convertsFloats {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    }
    return (encoder, decoder)
  }

  // MARK: - Strategies of programs

  @Sendable private static func encode(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(Int((date.timeIntervalSince1970 * 1000).rounded()))")
  }

  @Sendable private static func date(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    guard let milliseconds = Double(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not milliseconds")
    }
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }

  @Sendable private static func encode(_ bytes: Data, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes.map { Int($0) + 1 })
  }

  @Sendable private static func bytes(from decoder: any Decoder) throws -> Data {
    let values = try decoder.singleValueContainer().decode([Int].self)
    return Data(values.map { UInt8(truncatingIfNeeded: $0 - 1) })
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Sendable private static func name(_ path: [any CodingKey]) -> any CodingKey {
    Key(stringValue: "_" + (path.last?.stringValue ?? ""))
  }

  @Sendable private static func key(_ path: [any CodingKey]) -> any CodingKey {
    Key(stringValue: String((path.last?.stringValue ?? "").dropFirst()))
  }
}
