extension RawJSON {
  /// A type whose values can be put into a tree: the other half of ``RawJSON/Extractable``.
  ///
  /// ```swift
  /// var ticket: RawJSON = ["name": name.rawJSON]
  /// ticket["seat"] = seat                 // an Int, an Int?, a String, an array of these, …
  /// let seats = RawJSON([12, seat])
  /// ```
  ///
  /// To put a type of your own into a tree, conform it, or encode it by `RawJSON(encoding:)`.
  public protocol Insertable {
    /// The value as a tree.
    var rawJSON: RawJSON { get }
  }
}

extension RawJSON {
  /// Returns the same value, or creates that of a literal: `RawJSON(["b": 1, "a": nil])`.
  public init(_ value: RawJSON) { self = value }

  /// Creates a tree of a value: a number, a string, a boolean, an array or dictionary of such values, or `null`
  /// of an optional without a value.
  /// - Complexity: O(1) for a scalar; O(*n*) in the elements or entries.
  // Disfavoured, so that a literal becomes a tree directly, and an object of literals keeps its order.
  @_disfavoredOverload
  public init(_ value: some RawJSON.Insertable) { self = value.rawJSON }
}

// MARK: - Subscripts
//
// Disfavoured, so that literals, `nil` and values without a stated type are trees.

extension RawJSON {
  /// The value of the member named `name`, or `nil` if there is none or it is of another type.
  ///
  /// Sets and removes as the subscript for a tree does: an optional without a value removes the member, and
  /// `RawJSON(optional)` sets `null`.
  @_disfavoredOverload
  public subscript<T: RawJSON.Extractable & RawJSON.Insertable>(name: String) -> T? {
    get { self[name].flatMap { T(rawJSON: $0) } }
    set { self[name] = newValue.map { $0.rawJSON } }
  }

  /// The element at `index`, or `nil` if there is none or it is of another type.
  ///
  /// Sets as the subscript for a tree does.
  @_disfavoredOverload
  public subscript<T: RawJSON.Extractable & RawJSON.Insertable>(index: Int) -> T? {
    get { self[index].flatMap { T(rawJSON: $0) } }
    set { self[index] = newValue.map { $0.rawJSON } }
  }
}

extension RawJSON.Object {
  /// The value of the member named `name`, or `nil` if there is none or it is of another type.
  ///
  /// Sets and removes as the subscript for a tree does: an optional without a value removes the member, and
  /// `RawJSON(optional)` sets `null`.
  @_disfavoredOverload
  public subscript<T: RawJSON.Extractable & RawJSON.Insertable>(name: String) -> T? {
    get { self[name].flatMap { T(rawJSON: $0) } }
    set { self[name] = newValue.map { $0.rawJSON } }
  }
}

// MARK: - The types

extension RawJSON: RawJSON.Insertable {
  /// The same value.
  public var rawJSON: RawJSON { self }
}

extension String: RawJSON.Insertable {
  /// A string.
  public var rawJSON: RawJSON { .string(self) }
}

extension Bool: RawJSON.Insertable {
  /// A boolean.
  public var rawJSON: RawJSON { .bool(self) }
}

extension JSONNumber: RawJSON.Insertable {
  /// The number as it was written.
  public var rawJSON: RawJSON { .number(self) }
}

extension RawJSON.Array: RawJSON.Insertable {
  /// An array, without a copy.
  public var rawJSON: RawJSON { .array(self) }
}

extension RawJSON.Object: RawJSON.Insertable {
  /// An object, without a copy.
  public var rawJSON: RawJSON { .dictionary(self) }
}

extension Double: RawJSON.Insertable {
  /// A number. See ``JSONNumber/init(_:)-(Double)``.
  public var rawJSON: RawJSON { .number(JSONNumber(self)) }
}

extension Float: RawJSON.Insertable {
  /// A number. See ``JSONNumber/init(_:)-(Float)``.
  public var rawJSON: RawJSON { .number(JSONNumber(self)) }
}

extension FixedWidthInteger {
  /// A number, exactly.
  public var rawJSON: RawJSON { .number(JSONNumber(self)) }
}

extension Int: RawJSON.Extractable, RawJSON.Insertable {}
extension Int8: RawJSON.Extractable, RawJSON.Insertable {}
extension Int16: RawJSON.Extractable, RawJSON.Insertable {}
extension Int32: RawJSON.Extractable, RawJSON.Insertable {}
extension Int64: RawJSON.Extractable, RawJSON.Insertable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: RawJSON.Extractable, RawJSON.Insertable {}
extension UInt: RawJSON.Extractable, RawJSON.Insertable {}
extension UInt8: RawJSON.Extractable, RawJSON.Insertable {}
extension UInt16: RawJSON.Extractable, RawJSON.Insertable {}
extension UInt32: RawJSON.Extractable, RawJSON.Insertable {}
extension UInt64: RawJSON.Extractable, RawJSON.Insertable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: RawJSON.Extractable, RawJSON.Insertable {}

extension Optional: RawJSON.Insertable where Wrapped: RawJSON.Insertable {
  /// The value, or `null`.
  public var rawJSON: RawJSON { self?.rawJSON ?? .null }
}

extension Array: RawJSON.Insertable where Element: RawJSON.Insertable {
  /// An array.
  /// - Complexity: O(*n*).
  public var rawJSON: RawJSON { .array(RawJSON.Array(map { $0.rawJSON })) }
}

extension Dictionary: RawJSON.Insertable where Key == String, Value: RawJSON.Insertable {
  /// An object, in the dictionary's order, which is arbitrary.
  /// - Complexity: O(*n*).
  public var rawJSON: RawJSON { .dictionary(RawJSON.Object(pairs: map { ($0, $1.rawJSON) })) }
}
