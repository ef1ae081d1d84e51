public import RushJSONCore

/// A member that has a default when it is missing or `null`, and if asked to, when its value is not one of the type.
///
/// ```swift
/// struct Settings: Codable {
///   @DefaultValue<JSONDefaults.False> var isPublic: Bool
///   @DefaultValue<JSONDefaults.Empty> var tags: [String]
/// }
/// let settings = Settings(isPublic: true, tags: [])
/// ```
///
/// The memberwise initialiser takes the values themselves, as here. To let callers omit one, give the
/// property an initial value: `@DefaultValue<JSONDefaults.False> var isPublic = false`.
///
/// A value of the wrong kind is an error, unless the default is in ``JSONDefaults/Lossy``. Works with any coder.
///
/// The default goes around another wrapper, whose projected value you then reach through this one's:
///
/// ```swift
/// @DefaultValue<JSONDefaults.EmptyArray> @LossyArray var tags: [Tag]    // $tags.projectedValue was left out
/// @DefaultValue<JSONDefaults.Zero> @Stringified var views: Int          // 3, "3", null, or missing
/// ```
@propertyWrapper
public struct DefaultValue<Default: JSONDefaults.Provider> {
  /// The value of the member, or the default.
  public var wrappedValue: Default.Value

  /// The value of the member as this wrapper holds it: the wrapper inside it, if there is one.
  @inlinable public var projectedValue: Default.Value {
    get { wrappedValue }
    set { wrappedValue = newValue }
  }

  // No `init()`: with one, memberwise initialisers would take wrappers instead of values.

  /// Creates a member with a value. Memberwise initialisers call this.
  @inlinable public init(wrappedValue: Default.Value) { self.wrappedValue = wrappedValue }
}

extension DefaultValue: Sendable where Default.Value: Sendable {}
extension DefaultValue: Equatable where Default.Value: Equatable {}
extension DefaultValue: Hashable where Default.Value: Hashable {}

extension DefaultValue: Decodable where Default.Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      wrappedValue = Default.defaultValue
    } else if Default.replacesInvalidValues {
      wrappedValue =
        try Self.valueOrDefault(Default.Value.self, from: decoder) ?? Default.defaultValue
    } else {
      wrappedValue = try container.decode(Default.Value.self)
    }
  }

  /// The value of a decoder, or `nil` if the type refuses it.
  fileprivate static func valueOrDefault<Value: Decodable>(
    _ type: Value.Type, from decoder: any Decoder
  ) throws -> Value? {
    // The error has to have its path, also where a lossy collection around drops errors.
    let session = (decoder as? ValueDecoder)?.session
    let outer = session?.beginWholeErrors()
    defer { if let outer { session?.endReports(outer) } }
    do {
      return try decoder.singleValueContainer().decode(type)
    } catch let error as DecodingError {
      switch error {
      case .typeMismatch(_, let context), .dataCorrupted(let context):
        // A longer path is that of a value inside.
        let path = decoder.codingPath
        if context.codingPath.count == path.count {
          if let list = decoder.droppedValues {
            let path = decoder.pathInText
            if session?.addReport(1) == false {
              list.removeAll(inside: path.map(\.stringValue))
            } else if let dropped = SkippedValue(replaced: path, error, decoder) {
              list.add(dropped)
            }
          }
          return nil
        }
      default: break
      }
      throw error
    } catch {
      if decoder.refusesNumber(error) { return nil }
      throw error
    }
  }
}

extension Decoder {
  /// Whether an error is Foundation's own, which it makes a `DecodingError` only when it has left all types: the value is
  /// a number that the type cannot hold.
  fileprivate func refusesNumber(_ error: any Error) -> Bool {
    guard !(self is ValueDecoder), String(reflecting: type(of: error)).hasPrefix("Foundation"),
      "\(type(of: error))" == "JSONError"
    else { return false }
    return !isContainer
  }

  /// Whether the value is an array or an object, which the number may be in.
  private var isContainer: Bool {
    do {
      _ = try unkeyedContainer()
      return true
    } catch {
      do {
        _ = try container(keyedBy: JSONReader._MemberKey.self)
        return true
      } catch {
        return false
      }
    }
  }
}

// MARK: - Inside other wrappers

extension DefaultValue: ExpressibleByNilLiteral {
  /// Creates the default, so that a wrapper around this one takes a missing member as it does for an optional.
  public init(nilLiteral: ()) { wrappedValue = Default.defaultValue }
}

extension DefaultValue: StringifiedContent where Default.Value: Decodable {
  static func stringified(from decoder: any Decoder) throws -> (value: Any, isString: Bool) {
    let text: Stringified<Default.Value>? =
      if try decoder.singleValueContainer().decodeNil() {
        nil
      } else if Default.replacesInvalidValues {
        try valueOrDefault(Stringified<Default.Value>.self, from: decoder)
      } else {
        try Stringified<Default.Value>(from: decoder)
      }
    guard let text else { return (DefaultValue(nilLiteral: ()), true) }
    return (DefaultValue(wrappedValue: text.wrappedValue), text.projectedValue)
  }

  var content: Any { wrappedValue }
}

// MARK: - Coding

extension DefaultValue: Encodable where Default.Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    // By the encoder, which has strategies for the type and for names.
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

// Inlinable, so that a member costs what an optional one of the type does.

extension DefaultValue: JSONStyles.DecodableMember where Default.Value: Decodable {
  /// Decodes a member that may be missing or `null`, and is the default then.
  @inlinable
  public init<Key>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    if Default.replacesInvalidValues {
      let member = try container.decodeIfPresent(DefaultValue.self, forKey: key)
      self = member ?? DefaultValue(wrappedValue: Default.defaultValue)
    } else {
      self.init(
        wrappedValue: try container.valueIfPresent(Default.Value.self, forKey: key)
          ?? Default.defaultValue)
    }
  }
}

extension DefaultValue: JSONStyles.EncodableMember where Default.Value: Encodable {
  /// Encodes the value itself.
  @inlinable
  public func encode<Key>(
    to container: inout KeyedEncodingContainer<Key>, forKey key: Key
  ) throws {
    if Default.Value.self == Bool.self, let value = wrappedValue as? Bool {
      try container.encode(value, forKey: key)
    } else if Default.Value.self == String.self, let value = wrappedValue as? String {
      try container.encode(value, forKey: key)
    } else if Default.Value.self == Int.self, let value = wrappedValue as? Int {
      try container.encode(value, forKey: key)
    } else {
      try container.encode(wrappedValue, forKey: key)
    }
  }
}

// MARK: - A missing member

extension DefaultValue: NullIsMissing {}

extension DefaultValue: ValueOfMissing {
  package static var ofMissing: DefaultValue { DefaultValue(wrappedValue: Default.defaultValue) }
}
