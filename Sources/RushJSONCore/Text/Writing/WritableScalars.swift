// The scalars of the standard library.

extension String: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.string(self)
  }

  @inline(__always)
  static func put(_ value: String, to output: inout TextOutput) -> Bool {
    output.string(value)
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: String, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Invariant: the element is this type.
    try writer.array(plain: unsafe unsafeBitCast(values, to: [String].self))
  }
}

extension Bool: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.bool(self)
  }

  @inline(__always)
  static func put(_ value: Bool, to output: inout TextOutput) -> Bool {
    output.bool(value)
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: Bool, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Invariant: the element is this type.
    try writer.array(plain: unsafe unsafeBitCast(values, to: [Bool].self))
  }
}

extension Double: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.double(self)
  }

  @inline(__always)
  static func put(_ value: Double, to output: inout TextOutput) -> Bool {
    guard value.isFinite else { return false }
    output.double(value)
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: Double, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Invariant: the element is this type.
    try writer.array(plain: unsafe unsafeBitCast(values, to: [Double].self))
  }
}

extension Float: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.float(self)
  }

  @inline(__always)
  static func put(_ value: Float, to output: inout TextOutput) -> Bool {
    guard value.isFinite else { return false }
    output.float(value)
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: Float, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Invariant: the element is this type.
    try writer.array(plain: unsafe unsafeBitCast(values, to: [Float].self))
  }
}

extension Int: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(Int64(self))
  }

  @inline(__always)
  static func put(_ value: Int, to output: inout TextOutput) -> Bool {
    output.integer(Int64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: Int, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Invariant: the element is this type.
    try writer.array(plain: unsafe unsafeBitCast(values, to: [Int].self))
  }
}

extension Int8: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(Int64(self))
  }

  @inline(__always)
  static func put(_ value: Int8, to output: inout TextOutput) -> Bool {
    output.integer(Int64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: Int8, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }
}

extension Int16: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(Int64(self))
  }

  @inline(__always)
  static func put(_ value: Int16, to output: inout TextOutput) -> Bool {
    output.integer(Int64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: Int16, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }
}

extension Int32: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(Int64(self))
  }

  @inline(__always)
  static func put(_ value: Int32, to output: inout TextOutput) -> Bool {
    output.integer(Int64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: Int32, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Invariant: the element is this type.
    try writer.array(plain: unsafe unsafeBitCast(values, to: [Int32].self))
  }
}

extension Int64: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(Int64(self))
  }

  @inline(__always)
  static func put(_ value: Int64, to output: inout TextOutput) -> Bool {
    output.integer(Int64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: Int64, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Invariant: the element is this type.
    try writer.array(plain: unsafe unsafeBitCast(values, to: [Int64].self))
  }
}

extension UInt: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(UInt64(self))
  }

  @inline(__always)
  static func put(_ value: UInt, to output: inout TextOutput) -> Bool {
    output.integer(UInt64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: UInt, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }
}

extension UInt8: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(UInt64(self))
  }

  @inline(__always)
  static func put(_ value: UInt8, to output: inout TextOutput) -> Bool {
    output.integer(UInt64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: UInt8, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }

  public static func _writeArray<Element: JSONWritable>(
    _ values: [Element], to writer: inout JSONWriter
  ) throws(JSONWritingError) {
    // Invariant: the element is this type.
    try writer.array(plain: unsafe unsafeBitCast(values, to: [UInt8].self))
  }
}

extension UInt16: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(UInt64(self))
  }

  @inline(__always)
  static func put(_ value: UInt16, to output: inout TextOutput) -> Bool {
    output.integer(UInt64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: UInt16, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }
}

extension UInt32: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(UInt64(self))
  }

  @inline(__always)
  static func put(_ value: UInt32, to output: inout TextOutput) -> Bool {
    output.integer(UInt64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: UInt32, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }
}

extension UInt64: PlainScalar {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(UInt64(self))
  }

  @inline(__always)
  static func put(_ value: UInt64, to output: inout TextOutput) -> Bool {
    output.integer(UInt64(value))
    return true
  }

  public static func _writeMember(_ name: JSONName, _ value: UInt64, to writer: inout JSONWriter)
    throws(JSONWritingError)
  {
    try writer.member(plain: name, value)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONWritable {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(self)
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONWritable {
  public func write(to writer: inout JSONWriter) throws(JSONWritingError) {
    try writer.integer(self)
  }
}
