public import RushJSONCore

/// Defaults for ``DefaultValue``, as types.
public enum JSONDefaults {
  /// The value of a member that is missing or `null`.
  public protocol Provider {
    /// The type of the member.
    associatedtype Value
    /// The value that the member has where the text gives none.
    static var defaultValue: Value { get }
    /// Whether the default also stands in for a value that the type refuses; `false` unless you say otherwise.
    static var replacesInvalidValues: Bool { get }
  }

  /// `false`.
  public enum False: Provider {
    /// Always `false`.
    @inlinable public static var defaultValue: Bool { false }
  }
  /// `true`.
  public enum True: Provider {
    /// Always `true`.
    @inlinable public static var defaultValue: Bool { true }
  }
  /// Zero, of any number type.
  public enum Zero<Value: AdditiveArithmetic>: Provider {
    /// Zero of the type.
    @inlinable public static var defaultValue: Value { .zero }
  }
  /// A string, an array or another collection without elements.
  public enum Empty<Value: RangeReplaceableCollection>: Provider {
    /// An empty collection of the type.
    @inlinable public static var defaultValue: Value { Value() }
  }
  /// Another default, which also stands in for a value that the type refuses.
  ///
  /// ```swift
  /// @DefaultValue<JSONDefaults.Lossy<JSONDefaults.Zero>> var count: Int      // "many" is 0, and so is 1.5
  /// ```
  ///
  /// A type refuses values of the wrong kind, out of its range, or not in its format, and raw values without a case.
  /// Nothing of the value is kept. An element or a member that fails inside the value, or is missing there, is
  /// still an error. So is a number out of range with Foundation's decoder, which takes it for invalid JSON.
  public enum Lossy<Default: Provider>: Provider {
    /// The default of the other one.
    @inlinable public static var defaultValue: Default.Value { Default.defaultValue }
    /// Always `true`.
    @inlinable public static var replacesInvalidValues: Bool { true }
  }
}

extension JSONDefaults.Provider {
  /// `false`.
  @inlinable public static var replacesInvalidValues: Bool { false }
}

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
@propertyWrapper
public struct DefaultValue<Default: JSONDefaults.Provider> {
  /// The value of the member, or the default.
  public var wrappedValue: Default.Value

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
      wrappedValue = try Self.valueOrDefault(from: decoder) ?? Default.defaultValue
    } else {
      wrappedValue = try container.decode(Default.Value.self)
    }
  }

  /// The value of a decoder, or `nil` if the type refuses it.
  private static func valueOrDefault(from decoder: any Decoder) throws -> Default.Value? {
    // The error has to have its path, also where a lossy collection around drops errors.
    let session = (decoder as? ValueDecoder)?.session
    let outer = session?.beginWholeErrors()
    defer { if let outer { session?.endReports(outer) } }
    do {
      return try decoder.singleValueContainer().decode(Default.Value.self)
    } catch let error as DecodingError {
      switch error {
      case .typeMismatch(_, let context), .dataCorrupted(let context):
        // A longer path is that of a value inside.
        let path = decoder.codingPath
        if context.codingPath.count == path.count {
          if let dropped = SkippedValue(replaced: path, error, decoder) {
            decoder.droppedValues?.add(dropped)
          }
          return nil
        }
      default: break
      }
      throw error
    }
  }
}

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
