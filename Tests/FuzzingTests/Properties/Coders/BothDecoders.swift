import Foundation
import RushJSON
import RushJSONCore

/// A setting that both decoders have.
enum Setting: Sendable {
  case snakeCase
  case customKeys(@Sendable ([any CodingKey]) -> any CodingKey)
  case floats(String, String, String)
  case secondsSince1970
  case millisecondsSince1970
  case iso8601
  case formatted(DateFormatter)
  case customDate(@Sendable (any Decoder) throws -> Date)
  case deferredData
  case customData(@Sendable (any Decoder) throws -> Data)
  case json5
  case topLevelDictionary
  case userInfo([CodingUserInfoKey: any Sendable])
}

/// A value that lists its parts, so that describing it takes no reflection.
protocol HasParts {
  var describedParts: [Any?] { get }
}

/// The result of decoding a text: the value as text, or the parts of the error that programs see.
struct Outcome: Equatable, CustomStringConvertible {
  var value: String?
  var errorCase: String?
  var type: String?
  var path: [String] = []
  var text: String?

  init(_ body: () throws -> Any) {
    do {
      value = Outcome.describe(try body())
    } catch let error as DecodingError {
      func keep(_ name: String, _ context: DecodingError.Context) {
        errorCase = name
        path = context.codingPath.map { key in
          key.intValue.map { "\(key.stringValue)#\($0)" } ?? key.stringValue
        }
        text = context.debugDescription
      }
      switch error {
      case .typeMismatch(let type, let context):
        keep("typeMismatch", context)
        self.type = "\(type)"
      case .valueNotFound(let type, let context):
        keep("valueNotFound", context)
        self.type = "\(type)"
      case .keyNotFound(let key, let context):
        keep("keyNotFound", context)
        self.type = key.stringValue
      case .dataCorrupted(let context): keep("dataCorrupted", context)
      @unknown default: errorCase = "unknown"
      }
    } catch {
      errorCase = "other"
      text = "\(error)"
    }
  }

  /// The texts of values of the most frequent types, for which reflection would take most of a case's time.
  private static let describers: [ObjectIdentifier: @Sendable (Any) -> String?] = {
    var describers: [ObjectIdentifier: @Sendable (Any) -> String?] = [:]
    func add<T>(_ type: T.Type, _ describe: @escaping @Sendable (T) -> String) {
      describers[ObjectIdentifier(type)] = { ($0 as? T).map(describe) }
    }
    // Not a number is the same with a sign, which a tree does not keep.
    add(Double.self) { $0.isNaN ? "nan" : $0.description }
    add(Float.self) { $0.isNaN ? "nan" : $0.description }
    add(String.self) { $0.debugDescription }
    add(Bool.self) { $0.description }
    add(Int.self) { $0.description }
    add(Int8.self) { $0.description }
    add(Int16.self) { $0.description }
    add(Int32.self) { $0.description }
    add(Int64.self) { $0.description }
    add(UInt.self) { $0.description }
    add(UInt8.self) { $0.description }
    add(UInt16.self) { $0.description }
    add(UInt32.self) { $0.description }
    add(UInt64.self) { $0.description }
    return describers
  }()

  /// The same for any order of dictionaries and sets.
  private static func describe(_ value: Any) -> String {
    if let text = describers[ObjectIdentifier(Swift.type(of: value))]?(value) { return text }
    if let value = value as? any HasParts {
      let parts = value.describedParts.map { part in part.map { "some(\(describe($0)))" } ?? "nil" }
      return "\(Swift.type(of: value))(\(parts.joined(separator: ", ")))"
    }
    if value is RawJSON || value is JSONNumber { return "\(value)" }
    // Its mirror has the address of the bytes.
    if let data = value as? Data { return "Data(\([UInt8](data)))" }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .dictionary, .set:
      return "[" + mirror.children.map { describe($0.value) }.sorted().joined(separator: ", ") + "]"
    case .optional:
      return mirror.children.first.map { "some(\(describe($0.value)))" } ?? "nil"
    case .collection, .tuple, .struct, .class, .enum:
      if mirror.children.isEmpty { return "\(value)" }
      let parts = mirror.children.map { "\($0.label ?? ""): \(describe($0.value))" }
      return "\(mirror.subjectType)(" + parts.joined(separator: ", ") + ")"
    default: return "\(value)"
    }
  }

  var description: String {
    value ?? "\(errorCase ?? "")(\(type ?? "")) at \(path): \(text ?? "")"
  }
}

/// Decodes a text with both decoders.
struct BothDecoders {
  let foundation = JSONDecoder()
  let rush = RushJSONDecoder()
  /// A `JSONDecoder` that is ours: it must do what `rush` does.
  private let forwarding = RushJSONDecoder().makeJSONDecoder()

  init(_ settings: [Setting] = []) {
    for setting in settings {
      switch setting {
      case .snakeCase:
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        rush.keyDecodingStrategy = .convertFromSnakeCase
      case .customKeys(let convert):
        foundation.keyDecodingStrategy = .custom(convert)
        rush.keyDecodingStrategy = .custom(convert)
      case .floats(let positive, let negative, let nan):
        foundation.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        rush.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: positive, negativeInfinity: negative, nan: nan)
      case .secondsSince1970:
        foundation.dateDecodingStrategy = .secondsSince1970
        rush.dateDecodingStrategy = .secondsSince1970
      case .millisecondsSince1970:
        foundation.dateDecodingStrategy = .millisecondsSince1970
        rush.dateDecodingStrategy = .millisecondsSince1970
      case .iso8601:
        foundation.dateDecodingStrategy = .iso8601
        rush.dateDecodingStrategy = .iso8601
      case .formatted(let formatter):
        foundation.dateDecodingStrategy = .formatted(formatter)
        rush.dateDecodingStrategy = .formatted(formatter)
      case .customDate(let decode):
        foundation.dateDecodingStrategy = .custom(decode)
        rush.dateDecodingStrategy = .custom(decode)
      case .deferredData:
        foundation.dataDecodingStrategy = .deferredToData
        rush.dataDecodingStrategy = .deferredToData
      case .customData(let decode):
        foundation.dataDecodingStrategy = .custom(decode)
        rush.dataDecodingStrategy = .custom(decode)
      case .json5:
        foundation.allowsJSON5 = true
        rush.allowsJSON5 = true
      case .topLevelDictionary:
        foundation.assumesTopLevelDictionary = true
        rush.assumesTopLevelDictionary = true
      case .userInfo(let info):
        foundation.userInfo = info
        rush.userInfo = info
      }
    }
    forwarding.dateDecodingStrategy = foundation.dateDecodingStrategy
    forwarding.dataDecodingStrategy = foundation.dataDecodingStrategy
    forwarding.keyDecodingStrategy = foundation.keyDecodingStrategy
    forwarding.nonConformingFloatDecodingStrategy = foundation.nonConformingFloatDecodingStrategy
    forwarding.userInfo = foundation.userInfo
    forwarding.allowsJSON5 = foundation.allowsJSON5
    forwarding.assumesTopLevelDictionary = foundation.assumesTopLevelDictionary
  }

  func outcomes<T: Decodable>(_ type: T.Type, _ data: Data) -> (foundation: Outcome, rush: Outcome)
  {
    let ours = Outcome { try rush.decode(type, from: data) }
    var forwarded = Outcome { try forwarding.decode(type, from: data) }
    if forwarded != ours {
      forwarded.text = "makeJSONDecoder() differs: \(forwarded)"
      forwarded.value = nil
    }
    return (Outcome { try foundation.decode(type, from: data) }, forwarded)
  }
}
