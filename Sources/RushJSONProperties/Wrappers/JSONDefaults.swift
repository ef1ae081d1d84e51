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

  /// `false`, also in a ``LenientBool``.
  public enum False<Value: ExpressibleByBooleanLiteral>: Provider {
    /// Always `false`.
    @inlinable public static var defaultValue: Value { false }
  }
  /// `true`, also in a ``LenientBool``.
  public enum True<Value: ExpressibleByBooleanLiteral>: Provider {
    /// Always `true`.
    @inlinable public static var defaultValue: Value { true }
  }
  /// Zero of any number type, also in a ``Stringified``.
  public enum Zero<Value: ExpressibleByIntegerLiteral>: Provider {
    /// Zero of the type.
    @inlinable public static var defaultValue: Value { 0 }
  }
  /// An array without elements, also in a ``LossyArray``.
  public enum EmptyArray<Value: ExpressibleByArrayLiteral>: Provider {
    /// An empty array of the type.
    @inlinable public static var defaultValue: Value { [] }
  }
  /// A dictionary without members, also in a ``LossyDictionary``.
  public enum EmptyObject<Value: ExpressibleByDictionaryLiteral>: Provider {
    /// An empty dictionary of the type.
    @inlinable public static var defaultValue: Value { [:] }
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
  /// still an error.
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
