// The containers of `Codable` have a method for each scalar of the standard library, beside the one for all other types.
// The compiler chooses between them when it generates code. Code that learns a type at run time chooses here.

extension KeyedDecodingContainer {
  /// Decodes a member by the method for its type, or returns `nil` if the type is not a scalar.
  func decodeScalar<T>(_ type: T.Type, forKey key: Key) throws -> T? {
    func cast(_ scalar: some Decodable) -> T? { scalar as? T }
    return switch type {
    case is Bool.Type: cast(try decode(Bool.self, forKey: key))
    case is String.Type: cast(try decode(String.self, forKey: key))
    case is Double.Type: cast(try decode(Double.self, forKey: key))
    case is Float.Type: cast(try decode(Float.self, forKey: key))
    case is Int.Type: cast(try decode(Int.self, forKey: key))
    case is Int8.Type: cast(try decode(Int8.self, forKey: key))
    case is Int16.Type: cast(try decode(Int16.self, forKey: key))
    case is Int32.Type: cast(try decode(Int32.self, forKey: key))
    case is Int64.Type: cast(try decode(Int64.self, forKey: key))
    case is UInt.Type: cast(try decode(UInt.self, forKey: key))
    case is UInt8.Type: cast(try decode(UInt8.self, forKey: key))
    case is UInt16.Type: cast(try decode(UInt16.self, forKey: key))
    case is UInt32.Type: cast(try decode(UInt32.self, forKey: key))
    case is UInt64.Type: cast(try decode(UInt64.self, forKey: key))
    default: nil
    }
  }

  /// Decodes a member that may be missing or `null` by the method that the compiler would choose for its type.
  func decodeConcretelyIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    func cast(_ scalar: (some Decodable)?) -> T? { scalar.flatMap { $0 as? T } }
    return switch type {
    case is Bool.Type: cast(try decodeIfPresent(Bool.self, forKey: key))
    case is String.Type: cast(try decodeIfPresent(String.self, forKey: key))
    case is Double.Type: cast(try decodeIfPresent(Double.self, forKey: key))
    case is Float.Type: cast(try decodeIfPresent(Float.self, forKey: key))
    case is Int.Type: cast(try decodeIfPresent(Int.self, forKey: key))
    case is Int8.Type: cast(try decodeIfPresent(Int8.self, forKey: key))
    case is Int16.Type: cast(try decodeIfPresent(Int16.self, forKey: key))
    case is Int32.Type: cast(try decodeIfPresent(Int32.self, forKey: key))
    case is Int64.Type: cast(try decodeIfPresent(Int64.self, forKey: key))
    case is UInt.Type: cast(try decodeIfPresent(UInt.self, forKey: key))
    case is UInt8.Type: cast(try decodeIfPresent(UInt8.self, forKey: key))
    case is UInt16.Type: cast(try decodeIfPresent(UInt16.self, forKey: key))
    case is UInt32.Type: cast(try decodeIfPresent(UInt32.self, forKey: key))
    case is UInt64.Type: cast(try decodeIfPresent(UInt64.self, forKey: key))
    default: try decodeIfPresent(type, forKey: key)
    }
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member by the method that the compiler would choose for its type.
  mutating func encodeConcretely<T: Encodable>(_ value: T, forKey key: Key) throws {
    switch value {
    case let value as Bool where T.self == Bool.self: try encode(value, forKey: key)
    case let value as String where T.self == String.self: try encode(value, forKey: key)
    case let value as Double where T.self == Double.self: try encode(value, forKey: key)
    case let value as Float where T.self == Float.self: try encode(value, forKey: key)
    case let value as Int where T.self == Int.self: try encode(value, forKey: key)
    case let value as Int8 where T.self == Int8.self: try encode(value, forKey: key)
    case let value as Int16 where T.self == Int16.self: try encode(value, forKey: key)
    case let value as Int32 where T.self == Int32.self: try encode(value, forKey: key)
    case let value as Int64 where T.self == Int64.self: try encode(value, forKey: key)
    case let value as UInt where T.self == UInt.self: try encode(value, forKey: key)
    case let value as UInt8 where T.self == UInt8.self: try encode(value, forKey: key)
    case let value as UInt16 where T.self == UInt16.self: try encode(value, forKey: key)
    case let value as UInt32 where T.self == UInt32.self: try encode(value, forKey: key)
    case let value as UInt64 where T.self == UInt64.self: try encode(value, forKey: key)
    default: try encode(value, forKey: key)
    }
  }

  /// Encodes a member that may be `nil` by the method that the compiler would choose for its type.
  mutating func encodeConcretelyIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    switch T.self {
    case is Bool.Type: try encodeIfPresent(value as? Bool, forKey: key)
    case is String.Type: try encodeIfPresent(value as? String, forKey: key)
    case is Double.Type: try encodeIfPresent(value as? Double, forKey: key)
    case is Float.Type: try encodeIfPresent(value as? Float, forKey: key)
    case is Int.Type: try encodeIfPresent(value as? Int, forKey: key)
    case is Int8.Type: try encodeIfPresent(value as? Int8, forKey: key)
    case is Int16.Type: try encodeIfPresent(value as? Int16, forKey: key)
    case is Int32.Type: try encodeIfPresent(value as? Int32, forKey: key)
    case is Int64.Type: try encodeIfPresent(value as? Int64, forKey: key)
    case is UInt.Type: try encodeIfPresent(value as? UInt, forKey: key)
    case is UInt8.Type: try encodeIfPresent(value as? UInt8, forKey: key)
    case is UInt16.Type: try encodeIfPresent(value as? UInt16, forKey: key)
    case is UInt32.Type: try encodeIfPresent(value as? UInt32, forKey: key)
    case is UInt64.Type: try encodeIfPresent(value as? UInt64, forKey: key)
    default: try encodeIfPresent(value, forKey: key)
    }
  }
}
