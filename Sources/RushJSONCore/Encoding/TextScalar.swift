// The scalars of Codable as text.

/// A type that is a string, a number, `true` or `false`.
protocol TextScalar: Encodable, SendableMetatype {
  /// Writes the value at an address; returns `false`, and writes nothing, if it has no text.
  static func write(_ value: UnsafePointer<Self>, to output: UnsafeMutablePointer<TextOutput>)
    -> Bool

  /// Whether JSON has the value.
  static func isFinite(_ value: Self) -> Bool
}

extension TextScalar {
  @inline(__always)
  static func isFinite(_ value: Self) -> Bool { true }
}

extension Bool: TextScalar {
  @inline(__always)
  static func write(_ value: UnsafePointer<Bool>, to output: UnsafeMutablePointer<TextOutput>)
    -> Bool
  {
    unsafe output.pointee.bool(value.pointee)
    return true
  }
}

extension String: TextScalar {
  @inline(__always)
  static func write(
    _ value: UnsafePointer<String>, to output: UnsafeMutablePointer<TextOutput>
  ) -> Bool {
    // Invariant: whoever has the address keeps the string alive.
    unsafe output.pointee.string(at: value)
    return true
  }
}

extension Double: TextScalar {
  @inline(__always)
  static func isFinite(_ value: Double) -> Bool { value.isFinite }

  @inline(__always)
  static func write(
    _ value: UnsafePointer<Double>, to output: UnsafeMutablePointer<TextOutput>
  ) -> Bool {
    guard unsafe output.pointee.hasText(value.pointee) else { return false }
    unsafe output.pointee.double(value.pointee)
    return true
  }
}

extension Float: TextScalar {
  @inline(__always)
  static func isFinite(_ value: Float) -> Bool { value.isFinite }

  @inline(__always)
  static func write(
    _ value: UnsafePointer<Float>, to output: UnsafeMutablePointer<TextOutput>
  ) -> Bool {
    guard unsafe output.pointee.hasText(Double(value.pointee)) else { return false }
    unsafe output.pointee.float(value.pointee)
    return true
  }
}

/// An integer.
protocol TextInteger: TextScalar, FixedWidthInteger {}

extension TextInteger {
  @inline(__always)
  static func write(
    _ value: UnsafePointer<Self>, to output: UnsafeMutablePointer<TextOutput>
  ) -> Bool {
    let value = unsafe value.pointee
    if Self.bitWidth > 64 {
      unsafe output.pointee.wide(value)
    } else if Self.isSigned {
      unsafe output.pointee.integer(Int64(truncatingIfNeeded: value))
    } else {
      unsafe output.pointee.integer(UInt64(truncatingIfNeeded: value))
    }
    return true
  }
}

extension Int: TextInteger {}
extension Int8: TextInteger {}
extension Int16: TextInteger {}
extension Int32: TextInteger {}
extension Int64: TextInteger {}
extension UInt: TextInteger {}
extension UInt8: TextInteger {}
extension UInt16: TextInteger {}
extension UInt32: TextInteger {}
extension UInt64: TextInteger {}
extension Int128: TextInteger {}
extension UInt128: TextInteger {}
