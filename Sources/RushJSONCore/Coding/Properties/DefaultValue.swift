/// The value of a member that is missing or `null`.
public protocol JSONDefault {
  /// The type of the member.
  associatedtype Value
  /// The value that the member has where the text gives none.
  static var defaultValue: Value { get }
}

/// A member that has a default when it is missing or `null`.
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
/// A value of the wrong kind is an error. Works with any coder.
@propertyWrapper
public struct DefaultValue<Default: JSONDefault> {
  /// The value of the member, or the default.
  public var wrappedValue: Default.Value

  // No `init()`: with one, memberwise initialisers would take wrappers instead of values.

  /// Creates a member with a value. Memberwise initialisers call this.
  public init(wrappedValue: Default.Value) { self.wrappedValue = wrappedValue }
}

/// Common defaults.
public enum JSONDefaults {
  /// `false`.
  public enum False: JSONDefault {
    /// Always `false`.
    public static var defaultValue: Bool { false }
  }
  /// `true`.
  public enum True: JSONDefault {
    /// Always `true`.
    public static var defaultValue: Bool { true }
  }
  /// Zero, of any number type.
  public enum Zero<Value: AdditiveArithmetic>: JSONDefault {
    /// Zero of the type.
    public static var defaultValue: Value { .zero }
  }
  /// A string, an array or another collection without elements.
  public enum Empty<Value: RangeReplaceableCollection>: JSONDefault {
    /// An empty collection of the type.
    public static var defaultValue: Value { Value() }
  }
}

extension DefaultValue: Sendable where Default.Value: Sendable {}
extension DefaultValue: Equatable where Default.Value: Equatable {}
extension DefaultValue: Hashable where Default.Value: Hashable {}

extension DefaultValue: Decodable where Default.Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue =
      container.decodeNil() ? Default.defaultValue : try container.decode(Default.Value.self)
  }
}

extension DefaultValue: Encodable where Default.Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    // By the encoder, which has strategies for the type and for names.
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member that has a default. Synthesised code calls this for a ``DefaultValue``.
  public func decode<Default: JSONDefault>(
    _ type: DefaultValue<Default>.Type, forKey key: Key
  ) throws -> DefaultValue<Default> where Default.Value: Decodable {
    let value = try decodeIfPresent(Default.Value.self, forKey: key)
    return DefaultValue(wrappedValue: value ?? Default.defaultValue)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member that has a default, as its value. Synthesised code calls this for a ``DefaultValue``.
  public mutating func encode<Default: JSONDefault>(
    _ member: DefaultValue<Default>, forKey key: Key
  )
    throws where Default.Value: Encodable
  {
    try encode(member.wrappedValue, forKey: key)
  }
}
