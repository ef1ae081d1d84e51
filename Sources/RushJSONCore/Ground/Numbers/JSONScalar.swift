// Swift's scalars: one list for everything that reads or writes them, with and without `Codable`.
//
//   a record of the tape ─► ScalarSource ─► JSONScalar ─► ScalarSink ─► the text of a writer
//                                           Bool, String, Double, …

/// A type whose values are a string, a number, `true` or `false`.
package protocol JSONScalar: ScalarCodable, SendableMetatype {
  /// The kind of JSON value.
  static var kind: JSONKind { get }

  /// Takes a value from a source, which returns `nil` if it has no value of this type.
  static func read(from source: some ScalarSource) -> Self?

  /// Writes the value at an address. Returns `false`, and writes nothing, if it has no text.
  static func write(_ value: CheckedView<Self>, to sink: inout some ScalarSink & ~Copyable)
    -> Bool

  /// Whether JSON can represent the value.
  static func isFinite(_ value: Self) -> Bool

  /// Whether `decodeIfPresent` at the end of an array counts an element, as in Foundation.
  static var isCountedAtEnd: Bool { get }

  /// A type with the same text, whose code containers share: `Int` or `UInt` for a narrow integer.
  associatedtype Wide: JSONScalar = Self
  var wide: Wide { get }
}

#if hasFeature(Embedded)
  /// What coders need of a scalar. Embedded Swift has no `Codable`.
  package typealias ScalarCodable = Any
#else
  /// What coders need of a scalar.
  package typealias ScalarCodable = Codable
#endif

/// One value of a text, as each type that it may have.
package protocol ScalarSource {
  var bool: Bool? { get }
  var string: String? { get }
  var double: Double? { get }
  var float: Float? { get }
  func integer<T: FixedWidthInteger>(_ type: T.Type) -> T?
}

/// A text that takes a value. Numbers that ``hasText(_:)`` refuses are not passed to it.
package protocol ScalarSink: ~Copyable {
  mutating func bool(_ value: Bool)
  mutating func string(at string: CheckedView<String>)
  mutating func double(_ value: Double)
  mutating func float(_ value: Float)
  mutating func integer(_ value: Int64)
  mutating func integer(_ value: UInt64)
  /// Writes an integer of more than 64 bits.
  mutating func wide(_ value: some FixedWidthInteger)
  func hasText(_ value: Double) -> Bool
}

extension JSONScalar {
  @inline(__always) package static func isFinite(_ value: Self) -> Bool { true }
  @inline(__always) package static var isCountedAtEnd: Bool { true }
}

// MARK: - The types

extension Bool: JSONScalar {
  package static var kind: JSONKind { .bool }
  @inline(__always) package var wide: Bool { self }

  @inline(__always)
  package static func read(from source: some ScalarSource) -> Bool? { source.bool }

  @inline(__always)
  package static func write(
    _ value: CheckedView<Bool>, to sink: inout some ScalarSink & ~Copyable
  ) -> Bool {
    sink.bool(value.pointee)
    return true
  }
}

extension String: JSONScalar {
  package static var kind: JSONKind { .string }
  @inline(__always) package var wide: String { self }

  @inline(__always)
  package static func read(from source: some ScalarSource) -> String? { source.string }

  @inline(__always)
  package static func write(
    _ value: CheckedView<String>, to sink: inout some ScalarSink & ~Copyable
  ) -> Bool {
    // Invariant: the owner of the address keeps the string alive.
    sink.string(at: value)
    return true
  }
}

extension Double: JSONScalar {
  package static var kind: JSONKind { .number }
  @inline(__always) package var wide: Double { self }
  @inline(__always) package static func isFinite(_ value: Double) -> Bool { value.isFinite }

  @inline(__always)
  package static func read(from source: some ScalarSource) -> Double? { source.double }

  @inline(__always)
  package static func write(
    _ value: CheckedView<Double>, to sink: inout some ScalarSink & ~Copyable
  ) -> Bool {
    let value = value.pointee
    guard sink.hasText(value) else { return false }
    sink.double(value)
    return true
  }
}

extension Float: JSONScalar {
  package static var kind: JSONKind { .number }
  @inline(__always) package var wide: Float { self }
  @inline(__always) package static func isFinite(_ value: Float) -> Bool { value.isFinite }

  @inline(__always)
  package static func read(from source: some ScalarSource) -> Float? { source.float }

  @inline(__always)
  package static func write(
    _ value: CheckedView<Float>, to sink: inout some ScalarSink & ~Copyable
  ) -> Bool {
    let value = value.pointee
    guard sink.hasText(Double(value)) else { return false }
    sink.float(value)
    return true
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  package static var kind: JSONKind { .number }

  @inline(__always)
  package static func read(from source: some ScalarSource) -> Self? { source.integer(Self.self) }

  @inline(__always)
  package static func write(
    _ value: CheckedView<Self>, to sink: inout some ScalarSink & ~Copyable
  ) -> Bool {
    let value = value.pointee
    if bitWidth > 64 {
      sink.wide(value)
    } else if isSigned {
      sink.integer(Int64(truncatingIfNeeded: value))
    } else {
      sink.integer(UInt64(truncatingIfNeeded: value))
    }
    return true
  }
}

extension JSONScalar where Self: FixedWidthInteger, Wide: FixedWidthInteger {
  @inline(__always) package var wide: Wide { Wide(truncatingIfNeeded: self) }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar { package typealias Wide = Int }
extension Int16: JSONScalar { package typealias Wide = Int }
extension Int32: JSONScalar { package typealias Wide = Int }
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar { package typealias Wide = UInt }
extension UInt16: JSONScalar { package typealias Wide = UInt }
extension UInt32: JSONScalar { package typealias Wide = UInt }
extension UInt64: JSONScalar {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONScalar {
  package static var isCountedAtEnd: Bool { false }
}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONScalar {
  package static var isCountedAtEnd: Bool { false }
}

// MARK: - The list

/// Does the same for each scalar.
package protocol ScalarVisitor {
  mutating func visit<T: JSONScalar>(_ type: T.Type)
}

extension ScalarVisitor {
  /// Visits every scalar. Inlined, so that each visit is code for its type.
  @inline(__always)
  package mutating func visitScalars() {
    visit(Bool.self)
    visit(String.self)
    visit(Double.self)
    visit(Float.self)
    visit(Int.self)
    visit(Int8.self)
    visit(Int16.self)
    visit(Int32.self)
    visit(Int64.self)
    visit(UInt.self)
    visit(UInt8.self)
    visit(UInt16.self)
    visit(UInt32.self)
    visit(UInt64.self)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      visit(Int128.self)
      visit(UInt128.self)
    }
  }
}
