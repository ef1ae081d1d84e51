// Scalars of texts as members, elements and values. The frequent ones are each one call out of line; other
// integers are read in the user's module, mostly from their record alone.

extension JSONReader {
  /// Reads the current value.
  @inline(__always)
  mutating func scalar<T: JSONScalar>() throws -> T { try scalar(at: state.value) }

  @inline(__always)
  mutating func scalar<T: JSONScalar>(at index: UInt32) throws -> T {
    if let value = T.quick(record(index), tape) { return value }
    return try slowScalar(at: index)
  }

  @inline(never)
  private mutating func slowScalar<T: JSONScalar>(at index: UInt32) throws -> T {
    if let value = T.slow(record(index), session) { return value }
    throw failure(T.self, T.kind, at: index)
  }

  @inline(__always)
  mutating func scalar<T: JSONScalar>(named name: JSONName) throws -> T {
    let index = try find(name)
    if index == 0 { throw missing(name) }
    return try scalar(at: index)
  }

  @inline(__always)
  mutating func optionalScalar<T: JSONScalar>(named name: JSONName) throws -> T? {
    let index = try find(name)
    if index == 0 { return nil }
    let record = record(index)
    if let value = T.quick(record, tape) { return value }
    if record.kindByte == TapeKind.null.rawValue { return nil }
    return try slowScalar(at: index) as T
  }

  /// Reads an array of `T`, which `Element` is.
  @inline(__always)
  mutating func scalars<T: JSONScalar, Element>(_ type: T.Type) throws -> [Element] {
    let array = state.value
    let record = record(array)
    guard record.kindByte == TapeKind.array.rawValue else {
      throw session.notAnArray(at: array, path: path(to: array))
    }
    let count = record.count
    if count == 0 { return [] }
    // Room and then elements: an array of uninitialized capacity looks up metadata each time.
    var elements: [T] = []
    elements.reserveCapacity(count)
    // Each scalar has one record, and an element that is not a scalar throws.
    for index in array &+ 1..<array &+ 1 &+ UInt32(truncatingIfNeeded: count) {
      elements.append(try scalar(at: index))
    }
    return sameType(elements)
  }

  /// The error for a value that a scalar does not accept.
  @inline(never) @usableFromInline
  mutating func failure(_ type: any Any.Type, _ kind: JSONKind, at index: UInt32) -> DecodingError {
    session.failure(type, kind: kind, at: index, path: path(to: index))
  }
}

// MARK: - The types

extension Int: JSONReadable {
  @inlinable public static var _isDecodedAsCodable: Bool { true }

  public init(from reader: inout JSONReader) throws { self = try reader.scalar() }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Int {
    try reader.scalar(named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws -> Int?
  {
    try reader.optionalScalar(named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] { try reader.scalars(Int.self) }
}

extension String: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  @inlinable public static var _isDecodedAsCodable: Bool { true }

  /// Reads a string. A type that has a string for its value, such as an enum with raw values, reads it by this.
  public init(from reader: inout JSONReader) throws {
    try reader.requireComplete(reader.state.value)
    self = try reader.scalar()
  }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> String {
    try reader.scalar(named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> String?
  {
    try reader.optionalScalar(named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] { try reader.scalars(String.self) }
}

extension Double: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  @inlinable public static var _isDecodedAsCodable: Bool { true }

  public init(from reader: inout JSONReader) throws { self = try reader.scalar() }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Double {
    try reader.scalar(named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Double?
  {
    try reader.optionalScalar(named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] { try reader.scalars(Double.self) }
}

extension Bool: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  @inlinable public static var _isDecodedAsCodable: Bool { true }

  public init(from reader: inout JSONReader) throws { self = try reader.scalar() }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Bool {
    try reader.scalar(named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Bool?
  {
    try reader.optionalScalar(named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] { try reader.scalars(Bool.self) }
}

extension Float: JSONReadable {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  @inlinable public static var _isDecodedAsCodable: Bool { true }

  public init(from reader: inout JSONReader) throws { self = try reader.scalar() }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Float {
    try reader.scalar(named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Float?
  {
    try reader.optionalScalar(named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] { try reader.scalars(Float.self) }
}

// MARK: - Integers

extension JSONReadable where Self: FixedWidthInteger {
  public static func _addNames(to names: inout JSONReader.MemberNames) {}

  @inlinable public static var _isDecodedAsCodable: Bool { true }

  /// Reads an integer. Copies no bytes.
  /// - Throws: `DecodingError` if the value is not a number, or the type cannot represent it.
  /// - Complexity: O(1), or O(*n*) in the digits of a number of more than 64 bits.
  @inlinable
  public init(from reader: inout JSONReader) throws {
    self = try reader.integer(at: reader.state.value)
  }

  @inlinable
  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Self {
    try reader.integer(at: try reader.required(name))
  }

  @inlinable
  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Self?
  {
    let index = try reader.present(name)
    return index == 0 ? nil : try reader.integer(at: index) as Self
  }

  @inlinable
  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    let count = try reader.beginArray()
    var elements: [Self] = []
    elements.reserveCapacity(count)
    // Each integer has one record, and an element that is not an integer throws.
    let first = reader.state.next
    for index in first..<first &+ UInt32(truncatingIfNeeded: count) {
      elements.append(try reader.integer(at: index))
    }
    return sameType(elements)
  }
}

extension JSONReader {
  @inlinable
  mutating func integer<T: FixedWidthInteger>(at index: UInt32) throws -> T {
    let record = record(index)
    let value: T? =
      if record.kindByte == TapeKind.integer.rawValue {
        T(exactly: Int64(bitPattern: record.payload))
      } else if T.bitWidth > 64 {
        slowInteger(at: index)
      } else if T.isSigned {
        slowSigned(at: index).flatMap { T(exactly: $0) }
      } else {
        slowUnsigned(at: index).flatMap { T(exactly: $0) }
      }
    guard let value else { throw failure(T.self, .number, at: index) }
    return value
  }

  @usableFromInline
  mutating func slowSigned(at index: UInt32) -> Int64? { session.slowSigned(record(index)) }

  @usableFromInline
  mutating func slowUnsigned(at index: UInt32) -> UInt64? { session.slowUnsigned(record(index)) }

  /// An integer of any width.
  @usableFromInline
  mutating func slowInteger<T: FixedWidthInteger>(at index: UInt32) -> T? {
    session.slowInteger(record(index))
  }
}

extension Int8: JSONReadable {}
extension Int16: JSONReadable {}
extension Int32: JSONReadable {}
extension Int64: JSONReadable {}
extension UInt: JSONReadable {}
extension UInt8: JSONReadable {}
extension UInt16: JSONReadable {}
extension UInt32: JSONReadable {}
extension UInt64: JSONReadable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONReadable {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONReadable {}
