/// A type that is decoded with a context: information that the text does not contain. The compiler checks
/// its type.
///
/// ```swift
/// struct Person: DecodableWithContext {
///   init(from decoder: any Decoder, context: Directory) throws {
///     let container = try decoder.container(keyedBy: CodingKeys.self)
///     name = try container.decode(String.self, forKey: .name)
///     address = try container.decodeIfPresent(Address.self, forKey: .address, context: context.addresses)
///   }
/// }
/// let person = try RushJSONCoreDecoder().decode(from: text) { try Person(from: $0, context: directory) }
/// ```
///
/// Arrays, optionals, and dictionaries with strings for keys are decoded with the context of their
/// elements. Works with any decoder. A type may conform to ``EncodableWithContext`` with another context.
public protocol DecodableWithContext {
  /// What the type needs for its decoding, besides the text.
  associatedtype DecodingContext

  /// Creates a value from a decoder and a context.
  init(from decoder: any Decoder, context: DecodingContext) throws
}

extension Array: DecodableWithContext where Element: DecodableWithContext {
  public init(from decoder: any Decoder, context: Element.DecodingContext) throws {
    var container = try decoder.unkeyedContainer()
    self.init()
    while !container.isAtEnd {
      append(try container.decode(Element.self, context: context))
    }
  }
}

extension Dictionary: DecodableWithContext where Key == String, Value: DecodableWithContext {
  public init(from decoder: any Decoder, context: Value.DecodingContext) throws {
    // `JSONPathKey` keeps names from key strategies.
    let container = try decoder.container(keyedBy: JSONPathKey.self)
    self.init(minimumCapacity: container.allKeys.count)
    for key in container.allKeys {
      self[key.stringValue] = try container.decode(Value.self, forKey: key, context: context)
    }
  }
}

extension Optional: DecodableWithContext where Wrapped: DecodableWithContext {
  public init(from decoder: any Decoder, context: Wrapped.DecodingContext) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    self = isNull ? nil : try Wrapped(from: decoder, context: context)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member with a context. Throws `DecodingError.keyNotFound` if the member is missing.
  public func decode<T: DecodableWithContext>(
    _ type: T.Type, forKey key: Key, context: T.DecodingContext
  ) throws -> T {
    guard contains(key) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
    }
    return try type.init(from: superDecoder(forKey: key), context: context)
  }

  /// Decodes a member with a context, or returns `nil` if it is missing or `null`.
  public func decodeIfPresent<T: DecodableWithContext>(
    _ type: T.Type, forKey key: Key, context: T.DecodingContext
  ) throws -> T? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try type.init(from: superDecoder(forKey: key), context: context)
  }
}

extension UnkeyedDecodingContainer {
  /// Decodes the next element with a context.
  public mutating func decode<T: DecodableWithContext>(
    _ type: T.Type, context: T.DecodingContext
  ) throws -> T {
    try type.init(from: superDecoder(), context: context)
  }

  /// Decodes the next element with a context, or returns `nil` if it is `null` or missing.
  public mutating func decodeIfPresent<T: DecodableWithContext>(
    _ type: T.Type, context: T.DecodingContext
  ) throws -> T? {
    if try isAtEnd || decodeNil() { return nil }
    return try decode(type, context: context)
  }
}
