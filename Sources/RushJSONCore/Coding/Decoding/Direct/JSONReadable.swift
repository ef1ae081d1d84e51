/// A type that this library's decoders read straight from the tape of a text.
///
/// The type is `Decodable`, too, so every function for `Decodable` types takes it, and every other decoder decodes it.
/// This library's decoders read it wherever it is: at the top, in arrays, and inside types that are only `Decodable`. A
/// type that is only `Decodable` can be a part of one that is read.
///
/// ``JSONReader`` shows how to implement both. Enums with raw values that are `JSONReadable` need nothing but
/// the conformances. A type announces itself to decoders by its `init(from: any Decoder)`: one that the compiler makes knows
/// nothing of the reader, so such a type is decoded as `Codable` is.
public protocol JSONReadable: SendableMetatype {
  /// Reads the reader's current value.
  /// - Throws: A `DecodingError`, or any error of the type's own.
  init(from reader: inout JSONReader) throws

  /// Whether decoders decode the type as `Codable` does, so that keys, limits and errors are those of `Codable`.
  static var _isDecodedAsCodable: Bool { get }

  /// Reads the member with a name.
  static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Self

  /// Reads the member with a name, or returns `nil` if it is missing or `null`.
  static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws -> Self?

  /// The value that replaces a variable or a default if the member is missing. `nil` replaces nothing.
  static var _missingField: Self? { get }

  /// Reads the value whose members are among those of the current value, an object.
  static func _part(from reader: inout JSONReader) throws -> Self

  /// Adds the names of the members that the type reads, for types that share an object with it. By default, the names
  /// are not known, so the type takes all members that no other type declares. Types whose values are no objects have none.
  static func _addNames(to names: inout JSONReader.MemberNames)

  /// Reads an array of this type, which `type` is: classes cannot name `[Self]`.
  static func _array<Element: JSONReadable>(of type: Element.Type, from reader: inout JSONReader)
    throws -> [Element]
}

extension JSONReadable {
  @inlinable public static var _isDecodedAsCodable: Bool { false }
  @inlinable public static var _missingField: Self? { nil }

  @inlinable
  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Self {
    let index = try reader.required(name)
    return try reader.read(Self.self, at: index, returningTo: reader.state)
  }

  @inlinable
  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Self?
  {
    let index = try reader.present(name)
    if index == 0 { return nil }
    return try reader.read(Self.self, at: index, returningTo: reader.state)
  }

  @inlinable
  public static func _part(from reader: inout JSONReader) throws -> Self {
    try reader.read(Self.self, at: reader.state.value, returningTo: reader.state)
  }

  public static func _addNames(to names: inout JSONReader.MemberNames) { names._takeOthers() }

  @inlinable
  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] { try reader.elements() }
}

extension JSONReadable where Self: RawRepresentable, RawValue: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  /// Reads a raw value.
  /// - Throws: `DecodingError.dataCorrupted` if no case has the raw value.
  @inlinable
  public init(from reader: inout JSONReader) throws {
    let rawValue = try RawValue(from: &reader)
    guard let value = Self(rawValue: rawValue) else {
      throw reader.invalidRawValue(rawValue, Self.self)
    }
    self = value
  }
}
