// Scalars of texts as members, elements and values, each by one call out of line.

/// A scalar that a record alone gives, as it usually is.
protocol QuickScalar: TapeScalar {
  /// The value of a record, or `nil` if it takes more to tell.
  static func quick(_ record: TapeRecord, _ tape: DecodingTape) -> Self?
}

extension String: QuickScalar {
  @inline(__always)
  static func quick(_ record: TapeRecord, _ tape: DecodingTape) -> String? {
    record.kindByte == TapeKind.string.rawValue ? tape.plainString(record) : nil
  }
}

extension Double: QuickScalar {
  @inline(__always)
  static func quick(_ record: TapeRecord, _ tape: DecodingTape) -> Double? {
    if record.kindByte == TapeKind.double.rawValue {
      let value = Double(bitPattern: record.payload)
      // A number that is too large became an infinity, and one that is too small became zero.
      return value.isNormal ? value : nil
    }
    guard record.kindByte == TapeKind.integer.rawValue else { return nil }
    return Double(Int64(bitPattern: record.payload))
  }
}

extension Bool: QuickScalar {
  @inline(__always)
  static func quick(_ record: TapeRecord, _ tape: DecodingTape) -> Bool? {
    let kind = record.kindByte
    return kind == TapeKind.true.rawValue ? true : kind == TapeKind.false.rawValue ? false : nil
  }
}

extension Float: QuickScalar {
  @inline(__always)
  static func quick(_ record: TapeRecord, _ tape: DecodingTape) -> Float? {
    guard record.kindByte == TapeKind.integer.rawValue else { return nil }
    return Float(Int64(bitPattern: record.payload))
  }
}

extension TapeInteger {
  @inline(__always)
  static func quick(_ record: TapeRecord, _ tape: DecodingTape) -> Self? {
    guard record.kindByte == TapeKind.integer.rawValue else { return nil }
    return Self(exactly: Int64(bitPattern: record.payload))
  }
}

extension JSONReader {
  @inline(__always)
  mutating func scalar<T: QuickScalar>(_ type: T.Type, at index: UInt32) throws -> T {
    if let value = T.quick(record(index), tape) { return value }
    return try slowScalar(type, at: index)
  }

  @inline(never)
  private mutating func slowScalar<T: QuickScalar>(_ type: T.Type, at index: UInt32) throws -> T {
    if let value = T.read(session, index) { return value }
    throw failure(type, at: index)
  }

  @inline(__always)
  mutating func scalar<T: QuickScalar>(_ type: T.Type, named name: JSONName) throws -> T {
    let index = try find(name)
    if index == 0 { throw missing(name) }
    return try scalar(type, at: index)
  }

  @inline(__always)
  mutating func optionalScalar<T: QuickScalar>(_ type: T.Type, named name: JSONName) throws -> T? {
    let index = try find(name)
    if index == 0 { return nil }
    let record = record(index)
    if let value = T.quick(record, tape) { return value }
    if record.kindByte == TapeKind.null.rawValue { return nil }
    return try slowScalar(type, at: index)
  }

  @inline(__always)
  mutating func scalars<T: QuickScalar>(_ type: T.Type) throws -> [T] {
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
      elements.append(try scalar(type, at: index))
    }
    return elements
  }
}

// MARK: - The types

extension Int: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(Int.self, at: reader.state.value)
  }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Int {
    try reader.scalar(Int.self, named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws -> Int?
  {
    try reader.optionalScalar(Int.self, named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(Int.self), to: [Element].self)
  }
}

extension String: JSONReadable {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(String.self, at: reader.state.value)
  }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> String {
    try reader.scalar(String.self, named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> String?
  {
    try reader.optionalScalar(String.self, named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(String.self), to: [Element].self)
  }
}

extension Double: JSONReadable {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(Double.self, at: reader.state.value)
  }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Double {
    try reader.scalar(Double.self, named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Double?
  {
    try reader.optionalScalar(Double.self, named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(Double.self), to: [Element].self)
  }
}

extension Bool: JSONReadable {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(Bool.self, at: reader.state.value)
  }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Bool {
    try reader.scalar(Bool.self, named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Bool?
  {
    try reader.optionalScalar(Bool.self, named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(Bool.self), to: [Element].self)
  }
}

extension Int8: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(Int8.self, at: reader.state.value)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(Int8.self), to: [Element].self)
  }
}

extension Int16: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(Int16.self, at: reader.state.value)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(Int16.self), to: [Element].self)
  }
}

extension Int32: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(Int32.self, at: reader.state.value)
  }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Int32 {
    try reader.scalar(Int32.self, named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Int32?
  {
    try reader.optionalScalar(Int32.self, named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(Int32.self), to: [Element].self)
  }
}

extension Int64: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(Int64.self, at: reader.state.value)
  }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Int64 {
    try reader.scalar(Int64.self, named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Int64?
  {
    try reader.optionalScalar(Int64.self, named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(Int64.self), to: [Element].self)
  }
}

extension UInt: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(UInt.self, at: reader.state.value)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(UInt.self), to: [Element].self)
  }
}

extension UInt8: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(UInt8.self, at: reader.state.value)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(UInt8.self), to: [Element].self)
  }
}

extension UInt16: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(UInt16.self, at: reader.state.value)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(UInt16.self), to: [Element].self)
  }
}

extension UInt32: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(UInt32.self, at: reader.state.value)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(UInt32.self), to: [Element].self)
  }
}

extension UInt64: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(UInt64.self, at: reader.state.value)
  }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> UInt64 {
    try reader.scalar(UInt64.self, named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> UInt64?
  {
    try reader.optionalScalar(UInt64.self, named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(UInt64.self), to: [Element].self)
  }
}

extension Float: JSONReadable {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(Float.self, at: reader.state.value)
  }

  public static func _member(_ name: JSONName, from reader: inout JSONReader) throws -> Float {
    try reader.scalar(Float.self, named: name)
  }

  public static func _optionalMember(_ name: JSONName, from reader: inout JSONReader) throws
    -> Float?
  {
    try reader.optionalScalar(Float.self, named: name)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(Float.self), to: [Element].self)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(Int128.self, at: reader.state.value)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(Int128.self), to: [Element].self)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONReadable, QuickScalar {
  public init(from reader: inout JSONReader) throws {
    self = try reader.scalar(UInt128.self, at: reader.state.value)
  }

  public static func _array<Element: JSONReadable>(
    of type: Element.Type, from reader: inout JSONReader
  ) throws -> [Element] {
    // Invariant: the element is this type.
    unsafe unsafeBitCast(try reader.scalars(UInt128.self), to: [Element].self)
  }
}
