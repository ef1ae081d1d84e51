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

extension JSONReader {
  /// Reads the current value as a raw value. The cases are listed in the message if it is that of no case.
  /// - Throws: `DecodingError.dataCorrupted` if no case has the raw value.
  @inlinable
  public mutating func _rawValue<T: RawRepresentable>(
    of cases: @autoclosure () -> [T]
  ) throws -> T where T.RawValue: JSONReadable {
    let rawValue = try T.RawValue(from: &self)
    guard let value = T(rawValue: rawValue) else { throw invalidRawValue(rawValue, cases()) }
    return value
  }
}

// MARK: - JSONReader+Values

// Values of types that are read: the current one, and elements of arrays.

extension JSONReader {
  /// Reads the elements of the current value, an array, one by one.
  @inlinable
  mutating func elements<Element: JSONReadable>() throws -> [Element] {
    let count = try beginArray()
    if count == 0 { return [] }
    let outer = state
    var index = outer.next
    // Room and then elements: an array of uninitialized capacity looks up metadata each time.
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count {
      move(to: index)
      do {
        elements.append(try Element(from: &self))
      } catch {
        throw failed(error, Element.self, at: index, returningTo: outer)
      }
      index = following(index)
    }
    state = outer
    return elements
  }

  /// Reads the current value as nested arrays of numbers, which `[Row]` is: all of them by one call, as `Codable` does.
  @usableFromInline
  mutating func numbers<Rows: Decodable, Row>(_ type: Rows.Type) throws -> [Row] {
    let rows = try session.decode(type, at: state.value, below: base)
    // Invariant: the caller's array is of this type.
    return unsafe unsafeBitCast(rows, to: [Row].self)
  }

  /// Reads the value at an index, and returns to a state.
  @inlinable
  mutating func read<T: JSONReadable>(
    _ type: T.Type, at index: UInt32, returningTo outer: State
  ) throws -> T {
    move(to: index)
    do {
      let value = try T(from: &self)
      state = outer
      return value
    } catch {
      throw failed(error, T.self, at: index, returningTo: outer)
    }
  }

  /// Reads the current value as a type that is only `Decodable`.
  @_disfavoredOverload
  public mutating func read<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    return try decode(type, at: state.value)
  }

  /// Decodes the current value as `Codable` does, with the decoder's strategy for the type.
  package mutating func decoded<T: Decodable>() throws -> T {
    try session.decodePlainly(T.self, at: state.value, below: base)
  }

  /// Decodes the value at an index by its `init(from:)`, or by the decoder's strategy for the type.
  @inline(never)
  package mutating func decode<T: Decodable>(_ type: T.Type, at index: UInt32) throws -> T {
    try session.decode(type, at: index, below: base)
  }

  /// Reads the next element of the array, or the value of the member that ``nextName()`` has found.
  @inlinable
  public mutating func element<T: JSONReadable>(_ type: T.Type = T.self) throws -> T {
    let index = try nextElement()
    return try read(type, at: index, returningTo: state)
  }

  /// Reads the next element of the array as a type that is only `Decodable`.
  @_disfavoredOverload
  public mutating func element<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try decode(type, at: try nextElement())
  }
}
