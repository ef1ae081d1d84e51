#if FoundationEssentialsOnly
  // Declarations that need the whole of Foundation. A program that uses one gets an error that names the trait.
  public import RushJSONCore
  public import _RushJSONFoundation

  extension RawJSON {
    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public init(converting value: Any) throws(JSONWritingError) { self = .null }

    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public func foundationObject() throws(JSONWritingError) -> Any { self }

    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public func sendableValue() throws(JSONWritingError) -> any Sendable { self }
  }

  extension RawJSON.Object {
    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public init(converting value: Any) throws(JSONWritingError) { self.init() }
  }

  extension Dictionary where Key == String, Value == any Sendable {
    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public init(converting object: RawJSON.Object) throws(JSONWritingError) { self = [:] }
  }

  extension RushJSONDecoder {
    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public func decode<T: Decodable>(
      _ type: T.Type = T.self, fromUserInfo userInfo: [AnyHashable: Any]
    ) throws -> T {
      try decode(type, from: RawJSON.null)
    }
  }

  /// Unavailable with `FoundationEssentialsOnly`.
  public enum RushJSONSerialization {
    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public static func jsonObject(with data: Data) throws -> Any { data }

    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public static func data(withJSONObject object: Any) throws -> Data { Data() }

    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message: "needs Foundation's objects: turn off the trait FoundationEssentialsOnly of RushJSON"
    )
    public static func isValidJSONObject(_ object: Any) -> Bool { false }
  }

  extension JSONDecoder.DateDecodingStrategy {
    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message:
        "needs DateFormatter: turn off the trait FoundationEssentialsOnly of RushJSON, or use dateFormat"
    )
    public static func formatted(_ formatter: Any) -> Self { .deferredToDate }
  }

  extension JSONEncoder.DateEncodingStrategy {
    /// Unavailable with `FoundationEssentialsOnly`.
    @available(
      *, unavailable,
      message:
        "needs DateFormatter: turn off the trait FoundationEssentialsOnly of RushJSON, or use dateFormat"
    )
    public static func formatted(_ formatter: Any) -> Self { .deferredToDate }
  }
#endif
