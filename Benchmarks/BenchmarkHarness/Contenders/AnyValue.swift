/// A JSON value of any kind, written as programs do that have only `Codable`: Foundation's side of
/// the tasks with `RawJSON` members.
enum AnyValue: Codable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([AnyValue])
  case object([String: AnyValue])

  /// Tries the most frequent kinds first, because each failed attempt costs an error.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func value<T: Decodable>(_ type: T.Type) -> T? {
      do { return try container.decode(type) } catch { return nil }
    }
    if container.decodeNil() {
      self = .null
    } else if let value = value(String.self) {
      self = .string(value)
    } else if let value = value(Int.self) {
      self = .integer(value)
    } else if let value = value(Bool.self) {
      self = .bool(value)
    } else if let value = value([String: AnyValue].self) {
      self = .object(value)
    } else if let value = value([AnyValue].self) {
      self = .array(value)
    } else {
      self = .double(try container.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
