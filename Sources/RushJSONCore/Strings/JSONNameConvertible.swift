/// A type that can be the key of a dictionary whose members are read and written: it is made of a name,
/// and gives one.
///
/// Enums with strings for raw values need nothing but the conformance.
public protocol JSONNameConvertible: Hashable {
  /// Creates a key, or returns `nil` if the name is not that of a key.
  init?(jsonName: String)
  /// The name.
  var jsonName: String { get }
}

extension String: JSONNameConvertible {
  @inlinable public init(jsonName: String) { self = jsonName }
  @inlinable public var jsonName: String { self }
}

extension Int: JSONNameConvertible {
  public init?(jsonName: String) { self.init(jsonName) }
  public var jsonName: String { String(self) }
}

extension JSONNameConvertible where Self: RawRepresentable, RawValue == String {
  public init?(jsonName: String) { self.init(rawValue: jsonName) }
  public var jsonName: String { rawValue }
}
