import Foundation
import RushJSON

/// A decoder and an encoder that take part: Foundation's, or this library's with the same options.
struct TypedCoders: @unchecked Sendable {
  let decode: (any Decodable.Type, Data) throws -> Any
  let encode: (any Encodable) throws -> Data
  /// An array of values of unknown shape, as programs have it with these coders.
  let trees: TypedModels.Model

  /// Foundation's coders, with their ISO 8601 strategies for dates.
  static var foundation: TypedCoders {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return TypedCoders(
      decode: { type, data in
        // Without a name for the type, the value would be boxed twice.
        func decoded<T: Decodable>(_ type: T.Type) throws -> Any {
          try decoder.decode(type, from: data)
        }
        return try decoded(type)
      }, encode: { try encoder.encode($0) },
      trees: [AnyValue].self)
  }

  static var rushJSON: TypedCoders {
    let decoder = RushJSONDecoder()
    decoder.dateFormat = .rfc3339
    let encoder = RushJSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return TypedCoders(
      decode: { type, data in
        // Without a name for the type, the value would be boxed twice.
        func decoded<T: Decodable>(_ type: T.Type) throws -> Any {
          try decoder.decode(type, from: data)
        }
        return try decoded(type)
      }, encode: { try encoder.encode($0) },
      trees: [RawJSON].self)
  }
}
