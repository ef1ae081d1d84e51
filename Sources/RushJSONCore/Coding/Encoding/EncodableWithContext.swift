/// A type whose values need a context to be encoded: something that the values do not hold.
///
/// ```swift
/// struct Person: EncodableWithContext {
///   func encode(to encoder: any Encoder, context: Directory) throws {
///     var container = encoder.container(keyedBy: CodingKeys.self)
///     try container.encode(name, forKey: .name)
///     try container.encodeIfPresent(address?.with(context.addresses), forKey: .address)
///   }
/// }
/// let text = try RushJSONCoreEncoder().encodeToString(person.with(directory))
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
    for element in self { try container.encode(element.with(context)) }
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
      try container.encode(value.with(context), forKey: JSONPathKey(stringValue: name))
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

extension EncodableWithContext {
  /// The value with a context, as an `Encodable` value for encoders, containers, lines, sinks and files:
  ///
  /// ```swift
  /// try container.encode(address.with(context.addresses), forKey: .address)
  /// let text = try encoder.encodeToString(person.with(directory))
  /// ```
  public func with(_ context: EncodingContext) -> some Encodable {
    ValueInContext(value: self, context: context)
  }
}

/// A value with the context that it is encoded with.
private struct ValueInContext<Value: EncodableWithContext>: Encodable {
  let value: Value
  let context: Value.EncodingContext

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder, context: context)
  }
}
