// Types that need something to be encoded that is not in the value, said by type: a wrong context does
// not compile.

/// A type that is encoded with a context: what it has to know and the value does not hold.
///
/// ```swift
/// struct Person: EncodableWithContext {
///   func encode(to encoder: any Encoder, context: Directory) throws {
///     var container = encoder.container(keyedBy: CodingKeys.self)
///     try container.encode(name, forKey: .name)
///     try container.encodeIfPresent(address, forKey: .address, context: context.addresses)
///   }
/// }
/// let text = try RushJSONEncoder().encodeToString(person, context: directory)
/// ```
///
/// Arrays, dictionaries by name, and optionals of such types are such types too. Works with any
/// encoder.
public protocol EncodableWithContext {
  /// What it takes to encode a value.
  associatedtype EncodingContext

  /// Encodes the value with a context.
  func encode(to encoder: any Encoder, context: EncodingContext) throws
}

extension Array: EncodableWithContext where Element: EncodableWithContext {
  /// Encodes an array, each element with the same context.
  public func encode(to encoder: any Encoder, context: Element.EncodingContext) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element, context: context) }
  }
}

extension Dictionary: EncodableWithContext where Key == String, Value: EncodableWithContext {
  /// Encodes a dictionary, each value with the same context. Its keys stay as they are.
  public func encode(to encoder: any Encoder, context: Value.EncodingContext) throws {
    // The key strategies of this package's encoder are for the keys of types.
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
  /// Encodes `nil` as `null`, and all else with the context.
  public func encode(to encoder: any Encoder, context: Wrapped.EncodingContext) throws {
    switch self {
    case .some(let value): try value.encode(to: encoder, context: context)
    case .none:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

/// A value with its context, which any container takes: so a failure takes back what was written, and
/// the path is whole.
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

  /// Encodes a member with a context, or leaves it out if it is `nil`.
  public mutating func encodeIfPresent<T: EncodableWithContext>(
    _ value: T?, forKey key: Key, context: T.EncodingContext
  ) throws {
    try encodeIfPresent(value.map { InContext(value: $0, context: context) }, forKey: key)
  }
}

extension UnkeyedEncodingContainer {
  /// Encodes an element with a context.
  public mutating func encode<T: EncodableWithContext>(_ value: T, context: T.EncodingContext) throws {
    try encode(InContext(value: value, context: context))
  }
}

extension SingleValueEncodingContainer {
  /// Encodes the value with a context.
  public mutating func encode<T: EncodableWithContext>(_ value: T, context: T.EncodingContext) throws {
    try encode(InContext(value: value, context: context))
  }
}

extension RushJSONEncoder {
  /// The value as JSON text in UTF-8, encoded with a context.
  ///
  /// - Throws: `EncodingError`; what a type throws itself.
  /// - Complexity: O(*n*) in the bytes of the text.
  public func encodeToBytes<T: EncodableWithContext>(_ value: T, context: T.EncodingContext) throws
    -> [UInt8]
  {
    unsafe try text(value, encode: { try value.encode(to: $0, context: context) }) {
      unsafe Array($0)
    }
  }

  /// The value as JSON text, encoded with a context. See ``encodeToBytes(_:context:)``.
  public func encodeToString<T: EncodableWithContext>(_ value: T, context: T.EncodingContext) throws
    -> String
  {
    unsafe try text(value, encode: { try value.encode(to: $0, context: context) }) {
      unsafe String(decoding: $0, as: UTF8.self)
    }
  }
}
