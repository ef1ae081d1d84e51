/// A type whose values need a context to be encoded: something that the values do not hold.
///
/// ```swift
/// struct Person: EncodableWithContext {
///   func encode(to encoder: any Encoder, context: Directory) throws {
///     var container = encoder.container(keyedBy: CodingKeys.self)
///     try container.encode(name, forKey: .name)
///     try container.encodeIfPresent(address, forKey: .address, context: context.addresses)
///   }
/// }
/// let text = try RushJSONCoreEncoder().encodeToString(person, context: directory)
/// ```
///
/// The context is part of the type, so a wrong one does not compile. Arrays, dictionaries with `String`
/// keys, which stay unchanged, and optionals encode their values with the same context. Works with any
/// encoder.
public protocol EncodableWithContext {
  /// What the type needs for its encoding, besides its own value.
  associatedtype EncodingContext

  /// Encodes the value with a context.
  func encode(to encoder: any Encoder, context: EncodingContext) throws
}

extension Array: EncodableWithContext where Element: EncodableWithContext {
  public func encode(to encoder: any Encoder, context: Element.EncodingContext) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element, context: context) }
  }
}

extension Dictionary: EncodableWithContext where Key == String, Value: EncodableWithContext {
  public func encode(to encoder: any Encoder, context: Value.EncodingContext) throws {
    if let own = encoder as? ValueEncoder {
      try own.asDictionary { try encodeMembers(to: encoder, context: context) }
    } else {
      try encodeMembers(to: encoder, context: context)
    }
  }

  private func encodeMembers(to encoder: any Encoder, context: Value.EncodingContext) throws {
    var container = encoder.container(keyedBy: JSONPathKey.self)
    for (name, value) in self {
      try container.encode(value, forKey: JSONPathKey(stringValue: name), context: context)
    }
  }
}

extension Optional: EncodableWithContext where Wrapped: EncodableWithContext {
  public func encode(to encoder: any Encoder, context: Wrapped.EncodingContext) throws {
    switch self {
    case .some(let value): try value.encode(to: encoder, context: context)
    case .none:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

/// A value with its context. Containers take it like any value, so errors have the whole path.
private struct InContext<Value: EncodableWithContext>: Encodable {
  let value: Value
  let context: Value.EncodingContext

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder, context: context) }
}

extension KeyedEncodingContainer {
  /// Encodes a member with a context.
  public mutating func encode<T: EncodableWithContext>(
    _ value: T, forKey key: Key, context: T.EncodingContext
  ) throws {
    try encode(InContext(value: value, context: context), forKey: key)
  }

  /// Encodes a member with a context, or leaves it out if the value is `nil`.
  public mutating func encodeIfPresent<T: EncodableWithContext>(
    _ value: T?, forKey key: Key, context: T.EncodingContext
  ) throws {
    try encodeIfPresent(value.map { InContext(value: $0, context: context) }, forKey: key)
  }
}

extension UnkeyedEncodingContainer {
  /// Encodes an element with a context.
  public mutating func encode<T: EncodableWithContext>(
    _ value: T, context: T.EncodingContext
  ) throws {
    try encode(InContext(value: value, context: context))
  }
}

extension SingleValueEncodingContainer {
  /// Encodes the value with a context.
  public mutating func encode<T: EncodableWithContext>(_ value: T, context: T.EncodingContext)
    throws
  {
    try encode(InContext(value: value, context: context))
  }
}

extension RushJSONCoreEncoder {
  /// Encodes a value with a context as JSON text in UTF-8.
  /// - Throws: `EncodingError`, or the error of a type's own `encode(to:context:)`.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func encodeToBytes<T: EncodableWithContext>(_ value: T, context: T.EncodingContext) throws
    -> [UInt8]
  {
    unsafe try text(value, encode: { try value.encode(to: $0, context: context) }) {
      unsafe Array($0)
    }
  }

  /// Encodes a value with a context as JSON text. See ``encodeToBytes(_:context:)``.
  public func encodeToString<T: EncodableWithContext>(_ value: T, context: T.EncodingContext) throws
    -> String
  {
    unsafe try text(value, encode: { try value.encode(to: $0, context: context) }) {
      unsafe String(decoding: $0, as: UTF8.self)
    }
  }
}
